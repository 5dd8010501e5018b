import type { Account, SendLogin } from '../../../nodes/auth/login';
import { hasEnded, loginForTest, renewSession } from '../../../nodes/auth/serviceAccount';
import { markExpired } from '../../../nodes/auth/tokenCache';

/** The login of a service account: what each answer is taken for, and when another one is sent. */

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

beforeEach(() => jest.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => jest.useRealTimers());
const wait = (ms: number) => jest.setSystemTime(Date.now() + ms);

let accounts = 0;
/** An account that nothing is known of yet. */
const newAccount = (more: Partial<Account> = {}): Account => ({
	baseUrl: 'https://crm.example/',
	loginPath: '/login-api',
	email: `account ${++accounts}`,
	['password']: 'secret',
	sessionKey: '',
	...more,
});

let sessions = 0;
const success = () => ({ type: 'SUCCESS', sessionKey: `session ${++sessions}` });

/** A service that answers logins one after the other, the last answer again and again. */
function service(...answers: Array<object | string | Error | [status: number, body: unknown]>) {
	const sent: Array<Parameters<SendLogin>[0]> = [];
	const send: SendLogin = async (options) => {
		sent.push(options);
		const answer = answers[Math.min(sent.length, answers.length) - 1];
		if (answer instanceof Error) throw answer;
		const [statusCode, body] = (Array.isArray(answer) ? answer : [200, answer]) as [
			number,
			unknown,
		];
		return { statusCode, body: typeof body === 'string' ? body : JSON.stringify(body) };
	};
	return { send, sent };
}

const fault = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });

const refusedBy = async (
	...answers: Parameters<typeof service>
): Promise<{ message: string; code?: string }> =>
	await renewSession(newAccount(), service(...answers).send).then(
		() => ({ message: 'It did not fail' }),
		(error) => error,
	);

describe('the request', () => {
	it('names account and secret to the one address, and follows nothing', async () => {
		const { send, sent } = service(success());
		const account = newAccount({ loginPath: '/authentication-service/login-api' });
		await renewSession(account, send);
		expect(sent).toEqual([
			{
				method: 'POST',
				url: 'https://crm.example/authentication-service/login-api',
				headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
				body: JSON.stringify({ email: account.email, ['password']: 'secret' }),
				encoding: 'text',
				returnFullResponse: true,
				disableFollowRedirect: true,
				ignoreHttpStatusErrors: true,
				timeout: 30_000,
			},
		]);
	});

	it('is one for any number that ask at once', async () => {
		const account = newAccount();
		const { send, sent } = service(success());
		const all = Array.from({ length: 50 }, async () => await renewSession(account, send));
		expect(new Set(await Promise.all(all)).size).toBe(1);
		expect(sent).toHaveLength(1);
	});

	it('is one for those who ask at once when it is refused', async () => {
		const account = newAccount();
		const { send, sent } = service({ type: 'FAILED' });
		const all = Array.from({ length: 9 }, async () => await renewSession(account, send));
		for (const each of await Promise.allSettled(all)) expect(each.status).toBe('rejected');
		expect(sent).toHaveLength(1);
	});

	it('is one for each account', async () => {
		const { send, sent } = service(success(), success(), success(), success());
		const account = newAccount();
		for (const more of [
			{},
			{ email: `other ${account.email}` },
			{ ['password']: 'new' },
			{ loginPath: '/x' },
		]) {
			await renewSession({ ...account, ...more }, send);
		}
		expect(sent).toHaveLength(4);
	});
});

describe('a session', () => {
	it.each(['sessionKey', 'session_key'])('is called %s', async (name) => {
		const { send } = service({ type: 'SUCCESS', [name]: 'the session' });
		expect(await renewSession(newAccount(), send)).toBe('the session');
	});

	it('is handed out again while it has not ended, and to whoever comes with an older one', async () => {
		const account = newAccount();
		const { send, sent } = service(success(), success(), success());
		const first = await renewSession(account, send);
		expect(await renewSession(account, send)).toBe(first);
		expect(await renewSession({ ...account, sessionKey: 'an older one' }, send)).toBe(first);
		expect(sent).toHaveLength(1);
		const second = await renewSession({ ...account, sessionKey: first }, send);
		expect(second).not.toBe(first);
		markExpired(second);
		expect(await renewSession({ ...account, sessionKey: 'an older one' }, send)).not.toBe(second);
		expect(sent).toHaveLength(3);
	});
});

it('the same session, given again after its end, counts as a new one', async () => {
	const account = newAccount();
	const { send, sent } = service({ type: 'SUCCESS', sessionKey: 'always the same' });
	markExpired(await renewSession(account, send));
	const again = await renewSession({ ...account, sessionKey: 'always the same' }, send);
	expect(hasEnded(again)).toBe(false);
	expect(sent).toHaveLength(2);
});

describe('an answer', () => {
	it.each([
		[
			'FAILED',
			{ type: 'FAILED', attemptsLeft: 4 },
			/its name or its secret is wrong \(FAILED\)\. Attempts left: 4\.$/,
		],
		['another word', { type: 'LOCKED', attemptsLeft: 0 }, /\(LOCKED\)\. Attempts left: 0\.$/],
		['attempts left alone', { attemptsLeft: 2 }, /secret is wrong \(200\)\. Attempts left: 2\.$/],
		['401', [401, {}], /secret is wrong \(401\)\.$/],
		['403 with data', [403, {}], /secret is wrong \(403\)\.$/],
		['403 with nothing', [403, ''], /secret is wrong \(403\)\.$/],
		['401 with a page', [401, '<h1>No</h1>'], /secret is wrong \(401\)\.$/],
		['404 with a type of the login', [404, { type: 'UNKNOWN' }], /wrong \(UNKNOWN\)\.$/],
		['403 of a firewall', [403, 'Forbidden'], /something that is not JSON \(status 403\)/],
		['404 that is no route', [404, { type: 'https://x' }], /without a session \(status 404\)/],
		['500 that counts attempts', [500, { attemptsLeft: 3 }], /\(500\)\. Attempts left: 3\.$/],
		[
			'a second factor',
			{ type: 'TWO_FACTOR', should_check_two_factor: true, attemptsLeft: 5 },
			/two-factor authentication/,
		],
		['500', [500, { type: 'ERROR' }], /the service has a problem \(500\)\. Try again later\.$/],
		['503', [503, 'Busy'], /the service has a problem \(503\)/],
		['429', [429, { type: 'TOO_MANY' }], /the service has a problem \(429\)/],
		['a redirect', [302, ''], /points on to another address \(302\)/],
		[
			'a web page',
			'<h1>Hello</h1>',
			/answered with a web page instead of data \(status 200\)\. Check Base URL/,
		],
		['300', [300, ''], /points on to another address \(300\)/],
		['400', [400, {}], /answered with data without a session \(status 400\)/],
		['404', [404, { message: 'no' }], /answered with data without a session \(status 404\)/],
		['success without a session', { type: 'SUCCESS' }, /data without a session/],
		['success with an empty one', { type: 'SUCCESS', sessionKey: '' }, /data without a session/],
		['a session without success', { sessionKey: 'x' }, /data without a session/],
		['half of one', '{"type":"SUCC', /the login's answer broke off/],
		['none that anybody could name', new Error('?'), /the login got no answer/],
		[
			'no way there',
			fault('EHOSTUNREACH', { syscall: 'connect' }),
			/nothing answers at its address/,
		],
		['no way back', fault('EHOSTUNREACH', { syscall: 'read' }), /the login got no answer/],
		['none', fault('ECONNRESET'), /the login got no answer/],
		[
			'one that was cut off',
			fault('ERR_BAD_RESPONSE', { response: { status: 200 } }),
			/the login got no answer/,
		],
		[
			'nothing there',
			fault('ECONNREFUSED', { syscall: 'connect' }),
			/nothing answers at its address/,
		],
	] as Array<[string, object, RegExp]>)('%s', async (_, answer, message) => {
		const refusal = await refusedBy(answer);
		expect(refusal.message).toMatch(message);
		expect(refusal.message).toMatch(/^The service account could not sign in: /);
	});

	it('carries the code of the fault only when the login never left', async () => {
		expect((await refusedBy(fault('ECONNREFUSED', { syscall: 'connect' }))).code).toBe(
			'ECONNREFUSED',
		);
		const inside = new Error('wrapped', { cause: fault('ECONNREFUSED', { syscall: 'connect' }) });
		expect((await refusedBy(inside)).code).toBe('ECONNREFUSED');
		expect((await refusedBy(fault('ECONNRESET'))).code).toBeUndefined();
	});

	it('is cut where it is long', async () => {
		const { message } = await refusedBy({ type: 'F'.repeat(500) });
		expect(message).toContain(`(${'F'.repeat(40)})`);
	});
});

it('what the service says of a login never holds its secret, nor the beginning of it', async () => {
	const password = 'a secret of more than forty characters, to be cut';
	for (const type of [`WRONG ${password}`, encodeURIComponent(`WRONG ${password}`)]) {
		const { send } = service({ type });
		const error = await renewSession(newAccount({ password }), send).catch((e) => e);
		expect(error.message).toMatch(/\(WRONG.*\*\*\*\)/);
		expect(error.message).not.toContain('secret of');
	}
});

describe('after a login that failed', () => {
	it.each([
		['with a wrong secret', { type: 'FAILED', attemptsLeft: 4 }, 24 * HOUR],
		['for a second factor', { should_check_two_factor: true }, HOUR],
		['with a word that is not known', 'Hello', HOUR],
		['with success without a session', { type: 'SUCCESS' }, HOUR],
		['with 401 in text', [401, 'Unauthorized'], 24 * HOUR],
		['with 403 in data', [403, { message: 'no' }], 24 * HOUR],
		["with a firewall's 403 in text", [403, 'Forbidden'], 30 * SECOND],
		["with a firewall's 403 as a page", [403, '<h1>Blocked</h1>'], 30 * SECOND],
		['with a 404', [404, { message: 'no' }], 30 * SECOND],
		['with a 404 that counts attempts', [404, { attemptsLeft: 1 }], 24 * HOUR],
		['with a web page', '<h1>Maintenance</h1>', 30 * SECOND],
		['with a redirect', [302, ''], 0],
		['with 500', [500, { type: 'ERROR' }], 30 * SECOND],
		['in the middle of its answer', '{"type":"SUCC', 30 * SECOND],
		['with 503', [503, ''], 0],
		['without an answer', fault('ETIMEDOUT'), 0],
	] as Array<[string, object, number]>)('%s, the next one waits', async (_, answer, held) => {
		const account = newAccount();
		const { send, sent } = service(answer, success());
		await expect(renewSession(account, send)).rejects.toThrow();
		if (held > 0) {
			wait(held - 1);
			await expect(renewSession(account, send)).rejects.toThrow();
			expect(sent).toHaveLength(1);
			wait(1);
		}
		expect(await renewSession(account, send)).toMatch(/^session/);
		expect(sent).toHaveLength(2);
	});

	it('says why nothing was sent, and how long', async () => {
		const account = newAccount();
		const { send } = service({ type: 'FAILED', attemptsLeft: 4 });
		await expect(renewSession(account, send)).rejects.toThrow(/Attempts left: 4\.$/);
		const held = (when: string) =>
			`Attempts left: 4. It was not tried again, so that the account is not locked. Correct the credential, or press Test in it once the account works. By itself it is tried again in ${when} at most.`;
		await expect(renewSession(account, send)).rejects.toThrow(held('24 hours'));
		wait(23 * HOUR);
		await expect(renewSession(account, send)).rejects.toThrow(held('an hour'));
	});

	it('with 500 says the same again: no word of a lock, for half a minute is soon over', async () => {
		const account = newAccount();
		const { send, sent } = service([500, {}]);
		const said = async () => await renewSession(account, send).catch(({ message }) => message);
		const first = await said();
		expect(await said()).toBe(first);
		expect(sent).toHaveLength(1);
	});

	it('another secret is tried at once', async () => {
		const account = newAccount();
		const { send, sent } = service({ type: 'FAILED' }, success());
		await expect(renewSession(account, send)).rejects.toThrow();
		await renewSession({ ...account, ['password']: 'corrected' }, send);
		expect(sent).toHaveLength(2);
	});

	it('Test is tried after half a minute, and a success is handed to all', async () => {
		const account = newAccount();
		const { send, sent } = service({ type: 'FAILED', attemptsLeft: 4 }, success(), success());
		await expect(renewSession(account, send)).rejects.toThrow();
		wait(30 * SECOND - 1);
		await expect(loginForTest(account, send)).rejects.toThrow(
			/Correct it, or test again in half a minute\.$/,
		);
		expect(sent).toHaveLength(1);
		wait(1);
		const session = await loginForTest(account, send);
		expect(await renewSession(account, send)).toBe(session);
		expect(sent).toHaveLength(2);
		// The refusal is forgotten: when that session ends, there is another login.
		await renewSession({ ...account, sessionKey: session }, send);
		expect(sent).toHaveLength(3);
	});

	it('Test is tried at once where the service was not there', async () => {
		const account = newAccount();
		const { send, sent } = service([503, ''], success());
		await expect(renewSession(account, send)).rejects.toThrow();
		await loginForTest(account, send);
		expect(sent).toHaveLength(2);
	});

	it('a Test that fails starts the wait anew', async () => {
		const account = newAccount();
		const { send, sent } = service({ type: 'FAILED' });
		await expect(renewSession(account, send)).rejects.toThrow();
		wait(23 * HOUR);
		await expect(loginForTest(account, send)).rejects.toThrow();
		wait(2 * HOUR);
		await expect(renewSession(account, send)).rejects.toThrow('It was not tried again');
		expect(sent).toHaveLength(2);
	});
});
