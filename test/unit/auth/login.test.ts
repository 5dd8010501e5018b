import '../../support/fastClock';

import { CredentialTestContext } from 'n8n-core';
import { type ICredentialDataDecryptedObject, sleep } from 'n8n-workflow';
import nock from 'nock';

import { loginIn } from '../../../nodes/auth/login';
import { onSessionResponse } from '../../../nodes/auth/serviceAccount';
import { testServiceAccount } from '../../../nodes/methods/credentialTests';
import { listContacts } from '../../support/contactRuns';
import { CredentialStore } from '../../support/credentials';
import type { RunOptions } from '../../support/engine';
import { failure } from '../../support/failure';
import { useNock } from '../../support/fakeService';
import { signIn } from '../../support/signIns';

/** The login and the session of a service account: what each answer means, and when another login is sent. */

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
	const logins: Array<{ path: string; body: unknown; at: number }> = [];
	const sent: string[] = [];
	const service: { statusOf: (session: string) => number } = { statusOf: () => 200 };
	const host = nock(baseUrl).persist();
	host.post(/login-api$/).reply(function (path, body) {
		logins.push({ path, body, at: Date.now() });
		const answer = typeof answers === 'function' ? answers() : (answers[path] ?? [404, {}]);
		return Array.isArray(answer) ? answer : [200, answer];
	});
	host
		.get(/contacts|quotations/)
		.query(true)
		.reply(function () {
			const session = String(this.req.headers['x-authorization']);
			sent.push(session);
			return [service.statusOf(session), []];
		});
	const store = new CredentialStore();
	const { email, password } = signIn('serviceAccount');
	const entered: ICredentialDataDecryptedObject = { baseUrl, email, password };
	const run = async (credential = entered, more: RunOptions = {}) =>
		await listContacts({}, { scheme: 'serviceAccount', store, credential, ...more });
	const fails = async () => await failure(run());
	const test = async () =>
		await testServiceAccount.call(new CredentialTestContext(), {
			...{ id: '1', name: 'Tested', type: 'any' },
			data: { ...store.stored.get('salesCrmServiceAccountApi'), ...entered },
		});
	return { entered, logins, sent, service, run, fails, test };
}

let sessions = 0;
const success = () => ({ type: 'SUCCESS', sessionKey: `session ${++sessions}` });

describe('a login that was refused is not repeated', () => {
	it.each<[type: string, status: number, heldMs: number]>([
		['UNAUTHORIZED', 200, HOUR],
		['FAILED', 401, HOUR],
		['FORCE_REAUTHENTICATE', 403, HOUR],
		['BLOCKED', 400, Infinity],
		['LOCKED', 200, Infinity],
		['DO_NOT_ATTEMPT', 422, Infinity],
	])('%s, told with %i, for %d ms, unless by Test', async (type, status, heldMs) => {
		const { logins, fails, test } = accountOf(() => [status, { type, attemptsLeft: 3 }]);
		const { message } = await fails();
		expect(message).toContain(`(${type}). Attempts left: 3`);
		await sleep(Math.min(heldMs, YEAR) - SECOND);
		expect((await fails()).message).toBe(message);
		expect(logins).toHaveLength(1);
		if (heldMs === Infinity) await test();
		else await sleep(SECOND);
		await fails();
		expect(logins).toHaveLength(2);
	});

	it.each<[string, Answer, words: string]>([
		['success without a session', { type: 'SUCCESS' }, 'contained no session (SUCCESS)'],
		['a second factor', { type: 'OTP', should_check_two_factor: true }, 'two-factor'],
	])('%s, for an hour', async (_, answer, words) => {
		const { logins, fails } = accountOf(() => answer);
		const { message, description } = await fails();
		expect(message).toContain(words);
		expect(description).toContain('n8n will not retry for an hour.');
		await fails();
		expect(logins).toHaveLength(1);
	});

	it('but another secret is tried at once, and Test tries the same one', async () => {
		const { logins, fails, test, run, entered } = accountOf(() => ({ type: 'LOCKED' }));
		await fails();
		expect(await test()).toMatchObject({ status: 'Error' });
		await failure(run({ ...entered, ['password']: 'corrected' }));
		expect(logins).toHaveLength(3);
	});

	it('with a slash at the end of the Base URL either: it is the same account', async () => {
		const { logins, fails, run, entered } = accountOf(() => ({ type: 'UNAUTHORIZED' }));
		const { message } = await fails();
		const again = await failure(run({ ...entered, baseUrl: `${String(entered.baseUrl)}/` }));
		expect(again.message).toBe(message);
		expect(logins).toHaveLength(1);
	});
});

const PAGE = '<!doctype html><h1>Log in</h1>';
const CODE = { message: 'INVALID_PERMISSION' };

it.each<[Answer, words: string]>([
	...[408, 425, 429, 500, 503, 522, 404, 405, 302].map((status): [Answer, string] => [
		[status, { type: 'LOCKED', attemptsLeft: 3 }],
		`(${status}). Attempts left: 3`,
	]),
	[[503, { type: 'SUCCESS', sessionKey: 'a session' }], '(503)'],
	[[403, PAGE], 'a web page (403)'],
	[[401, CODE], 'the address has no login (INVALID_PERMISSION)'],
	['{"type":"SUCC', 'the answer was incomplete'],
	[{ type: 'ERROR' }, '(ERROR)'],
])('%j judges nobody: a run tries three times, half a minute apart', async (answer, words) => {
	const { logins, fails } = accountOf(() => answer);
	expect((await fails()).message).toContain(words);
	// The second path is asked at once if the first does not exist.
	const [first, second, third, ...more] = logins.filter(({ path }) => path === LONG);
	expect(second.at - first.at).toBeGreaterThanOrEqual(30 * SECOND);
	expect(third.at - second.at).toBeGreaterThanOrEqual(30 * SECOND);
	expect(more).toEqual([]);
});

it.each<[paths: string[], other: Answer]>([
	[[LONG], [404, {}]],
	[
		[LONG, SHORT],
		[405, PAGE],
	],
	[
		[LONG, SHORT],
		[401, CODE],
	],
])('it is sent to %j if the others answer %j', async (paths, other) => {
	const answers = { [LONG]: other, [paths.at(-1)!]: { type: 'SUCCESS', session_key: 'mine' } };
	const { logins, run, entered } = accountOf(answers);
	await run();
	const { email, password } = entered;
	expect(logins).toMatchObject(paths.map((path) => ({ path, body: { email, password } })));
});

it('the words of a refusal are cut, and never contain the secret', async () => {
	const secret = String(signIn('serviceAccount').password);
	const { fails } = accountOf(() => ({ type: `WRONG ${secret} ${'x'.repeat(500)}` }));
	expect((await fails()).message).toMatch(/\(WRONG \*\*\* x{20,30}\)/);
});

describe('the session', () => {
	it('ends with a 403 if it was accepted before, once an hour at most', async () => {
		const { logins, run, fails, service } = accountOf(success);
		const loginsAfterRefusal = async () => {
			service.statusOf = () => 200;
			await run();
			service.statusOf = () => 403;
			expect((await fails()).message).toContain('(403)');
			return logins.length;
		};
		expect(await loginsAfterRefusal()).toBe(2);
		await sleep(HOUR - 60 * SECOND);
		expect(await loginsAfterRefusal()).toBe(2);
		await sleep(60 * SECOND);
		expect(await loginsAfterRefusal()).toBe(3);
	});

	it.each([400, 403, 404, 500, 302])('does not end with a %i after its login', async (status) => {
		const { logins, fails, service, sent } = accountOf(success);
		service.statusOf = () => status;
		expect((await fails()).message).toContain(`(${status})`);
		expect([logins.length, new Set(sent).size]).toEqual([1, 1]);
	});

	it.each([
		['it', ['it', 'Bearer it']],
		['Bearer it', ['Bearer it']],
	])(
		'%j is tried with "Bearer " if it is new, refused and does not begin so',
		async (key, forms) => {
			const { fails, service, sent } = accountOf(() => ({ type: 'SUCCESS', sessionKey: key }));
			service.statusOf = () => 401;
			expect((await fails()).message).toContain('refused the sign-in (401)');
			expect(sent).toEqual(forms);
		},
	);
});

it('a refused request is sent once more, or twice if others ended the new session, and never again', async () => {
	const { entered } = accountOf(success);
	const verdictOn = onSessionResponse(loginIn(entered));
	const refused = (sentWith: string) => ({ status: 401, headers: {}, body: '', sentWith });
	expect(await verdictOn(refused('old'), 1)).toBe('renewed');
	expect(await verdictOn(refused('new'), 2)).toBe('kept');
	expect(await verdictOn(refused('old'), 2)).toBe('renewed');
	expect(await verdictOn(refused('old'), 3)).toBe('kept');
});

it('after a login that was refused, the run sends nothing', async () => {
	const { logins, run, entered, sent } = accountOf(() => ({ type: 'FAILED' }));
	const rows = Array.from({ length: 20 }, () => ({ json: {} }));
	const items = await run(entered, { items: rows, onError: 'continueRegularOutput' });
	for (const { json } of items) expect(json.error).toContain('(FAILED)');
	expect([items.length, logins.length, sent]).toEqual([20, 1, []]);
});
