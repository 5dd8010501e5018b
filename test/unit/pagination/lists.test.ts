import { waitedMs } from '../../support/fastClock';

import { importParameters, listContacts, requestsTo } from '../../support/contactRuns';
import { runNode } from '../../support/engine';
import { crmOf, runFlow } from '../../support/flow';
import { startOver } from '../../support/startOver';

/** What the lists hand on, whatever the service. */

beforeEach(async () => await startOver({ contacts: 3 }));

it('quotations are listed the same way', async () => {
	sandbox.reset({ quotations: 330 });
	Object.assign(sandbox.switches, { pageCap: 25 });
	const parameters = { resource: 'quotation', operation: 'getAll', returnAll: true };
	const items = await runNode({ parameters });
	expect(items.map(({ json }) => json.quotationId)).toEqual(
		sandbox.world.profile().quotations.map(({ id }) => id),
	);
});

describe('before a contact is written', () => {
	const create = async (switches: object, more: object = {}) => {
		sandbox.reset({ contacts: 130 });
		Object.assign(sandbox.switches, switches);
		const parameters = importParameters({ ifExists: 'skip', matchBy: ['email'], ...more });
		const items = [{ json: { email: 'new@x.example' } }];
		return (await runNode({ parameters, items })).map(({ json }) => json.outcome);
	};
	it.each([
		['an end without a mark', { pageCap: 50 }, 3, 8],
		['an end with a total', { pageCap: 50, listShape: 'data' }, 0, 3],
		['a page alone with its total', { total: 'all' }, 0, 1],
		['a mark on the last page', { pageCap: 50, lastMark: 'hasMore' }, 0, 3],
	])('%s is asked once more where nothing marks it', async (_what, switches, waited, requests) => {
		expect(await create(switches)).toEqual(['created']);
		expect(Math.round(waitedMs() / 1000)).toBe(waited);
		expect(requestsTo('listContacts').length).toBeLessThanOrEqual(requests);
	});

	it('a dry run waits for nothing', async () => {
		expect(await create({ pageCap: 50 }, { dryRun: true })).toEqual(['wouldCreate']);
		expect(waitedMs()).toBeLessThan(500);
	});
});

it.each(['history', 'status', 'user'])(
	'a %s list that announces more is told',
	async (resource) => {
		const parameters = { resource, operation: 'getAll', returnAll: true };
		for (const [wholeTotal, hint] of [
			['right', undefined],
			['more', expect.stringMatching(/announced \d+ entries but returned \d+/)],
			['hasMore', expect.stringMatching(/announced more entries but returned/)],
		] as const) {
			Object.assign(sandbox.switches, { wholeTotal });
			const flow = await runFlow({ nodes: [crmOf(parameters)] }, [{}]);
			expect(flow.items('Sales CRM').length).toBeGreaterThan(0);
			expect(flow.hints('Sales CRM')[0]).toEqual(hint);
		}
	},
);

it('lists of several input items take their turn: no more than six pages are in flight', async () => {
	sandbox.reset({ contacts: 3000 });
	Object.assign(sandbox.switches, { latencyMs: 100 });
	const items = [{ json: {} }, { json: {} }];
	expect(await listContacts({ options: { pageSize: 100 } }, { items })).toHaveLength(6000);
	const most = Math.max(...requestsTo('listContacts').map((one) => one.inFlight));
	expect(most).toBeGreaterThan(1);
	expect(most).toBeLessThanOrEqual(6);
});
