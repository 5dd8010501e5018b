import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as who from '../identities.mts';
import { CHOICES } from '../switches.mts';
import { call, CONTACTS, sandbox, set } from './support.mts';

/** Which description applies: its routes are answered, others are refused in its words. */

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

test('either description is answered, or one alone', async () => {
	for (const only of [null, 'described', 'published'] as const) {
		set({ only });
		for (const [own, routes] of [
			['described', DESCRIBED],
			['published', PUBLISHED],
		] as const) {
			for (const [verb, path, refusal] of routes) {
				const expected = only === null || only === own ? 200 : refusal;
				assert.equal(await statusOf(verb, path), expected, `${only}: ${verb} ${path}`);
			}
		}
	}
});

test('a wrong verb is refused with any status that was seen', async () => {
	for (const [only, verb, statuses] of [
		['published', 'POST', [400, 401, 403]],
		['described', 'GET', [404, 405]],
	] as const) {
		for (const wrongVerb of statuses) {
			set({ only, wrongVerb });
			const { status, json } = await call(verb, HISTORY);
			assert.equal(status, wrongVerb);
			assert.equal(json.message === 'INVALID_PERMISSION', only === 'published');
		}
	}
});

test('a fault does not meet a route that does not exist', async () => {
	set({ only: 'published', faults: [{ kind: 'status', route: 'listHistory', every: 1 }] });
	assert.equal(await statusOf('POST', HISTORY), 400);
	set({ only: null });
	assert.equal(await statusOf('POST', HISTORY), 503);
	assert.equal(await statusOf('GET', HISTORY), 200);
});

test('the login exists at one path or at both, and gives each outcome with 200', async () => {
	const paths = ['/authentication-service/login-api', '/login-api'];
	const { email, password } = who.SERVICE_ACCOUNT;
	const login = async (path: string, secret = password) =>
		await call('POST', path, { body: { email, password: secret }, headers: {} });
	for (const [switches, found] of [
		[{}, [200, 200]],
		[{ only: 'published' }, [200, 404]],
		[{ only: 'described', loginPaths: 'short' }, [404, 200]],
		[{ loginPaths: 'long' }, [200, 404]],
	] as const) {
		set(switches);
		assert.deepEqual(
			await Promise.all(paths.map(async (path) => (await login(path)).status)),
			found,
		);
	}
	set({ only: 'published' });
	const [path] = paths as [string];
	for (const type of CHOICES.loginAnswer.slice(3)) {
		set({ loginAnswer: type });
		const { status, json } = await login(path);
		assert.deepEqual([status, json.type, json.sessionKey], [200, type, undefined]);
	}
	set({ loginAnswer: 'SUCCESS', sessionPrefix: 'Bearer_' });
	const { json } = await login(path);
	const status = async (session: string) => {
		const headers = { 'X-AUTHORIZATION': session };
		return (await call('GET', `/contact-service/${P}/boards`, { headers })).status;
	};
	assert.deepEqual([json.user.role, 'password' in json.user], ['API', false]);
	assert.equal(await status(json.sessionKey), 200);
	assert.equal(await status(json.sessionKey.replace('Bearer_', '')), 401);
	sandbox.reset();
	set({ only: 'published' });
	const types = [];
	for (let n = 0; n < 6; n++) types.push((await login(path, 'wrong')).json.type);
	assert.deepEqual(types.slice(-2), ['UNAUTHORIZED', 'LOCKED']);
});

test('as described, quotations have the shape of older pages, and contacts can have it', async () => {
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
});
