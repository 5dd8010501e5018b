import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';

import { AUDIENCE_ID } from '../../../sandbox/identities.mts';
import { openStage, type Stage } from '../support/stage.mts';
import { connectOAuth2 } from './support/connect.mts';
import {
	AS_STORED,
	crmNode,
	ENTERED,
	LIST_QUOTATIONS,
	type CredentialType,
	type Data,
} from './support/credentials.mts';
import { openElsewhere, type Elsewhere } from './support/elsewhere.mts';

const TYPES = Object.keys(ENTERED) as CredentialType[];

const READ_BY_POST = { resource: 'user', operation: 'getAll', returnAll: true };
const WRITE = {
	resource: 'contact',
	operation: 'create',
	ifExists: 'createAnyway',
	audienceId: AUDIENCE_ID,
	personalInfos: { mappingMode: 'defineBelow', value: { Voornaam: 'Noor' }, schema: [] },
};

describe('a secret is sent to one host', () => {
	let stage: Stage;
	/** Where everything here tries to lead the node to. */
	let other: Elsewhere;
	const credentials = {} as Record<CredentialType, { id: string; name: string }>;
	before(async () => {
		stage = await openStage();
		other = await openElsewhere();
		for (const type of TYPES) {
			const data = ENTERED[type](stage.sandbox.url);
			credentials[type] = await stage.rest.createCredential(type, `One host ${type}`, data);
		}
		await connectOAuth2(stage.rest, credentials.salesCrmOAuth2Api.id);
	});
	after(async () => {
		await other?.close();
		await stage?.close();
	});
	beforeEach(async () => await stage.control('POST', '/reset', {}));
	afterEach(() => assert.deepEqual(other.received, [], 'the other server was called'));

	const run = async (type: CredentialType, parameters: Data) =>
		(await stage.rest.runOnce([crmNode(type, credentials[type], parameters)])).execution;

	for (const type of TYPES) {
		it(`not to where a redirect points (${type})`, async () => {
			for (const status of [301, 302, 303, 307, 308]) {
				for (const parameters of [LIST_QUOTATIONS, READ_BY_POST, WRITE]) {
					const faults = [
						{ kind: 'redirect', status, location: `${other.url}/api/v1/quotations`, times: 9 },
					].flatMap((fault) =>
						['listQuotations', 'listUsers', 'createContact'].map((route) => ({ ...fault, route })),
					);
					await stage.control('PATCH', '/switches', { faults });
					const { error } = await run(type, parameters);
					assert.match(error!.message, new RegExp(`points to another address \\(${status}\\)`));
					assert.ok(error!.description!.includes(`is sent to ${stage.sandbox.url} only`));
				}
			}
		});
	}

	it('nor when Test is pressed or the login redirects', async () => {
		const location = `${other.url}/`;
		for (const route of ['login', 'listQuotations']) {
			for (const type of TYPES) {
				const faults = [{ route, kind: 'redirect', location, times: 1 }];
				await stage.control('PATCH', '/switches', { faults });
				const { id, name } = credentials[type];
				const data = ENTERED[type](stage.sandbox.url);
				if (type === 'salesCrmOAuth2Api') data.oauthTokenData = AS_STORED;
				await stage.control('DELETE', '/requests');
				const { status, message } = await stage.rest.testCredential(id, type, name, data);
				const played = stage.sandbox.log.requests.filter(({ fault }) => fault === 'redirect');
				// Only a service account logs in; a redirect that was met fails the test.
				const meets = route === 'listQuotations' || type === 'salesCrmServiceAccountApi';
				assert.deepEqual(
					[played.length, status],
					meets ? [1, 'Error'] : [0, 'OK'],
					`${type} ${route}: ${message}`,
				);
			}
		}
	});

	it('not to what a page calls its next one', async () => {
		const next = `${other.url}/api/v1/quotations?page=1`;
		const link = { headers: { link: `<${next}>; rel="next"` } };
		const page = (rows: object[]) =>
			JSON.stringify({
				quotations: rows,
				next,
				links: { next },
				_links: { next: { href: next } },
			});
		const service = await openElsewhere(({ url }) => ({
			...link,
			body: page(url!.includes('page=0') ? [{ id: 'a' }, { id: 'b' }] : []),
		}));
		const data = { ...ENTERED.salesCrmApi(service.url) };
		const credential = await stage.rest.createCredential('salesCrmApi', 'Links', data);
		const { items } = await stage.rest.runOnce([
			crmNode('salesCrmApi', credential, LIST_QUOTATIONS),
		]);
		assert.equal(items.length, 2);
		await service.close();
	});

	it('not to where an id of an expression would lead', async () => {
		const ids = [
			'../../x',
			`//${new URL(other.url).host}/x`,
			`${other.url}/x`,
			'a?b#c',
			'@x',
			'%2e%2e',
		];
		for (const id of ids) {
			for (const parameters of [
				{
					resource: 'quotation',
					operation: 'get',
					quotationId: { __rl: true, mode: 'id', value: id },
				},
				{ resource: 'webhook', operation: 'delete', webhookId: id },
			]) {
				await stage.control('DELETE', '/requests');
				assert.equal((await run('salesCrmApi', parameters)).status, 'error');
				const [{ path, query }] = await stage.control('GET', '/requests');
				assert.match(path, /^\/api\/v1\/(quotations\/info|unsubscribe)$/);
				assert.equal(query.id, id);
			}
		}
	});

	it('and a profile that is no UUID is refused before anything is sent', async () => {
		for (const companyProfileId of ['../../x', `//${new URL(other.url).host}`, 'a?b#c']) {
			await stage.control('DELETE', '/requests');
			const options = { companyProfileId };
			const { error } = await run('salesCrmApi', { ...READ_BY_POST, options });
			assert.equal(error!.message, "'Company Profile ID' is not a valid UUID");
			assert.deepEqual(await stage.control('GET', '/requests'), []);
		}
	});
});
