/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { dealOfId, deals } from '../../../support/historyRuns';
import { startOver } from '../../../support/startOver';
import { fromModel, toolFor } from '../../../support/tool';

/** Deals for an agent: never more changes than it can read. */

beforeEach(async () => await startOver({ deals: 60 }));

const search = fromModel('Search', 'Words of the title');
const dealId = { __rl: true, mode: 'id', value: fromModel('Deal', 'The dealId') };

const call = async (parameters: IDataObject, values: IDataObject = {}) => {
	const tool = await toolFor({ parameters: { resource: 'deal', ...parameters } });
	return JSON.parse(await tool.invoke(values)) as IDataObject[];
};

it('an id that the model made up is refused in words it can act on', async () => {
	const tool = await toolFor({ parameters: { resource: 'deal', operation: 'get', dealId } });
	await expect(tool.invoke({ Deal: 'Zonnepanelen' })).rejects.toThrow(
		/No deal with the ID "Zonnepanelen"[\s\S]*contains 60 deals/,
	);
});

describe('a deal of many changes', () => {
	/** Gives the first deal so many changes. */
	function withChanges(many: number): string {
		const [{ id, history }] = sandbox.world.profile().deals;
		const [first] = history;
		const startTimestamp = (n: number) => first.startTimestamp + n * 1000;
		history.length = 0;
		for (let n = 0; n < many; n++) {
			const endTimestamp = n === many - 1 ? 0 : startTimestamp(n + 1);
			history.push({ ...first, id: randomUUID(), startTimestamp: startTimestamp(n), endTimestamp });
		}
		return id;
	}

	it.each([
		[51, 1],
		[120, 70],
		[50, undefined],
		[1, undefined],
	])(
		'a model is given the latest 50 changes, and told how many there are more',
		async (many, omitted) => {
			const Deal = withChanges(many);
			const options = { includeChanges: true };
			const [{ json: whole }] = await dealOfId(Deal, { options });
			expect(whole.changes).toHaveLength(many);
			expect(whole).not.toHaveProperty('changesOmitted');
			const latest = (whole.changes as IDataObject[]).slice(-50);
			const items = await call({ operation: 'get', dealId, options }, { Deal });
			expect(items[0].changes).toEqual(latest);
			expect(items[0].changesOmitted).toBe(omitted);
			const { summary } = sandbox.world.profile().deals[0];
			const found = await call({ operation: 'getAll', search, options }, { Search: summary });
			const [deal] = found.filter(({ dealId: id }) => id === Deal);
			expect(deal.changes).toEqual(latest);
			expect(deal.changesOmitted).toBe(omitted);
			expect(await deals({ search: summary, options })).toContainEqual(
				expect.objectContaining({ dealId: Deal, changes: whole.changes }),
			);
		},
	);
});
