import type { ServiceContext } from '../../../nodes/transport/connection';
import type { Route } from '../../../nodes/transport/requestOptions';
import { keeperOf } from '../../../nodes/auth/authenticator';
import { noteGiven } from '../../../nodes/auth/tokenCache';

/** What a run knows of the token or session that its requests were sent with. */

const READ: Route = { method: 'GET', path: '/read', kind: 'read', purpose: 'read' };

const keeper = () => keeperOf({} as ServiceContext, 'apiToken', {});

const answer = (status: number, sentWith?: string) => ({ status, headers: {}, body: '', sentWith });

it('is proven by an answer of success, for this run', async () => {
	const [signIn, another] = [keeper(), keeper()];
	expect(signIn.isProven('token 1')).toBe(false);
	expect(await signIn.forRequest(READ).after(answer(200, 'token 1'))).toBe('kept');
	expect(signIn.isProven('token 1')).toBe(true);
	expect(signIn.isProven('token 2')).toBe(false);
	expect(another.isProven('token 1')).toBe(false);
});

it('is proven by being fresh from a sign-in', () => {
	noteGiven('token 3');
	expect(keeper().isProven('token 3')).toBe(true);
});

it('is not proven where it is not known what was sent', async () => {
	const signIn = keeper();
	await signIn.forRequest(READ).after(answer(200));
	expect(signIn.isProven(undefined)).toBe(false);
});

it.each([302, 400, 401, 403, 404, 500])(
	'an API token is kept at %i, and not proven by it',
	async (status) => {
		const signIn = keeper();
		expect(await signIn.forRequest(READ).after(answer(status, 'token 4'))).toBe('kept');
		expect(signIn.isProven('token 4')).toBe(false);
	},
);
