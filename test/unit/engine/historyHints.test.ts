/**
 * @jest-environment ./test/unit/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';

import { crmOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** Why an output of the history is empty, beside it. */

beforeEach(async () => await startOver({ deals: 6 }));

const NOBODY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

async function hintsOf(filters: object, output = 'changes', rows: IDataObject[] = [{}]) {
	const parameters = {
		resource: 'history',
		operation: 'getAll',
		output,
		resolveNames: false,
		filters,
	};
	const run = await runFlow({ nodes: [crmOf(parameters)], wires: [['Start', 'Sales CRM']] }, rows);
	expect(run.status).toBe('success');
	return { items: run.items('Sales CRM').length, hints: run.hints('Sales CRM') };
}

it.each(['changes', 'currentStatus', 'deals', 'events', 'timeInStatus'])(
	'%s: filters that nothing passed are told of, with what they stood before',
	async (output) => {
		const pipelines = sandbox.world.profile().deals.map(({ backlogId }) => backlogId);
		const own = pipelines.filter((id) => id === pipelines[0]);
		expect(await hintsOf({ userIds: [NOBODY] }, output)).toEqual({
			items: 0,
			hints: [`The history holds ${pipelines.length} deals, but nothing passed the filters.`],
		});
		expect(await hintsOf({ userIds: [NOBODY], backlogIds: [own[0]] }, output)).toEqual({
			items: 0,
			hints: [
				`The history holds ${pipelines.length} deals, ${own.length} in the chosen pipelines, but nothing passed the filters.`,
			],
		});
		expect(await hintsOf({ backlogIds: [NOBODY] }, output)).toEqual({
			items: 0,
			hints: [`The history holds ${pipelines.length} deals, none of them in the chosen pipelines.`],
		});
	},
);

it('nothing is said where there is something to hand on, nor where the history is empty', async () => {
	expect((await hintsOf({})).hints).toEqual([]);
	await startOver({ deals: 0 });
	expect(await hintsOf({ userIds: [NOBODY] })).toEqual({ items: 0, hints: [] });
});

it('the same words for many items are one hint that says how often', async () => {
	const rows = Array.from({ length: 200 }, (_, n) => ({ user: n === 7 ? 'odd' : NOBODY }));
	const backlogIds = `={{ $json.user === 'odd' ? '${NOBODY}' : '' }}`;
	const { hints } = await hintsOf({ userIds: '={{ $json.user }}', backlogIds }, 'deals', rows);
	const held = `The history holds ${sandbox.world.profile().deals.length} deals`;
	expect(hints).toEqual([
		`${held}, but nothing passed the filters. (199 times)`,
		`${held}, none of them in the chosen pipelines.`,
	]);
	// A run of its own counts anew.
	const again = await hintsOf({ userIds: [NOBODY] });
	expect(again.hints).toEqual([`${held}, but nothing passed the filters.`]);
});
