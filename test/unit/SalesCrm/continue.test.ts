/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { INode, INodeExecutionData } from 'n8n-workflow';

import { created, createContacts, listParameters } from '../../support/contactRuns';
import { runNode } from '../../support/engine';
import { failure } from '../../support/failure';
import { startOver } from '../../support/startOver';

/** What becomes of the other items when one fails. */

beforeEach(async () => await startOver());

const names = ['An', '', 'Bo', '', 'Cas'];
const rows = names.map((firstName) => ({ firstName }));
const told = (items: INodeExecutionData[]) =>
	items.map(({ json, pairedItem }) => [
		'error' in json ? 'error' : 'contact',
		(pairedItem as { item: number }).item,
	]);

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)('with %s', (onError) => {
	const options: { onError: INode['onError'] } = { onError };

	it('the failed items give one error item each, the others their results, in input order', async () => {
		const items = await createContacts(rows, {}, options);
		expect(told(items)).toEqual([
			['contact', 0],
			['error', 1],
			['contact', 2],
			['error', 3],
			['contact', 4],
		]);
		expect(created()).toHaveLength(3);
	});

	it('the order holds though later items are answered first', async () => {
		Object.assign(sandbox.switches, { latencyMs: 20 });
		sandbox.switches.faults = [
			{ route: 'createContact', kind: 'status', status: 429, retryAfter: '1' },
			{ route: 'createContact', kind: 'status', status: 422, every: 4 },
		];
		const many = Array.from({ length: 12 }, (_, n) => ({ firstName: `An ${n}` }));
		const items = await createContacts(many, {}, options);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(many.map((_, item) => ({ item })));
		expect(told(items).filter(([kind]) => kind === 'error')).toHaveLength(3);
	});

	it('a list that cannot be had gives one error item, between the rows of the others', async () => {
		sandbox.reset({ contacts: 300 });
		const audiences = [identities.AUDIENCE_ID, 'no uuid', identities.EMPTY_AUDIENCE_ID];
		const items = await runNode({
			...options,
			items: audiences.map((audience) => ({ json: { audience } })),
			parameters: listParameters({ audienceId: '={{ $json.audience }}' }),
		});
		expect(items).toHaveLength(301);
		expect(items[300]).toMatchObject({
			json: { error: expect.stringContaining("'Audience ID' is not a valid UUID") },
			pairedItem: { item: 1 },
		});
	});

	it('a list that breaks off in the middle gives no half of it', async () => {
		sandbox.reset({ contacts: 300 });
		sandbox.switches.faults = [{ route: 'listContacts', kind: 'status', status: 500, every: 3 }];
		const items = await runNode({ ...options, parameters: listParameters() });
		expect(told(items)).toEqual([['error', 0]]);
	});

	it('a credential that cannot be used gives an error item for each', async () => {
		const items = await createContacts(rows, {}, { ...options, credential: { baseUrl: '' } });
		expect(told(items)).toEqual(rows.map((_row, n) => ['error', n]));
		expect(items[0].json.error).toContain('Base URL');
	});

	it('a value that cannot be evaluated fails its own item only', async () => {
		const audienceId = `={{ $json.firstName === 'Bo' ? $json.no.such.field() : '${identities.AUDIENCE_ID}' }}`;
		const three = ['An', 'Bo', 'Cas'].map((firstName) => ({ firstName }));
		const items = await createContacts(three, { audienceId }, options);
		expect(told(items)).toEqual([
			['contact', 0],
			['error', 1],
			['contact', 2],
		]);
	});
});

describe('without "Continue"', () => {
	it('the error names the first item that failed', async () => {
		const run = createContacts(rows, { options: { concurrency: 1 } });
		await expect(run).rejects.toMatchObject({ context: { itemIndex: 1 } });
		expect(created()).toHaveLength(1);
	});

	it('the error says which items were created', async () => {
		const run = createContacts(rows, { options: { concurrency: 1 } });
		await expect(run).rejects.toMatchObject({
			description: expect.stringContaining(
				'Of 5 items, counted from 0, 1 was created (0); the others were not.',
			),
		});
	});

	it('the error says which items may have been created, of several too', async () => {
		const lost = [4, 6].map((every) => ({
			route: 'createContact',
			kind: 'lostReply' as const,
			every,
			times: 1,
		}));
		sandbox.switches.faults = lost;
		Object.assign(sandbox.switches, { latencyMs: 50 });
		const many = Array.from({ length: 30 }, (_, n) => ({ firstName: `An ${n}` }));
		const error = await failure(
			createContacts(many, { options: { concurrency: 10, lookUpUncertain: false } }),
		);
		expect(error.message).toMatch(/it may have been carried out/);
		const [, done] =
			/Of 30 items, counted from 0, (\d+) were created \(.*\) and 2 may have been created \(.*\); the others were not\./.exec(
				error.description,
			)!;
		expect(created()).toHaveLength(Number(done) + 2);
		expect(created().length).toBeLessThan(30);
	});

	it('nothing is said of items created where the operation only reads', async () => {
		const audiences = [identities.EMPTY_AUDIENCE_ID, 'no uuid'];
		const error = await failure(
			runNode({
				items: audiences.map((audience) => ({ json: { audience } })),
				parameters: listParameters({ audienceId: '={{ $json.audience }}' }),
			}),
		);
		expect(error.description).not.toMatch(/items/);
	});

	it('items under way are finished, further ones are not begun', async () => {
		Object.assign(sandbox.switches, { latencyMs: 30 });
		const many = Array.from({ length: 50 }, (_, n) => ({ firstName: n === 6 ? '' : `An ${n}` }));
		const error = await failure(createContacts(many, { options: { concurrency: 3 } }));
		const [, done] = /Of 50 items, counted from 0, (\d+) were created/.exec(error.description)!;
		expect(created()).toHaveLength(Number(done));
		expect(created().length).toBeLessThan(10);
	});
});

it('no input items are no requests', async () => {
	expect(await createContacts([])).toEqual([]);
	expect(sandbox.log.requests).toEqual([]);
});

it('items are worked on side by side, up to the concurrency', async () => {
	Object.assign(sandbox.switches, { latencyMs: 30 });
	const many = Array.from({ length: 20 }, (_, n) => ({ firstName: `An ${n}` }));
	await createContacts(many, { options: { concurrency: 4 } });
	expect(Math.max(...sandbox.log.requests.map(({ inFlight }) => inFlight))).toBe(4);
});
