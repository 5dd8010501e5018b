import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { connect } from '../../../nodes/auth/authenticator';
import { accountIn } from '../../../nodes/auth/login';
import { providerError } from '../../../nodes/auth/oauth2';
import { toStore } from '../../../nodes/auth/serviceAccount';
import { requestJson } from '../../../nodes/transport/request';
import type { Route } from '../../../nodes/transport/types';
import type { Connection } from '../../../nodes/transport/connection';
import { RateLimiter } from '../../../nodes/transport/rateLimiter';
import { type Reply, scriptedEngine } from '../../support/scriptedEngine';

/** What becomes of a refused sign-in: renewed once for all, or the end of what the run sends. */

const HOUR = 3600_000;
const PROFILE = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

beforeEach(
	() =>
		void jest.useFakeTimers({ now: 1_800_000_000_000, doNotFake: ['nextTick', 'queueMicrotask'] }),
);
afterEach(() => void jest.useRealTimers());
const wait = (ms: number) => jest.setSystemTime(Date.now() + ms);

const READ: Route = { method: 'GET', path: '/read', kind: 'read', purpose: 'read', subject: 'it' };
const WRITE: Route = { ...READ, method: 'PUT', path: '/write', kind: 'write' };

const good: Reply = { statusCode: 200, body: { id: 1 } };
const refused = (statusCode: number): Reply => ({ statusCode, body: { message: 'no' } });

let accounts = 0;

/** An account and its service, which counts logins and answers as it is told. */
function service() {
	const at = {
		logins: 0,
		sent: [] as string[],
		answer: (() => good) as (session: string, path: string) => Reply | Promise<Reply>,
		login: undefined as Reply | undefined,
		/** What its sessions begin with. */
		prefix: '',
	};
	const name = `account ${++accounts}`;
	const credential: ICredentialDataDecryptedObject = {
		baseUrl: 'https://crm.example',
		email: name,
		['password']: 'secret',
		companyProfileId: PROFILE,
		sessionKey: '',
	};
	const context = scriptedEngine(credential, async ({ url, headers }) => {
		const path = new URL(url).pathname;
		if (path.endsWith('/login-api')) {
			const body = { type: 'SUCCESS', sessionKey: `${at.prefix}${name}/${++at.logins}` };
			return at.login ?? { statusCode: 200, body };
		}
		const session = String((headers as Record<string, unknown>)['X-AUTHORIZATION']);
		if (at.sent.push(session) > 200) throw new Error('No end in sight');
		return await at.answer(session, path);
	});
	/** The requests of one run. */
	const run = async (maxAttempts = 1) => {
		const connection = await connect(context, 'serviceAccount', { maxAttempts });
		return async (route: Route = READ) => await requestJson(connection, route);
	};
	const request = async (route?: Route) => await (await run())(route);
	return { at, credential, run, request };
}

const times = async (count: number, act: () => Promise<unknown>) =>
	await Promise.allSettled(Array.from({ length: count }, act));

describe.each([401, 403])('a %i of a session that was taken before', (status) => {
	it('ends it: one login for all that wait, and each request once more', async () => {
		const { at, run } = service();
		const send = await run();
		await send();
		at.answer = (session) => (session === at.sent[0] ? refused(status) : good);
		const ended = await times(5, async () => await send(WRITE));
		expect(ended.every((one) => one.status === 'fulfilled')).toBe(true);
		expect(at.logins).toBe(2);
		expect(at.sent).toHaveLength(1 + 10);
	});

	it('of which another process has stored a newer one: that is sent, without a login', async () => {
		const { at, request, credential } = service();
		await request();
		const newer = `of another process ${accounts}`;
		credential.sessionKey = toStore(accountIn(credential), newer);
		at.answer = (session) => (session === newer ? good : refused(status));
		await request();
		expect(at.logins).toBe(1);
	});
});

it('a 403 causes one login an hour, for it may be about the request alone', async () => {
	const { at, request } = service();
	await request();
	at.answer = (_, path) => (path === READ.path ? good : refused(403));
	const ask = async () => {
		await expect(request(WRITE)).rejects.toThrow('(403)');
		await request();
		return at.logins;
	};
	expect(await ask()).toBe(2);
	wait(HOUR - 1);
	expect(await ask()).toBe(2);
	wait(1);
	expect(await ask()).toBe(3);
});

it('a login that nobody judged is waited for in a run alone', async () => {
	const { at, run } = service();
	at.login = { statusCode: 503, body: '' };
	const send = await run(5);
	await expect(send()).rejects.toThrow('(503)');
	expect(at.logins).toBe(1);
});

it('a 403 of a session fresh from its login causes none', async () => {
	const { at, request } = service();
	at.answer = () => refused(403);
	await expect(request()).rejects.toThrow('access is not allowed (403)');
	expect(at).toMatchObject({ logins: 1, sent: [expect.anything()] });
});

it.each([400, 404, 500, 302])('a %i says nothing of the session', async (status) => {
	const { at, request } = service();
	await request();
	at.answer = () => refused(status);
	await expect(request(WRITE)).rejects.toThrow(String(status));
	expect(at.logins).toBe(1);
	expect(at.sent).toHaveLength(2);
});

const CREDENTIAL_FILE = '../../../credentials/SalesCrmServiceAccountApi.credentials';
type Credentials = typeof import('../../../credentials/SalesCrmServiceAccountApi.credentials');

/** Whether the session is sent as the service wants it. */
const wants = (form: RegExp) => (session: string) => (form.test(session) ? good : refused(401));

describe('a session', () => {
	it.each(['', 'Bearer_'])('that begins with "%s" is sent as it was returned', async (prefix) => {
		const { at, credential, request } = service();
		at.prefix = prefix;
		await request();
		await request();
		const returned = `${prefix}${String(credential.email)}/1`;
		expect(at).toMatchObject({ logins: 1, sent: [returned, returned] });
	});

	it('that is refused when it is new is sent with "Bearer ", and so from then on, by other processes too', async () => {
		const { at, credential, request } = service();
		at.answer = wants(/^Bearer a/);
		await request();
		await request();
		const returned = `${String(credential.email)}/1`;
		const accepted = `Bearer ${returned}`;
		expect(at).toMatchObject({ logins: 1, sent: [returned, accepted, accepted] });
		let another!: Credentials;
		jest.isolateModules(() => (another = jest.requireActual(CREDENTIAL_FILE)));
		const { authenticate } = new another.SalesCrmServiceAccountApi();
		const { headers } = await authenticate(credential, { url: '/' });
		expect(headers).toEqual({ 'X-AUTHORIZATION': accepted });
	});

	it('that begins with "Bearer " gets no second one', async () => {
		const { at, request } = service();
		at.prefix = 'Bearer ';
		at.answer = () => refused(401);
		await expect(request()).rejects.toThrow('refused the sign-in (401)');
		expect(at).toMatchObject({ logins: 1, sent: [expect.anything()] });
	});

	it('that was accepted is not tried with "Bearer " when it ends', async () => {
		const { at, request } = service();
		await request();
		const [first] = at.sent;
		at.answer = (session) => (session === first ? refused(401) : good);
		await request();
		expect(at).toMatchObject({ logins: 2, sent: [first, first, expect.not.stringMatching(/^B/)] });
	});

	it('of a service that wants "Bearer " ends under many requests: one login, none is lost', async () => {
		const { at, run } = service();
		at.answer = wants(/^Bearer /);
		const send = await run();
		await send();
		const before = at.sent.length;
		at.answer = wants(/^Bearer .*\/2$/);
		const ended = await times(20, async () => await send(WRITE));
		expect(ended.map(({ status }) => status)).toEqual(Array(20).fill('fulfilled'));
		expect(at.logins).toBe(2);
		expect(at.sent.length - before).toBeLessThanOrEqual(20 * 3);
	});

	it('that was refused in both forms is not kept: the next run begins anew', async () => {
		const { at, credential, request } = service();
		at.answer = () => refused(401);
		await expect(request()).rejects.toThrow('(401)');
		at.answer = wants(/^a/);
		await request();
		expect(at).toMatchObject({ logins: 2, sent: { length: 3 } });
		expect(credential.sessionKey).toMatch(/^[0-9a-f]{64} a/);
	});

	it('that is refused in both forms costs one login, however late a request hears of it', async () => {
		const { at, request } = service();
		const late: Array<Promise<unknown>> = [];
		at.answer = async () => {
			if (at.sent.length === 2) await Promise.allSettled(late);
			return refused(401);
		};
		late.push(request());
		await expect(request()).rejects.toThrow('refused the sign-in (401)');
		expect(at).toMatchObject({ logins: 1, sent: { length: 3 } });
	});

	it('that another route accepts meanwhile: a request that is refused goes out once more', async () => {
		const { at, request } = service();
		await request();
		at.answer = async (_, path) => {
			if (path === READ.path) return good;
			await request();
			return refused(401);
		};
		await expect(request(WRITE)).rejects.toThrow('refused the sign-in (401)');
		expect(at).toMatchObject({ logins: 2, sent: { length: 1 + 2 * 2 } });
	});

	it('that a login returns once more is used again', async () => {
		const { at, request } = service();
		at.login = { statusCode: 200, body: { type: 'SUCCESS', sessionKey: `always ${accounts}` } };
		await request();
		at.answer = () => (at.sent.length === 2 ? refused(401) : good);
		await request();
		expect(at.sent).toEqual(Array(3).fill(`always ${accounts}`));
	});

	it.each([400, 401, 403])('is left alone by INVALID_PERMISSION with %i', async (statusCode) => {
		const { at, request } = service();
		const isLeftAlone = async () => {
			at.answer = () => ({ statusCode, body: { message: 'INVALID_PERMISSION' } });
			await expect(request(WRITE)).rejects.toThrow('the permission for this (INVALID_PERMISSION)');
		};
		await isLeftAlone();
		at.answer = () => good;
		await request();
		await isLeftAlone();
		expect(at).toMatchObject({ logins: 1, sent: { length: 3 } });
	});
});

describe('a sign-in that is refused for good ends what the run sends', () => {
	it('with a session that is refused fresh from its login', async () => {
		const { at, credential, run, request } = service();
		const [first, second] = [1, 2].map((login) => `${String(credential.email)}/${login}`);
		await request();
		at.answer = () => refused(401);
		const send = await run();
		await expect(send(WRITE)).rejects.toThrow('refused the sign-in (401)');
		const rest = await times(20, async () => await send(WRITE));
		for (const one of rest) {
			expect(one).toMatchObject({
				reason: {
					message: 'Could not read: the Sales CRM refused the sign-in (401); it was not sent',
					mayHaveHappened: false,
				},
			});
		}
		expect(at.sent).toEqual([first, first, second, `Bearer ${second}`]);
		expect(at.logins).toBe(2);
	});

	it('with a login that is refused', async () => {
		const { at, run } = service();
		at.login = { statusCode: 200, body: { type: 'FAILED', attemptsLeft: 3 } };
		const send = await run();
		await times(20, async () => await send(WRITE));
		await expect(send(WRITE)).rejects.toThrow(/is wrong \(FAILED\).*; it was not sent$/);
		expect(at.sent).toEqual([]);
	});

	it('with an API token: the error says that it may be wrong, or right and not taken there', async () => {
		const sent: string[] = [];
		const context = {
			getCredentials: async () => ({ baseUrl: 'crm.example', apiToken: ' Bearer the-token\n' }),
			helpers: {
				httpRequestWithAuthentication: async (_: string, { url }: { url: string }) => (
					sent.push(url),
					{ statusCode: 401, headers: {}, body: '' }
				),
			},
		} as unknown as Connection['context'];
		const connection = await connect(context, 'apiToken');
		const send = async () => await requestJson(connection, WRITE);
		await expect(send()).rejects.toMatchObject({
			description: expect.stringMatching(
				/^The API token is wrong or revoked, or the Sales CRM does not accept tokens here\. [^.]*; if that is refused as well, use a service account if one was issued\./,
			),
		});
		await times(20, send);
		expect(sent).toEqual(['https://crm.example/write']);
	});
});

describe('an access token of OAuth2', () => {
	function connected() {
		const number = ++accounts;
		const at = {
			token: `old ${number}`,
			renewals: 0,
			sent: [] as string[],
			takes: ((token) => token.startsWith('new')) as (token: string) => boolean,
			renew: async () => void (at.token = `new ${at.renewals}`),
		};
		const context = {
			getNode: () => ({ credentials: { salesCrmOAuth2Api: { id: String(number), name: 'A' } } }),
			getCredentials: async () => ({
				baseUrl: 'https://crm.example',
				companyProfileId: PROFILE,
				oauthTokenData: { access_token: at.token },
			}),
			helpers: {
				refreshOAuth2Token: async () => (at.renewals++, await at.renew()),
				async httpRequestWithAuthentication(_: string, { headers }: { headers: object }) {
					const { token } = at;
					Object.assign(headers, { Authorization: `Bearer ${token}` });
					at.sent.push(token);
					await Promise.resolve();
					return { statusCode: at.takes(token) ? 200 : 401, headers: {}, body: '{"id":1}' };
				},
			},
		} as unknown as Connection['context'];
		const run = async () => {
			const connection = await connect(context, 'oAuth2', { maxAttempts: 1 });
			return async () => await requestJson(connection, WRITE);
		};
		return { at, run };
	}

	it('is renewed once for any number of requests, and each goes out once more', async () => {
		const { at, run } = connected();
		await times(20, await run());
		expect(at.renewals).toBe(1);
		expect(at.sent).toHaveLength(40);
	});

	it('that another process has renewed is taken from the store', async () => {
		const { at, run } = connected();
		const send = await run();
		at.takes = (token) => token === 'new of another' || !(at.token = 'new of another');
		await send();
		expect(at.renewals).toBe(0);
	});

	it('that is refused although it is new ends what the run sends', async () => {
		const { at, run } = connected();
		at.takes = () => false;
		const send = await run();
		await expect(send()).rejects.toMatchObject({
			description: expect.stringContaining('The Sales CRM does not accept the access token: '),
		});
		await times(20, send);
		expect(at).toMatchObject({ renewals: 1, sent: [expect.anything(), expect.anything()] });
	});

	it('that cannot be renewed for good ends it, too', async () => {
		const { at, run } = connected();
		at.renew = async () => {
			const more = { code: 'EAUTH', body: { error: 'invalid_grant' } };
			throw Object.assign(new Error('expired'), more);
		};
		const send = await run();
		await expect(send()).rejects.toMatchObject({
			description: expect.stringContaining('Reconnect the credential'),
		});
		await times(20, send);
		expect(at).toMatchObject({ renewals: 1, sent: [expect.anything()] });
	});

	it('that n8n never had ends it, with what to do', async () => {
		const { at, run } = connected();
		at.takes = () => {
			throw new Error('OAuth credentials not connected');
		};
		const send = await run();
		await expect(send()).rejects.toMatchObject({
			message: 'Could not read. OAuth credentials not connected',
			description: expect.stringContaining('Reconnect the credential'),
		});
		await times(20, send);
		expect(at).toMatchObject({ renewals: 0, sent: [expect.anything()] });
	});

	it.each([
		['server_error', { code: 'EAUTH', body: { error: 'server_error' } }],
		['503', { code: 'ESTATUS', status: 503 }],
		['404', { code: 'ESTATUS', status: 404 }],
		['ECONNREFUSED', { cause: { code: 'ECONNREFUSED' } }],
		['CERT_HAS_EXPIRED', { code: 'CERT_HAS_EXPIRED' }],
		['no JSON', Object.assign(new SyntaxError('Unexpected token'), { cause: undefined })],
	])('may be had later after %s', (code, error) => {
		const advice = expect.stringMatching(`^Nothing was carried out.*\\(${code}\\)$`);
		const message = expect.stringContaining('could not refresh it');
		expect(providerError(error)).toEqual({ code: '', message, advice, signIn: 'later' });
	});

	it.each([
		['a refusal', { code: 'EAUTH', message: 'no', body: { error: 'invalid_client' } }],
		['a refusal without its words', { code: 'EAUTH', message: 'no' }],
		["n8n's own words", { message: 'no' }],
	])('is to be connected again after %s', (_, error) => {
		const advice = expect.stringContaining('Reconnect the credential.');
		expect(providerError(error)).toEqual({ code: '', message: 'no', advice, signIn: 'refused' });
	});
});

describe('a connection', () => {
	const contextOf = (credential: object, more: object = {}) =>
		({ getCredentials: async () => credential, ...more }) as unknown as Connection['context'];

	it('has one limiter for the requests of a run, and of nothing else', async () => {
		const credential = { baseUrl: 'crm.example:8443/x/', apiToken: 't' };
		const isRun = { getExecutionCancelSignal: () => undefined, getMode: () => 'trigger' };
		const { retry, baseUrl } = await connect(contextOf(credential, isRun), 'apiToken');
		expect(baseUrl).toBe('https://crm.example:8443/x');
		expect(retry.limiter).toBeInstanceOf(RateLimiter);
		expect((await connect(contextOf(credential), 'apiToken')).retry.limiter).toBeUndefined();
	});

	it.each([
		['an empty token', { apiToken: ' Bearer ' }, 'The API token is empty'],
		['a profile that is none', { companyProfileId: 'mine' }, "'Company Profile ID' is not a valid"],
		['no address', { baseUrl: '' }, 'Base URL is not a web address'],
	])('is not made with %s', async (_, more, words) => {
		const context = contextOf({ baseUrl: 'https://crm.example', apiToken: 't', ...more });
		await expect(connect(context, 'apiToken')).rejects.toThrow(words);
	});

	it('is not made with an OAuth2 credential that was never connected', async () => {
		await expect(connect(contextOf({}), 'oAuth2')).rejects.toThrow('is not connected');
	});
});
