import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { call, control, sandbox, set, TOKEN } from './support.mts';

const quotations = async (headers: Record<string, string>, profileId?: string) => {
	const query = profileId ? `?company_profile_id=${profileId}` : '';
	return (await call('GET', `/api/v1/quotations${query}`, { headers })).status;
};
const bySession = async (session: string, profileId?: string) =>
	await quotations({ 'X-AUTHORIZATION': session }, profileId);
const login = async () => {
	const { email, password } = who.SERVICE_ACCOUNT;
	return (await call('POST', '/login-api', { body: { email, password }, headers: {} })).json;
};

test('a token is pinned to one profile and can be revoked', async () => {
	assert.equal(await quotations(TOKEN), 200);
	assert.equal(await quotations(TOKEN, who.PROFILE_ID), 200);
	assert.equal(await quotations(TOKEN, who.SECOND_PROFILE_ID), 403);
	assert.equal(await quotations({ Authorization: `Bearer ${who.SECOND_API_TOKEN}` }), 200);
	set({ wrongProfileStatus: 404 });
	assert.equal(await quotations(TOKEN, who.OTHER_PROFILE_ID), 404);
	await control('/tokens/revoke');
	assert.equal(await quotations(TOKEN), 401);
	sandbox.reset();
	assert.equal(await quotations(TOKEN), 200);
	assert.equal(await quotations({ Authorization: 'Bearer wrong' }), 401);
	assert.equal(await quotations({}), 401);
});

test('a session needs a profile, and opens those that its account was invited to', async () => {
	const { type, sessionKey, user } = await login();
	assert.deepEqual([type, user.role], ['SUCCESS', 'API']);
	const profiles = [who.PROFILE_ID, who.SECOND_PROFILE_ID, who.OTHER_PROFILE_ID, undefined];
	const statuses = profiles.map(async (profile) => await bySession(sessionKey, profile));
	assert.deepEqual(await Promise.all(statuses), [200, 200, 403, 400]);
	assert.ok(!JSON.stringify(sandbox.log).includes(who.SERVICE_ACCOUNT.password));
});

test('a session ends after some calls, or on command', async () => {
	const isAlive = async (key: string) => (await bySession(key, who.PROFILE_ID)) === 200;
	set({ sessionCalls: 2 });
	const { sessionKey: counted } = await login();
	const alive = [await isAlive(counted), await isAlive(counted), await isAlive(counted)];
	assert.deepEqual(alive, [true, true, false]);
	set({ sessionCalls: null });
	const { sessionKey } = await login();
	assert.equal(await isAlive(sessionKey), true);
	await control('/sessions/expire');
	assert.equal(await isAlive(sessionKey), false);
});

test('the end of a session is reported in five ways', async () => {
	for (const [sessionEnd, status, words] of [
		[401, 401, /message/],
		[403, 403, /message/],
		[400, 400, /message/],
		['redirect', 302, /^/],
		['failed200', 200, /"type":"FAILED"/],
	] as const) {
		set({ sessionEnd });
		const path = `/api/v1/list?profile_id=${who.PROFILE_ID}`;
		const answer = await call('GET', path, { headers: { 'X-AUTHORIZATION': 'none' } });
		assert.equal(answer.status, status);
		assert.match(answer.text, words);
	}
});

test('the session is accepted as it is, after Bearer, or both ways', async () => {
	const { sessionKey } = await login();
	for (const [sessionHeader, raw, bearer] of [
		['either', 200, 200],
		['raw', 200, 401],
		['bearer', 401, 200],
	] as const) {
		set({ sessionHeader });
		assert.equal(await bySession(sessionKey, who.PROFILE_ID), raw);
		assert.equal(await bySession(`Bearer ${sessionKey}`, who.PROFILE_ID), bearer);
	}
});

test('a login can ask for a second factor, and can name its session otherwise', async () => {
	set({ loginAnswer: 'TWO_FACTOR' });
	assert.equal((await login()).should_check_two_factor, true);
	set({ loginAnswer: 'SUCCESS', loginKey: 'session_key' });
	const answer = await login();
	assert.ok(answer.session_key && !answer.sessionKey);
	const types = sandbox.log.logins.map(({ type }) => type);
	assert.deepEqual(types, ['TWO_FACTOR', 'SUCCESS']);
});
