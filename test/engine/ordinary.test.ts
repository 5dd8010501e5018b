import { waitedMs } from '../support/fastClock';

import nock from 'nock';

import { created } from '../support/contactRuns';
import { runNode } from '../support/engine';
import { failure } from '../support/failure';
import { FAKE_URL, useNock } from '../support/fakeService';
import { n8nFiles } from '../support/n8nFiles.cjs';
import { startOver } from '../support/startOver';

/** What ordinary services, networks and people do, through the node. */

useNock();
beforeEach(async () => await startOver());

it('a PDF is fetched from the storage of another host, without the credential', async () => {
	const seen: Array<Record<string, unknown>> = [];
	const body = '%PDF-1.4\nofferte\n%%EOF\n';
	nock(FAKE_URL)
		.get('/api/v1/quotations/pdf')
		.query(true)
		.reply(302, '', { location: 'http://store.example/offerte.pdf?signature=4711' });
	nock('http://store.example')
		.get('/offerte.pdf?signature=4711')
		.reply(function () {
			seen.push(this.req.headers);
			return [200, body, { 'content-disposition': 'attachment; filename="offerte.pdf"' }];
		});
	const quotationId = { __rl: true, mode: 'id', value: 'Q-17' };
	const parameters = { resource: 'quotation', operation: 'download', quotationId };
	const credential = { baseUrl: FAKE_URL, apiToken: 'the-token' };
	const [{ json, binary }] = await runNode({ parameters, credential });
	expect(json).toEqual({ quotationId: 'Q-17', fileName: 'offerte.pdf' });
	expect((await n8nFiles().getAsBuffer(binary!.data)).toString()).toBe(body);
	expect(seen[0]).toHaveProperty('accept', 'application/pdf, */*;q=0.5');
	expect(JSON.stringify(seen)).not.toMatch(/authorization|the-token/i);
});

describe('no row goes to the wrong customer', () => {
	const itemOf = (n: number) => ({
		json: { firstName: `An ${n}`, profile: n === 0 ? identities.PROFILE_ID : '' },
	});
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

	it.each([1, 999])(
		'if an expression in the credential differs for item %i of 1,000, nothing is sent',
		async (row) => {
			const items = Array.from({ length: 1_000 }, (_, n) => itemOf(n === row ? 1 : 0));
			const credential = { companyProfileId: '={{ $json.profile }}' };
			const error = await failure(runNode({ parameters, credential, items }));
			expect(error.message).toContain('different values for different items');
			expect(error.description).toContain(`item ${row}`);
			expect(sandbox.log.requests).toEqual([]);
		},
	);

	it('an expression that is the same for all is accepted', async () => {
		const credential = { apiToken: "={{ $json.firstName && 'sandbox-api-token' }}" };
		const items = [itemOf(0), itemOf(1)];
		expect(await runNode({ parameters, credential, items })).toHaveLength(2);
	});

	it('an expression for the profile that gives nothing fails its item alone', async () => {
		const options = { companyProfileId: '={{ $json.profile }}' };
		const done = await runNode({
			parameters: { ...parameters, options },
			items: [itemOf(0), itemOf(1)],
			onError: 'continueRegularOutput',
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
] as const)('%s, a service that is down is waited for', async (_, mode, seconds, words) => {
	const parameters = { resource: 'user', operation: 'getAll' };
	const credential = { baseUrl: 'http://127.0.0.1:9' };
	const error = await failure(runNode({ parameters, credential, mode }));
	expect(Math.round(waitedMs() / 10_000) * 10).toBe(seconds);
	expect(error.description).toContain(words);
});
