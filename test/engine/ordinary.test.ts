import { waitedMs } from '../support/fastClock';

import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { created, createContacts, requestsTo } from '../support/contactRuns';
import { runNode, type RunOptions } from '../support/engine';
import { failure } from '../support/failure';
import { FAKE_URL, useNock } from '../support/fakeService';
import { n8nFiles } from '../support/n8nFiles.cjs';
import { startOver } from '../support/startOver';

/** What ordinary services, networks and people do, through the node: one case after the other. */

useNock();
beforeEach(async () => await startOver());

const route = 'createContact';
const rows = (many: number) => Array.from({ length: many }, (_, n) => ({ firstName: `An ${n}` }));
const onError = 'continueRegularOutput' as const;
const download = async (options: IDataObject = {}, run: RunOptions = {}) =>
	await runNode({
		...run,
		parameters: {
			resource: 'quotation',
			operation: 'download',
			quotationId: { __rl: true, mode: 'id', value: 'Q-17' },
			options,
		},
	});
const PDF = '%PDF-1.4\nofferte\n%%EOF\n';

it('Cloudflare answers an import with 522: few rows meet it, the others are not sent and say so', async () => {
	sandbox.switches.faults = [{ route, kind: 'status', status: 522, times: 999 }];
	const items = await createContacts(rows(200), {}, { onError });
	const errors = items.map(({ json }) => String(json.error));
	expect(requestsTo(route).length).toBeLessThan(40);
	expect(errors.filter((one) => one.includes('; it was not sent')).length).toBeGreaterThan(160);
	expect(errors.filter((one) => one.includes('may have been')).length).toBeLessThan(40);
});

it('a PDF lies in a storage of another host: it is fetched from there, without the credential', async () => {
	const seen: Array<Record<string, unknown>> = [];
	nock(FAKE_URL)
		.get('/api/v1/quotations/pdf')
		.query(true)
		.reply(302, '', { location: 'http://store.example/offerte.pdf?signature=4711' });
	nock('http://store.example')
		.get('/offerte.pdf?signature=4711')
		.reply(function () {
			seen.push(this.req.headers);
			return [200, PDF, { 'content-disposition': 'attachment; filename="offerte.pdf"' }];
		});
	const credential = { baseUrl: FAKE_URL, apiToken: 'the-token' };
	const [{ json, binary }] = await download({}, { credential });
	expect(json).toEqual({ quotationId: 'Q-17', fileName: 'offerte.pdf' });
	expect((await n8nFiles().getAsBuffer(binary!.data)).toString()).toBe(PDF);
	expect(seen[0]).toHaveProperty('accept', 'application/pdf, */*;q=0.5');
	expect(JSON.stringify(seen)).not.toMatch(/authorization|the-token/i);
});

it('a login that fails once holds the run for half a minute, and the rows are created', async () => {
	const start = Date.now();
	sandbox.switches.faults = [{ route: 'login', kind: 'status', status: 503, times: 1 }];
	const items = await createContacts(rows(20), {}, { scheme: 'serviceAccount', onError });
	expect(items.filter(({ json }) => json.error !== undefined)).toEqual([]);
	expect(created()).toHaveLength(20);
	// Side by side.
	expect(Date.now() - start).toBeGreaterThan(25_000);
	expect(Date.now() - start).toBeLessThan(59_000);
});

describe('the wrong customer', () => {
	/** Anew each time: n8n's "Retry On Fail" is known by its items. */
	const itemsOf = () =>
		[identities.API_TOKEN, 'token of another'].map((token, n) => ({
			json: { token, firstName: `An ${n}`, profile: n === 0 ? identities.PROFILE_ID : '' },
		}));
	const parameters = {
		resource: 'contact',
		operation: 'create',
		audienceId: identities.AUDIENCE_ID,
		personalInfos: {
			mappingMode: 'defineBelow',
			value: { Voornaam: '={{ $json.firstName }}' },
		},
		ifExists: 'createAnyway',
	};

	it('a credential by an expression that says something else for a later item sends nothing', async () => {
		const credential = { apiToken: '={{ $json.token }}' };
		const error = await failure(runNode({ parameters, credential, items: itemsOf() }));
		expect(error.message).toContain('different values for different items');
		expect(error.description).toContain('item 1');
		expect(sandbox.log.requests).toEqual([]);
	});

	it.each([2, 500, 998])('row %i of 1,000 is seen', async (row) => {
		const many = Array.from({ length: 1_000 }, (_, n) => itemsOf()[n === row ? 1 : 0]);
		const credential = { companyProfileId: '={{ $json.profile }}' };
		const error = await failure(runNode({ parameters, credential, items: many }));
		expect(error.description).toContain(`item ${row}`);
		expect(sandbox.log.requests).toEqual([]);
	});

	it('an expression that says the same for all is taken', async () => {
		const credential = { apiToken: "={{ $json.token && 'sandbox-api-token' }}" };
		expect(await runNode({ parameters, credential, items: itemsOf() })).toHaveLength(2);
	});

	it('a profile by an expression that gives nothing fails that item alone', async () => {
		const options = { companyProfileId: '={{ $json.profile }}' };
		const done = await runNode({
			parameters: { ...parameters, options },
			items: itemsOf(),
			onError,
		});
		expect(done.map(({ json }) => String(json.error ?? ''))).toEqual([
			'',
			expect.stringContaining("expression of 'Company Profile ID' is empty for this item"),
		]);
		expect(created()).toHaveLength(1);
	});
});

it.each([
	['by hand', 'manual', 20, 'No answer within 20 seconds (a production run waits longer).'],
	['in production', 'trigger', 120, 'No answer for 2 minutes.'],
] as const)('a service that is down is waited for %s', async (_, mode, seconds, said) => {
	const parameters = { resource: 'user', operation: 'getAll' };
	const credential = { baseUrl: 'http://127.0.0.1:9' };
	const error = await failure(runNode({ parameters, credential, mode }));
	expect(Math.round(waitedMs() / 10_000) * 10).toBe(seconds);
	expect(error.description).toContain(said);
});
