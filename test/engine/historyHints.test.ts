import type { IDataObject, INode } from 'n8n-workflow';

import { crmOf, type Flow, loopOf, runFlow } from '../support/flow';
import { requestsTo } from '../support/historyRuns';
import { startOver } from '../support/startOver';

/** Beside deals and outputs of the history: why there are none, and why names are missing. */

beforeEach(async () => await startOver({ deals: 6 }));

/** Beyond all changes. */
const NONE = { changedAfter: '2099-01-01' };

async function runHistory(more: object, rows: IDataObject[] = [{}], settings: Partial<INode> = {}) {
	const parameters = { resource: 'history', operation: 'getAll', ...more };
	const nodes = [crmOf(parameters, settings)];
	const run = await runFlow({ nodes }, rows);
	expect(run.status).toBe('success');
	return { items: run.items('Sales CRM'), hints: run.hints('Sales CRM') };
}

async function hintsOf(filters: object, operation = 'getAll', rows?: IDataObject[]) {
	const { items, hints } = await runHistory({ filters, operation }, rows);
	return { items: items.length, hints };
}

const held = () => `The history contains ${sandbox.world.profile().deals.length} deals.`;

it('filters that nothing matches are told of', async () => {
	const hints = [`Nothing matches. ${held()}`];
	expect(await hintsOf(NONE)).toEqual({ items: 0, hints });
});

it('so are IDs that are in no list, beside others', async () => {
	const [{ id }] = sandbox.world.profile().statuses;
	const gone = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
	const { items, hints } = await hintsOf({ statusIds: [id, gone] });
	expect(items).toBeGreaterThan(0);
	expect(hints).toEqual([
		`'Status': not in the list of statuses: ${gone}. It may have been removed.`,
	]);
});

it('nothing is said where there is something to hand on, nor where the history is empty', async () => {
	expect((await hintsOf({})).hints).toEqual([]);
	await startOver({ deals: 0 });
	expect(await hintsOf(NONE)).toEqual({ items: 0, hints: [] });
});

describe('names that may not be read', () => {
	const refuse = (route: string, status: number) =>
		sandbox.switches.faults.push({ kind: 'status', route, status, every: 1 });

	it.each([401, 403, 404, 500])('statuses (%i): null, with the reason', async (status) => {
		const whole = await runHistory({});
		refuse('listStatuses', status);
		const { items, hints } = await runHistory({});
		expect(items).toHaveLength(whole.items.length);
		const pipelineId = expect.any(String);
		const nameless = {
			status: null,
			statusColor: null,
			previousStatus: null,
			pipeline: null,
			pipelineId,
		};
		const expected = whole.items.map(({ json }) => ({ ...json, ...nameless }));
		expect(items.map(({ json }) => json)).toEqual(expected);
		expect(items.some(({ json }) => json.assignee !== null)).toBe(true);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Could not fetch the statuses: .+ The names of statuses are left empty\. /,
			),
		]);
		expect(hints[0]).toContain(String(status));
		expect(hints[0]).not.toMatch(/new one|wrong or was revoked/);
	});

	it('nothing is said where nothing wants a name', async () => {
		refuse('listStatuses', 403);
		expect((await runHistory({ simplify: false })).hints).toEqual([]);
	});
});

describe('deals', () => {
	const many = async (more: object, rows?: IDataObject[]) =>
		await runHistory({ resource: 'deal', ...more }, rows);

	it('that nothing passed are told of', async () => {
		await startOver({ deals: 1 });
		const hints = ['Nothing matches. The history contains 1 deal.'];
		expect(await many({ search: 'no such deal' })).toEqual({ items: [], hints });
		expect(await many({ options: { asOf: '2020-01-01' } })).toEqual({ items: [], hints });
	});

	it('are read anew by "Retry On Fail", in a loop, and nowhere else', async () => {
		const { deals } = sandbox.world.profile();
		const rows = deals.map(({ id }) => ({ id }));
		const dealId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const parameters = { resource: 'deal', operation: 'get', dealId };
		const reads = () => requestsTo('listHistory').length;
		sandbox.switches.faults = [{ kind: 'status', route: 'listHistory', status: 403 }];
		const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { items } = await runHistory(parameters, rows, retries);
		expect(items.map(({ json }) => json.dealId)).toEqual(rows.map(({ id }) => id));
		expect(reads()).toBe(2);

		const flow: Flow = {
			nodes: [loopOf('Loop'), crmOf(parameters)],
			wires: [
				['Start', 'Loop'],
				['Loop', 'Sales CRM', 1],
				['Sales CRM', 'Loop'],
			],
		};
		expect((await runFlow(flow, rows)).runs('Sales CRM')).toBe(rows.length);
		expect(reads()).toBe(2 + rows.length);
	});
});
