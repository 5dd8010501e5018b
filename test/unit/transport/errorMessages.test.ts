import type { Connection } from '../../../nodes/transport/connection';
import type { Scheme } from '../../../nodes/transport/credential';
import type { ConnectionError, HttpResponse, Route } from '../../../nodes/transport/types';
import { failure } from '../../../nodes/transport/errorMessages';

/** What a person is told of a request that failed: the reason, what it did, and what to do now. */

const READ: Route = {
	method: 'GET',
	path: '/',
	kind: 'read',
	purpose: 'list the things',
	subject: 'the thing',
};
const WRITE: Route = {
	method: 'PUT',
	path: '/',
	kind: 'write',
	purpose: 'make the thing',
	subject: 'the thing',
};

const SECRET = 'k3y-of-the-run';

const connection = (scheme: Scheme = 'apiToken') =>
	({
		scheme,
		baseUrl: 'https://crm.example:8443/base',
		secrets: new Set([SECRET]),
	}) as unknown as Connection;

const answer = (status: number, more: Partial<HttpResponse> = {}): HttpResponse => ({
	status,
	headers: {},
	body: '',
	sentWith: 'the session',
	...more,
});

const fault = (code: string, more: Partial<ConnectionError> = {}): ConnectionError => ({
	code,
	message: code,
	...more,
});

describe('a refusal', () => {
	it('with no words of the service says none of them, and never shows a secret', () => {
		expect(failure(connection(), READ, answer(404)).description).not.toContain('answered');
		const { description } = failure(connection(), READ, answer(404, { body: `for ${SECRET}` }));
		expect(description).toMatch(/The Sales CRM answered: for \*\*\*$/);
	});

	it('that leads elsewhere advises another Base URL only where the path is kept', () => {
		const route = { ...READ, path: '/api/{companyProfileId}/things' };
		const told = (location?: string) => {
			const headers: Record<string, string> = location === undefined ? {} : { location };
			return failure(connection(), route, answer(302, { headers })).description;
		};
		const only = 'The credential is sent to https://crm.example:8443 only.';
		expect(told('https://new.example/base/api/17/things?page=0')).toBe(
			`${only} If your Sales CRM has moved, put its new address into the credential's Base URL: https://new.example/base`,
		);
		expect(told(`https://login.example/?key=${SECRET}`)).toBe(
			`${only} The answer points to https://login.example, which may be a page to log in at, or a file store: ask the support of your Sales CRM.`,
		);
		expect(told()).toBe(only);
	});

	it('of a sign-in is never called right', () => {
		for (const scheme of ['apiToken', 'oAuth2', 'serviceAccount'] as const) {
			expect(failure(connection(scheme), READ, answer(403)).description).toContain(
				'is invalid or has no access',
			);
		}
		expect(failure(connection('oAuth2'), READ, answer(401)).description).toContain(
			'The Sales CRM does not accept the access token',
		);
	});
});

describe('no answer', () => {
	it('because n8n would not send: in its words, without the secret; only OAuth2 is connected', () => {
		const refused = fault('', { message: `Not connected with ${SECRET}` });
		const error = failure(connection('oAuth2'), WRITE, refused);
		expect(error.message).toBe('Could not make the thing. Not connected with ***');
		expect(error.description).toContain('Reconnect the credential');
		expect(error.mayHaveHappened).toBe(false);
		expect(failure(connection('serviceAccount'), WRITE, refused).description).toBe('');
	});
});
