/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { crmOf, runFlow } from '../../support/flow';
import { startOver } from '../../support/startOver';

/** History, statuses and users come in one piece; an answer may announce more than it holds. */

beforeEach(async () => await startOver({ deals: 6 }));

const OPERATIONS = [
	['history', { output: 'deals' }],
	['history', { output: 'changes' }],
	['status', {}],
	['user', {}],
] as const;

async function run(resource: string, more: object) {
	const parameters = { resource, operation: 'getAll', returnAll: true, ...more };
	const flow = await runFlow({ nodes: [crmOf(parameters)], wires: [['Start', 'Sales CRM']] }, [{}]);
	expect(flow.status).toBe('success');
	return { items: flow.items('Sales CRM').length, hints: flow.hints('Sales CRM') };
}

it.each(['more', 'hasMore'] as const)(
	'more than comes is announced by %s: a hint says so',
	async (wholeTotal) => {
		for (const [resource, more] of OPERATIONS) {
			sandbox.switches.wholeTotal = 'none';
			const { items } = await run(resource, more);
			expect(items).toBeGreaterThan(0);
			sandbox.switches.wholeTotal = wholeTotal;
			const partly = await run(resource, more);
			expect(partly.items).toBe(items);
			expect(partly.hints.length).toBeGreaterThan(0);
			for (const hint of partly.hints) expect(hint).toMatch(/^The service announced \w+ entries/);
		}
	},
);

it('what is announced and comes needs no word', async () => {
	sandbox.switches.wholeTotal = 'right';
	for (const [resource, more] of OPERATIONS) expect((await run(resource, more)).hints).toEqual([]);
});
