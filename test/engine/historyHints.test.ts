import type { IDataObject, INode } from 'n8n-workflow';

import { crmOf, runFlow } from '../support/flow';
import { requestsTo } from '../support/historyRuns';
import { startOver } from '../support/startOver';

/** Hints beside deals and their changes: why there are none, and why names are missing. */

beforeEach(async () => await startOver({ deals: 6 }));

/** After all changes. */
const NONE = { changedAfter: '2099-01-01' };

async function runHistory(
	more: IDataObject = {},
	rows: IDataObject[] = [{}],
	settings: Partial<INode> = {},
) {
	const parameters = { resource: 'history', operation: 'getAll', ...more };
	const run = await runFlow({ nodes: [crmOf(parameters, settings)] }, rows);
	expect(run.status).toBe('success');
	return { items: run.items('Sales CRM'), hints: run.hints('Sales CRM') };
}

it('if nothing matches the filters, a hint says so', async () => {
	const hints = [
		`Nothing matches. The history contains ${sandbox.world.profile().deals.length} deals.`,
	];
	expect(await runHistory({ filters: NONE })).toEqual({ items: [], hints });
	expect(await runHistory({ resource: 'deal', search: 'no such deal' })).toEqual({
		items: [],
		hints,
	});
	const options = { asOf: '2020-01-01' };
	expect(await runHistory({ resource: 'deal', options })).toEqual({ items: [], hints });
});

it('IDs that are in no list are named, if others are', async () => {
	const [{ id }] = sandbox.world.profile().statuses;
	const gone = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
	const { items, hints } = await runHistory({ filters: { statusIds: [id, gone] } });
	expect(items).not.toEqual([]);
	expect(hints).toEqual([
		`'Status': not in the list of statuses: ${gone}. It may have been removed.`,
	]);
});

it('there is no hint beside items, nor for an empty history', async () => {
	expect((await runHistory()).hints).toEqual([]);
	await startOver({ deals: 0 });
	expect(await runHistory({ filters: NONE })).toEqual({ items: [], hints: [] });
});

describe('if statuses cannot be read', () => {
	const refuse = (status: number) =>
		sandbox.switches.faults.push({ kind: 'status', route: 'listStatuses', status, every: 1 });

	it.each([401, 403, 404, 500])(
		'(%i) their names are null, and a hint says why',
		async (status) => {
			const whole = await runHistory();
			refuse(status);
			const { items, hints } = await runHistory();
			const nameless = { status: null, statusColor: null, previousStatus: null, pipeline: null };
			// Without its status, a change is in the pipeline of its deal.
			const pipelineId = expect.any(String);
			expect(items.map(({ json }) => json)).toEqual(
				whole.items.map(({ json }) => ({ ...json, ...nameless, pipelineId })),
			);
			expect(items.some(({ json }) => json.assignee !== null)).toBe(true);
			expect(hints).toEqual([
				expect.stringMatching(
					/^Could not fetch the statuses: .+ The names of statuses are left empty\. /,
				),
			]);
			expect(hints[0]).toContain(String(status));
			expect(hints[0]).not.toMatch(/new one|wrong or was revoked/);
		},
	);

	it('nothing is said if no name is wanted', async () => {
		refuse(403);
		expect((await runHistory({ simplify: false })).hints).toEqual([]);
	});
});

it('all items share one read of the history, which "Retry On Fail" repeats', async () => {
	const rows = sandbox.world.profile().deals.map(({ id }) => ({ id }));
	const dealId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	sandbox.switches.faults = [{ kind: 'status', route: 'listHistory', status: 403 }];
	const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const parameters = { resource: 'deal', operation: 'get', dealId };
	const { items } = await runHistory(parameters, rows, retries);
	expect(items.map(({ json }) => json.dealId)).toEqual(rows.map(({ id }) => id));
	expect(requestsTo('listHistory')).toHaveLength(2);
});
