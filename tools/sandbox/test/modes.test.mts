import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { call, CONTACTS, sandbox, set } from './support.mts';

/** Which description is played: what is known to it is answered, and what is not is refused in its words. */

const P = who.PROFILE_ID;
const HISTORY = `/contact-service/api/v1/${P}/history`;
const USERS = `/company-profile-service/get-users-for-company-profile?id=${P}`;

/** Requests that one description knows, as verb and path, and how the other refuses them. */
const DESCRIBED: Array<[verb: string, path: string, publishedStatus: number]> = [
	['GET', CONTACTS, 404],
	['GET', '/api/v1/quotations', 404],
	['POST', HISTORY, 400],
	['POST', `${HISTORY}/statuses`, 400],
	['POST', USERS, 404],
	['GET', `/api/v1/list?profile_id=${P}`, 404],
];
const PUBLISHED: Array<[verb: string, path: string, describedStatus: number]> = [
	['GET', HISTORY, 405],
	['GET', `${HISTORY}/statuses`, 405],
	['GET', `/company-profile-service/v1/${P}/users`, 404],
	['GET', `/document-service/v1/${P}/quotations`, 404],
	['GET', `/document-service/v1/${P}/documents/overview`, 404],
	['GET', '/company-profile-service/api/v1/profiles', 404],
	['GET', `/contact-service/${P}/boards`, 404],
	['GET', `/contact-service/${P}/contact-persons`, 404],
	['GET', '/trigger-service/api/v1/list', 404],
	['GET', '/authentication-service/me', 404],
];

const statusOf = async (verb: string, path: string) => (await call(verb, path)).status;

test('in both, either description is answered', async () => {
	for (const [verb, path] of [...DESCRIBED, ...PUBLISHED]) {
		assert.equal(await statusOf(verb, path), 200, `${verb} ${path}`);
	}
});

test('as described alone, the published routes do not exist', async () => {
	set({ only: 'described' });
	for (const [verb, path] of DESCRIBED) assert.equal(await statusOf(verb, path), 200, path);
	for (const [verb, path, status] of PUBLISHED) {
		assert.equal(await statusOf(verb, path), status, `${verb} ${path}`);
		assert.equal(sandbox.log.requests.at(-1)!.operationId, null);
	}
});

test('as published alone, the described routes do not exist, and a wrong verb is a lack of permission', async () => {
	set({ only: 'published' });
	for (const [verb, path] of PUBLISHED) assert.equal(await statusOf(verb, path), 200, path);
	for (const [verb, path, status] of DESCRIBED) {
		const { status: answered, json } = await call(verb, path);
		assert.equal(answered, status, `${verb} ${path}`);
		if (status === 400) assert.deepEqual(json, { message: 'INVALID_PERMISSION' });
	}
});

test('the status of a wrong verb can be any that was seen', async () => {
	set({ only: 'published' });
	for (const wrongVerb of [400, 401, 403] as const) {
		set({ wrongVerb });
		const { status, json } = await call('POST', HISTORY);
		assert.deepEqual([status, json], [wrongVerb, { message: 'INVALID_PERMISSION' }]);
	}
	set({ only: 'described' });
	for (const wrongVerb of [404, 405] as const) {
		set({ wrongVerb });
		const { status, json } = await call('GET', HISTORY);
		assert.equal(status, wrongVerb);
		assert.notEqual(json.message, 'INVALID_PERMISSION');
	}
	// A session is not ended by it.
	set({ only: 'published', wrongVerb: 401, sessionEnd: 403 });
	const headers = { 'X-AUTHORIZATION': 'none' };
	assert.equal((await call('POST', HISTORY, { headers })).status, 401);
});

test('a fault is met on routes that are played alone', async () => {
	set({ only: 'published', faults: [{ kind: 'status', route: 'listHistory', every: 1 }] });
	assert.equal(await statusOf('POST', HISTORY), 400);
	set({ only: null });
	assert.equal(await statusOf('POST', HISTORY), 503);
	assert.equal(await statusOf('GET', HISTORY), 200);
});

test('the login exists at one path or at both, and tells each outcome with 200', async () => {
	const paths = ['/authentication-service/login-api', '/login-api'];
	const { email, password } = who.SERVICE_ACCOUNT;
	const login = async (path: string, secret = password) =>
		await call('POST', path, { body: { email, password: secret }, headers: {} });
	const found = async () => {
		const statuses = await Promise.all(paths.map(async (path) => (await login(path)).status));
		return statuses.map((status) => status === 200);
	};
	assert.deepEqual(await found(), [true, true]);
	set({ only: 'published' });
	assert.deepEqual(await found(), [true, false]);
	set({ only: 'described', loginPaths: 'short' });
	assert.deepEqual(await found(), [false, true]);
	set({ loginPaths: 'long' });
	assert.deepEqual(await found(), [true, false]);

	set({ only: 'published' });
	const [path] = paths as [string];
	for (const type of [
		...(['UNAUTHORIZED', 'BLOCKED', 'LOCKED', 'DO_NOT_ATTEMPT', 'FORCE_REAUTHENTICATE'] as const),
		'ERROR' as const,
	]) {
		set({ loginAnswer: type });
		const { status, json } = await login(path);
		assert.deepEqual([status, json.type, json.sessionKey], [200, type, undefined]);
	}
	set({ loginAnswer: 'SUCCESS', sessionPrefix: 'Bearer_' });
	const { json } = await login(path);
	assert.match(json.sessionKey, /^Bearer_ey/);
	assert.deepEqual([json.user.role, 'password' in json.user], ['API', false]);
	const status = async (session: string) =>
		(await call('GET', `/contact-service/${P}/boards`, { headers: { 'X-AUTHORIZATION': session } }))
			.status;
	assert.equal(await status(json.sessionKey), 200);
	assert.equal(await status(json.sessionKey.replace('Bearer_', '')), 401);
	sandbox.reset();
	set({ only: 'published' });
	const types = [];
	for (let n = 0; n < 6; n++) types.push((await login(path, 'wrong')).json.type);
	assert.deepEqual(types.slice(-2), ['UNAUTHORIZED', 'LOCKED']);
	assert.equal((await login(path)).json.type, 'LOCKED');
});

test('as described, contacts can have the shape that older pages show, and quotations have it', async () => {
	const contacts = async () => (await call('GET', CONTACTS)).json.contacts[0];
	const infos = (await contacts()).standard_personal_infos;
	const valueOf = (name: string) => infos.find((info: any) => info.name === name).value;
	set({ contactFields: 'contactInfo' });
	const { contact_info: info, ...contact } = await contacts();
	assert.ok(!('standard_personal_infos' in contact));
	assert.deepEqual(
		[info.first_name, info.address_street, info.address_number, info.postal_code],
		['Voornaam', 'Straatnaam', 'Huisnummer', 'Postcode'].map(valueOf),
	);
	const [listed] = (await call('GET', '/api/v1/quotations')).json.quotations;
	assert.equal(listed.quotation_number, 20250001);
	const read = async () => (await call('GET', `/api/v1/quotations/info?id=${listed.id}`)).json;
	assert.deepEqual(await read(), listed);
	assert.ok(listed.products[0].price_variables.subtotal_excl_vat > 0);
	assert.ok(listed.price_variables.total_incl_vat > listed.price_variables.total_excl_vat);
	set({ quotationFields: 'nested' });
	const { contact: nested, ...beside } = await read();
	assert.deepEqual([nested.products, 'products' in beside], [listed.products, false]);
});
