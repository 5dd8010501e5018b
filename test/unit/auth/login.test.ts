import { type Account, accountIn, LOGIN_PATHS, type SendLogin } from '../../../nodes/auth/login';
import { loginForTest, onSessionResponse, renewSession } from '../../../nodes/auth/serviceAccount';

/** The login of a service account: what each answer is taken for, and when another one is sent. */

const SECOND = 1000;
const HOUR = 3600 * SECOND;

beforeEach(() => void jest.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void jest.useRealTimers());
const wait = (ms: number) => jest.setSystemTime(Date.now() + ms);

let accounts = 0;
/** An account that nothing is known of yet. */
const newAccount = (more: Partial<Account> = {}): Account => ({
	baseUrl: 'https://crm.example',
	loginPath: '/login-api',
	email: `account ${++accounts}`,
	['password']: 'secret',
	sessionKey: '',
	...more,
});

let sessions = 0;
const success = () => ({ type: 'SUCCESS', sessionKey: `session ${++sessions}` });

type Answer = object | string | Error | [status: number, body: unknown];

/** A service that answers logins one after the other, the last answer again and again. */
function service(...answers: Answer[]) {
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

it('a login names account and secret to the one address, and follows nothing', async () => {
	const { send, sent } = service(success());
	const account = newAccount({ loginPath: '/authentication-service/login-api' });
	await renewSession(account, send);
	expect(sent).toMatchObject([
		{
			method: 'POST',
			url: 'https://crm.example/authentication-service/login-api',
			body: JSON.stringify({ email: account.email, ['password']: 'secret' }),
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
		},
	]);
});

it.each([
	['taken', success()],
	['refused', { type: 'FAILED' }],
])('one login serves any number that ask at once, be it %s', async (_, answer) => {
	const account = newAccount();
	const { send, sent } = service(answer);
	const asked = Array.from({ length: 50 }, async () => await renewSession(account, send));
	await Promise.allSettled(asked);
	expect(sent).toHaveLength(1);
});

it.each(['sessionKey', 'session_key'])('the session is called %s', async (name) => {
	const { send } = service({ type: 'SUCCESS', [name]: 'the session' });
	expect(await renewSession(newAccount(), send)).toBe('the session');
});

it('the newest session is handed to whoever comes with an older one', async () => {
	const account = newAccount();
	const { send, sent } = service(success(), success());
	const first = await renewSession(account, send);
	expect(await renewSession({ ...account, sessionKey: 'an older one' }, send)).toBe(first);
	expect(sent).toHaveLength(1);
	expect(await renewSession({ ...account, sessionKey: first }, send)).not.toBe(first);
});

const REFUSED: Array<[name: string, answer: Answer, words: RegExp]> = [
	['FAILED', { type: 'FAILED', attemptsLeft: 4 }, /is wrong \(FAILED\)\. Attempts left: 4\./],
	['another word', { type: 'LOCKED', attemptsLeft: 0 }, /\(LOCKED\)\. Attempts left: 0\./],
	['400 in data', [400, { type: 'INVALID' }], /is wrong \(INVALID\)/],
	['401', [401, { message: 'Bad credentials' }], /the name or secret is wrong \(401\)/],
	['401 as a page (Tomcat)', [401, '<h1>Unauthorized</h1>'], /wrong \(401\)/],
	['403 in data', [403, {}], /wrong \(403\)/],
	['422 (Laravel)', [422, { errors: { email: ['no'] } }], /wrong \(422\)/],
	[
		'a second factor',
		{ type: 'TWO_FACTOR', should_check_two_factor: true, attemptsLeft: 5 },
		/two-factor authentication.*Attempts left: 5\./,
	],
	['success without a session', { type: 'SUCCESS' }, /data without a session/],
];

it.each(REFUSED)('refused for an hour: %s', async (_, answer, words) => {
	const account = newAccount();
	const { send, sent } = service(answer, success());
	await expect(renewSession(account, send)).rejects.toThrow(words);
	wait(HOUR - 1);
	const again = await renewSession(account, send).catch((error) => error);
	expect(again.message).toMatch(words);
	expect(again.message).toContain('n8n will not retry for an hour');
	expect(sent).toHaveLength(1);
	wait(1);
	expect(await renewSession(account, send)).toMatch(/^session/);
});

const COUNTED = { type: 'ERROR', attemptsLeft: 3 };

const NOT_JUDGED: Array<[name: string, answer: Answer]> = [
	...[408, 425, 429, 500, 502, 503, 504, 522].map((status): [string, Answer] => [
		`${status}, whatever its body says`,
		[status, COUNTED],
	]),
	['404 of a framework', [404, { type: 'about:blank', status: 404 }]],
	['a web page', '<h1>Maintenance</h1>'],
	["a firewall's page", [403, '<!doctype html><h1>Blocked</h1>']],
	['a redirect', [302, '']],
	['an answer that breaks off', '{"type":"SUCC'],
	['an empty answer', ''],
	['no answer', Object.assign(new Error('x'), { code: 'ETIMEDOUT' })],
];

it.each(NOT_JUDGED)('judged by nobody, and tried again after 30 seconds: %s', async (_, answer) => {
	const account = newAccount();
	const { send, sent } = service(answer, success());
	await expect(renewSession(account, send)).rejects.toThrow('could not sign in');
	wait(30 * SECOND - 1);
	await expect(renewSession(account, send)).rejects.not.toThrow('for an hour');
	expect(sent).toHaveLength(1);
	wait(1);
	expect(await renewSession(account, send)).toMatch(/^session/);
});

it('Test is sent at once after a refusal, and its session is handed to all', async () => {
	const account = newAccount({ sessionKey: `in use ${accounts}` });
	const { send, sent } = service({ type: 'FAILED' }, success());
	await expect(renewSession(account, send)).rejects.toThrow();
	const session = await loginForTest(account, send);
	expect(await renewSession(account, send)).toBe(session);
	expect(sent).toHaveLength(2);
});

it('a slash and the other login path are the same account', async () => {
	const account = newAccount();
	const { send, sent } = service([500, { attemptsLeft: 2 }]);
	await expect(renewSession(account, send)).rejects.toThrow(
		'(500). Try again later. Attempts left: 2.',
	);
	const others = [{ loginPath: LOGIN_PATHS[0] }, { baseUrl: 'CRM.example/' }];
	for (const more of others) {
		const other = accountIn({ ...account, ...more });
		await expect(renewSession(other, send)).rejects.toThrow('Attempts left: 2.');
	}
	expect(sent).toHaveLength(1);
});

it.each(['@evil.example/x', '', 'https://evil.example/login-api'])(
	'the login path %j is none: nothing is sent',
	(loginPath) => {
		expect(() => accountIn({ ...newAccount(), loginPath })).toThrow(
			"The credential's Login Path is unknown",
		);
	},
);

it('three logins that nobody judged end the sending of a run', async () => {
	const account = newAccount();
	const { send } = service([500, '']);
	const onResponse = onSessionResponse(account);
	const waits = [];
	for (let logins = 0; logins < 3; logins++) {
		const { message } = await renewSession(account, send).catch((error) => error);
		const verdict = await onResponse({ code: '', message }, false);
		waits.push((verdict as { retryAfterMs: number }).retryAfterMs);
		wait(30 * SECOND);
	}
	expect(waits).toEqual([30 * SECOND, 30 * SECOND, Infinity]);
});

it('another secret is tried at once', async () => {
	const account = newAccount();
	const { send, sent } = service({ type: 'FAILED' }, success());
	await expect(renewSession(account, send)).rejects.toThrow();
	await renewSession({ ...account, ['password']: 'corrected' }, send);
	expect(sent).toHaveLength(2);
});

it('what the service says of a login is cut, and never holds its secret', async () => {
	const { send } = service({ type: `WRONG secret ${'x'.repeat(500)}` });
	const error = await renewSession(newAccount(), send).catch((e) => e);
	expect(error.message).toMatch(/\(WRONG \*\*\* x{20,30}\)/);
});
