import { providerError } from '../../../nodes/auth/oauth2';
import { requestJson } from '../../../nodes/transport/request';
import type { Route } from '../../../nodes/transport/requestOptions';
import { connect } from '../../../nodes/auth/authenticator';
import type { ServiceContext } from '../../../nodes/transport/connection';

/** When an access token is renewed, without n8n; with it: test/engine/oAuth2. */

beforeEach(() => jest.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => jest.useRealTimers());
const wait = (ms: number) => jest.setSystemTime(Date.now() + ms);

const READ: Route = {
	method: 'GET',
	path: '/read',
	kind: 'read',
	purpose: 'read',
	subject: 'the thing',
};

/** More requests than any test here has reason for. */
const MOST = 50;

let providers = 0;

/** An n8n with a connected credential, its identity provider, and a service that takes its tokens. */
function connected() {
	const provider = `provider ${++providers}`;
	const at = {
		/** What n8n has stored. */
		token: `${provider} 0`,
		node: { credentials: { salesCrmOAuth2Api: { id: provider, name: 'Account' } } } as object,
		/** Whether n8n keeps to itself with which token it sends. */
		isSilent: false,
		renewals: 0,
		sent: [] as string[],
		statusFor: (() => 200) as (token: string) => number,
		renewal: async () => (at.token = `${provider} ${++at.renewals}`),
		/** How long a new token lives, in seconds, as the provider tells it (RFC 6749, section 5.1). */
		lives: undefined as unknown,
	};
	const context = {
		getNode: () => at.node,
		getCredentials: async () => ({
			baseUrl: 'https://crm.example',
			companyProfileId: '',
			oauthTokenData: { access_token: at.token },
		}),
		helpers: {
			refreshOAuth2Token: async () => ({
				access_token: await at.renewal(),
				expires_in: at.lives,
			}),
			async httpRequestWithAuthentication(_type: string, { headers }: { headers: object }) {
				const { token } = at;
				if (!at.isSilent) Object.assign(headers, { Authorization: `Bearer ${token}` });
				if (at.sent.push(token) > MOST) throw new Error('No end in sight');
				await Promise.resolve();
				return { statusCode: at.statusFor(token), headers: {}, body: '{"id":1}' };
			},
		},
	} as unknown as ServiceContext;
	const requests = async () => {
		const connection = await connect(context, 'oAuth2', { maxAttempts: 1 });
		return async () => await requestJson(connection, READ);
	};
	return { at, requests, provider };
}

it('any number of requests with the same expired token renew it once', async () => {
	const { at, requests, provider } = connected();
	at.statusFor = (token) => (token === `${provider} 0` ? 401 : 200);
	const request = await requests();
	await Promise.all(Array.from({ length: 20 }, request));
	expect(at.renewals).toBe(1);
	expect(at.sent).toHaveLength(40);
});

it('two credentials renew apart, even where their tokens are alike', async () => {
	const all = [connected(), connected()];
	const requests = await Promise.all(all.map(async (one) => await one.requests()));
	for (const { at, provider } of all) {
		at.token = 'expired';
		at.statusFor = (token) => (token === 'expired' ? 401 : token.startsWith(provider) ? 200 : 403);
	}
	await Promise.all(requests.map(async (request) => await request()));
	expect(all.map(({ at }) => at.renewals)).toEqual([1, 1]);
	expect(all.map(({ at }) => at.sent.length)).toEqual([2, 2]);
});

it.each([{}, { credentials: {} }])(
	'it is renewed where the node tells no more than %j of its credential',
	async (node) => {
		const { at, requests, provider } = connected();
		at.node = node;
		at.statusFor = (token) => (token === `${provider} 0` ? 401 : 200);
		await (
			await requests()
		)();
		expect(at.renewals).toBe(1);
	},
);

it('it is renewed where nobody knows with which token the request was sent', async () => {
	const { at, requests, provider } = connected();
	at.isSilent = true;
	at.statusFor = (token) => (token === `${provider} 0` ? 401 : 200);
	await (
		await requests()
	)();
	expect(at.renewals).toBe(1);
});

it('it is renewed where the credential is connected, and holds none yet', async () => {
	const { at, requests } = connected();
	Object.assign(at, { token: undefined, isSilent: true });
	at.statusFor = (token) => (token === undefined ? 401 : 200);
	await (
		await requests()
	)();
	expect(at.renewals).toBe(1);
});

it('one that was renewed meanwhile by another process is taken from the store', async () => {
	const { at, requests } = connected();
	at.statusFor = (token) => {
		if (token === 'of another process') return 200;
		at.token = 'of another process';
		return 401;
	};
	await (
		await requests()
	)();
	expect(at.renewals).toBe(0);
	expect(at.sent).toHaveLength(2);
});

it('a fresh token that was never taken speaks against another for five minutes', async () => {
	const { at, requests } = connected();
	at.statusFor = () => 401;
	const request = await requests();
	for (let n = 0; n < 3; n++) await expect(request()).rejects.toThrow('401');
	expect(at.renewals).toBe(1);
	wait(5 * 60_000);
	await expect(request()).rejects.toThrow('401');
	expect(at.renewals).toBe(2);
});

it.each([
	[60, 60],
	['60', 60],
	[3600, 300],
	[0, 300],
	['soon', 300],
])('and that no longer than it lives: told %j, for %i seconds', async (lives, seconds) => {
	const { at, requests } = connected();
	at.lives = lives;
	at.statusFor = () => 401;
	const request = await requests();
	await expect(request()).rejects.toThrow('401');
	wait(seconds * 1000 - 1);
	await expect(request()).rejects.toThrow('401');
	expect(at.renewals).toBe(1);
	wait(1);
	await expect(request()).rejects.toThrow('401');
	expect(at.renewals).toBe(2);
});

it('one that was taken and ends again at once is renewed again', async () => {
	const { at, requests, provider } = connected();
	const good = new Set([`${provider} 0`]);
	at.statusFor = (token) => (good.has(token) ? 200 : 401);
	const request = await requests();
	for (let end = 0; end < 3; end++) {
		await request();
		good.clear();
		good.add(`${provider} ${end + 1}`);
	}
	await request();
	expect(at.renewals).toBe(3);
});

it('one request has no more than three of them renewed', async () => {
	const { at, requests } = connected();
	at.statusFor = () => {
		wait(6 * 60_000);
		return 401;
	};
	await expect((await requests())()).rejects.toThrow('401');
	expect(at.renewals).toBe(3);
	expect(at.sent).toHaveLength(4);
});

it.each([400, 403, 404, 500])('%i renews nothing: only 401 speaks of the token', async (status) => {
	const { at, requests } = connected();
	at.statusFor = () => status;
	await expect((await requests())()).rejects.toThrow(String(status));
	expect(at.renewals).toBe(0);
	expect(at.sent).toHaveLength(1);
});

it('a provider that cannot renew is named, and the service is not asked again', async () => {
	const { at, requests } = connected();
	at.statusFor = () => 401;
	at.renewal = async () => {
		throw Object.assign(new Error('x'), { response: { status: 500 } });
	};
	await expect((await requests())()).rejects.toThrow('the identity provider could not renew it');
	expect(at.sent).toHaveLength(1);
});

it('a credential that was never connected is told so before anything is sent', async () => {
	const context = {
		getCredentials: async () => ({ baseUrl: 'https://crm.example' }),
	} as unknown as ServiceContext;
	await expect(connect(context, 'oAuth2')).rejects.toMatchObject({
		message: 'The OAuth2 credential is not connected',
		description: 'Open the credential in n8n and connect it.',
	});
});

/**
 * Why an access token could not be renewed: trouble of the identity provider, which may pass, or a
 * credential that has to be connected again. That n8n throws such errors: test/engine/oAuth2.
 */

const troubleOf = (error: object) => providerError(error).provider;

describe('trouble at the provider', () => {
	it.each([
		['server_error', { code: 'EAUTH', body: { error: 'server_error' } }, false],
		['temporarily_unavailable', { body: { error: 'temporarily_unavailable' } }, false],
		['slow_down', { code: 'EAUTH', body: { error: 'slow_down' } }, false],
		['500', { response: { status: 500 } }, false],
		['429', { response: { status: 429 } }, true],
		['503', { code: 'ESTATUS', status: 503 }, true],
		['404', { code: 'ESTATUS', status: 404 }, false],
		['504', { response: { status: 504 }, status: 503 }, false],
		['ECONNREFUSED', { code: 'ECONNREFUSED' }, true],
		['EAI_AGAIN', { code: 'EAI_AGAIN' }, true],
		['ENOTFOUND', { code: 'ENOTFOUND' }, false],
		['ECONNRESET', { code: 'ECONNRESET' }, false],
		['ETIMEDOUT', { code: 'ETIMEDOUT' }, false],
		['CERT_HAS_EXPIRED', { code: 'CERT_HAS_EXPIRED' }, false],
		['ECONNRESET', { cause: { code: 'ECONNRESET' } }, false],
		['ECONNREFUSED', { cause: { code: 'ECONNREFUSED' } }, true],
	])('%s, from %j: to be asked again at once: %p', (code, error, passing) => {
		expect(providerError({ message: 'words of the engine', ...error })).toEqual({
			code,
			message: code,
			provider: { passing },
		});
	});

	it('is what an answer is that is no JSON', () => {
		expect(providerError(new SyntaxError('Unexpected token <') as object)).toMatchObject({
			code: 'no JSON',
			provider: { passing: false },
		});
	});
});

describe('a credential to be connected again', () => {
	it.each([
		['a plain refusal', { code: 'EAUTH', message: 'no', body: { error: 'invalid_grant' } }],
		['a refusal without its words', { code: 'EAUTH', message: 'no' }],
		['words alone', { message: 'no' }],
		['a code of its own', { code: 'OAUTH_ERROR', message: 'no' }],
		[
			'a refusal, whatever led to it',
			{ code: 'EAUTH', message: 'no', cause: { code: 'ECONNRESET' } },
		],
		['a cause without a code', { message: 'no', cause: { message: 'x' } }],
	])('%s', (_what, error) => {
		expect(troubleOf(error)).toBeUndefined();
		expect(providerError(error).message).toBe('no');
	});

	it('has no refresh token', () => {
		const fault = providerError({ code: 'ERR_ASSERTION', message: 'refresh_token is required' });
		expect(fault).toEqual({
			code: '',
			message: 'The access has expired, and the identity provider gave no refresh token.',
		});
	});

	it('is named even where the engine has no words for it', () => {
		expect(providerError({})).toEqual({ code: '', message: '' });
	});
});
