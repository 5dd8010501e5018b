/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { dealOfId } from '../../../support/historyRuns';
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

/** Gives the first deal so many changes. */
function withChanges(many: number) {
	const [deal] = sandbox.world.profile().deals;
	const [first] = deal.history;
	deal.history.length = 0;
	for (let n = 0; n < many; n++) {
		const startTimestamp = first.startTimestamp + n * 1000;
		deal.history.push({ ...first, id: randomUUID(), startTimestamp, endTimestamp: 0 });
	}
	return deal;
}

it.each([
	[51, 1],
	[120, 70],
	[50, undefined],
])(
	'of %i changes a model is given the latest 50, and told how many there are more',
	async (many, omitted) => {
		const { id: Deal, summary } = withChanges(many);
		const options = { includeChanges: true };
		const [{ json: whole }] = await dealOfId(Deal, { options });
		expect(whole.changes).toHaveLength(many);
		expect(whole).not.toHaveProperty('changesOmitted');
		const latest = {
			changes: (whole.changes as IDataObject[]).slice(-50),
			...(omitted && { changesOmitted: omitted }),
		};
		expect(await call({ operation: 'get', dealId, options }, { Deal })).toMatchObject([latest]);
		const found = await call({ operation: 'getAll', search, options }, { Search: summary });
		expect(found.find((one) => one.dealId === Deal)).toMatchObject(latest);
	},
);
