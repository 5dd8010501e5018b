/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { INode, INodeExecutionData } from 'n8n-workflow';

import { created, createContacts } from '../../support/contactRuns';
import { failure } from '../../support/failure';
import { startOver } from '../../support/startOver';

/** What becomes of the other items when one fails, through the node; runItems.test.ts draws the cases. */

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

	it('a credential that cannot be used gives an error item for each', async () => {
		const items = await createContacts(rows, {}, { ...options, credential: { baseUrl: '' } });
		expect(told(items)).toEqual(rows.map((_row, n) => ['error', n]));
		expect(items[0].json.error).toContain('Base URL');
	});
});

describe('without "Continue"', () => {
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
});
