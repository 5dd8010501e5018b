import '../../support/fastClock';

import { CredentialTestContext } from 'n8n-core';
import { type ICredentialDataDecryptedObject, sleep } from 'n8n-workflow';
import nock from 'nock';

import { testServiceAccount } from '../../../nodes/methods/credentialTests';
import { listContacts } from '../../support/contactRuns';
import { CredentialStore } from '../../support/credentials';
import type { RunOptions } from '../../support/engine';
import { failure } from '../../support/failure';
import { useNock } from '../../support/fakeService';
import { signIn } from '../../support/signIns';

/**
 * The login and the session of a service account, through n8n's own helpers: what each answer means, and when another
 * login is sent. Waits are over at once here; the clock shows that they were.
 */

useNock();

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const YEAR = 8766 * HOUR;
const LONG = '/authentication-service/login-api';
const SHORT = '/login-api';

type Answer = object | string | [status: number, body: object | string];

let accounts = 0;

/** An account that nothing is known of yet, and a service that gives these answers to its logins. */
function accountOf(answers: Record<string, Answer> | (() => Answer)) {
	const baseUrl = `https://crm${++accounts}.example`;
	const logins: Array<{ path: string; at: number }> = [];
	const asked: unknown[] = [];
	const service = nock(baseUrl).persist();
	service.post(/login-api$/).reply(function (path, body) {
		logins.push({ path, at: Date.now() });
		asked.push(body);
		const answer = typeof answers === 'function' ? answers() : (answers[path] ?? [404, {}]);
		return Array.isArray(answer) ? answer : [200, answer];
	});
	const sent: string[] = [];
	const at: { statusOf: (session: string) => number } = { statusOf: () => 200 };
	service
		.get(/contacts|quotations/)
		.query(true)
		.reply(function () {
			sent.push(String(this.req.headers['x-authorization']));
			return [at.statusOf(sent.at(-1)!), []];
		});
	const store = new CredentialStore();
	const { email, password } = signIn('serviceAccount');
	const entered: ICredentialDataDecryptedObject = { baseUrl, email, password };
	const run = async (credential = entered, more: RunOptions = {}) =>
		await listContacts({}, { scheme: 'serviceAccount', store, credential, ...more });
	const test = async () =>
		await testServiceAccount.call(new CredentialTestContext(), {
			...{ id: '1', name: 'Tested', type: 'any' },
			data: { ...store.stored.get('salesCrmServiceAccountApi'), ...entered },
		});
	const fails = async () => await failure(run());
	return { entered, logins, asked, sent, at, run, fails, test };
}

let sessions = 0;
const success = () => ({ type: 'SUCCESS', sessionKey: `session ${++sessions}` });

const OPERATOR = 'Ask the operator of your Sales CRM';
const RETRIED_AFTER: Array<[type: string, heldMs: number, why: string, toDo: string]> = [
	['UNAUTHORIZED', HOUR, 'the name or secret is wrong', 'Correct the credential, or press Test.'],
	['FAILED', HOUR, 'the name or secret is wrong', 'Correct the credential, or press Test.'],
	['BLOCKED', Infinity, 'the account is blocked', `${OPERATOR} to unblock it, then press Test in`],
	['LOCKED', Infinity, 'the account is locked', `${OPERATOR} to unlock it, then press Test in`],
	['DO_NOT_ATTEMPT', Infinity, 'allows no further attempt', `${OPERATOR} for the reason`],
	['FORCE_REAUTHENTICATE', HOUR, 'a person has to sign in once', 'Sign in to your Sales CRM as'],
	['ERROR', 30 * SECOND, 'could not check the login', 'Try again later.'],
];

const JUDGED = [200, 400, 401, 403, 422];
const UNJUDGED = [408, 425, 429, 500, 502, 503, 504, 522, 404, 405, 302];

describe.each(RETRIED_AFTER)('%s', (type, heldMs, why, toDo) => {
	it.each(JUDGED)('with %i says what to do, and is not asked again before', async (status) => {
		const { logins, fails, test } = accountOf(() => [status, { type, attemptsLeft: 3 }]);
		const { message, description } = await fails();
		expect(message).toContain(`could not sign in: `);
		expect(message).toContain(`${why} (${type}). Attempts left: 3`);
		expect(description).toContain(toDo);
		if (heldMs < HOUR) return expectThreeInARun(logins);
		expect(logins).toHaveLength(1);
		await sleep(Math.min(heldMs, YEAR) - SECOND);
		expect((await fails()).message).toBe(message);
		expect(logins).toHaveLength(1);
		if (heldMs === Infinity) await test();
		else await sleep(SECOND);
		await fails();
		expect(logins).toHaveLength(2);
	});

	it.each(UNJUDGED)('with %i was judged by nobody', async (status) => {
		const { logins, fails } = accountOf(() => [status, { type, attemptsLeft: 3 }]);
		expect((await fails()).message).toContain(`(${status}). Attempts left: 3`);
		expectThreeInARun(logins);
	});
});

it.each(UNJUDGED)('SUCCESS with %i was judged by nobody', async (status) => {
	const { logins, fails } = accountOf(() => [status, success()]);
	expect((await fails()).message).toContain(`(${status})`);
	expectThreeInARun(logins);
});

/** At the first path alone: the second is asked at once if that does not exist. */
function expectThreeInARun(logins: Array<{ path: string; at: number }>): void {
	const [first, second, third, ...more] = logins.filter(({ path }) => path === LONG);
	expect(second.at - first.at).toBeGreaterThanOrEqual(30 * SECOND);
	expect(third.at - second.at).toBeGreaterThanOrEqual(30 * SECOND);
	expect(more).toEqual([]);
}

const PAGE = '<!doctype html><h1>Log in</h1>';
const CODE = { message: 'INVALID_PERMISSION' };

it.each<[string, Answer, words: string]>([
	['a web page', PAGE, 'a web page (200)'],
	["a firewall's page", [403, PAGE], 'a web page (403)'],
	['INVALID_PERMISSION with 400', [400, CODE], 'the address has no login (INVALID_PERMISSION)'],
	['INVALID_PERMISSION with 401', [401, CODE], 'the address has no login (INVALID_PERMISSION)'],
	['INVALID_PERMISSION with 403', [403, CODE], 'the address has no login (INVALID_PERMISSION)'],
	['an answer that breaks off', '{"type":"SUCC', 'the answer was incomplete'],
	['an empty answer', '', 'the answer was incomplete'],
])('judged by nobody: %s', async (_, answer, words) => {
	const { logins, fails } = accountOf(() => answer);
	expect((await fails()).message).toContain(words);
	expectThreeInARun(logins);
});

it.each<[string, Answer, words: string]>([
	['401 without a type', [401, { message: 'NO_USER' }], 'the name or secret is wrong (NO_USER)'],
	['403 without a body', [403, ''], 'the name or secret is wrong (403)'],
	['success without a session', { type: 'SUCCESS' }, 'contained no session (SUCCESS)'],
	[
		'a second factor',
		{ type: 'TWO_FACTOR', should_check_two_factor: true, attemptsLeft: 5 },
		'two-factor authentication (TWO_FACTOR). Attempts left: 5',
	],
])('refused for an hour: %s', async (_, answer, words) => {
	const { logins, fails } = accountOf(() => answer);
	const { message, description } = await fails();
	expect(message).toContain(words);
	expect(description).toContain('n8n will not retry for an hour.');
	await fails();
	expect(logins).toHaveLength(1);
});

it.each<[paths: string[], other: Answer]>([
	[[LONG], [404, {}]],
	[
		[LONG, SHORT],
		[404, {}],
	],
	[
		[LONG, SHORT],
		[405, PAGE],
	],
	[
		[LONG, SHORT],
		[401, CODE],
	],
])('it is sent to %j where the others answer %j', async (paths, other) => {
	const answers = { [LONG]: other, [paths.at(-1)!]: { type: 'SUCCESS', session_key: 'mine' } };
	const { logins, asked, run, entered } = accountOf(answers);
	await run();
	expect(logins.map(({ path }) => path)).toEqual(paths);
	const { email, password } = entered;
	expect(asked).toEqual(paths.map(() => ({ email, password })));
});

it('a wrong secret is told by the path that exists, and sent there once', async () => {
	const { logins, fails } = accountOf({ [SHORT]: [401, { type: 'UNAUTHORIZED' }] });
	expect((await fails()).message).toContain('the name or secret is wrong (UNAUTHORIZED)');
	await fails();
	expect(logins.map(({ path }) => path)).toEqual([LONG, SHORT]);
});

it('Test and another secret are tried at once after a refusal', async () => {
	let answer: Answer = { type: 'LOCKED' };
	const { logins, fails, test, run, entered, sent, at } = accountOf(() => answer);
	await fails();
	expect(await test()).toMatchObject({ status: 'Error' });
	await failure(run({ ...entered, ['password']: 'corrected' }));
	expect(logins).toHaveLength(3);
	answer = success();
	expect(await test()).toMatchObject({ status: 'OK' });
	await run();
	expect(logins).toHaveLength(4);
	// The refusal is forgotten.
	const ended = sent.at(-1);
	at.statusOf = (session) => (session === ended ? 401 : 200);
	answer = success();
	await run();
	expect(logins).toHaveLength(5);
});

it('the session of Test is used from then on, unless it is the same', async () => {
	let answer = success();
	const { logins, test, run, sent } = accountOf(() => answer);
	await run();
	answer = success();
	for (let pressed = 0; pressed < 2; pressed++) {
		await test();
		await run();
		expect(sent.at(-1)).toBe(answer.sessionKey);
	}
	expect(logins).toHaveLength(3);
});

it('a slash at the end of the Base URL makes no other account', async () => {
	const { logins, fails, run, entered } = accountOf(() => ({ type: 'UNAUTHORIZED' }));
	await fails();
	await failure(run({ ...entered, baseUrl: `${String(entered.baseUrl)}/` }));
	expect(logins).toHaveLength(1);
});

it('what the service says of a login is cut, and never contains its secret', async () => {
	const secret = String(signIn('serviceAccount').password);
	const { fails } = accountOf(() => ({ type: `WRONG ${secret} ${'x'.repeat(500)}` }));
	expect((await fails()).message).toMatch(/\(WRONG \*\*\* x{20,30}\)/);
});

describe('the session', () => {
	it('ends with a 403 if it was accepted before, once an hour at most', async () => {
		const { logins, run, fails, at } = accountOf(success);
		const loginsAfterRefusal = async () => {
			at.statusOf = () => 200;
			await run();
			at.statusOf = () => 403;
			expect((await fails()).message).toContain('(403)');
			return logins.length;
		};
		expect(await loginsAfterRefusal()).toBe(2);
		await sleep(HOUR - SECOND);
		expect(await loginsAfterRefusal()).toBe(2);
		await sleep(SECOND);
		expect(await loginsAfterRefusal()).toBe(3);
	});

	it.each([400, 403, 404, 500, 302])(
		'does not end with a %i right after its login',
		async (status) => {
			const { logins, fails, at, sent } = accountOf(success);
			at.statusOf = () => status;
			expect((await fails()).message).toContain(`(${status})`);
			expect([logins.length, new Set(sent).size]).toEqual([1, 1]);
		},
	);

	it.each(['', 'Bearer '])(
		'is tried with "Bearer " if it is refused when it is new and does not begin so: %j',
		async (prefix) => {
			const { logins, fails, at, sent } = accountOf(() => ({
				type: 'SUCCESS',
				sessionKey: `${prefix}it`,
			}));
			at.statusOf = () => 401;
			expect((await fails()).message).toContain('refused the sign-in (401)');
			expect(logins).toHaveLength(1);
			expect(sent).toEqual(prefix === '' ? ['it', 'Bearer it'] : ['Bearer it']);
		},
	);

	it('is not tried with "Bearer " if it was accepted before it ended', async () => {
		const { run, at, sent } = accountOf(success);
		await run();
		const [first] = sent;
		at.statusOf = (session) => (session === first ? 401 : 200);
		await run();
		expect(sent.at(-1)).not.toBe(first);
		expect(sent.join()).not.toContain('Bearer');
	});
});

const MANY: RunOptions = {
	items: Array.from({ length: 20 }, () => ({ json: {} })),
	onError: 'continueRegularOutput',
};

it('a login that is refused ends what the run sends', async () => {
	const { logins, run, entered, sent } = accountOf(() => ({ type: 'FAILED' }));
	const items = await run(entered, MANY);
	expect(items.map(({ json }) => json.error)).toEqual(
		Array(20).fill(expect.stringContaining('is wrong (FAILED)')),
	);
	expect([logins.length, sent]).toEqual([1, []]);
});

it('an API token that is refused ends what the run sends', async () => {
	const baseUrl = 'https://token.example';
	const service = nock(baseUrl).get('/api/v1/contacts').query(true).reply(401, {});
	const items = await listContacts({}, { credential: { baseUrl }, ...MANY });
	expect(items.map(({ json }) => json.error)).toEqual([
		expect.stringContaining('refused the sign-in (401)'),
		...Array(19).fill(expect.stringContaining('(401); it was not sent')),
	]);
	expect(service.isDone()).toBe(true);
});
