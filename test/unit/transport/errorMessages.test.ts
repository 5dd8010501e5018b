import fc from 'fast-check';

import type { Connection, Scheme } from '../../../nodes/transport/connection';
import type { HttpResponse, ConnectionError } from '../../../nodes/transport/send';
import type { Route } from '../../../nodes/transport/requestOptions';
import { noAnswer, refusal, unreadable } from '../../../nodes/transport/errorMessages';

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
const OPEN = 'it may have been carried out';

const connection = (scheme: Scheme = 'apiToken', proven = false) =>
	({
		scheme,
		baseUrl: 'https://crm.example:8443/base',
		secrets: new Set([SECRET]),
		authenticator: { isProven: (sentWith: unknown) => proven && sentWith === 'the session' },
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

/** Each status that is spoken of by itself, and what people have to find in the words for it. */
const SPOKEN_OF: Array<[status: number, reason: string, advice: string]> = [
	[200, 'reported a failure', ''],
	[299, 'reported a failure', ''],
	[300, 'points to another address', 'Base URL'],
	[399, 'points to another address', 'Base URL'],
	[400, 'rejected the data', 'Correct what the service names'],
	[401, 'refused the sign-in', 'API token is wrong'],
	[402, 'the service refused', ''],
	[403, 'not allowed', 'company profile'],
	[404, 'not found', 'IDs in this node'],
	[409, 'conflicts', 'look in your Sales CRM'],
	[418, 'the service refused', ''],
	[422, 'rejected the data', 'Correct what the service names'],
	[429, 'too many requests', "'Requests at a Time'"],
	[499, 'the service refused', ''],
	[500, 'has a problem', 'Try again later'],
	[503, 'has a problem', 'Try again later'],
];

describe('a refusal', () => {
	it.each(SPOKEN_OF)('%i: %s, %s', (status, reason, advice) => {
		const { message, description } = refusal(connection(), READ, answer(status));
		expect(message).toMatch(/^Could not list the things: /);
		expect(message).toContain(reason);
		if (advice === '') expect(description).toBe('');
		else expect(description).toContain(advice);
	});

	it('of any status: names it, and leaves a write open unless it was plainly refused', () => {
		const status = fc.oneof(
			fc.integer({ min: 200, max: 599 }),
			fc.constantFrom(408, 299, 300, 499),
		);
		fc.assert(
			fc.property(status, fc.boolean(), (drawn, writes) => {
				const error = refusal(
					connection(),
					writes ? WRITE : READ,
					answer(drawn, { body: 'Oh no' }),
				);
				const refusedPlainly = drawn >= 300 && drawn <= 499 && drawn !== 408;
				const open = writes && !refusedPlainly;
				expect(error).toMatchObject({ status: drawn, mayHaveHappened: open });
				expect(error.message).toContain(String(drawn));
				expect(error.message.endsWith(`; ${OPEN}`)).toBe(open);
				expect(error.description.startsWith('No proof came back')).toBe(open);
				expect(error.description.endsWith('The service answered: Oh no')).toBe(true);
			}),
		);
	});

	it('with no words of the service says none of them, and never shows a secret', () => {
		expect(refusal(connection(), READ, answer(404)).description).not.toContain('answered');
		const { description } = refusal(connection(), READ, answer(404, { body: `for ${SECRET}` }));
		expect(description).toMatch(/The service answered: for \*\*\*$/);
	});

	it('that leads elsewhere names the host, if the service gives one, and nothing behind it', () => {
		const told = (headers: Record<string, string>) =>
			refusal(connection(), READ, answer(302, { headers })).description;
		expect(told({ location: `https://new.example/login?key=${SECRET}` })).toMatch(
			/sent to https:\/\/crm\.example:8443\/base only\..*it points to https:\/\/new\.example\.$/,
		);
		expect(told({ location: '/login' })).toMatch(/it points to another address\.$/);
		expect(told({})).not.toContain('it points to');
	});
});

describe('a refused sign-in', () => {
	const advice = (status: number, scheme: Scheme, proven: boolean, sentWith = 'the session') =>
		refusal(connection(scheme, proven), READ, answer(status, { sentWith })).description;

	it('that was just renewed is not to be connected again: its scope is wrong', () => {
		expect(advice(401, 'oAuth2', true)).toContain('The access was renewed');
		expect(advice(401, 'oAuth2', true, 'another')).toContain('connect it again');
		expect(advice(401, 'apiToken', true)).toContain('Create a new one');
	});

	it('is called valid only where that session was seen to be', () => {
		expect(advice(403, 'serviceAccount', true)).toMatch(/^The sign-in is valid but/);
		expect(advice(403, 'serviceAccount', true, 'another')).toContain('or is not valid');
		expect(advice(403, 'serviceAccount', false)).toContain('or is not valid');
	});
});

describe('no answer', () => {
	it.each([
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'secure connection to https://crm.example:8443', 'certificate'],
		['CERT_HAS_EXPIRED', 'secure connection to https://crm.example:8443', 'certificate'],
		['ENOTFOUND', 'host of https://crm.example:8443 was not found', 'network'],
		['EAI_AGAIN', 'host of https://crm.example:8443 was not found', 'network'],
		['ETIMEDOUT', 'did not answer in time', 'Try again later'],
		['ECONNABORTED', 'did not answer in time', 'Try again later'],
		['ECONNREFUSED', 'nothing answers at https://crm.example:8443', 'service is up'],
		['EHOSTUNREACH', 'nothing answers at https://crm.example:8443', 'service is up'],
		['ENETUNREACH', 'nothing answers at https://crm.example:8443', 'service is up'],
		['ECONNRESET', 'the connection broke off', 'Try again later'],
		['EUNKNOWN', 'the connection broke off', 'Try again later'],
	])('%s: %s', (code, reason, advice) => {
		const { message, description, status } = noAnswer(connection(), READ, fault(code));
		expect(message).toContain(`Could not list the things: `);
		expect(message).toContain(reason);
		expect(message).not.toContain(OPEN);
		expect(description).toContain(advice);
		expect(description.endsWith(`(${code})`)).toBe(true);
		expect(status).toBeUndefined();
	});

	it('because n8n would not send: in its words, without the secret; only OAuth2 is connected', () => {
		const refused = fault('', { message: `Not connected with ${SECRET}` });
		const error = noAnswer(connection('oAuth2'), WRITE, refused);
		expect(error.message).toBe('Could not make the thing. Not connected with ***');
		expect(error.description).toContain('connect it again');
		expect(error.mayHaveHappened).toBe(false);
		expect(noAnswer(connection('serviceAccount'), WRITE, refused).description).toBe('');
	});
});

describe('an answer that cannot be read', () => {
	it('says nothing of what the service answered when that was nothing', () => {
		const { description } = unreadable(connection(), READ, answer(200), 'an empty file');
		expect(description).toMatch(/interface\.$/);
	});
});
