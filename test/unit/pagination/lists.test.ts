import { waitedMs } from '../../support/fastClock';

import { importParameters, listContacts, requestsTo } from '../../support/contactRuns';
import { runNode } from '../../support/engine';
import { crmOf, runFlow } from '../../support/flow';
import { startOver } from '../../support/startOver';

/** What the operations make of their lists. */

beforeEach(async () => await startOver({ contacts: 130 }));

it('quotations are listed in pages as well', async () => {
	sandbox.reset({ quotations: 330 });
	Object.assign(sandbox.switches, { pageCap: 25 });
	const parameters = { resource: 'quotation', operation: 'getAll', returnAll: true };
	const items = await runNode({ parameters });
	expect(items.map(({ json }) => json.quotationId)).toEqual(
		sandbox.world.profile().quotations.map(({ id }) => id),
	);
});

it.each([
	['an end without a mark', {}, {}, 3],
	['an end with a total', { listShape: 'data' }, {}, 0],
	['an end with a mark', { lastMark: 'hasMore' }, {}, 0],
	['an end in a dry run', {}, { dryRun: true }, 0],
])(
	'before a contact is written, %s (%j %j) costs a wait of %i s',
	async (_, switches, more, seconds) => {
		Object.assign(sandbox.switches, { pageCap: 50, ...switches });
		const parameters = importParameters({ ifExists: 'skip', matchBy: ['email'], ...more });
		const items = await runNode({ parameters, items: [{ json: { email: 'new@x.example' } }] });
		expect(['created', 'wouldCreate']).toContain(items[0].json.outcome);
		expect(Math.round(waitedMs() / 1000)).toBe(seconds);
	},
);

it.each(['history', 'status', 'user'])(
	'a %s list that announces more is reported',
	async (resource) => {
		const parameters = { resource, operation: 'getAll', returnAll: true };
		for (const [wholeTotal, hint] of [
			['right', undefined],
			['more', expect.stringMatching(/announced \d+ entries but returned \d+/)],
			['hasMore', expect.stringMatching(/announced more entries but returned/)],
		] as const) {
			Object.assign(sandbox.switches, { wholeTotal });
			const flow = await runFlow({ nodes: [crmOf(parameters)] }, [{}]);
			expect(flow.items('Sales CRM')).not.toEqual([]);
			expect(flow.hints('Sales CRM')[0]).toEqual(hint);
		}
	},
);

it('an unpaged list whose answer is empty is asked for again', async () => {
	sandbox.switches.faults = [{ kind: 'noBody', route: 'listUsers' }];
	const parameters = { resource: 'user', operation: 'getAll' };
	expect(await runNode({ parameters })).not.toEqual([]);
});

it('six pages are in flight at most, also for several input items', async () => {
	sandbox.reset({ contacts: 3000 });
	Object.assign(sandbox.switches, { latencyMs: 100 });
	const items = [{ json: {} }, { json: {} }];
	expect(await listContacts({ options: { pageSize: 100 } }, { items })).toHaveLength(6000);
	const most = Math.max(...requestsTo('listContacts').map((one) => one.inFlight));
	expect(most).toBeGreaterThan(1);
	expect(most).toBeLessThanOrEqual(6);
});
