import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import * as who from '../identities.mts';
import { startSandbox, type Sandbox } from '../server.mts';

let sandbox: Sandbox;
before(async () => (sandbox = await startSandbox()));
after(() => sandbox.close());
beforeEach(() => sandbox.reset());

const quotations = async (headers: object, profileId?: string) => {
	const query = profileId ? `?company_profile_id=${profileId}` : '';
	const response = await fetch(`${sandbox.url}/api/v1/quotations${query}`, {
		headers: { ...headers },
	});
	return response.status;
};
const login = async (password = who.SERVICE_ACCOUNT.password, path = '/login-api') => {
	const response = await fetch(sandbox.url + path, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ email: who.SERVICE_ACCOUNT.email, password }),
	});
	return (await response.json()) as any;
};
const control = (path: string) => fetch(`${sandbox.url}/_sandbox${path}`, { method: 'POST' });

test('a token is pinned to one profile and can be revoked', async () => {
	const token = { Authorization: `Bearer ${who.API_TOKEN}` };
	assert.equal(await quotations(token), 200);
	assert.equal(await quotations(token, who.PROFILE_ID), 200);
	assert.equal(await quotations(token, who.SECOND_PROFILE_ID), 403);
	assert.equal(await quotations({ Authorization: `Bearer ${who.SECOND_API_TOKEN}` }), 200);
	sandbox.switches.wrongProfileStatus = 404;
	assert.equal(await quotations(token, who.OTHER_PROFILE_ID), 404);
	await control('/tokens/revoke');
	assert.equal(await quotations(token), 401);
	await control('/tokens/restore');
	assert.equal(await quotations(token), 200);
	assert.equal(await quotations({ Authorization: 'Bearer wrong' }), 401);
	assert.equal(await quotations({}), 401);
});

test('both login paths open a session, which needs a profile', async () => {
	for (const path of ['/login-api', '/authentication-service/login-api']) {
		const { type, sessionKey, user } = await login(undefined, path);
		assert.deepEqual([type, user.role], ['SUCCESS', 'API']);
		assert.equal(await quotations({ 'X-AUTHORIZATION': sessionKey }, who.PROFILE_ID), 200);
		assert.equal(await quotations({ 'X-AUTHORIZATION': sessionKey }, who.SECOND_PROFILE_ID), 200);
		assert.equal(await quotations({ 'X-AUTHORIZATION': sessionKey }, who.OTHER_PROFILE_ID), 403);
		assert.equal(await quotations({ 'X-AUTHORIZATION': sessionKey }), 400);
	}
	assert.ok(!JSON.stringify(sandbox.log).includes(who.SERVICE_ACCOUNT.password));
});

test('sessions end by calls, by time, by another login, and by order', async () => {
	const alive = async (key: string) =>
		(await quotations({ 'X-AUTHORIZATION': key }, who.PROFILE_ID)) === 200;
	sandbox.switches.sessionCalls = 2;
	const { sessionKey: counted } = await login();
	assert.deepEqual(
		[await alive(counted), await alive(counted), await alive(counted)],
		[true, true, false],
	);
	Object.assign(sandbox.switches, { sessionCalls: null, sessionTtlMs: 150 });
	const { sessionKey: timed } = await login();
	assert.equal(await alive(timed), true);
	await new Promise((done) => setTimeout(done, 200));
	assert.equal(await alive(timed), false);
	Object.assign(sandbox.switches, { sessionTtlMs: null, singleSession: true });
	const { sessionKey: first } = await login();
	const { sessionKey: second } = await login();
	assert.deepEqual([await alive(first), await alive(second)], [false, true]);
	await control('/sessions/expire');
	assert.equal(await alive(second), false);
});

test('the session header is raw, after Bearer, or either', async () => {
	const { sessionKey } = await login();
	const tries = async () => [
		await quotations({ 'X-AUTHORIZATION': sessionKey }, who.PROFILE_ID),
		await quotations({ 'X-AUTHORIZATION': `Bearer ${sessionKey}` }, who.PROFILE_ID),
	];
	assert.deepEqual(await tries(), [200, 200]);
	sandbox.switches.sessionHeader = 'raw';
	assert.deepEqual(await tries(), [200, 401]);
	sandbox.switches.sessionHeader = 'bearer';
	assert.deepEqual(await tries(), [401, 200]);
});

test('refused logins burn attempts until the account is locked', async () => {
	const left = [];
	for (let n = 0; n < 5; n++) left.push((await login('wrong')).attemptsLeft);
	assert.deepEqual(left, [4, 3, 2, 1, 0]);
	assert.equal((await login()).type, 'FAILED');
	sandbox.reset();
	sandbox.switches.loginAnswer = 'TWO_FACTOR';
	assert.equal((await login()).should_check_two_factor, true);
	Object.assign(sandbox.switches, { loginAnswer: 'SUCCESS', loginKey: 'session_key' });
	const answer = await login();
	assert.ok(answer.session_key && !answer.sessionKey);
	assert.deepEqual(
		sandbox.log.logins.map(({ type }) => type),
		['TWO_FACTOR', 'SUCCESS'],
	);
});
