import { connect } from '../../../nodes/auth/authenticator';
import { recordIssued } from '../../../nodes/auth/tokenCache';
import { forProfile, type ServiceContext } from '../../../nodes/transport/connection';
import { Pace } from '../../../nodes/transport/pace';

/** What is read of a credential before anything is sent, and what a run knows of its token. */

const PROFILE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const CREDENTIAL = {
	baseUrl: ' https://crm.example/ ',
	companyProfileId: ` ${PROFILE.toUpperCase()} `,
	apiToken: 'token-1',
};

const contextOf = (credential: object = CREDENTIAL, more: object = {}) =>
	({ getCredentials: async () => credential, ...more }) as unknown as ServiceContext;

it('address, profile, secrets, and how patient to be', async () => {
	const { signal } = new AbortController();
	const context = contextOf(CREDENTIAL, { getExecutionCancelSignal: () => signal });
	expect(await connect(context, 'apiToken')).toMatchObject({
		context,
		scheme: 'apiToken',
		baseUrl: 'https://crm.example',
		profileId: PROFILE,
		secrets: new Set(['token-1']),
		signal,
		retry: { maxAttempts: 5, timeoutMs: 60_000 },
	});
});

it('a context that cannot be cancelled has no signal, and waits no minutes', async () => {
	const { signal, retry } = await connect(contextOf(), 'apiToken');
	expect(signal).toBeUndefined();
	expect(retry.pace).toBeUndefined();
});

it('the requests of a run have one pace, whichever profile they are for', async () => {
	const context = contextOf(CREDENTIAL, { getExecutionCancelSignal: () => undefined });
	const connection = await connect(context, 'apiToken');
	expect(connection.retry.pace).toBeInstanceOf(Pace);
	expect(forProfile(connection, PROFILE).retry.pace).toBe(connection.retry.pace);
	expect((await connect(context, 'apiToken')).retry.pace).not.toBe(connection.retry.pace);
});

it('patience that says one thing leaves the other as usual', async () => {
	const { retry } = await connect(contextOf(), 'apiToken', { maxAttempts: 1 });
	expect(retry).toEqual({ maxAttempts: 1, timeoutMs: 60_000 });
});

it.each([
	['an address that is none', { baseUrl: 'crm' }, /Base URL/],
	['a profile that is none', { companyProfileId: 'mine' }, /Company Profile ID/],
])('%s fails, naming the field', async (_what, part, field) => {
	const context = contextOf({ ...CREDENTIAL, ...part });
	await expect(connect(context, 'apiToken')).rejects.toThrow(field);
});

const authenticator = async () => (await connect(contextOf(), 'apiToken')).authenticator;

const PDF = {
	destroy: () => undefined,
	async *[Symbol.asyncIterator]() {
		yield new Uint8Array();
	},
};

it.each([
	[200, '[]', {}, true],
	[204, '', {}, true],
	[200, ' \n<!DOCTYPE html><title>Log in</title>', {}, false],
	[200, PDF, { 'content-type': 'application/pdf' }, true],
	[200, PDF, {}, true],
	[200, PDF, { 'content-type': 'text/html; charset=utf-8' }, false],
	...[199, 302, 400, 401, 403, 404, 500].map((status) => [status, '', {}, false] as const),
] as const)(
	'an API token is kept at %i with %p %j, and proven by success, for this run: %p',
	async (status, body, headers, proven) => {
		const [one, another] = [await authenticator(), await authenticator()];
		const answer = { status, body, headers, sentWith: 'token 1' };
		expect(await one.forRequest().renewAfter(answer)).toBe('kept');
		expect(one.isProven('token 1')).toBe(proven);
		expect(one.isProven('token 2')).toBe(false);
		expect(another.isProven('token 1')).toBe(false);
	},
);

it('one fresh from a sign-in is proven by that, and nothing where it is not known what was sent', async () => {
	recordIssued('token 3');
	const { isProven, forRequest } = await authenticator();
	expect(isProven('token 3')).toBe(true);
	await forRequest().renewAfter({ status: 200, headers: {}, body: '' });
	expect(isProven(undefined)).toBe(false);
});
