/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { version } from 'n8n-core/package.json';
import { type INodeExecutionData, sleep } from 'n8n-workflow';

import { created, createParameters } from '../support/contactRuns';
import { crmOf, noOpOf, runFlow, startFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** Whole workflows: what n8n's engine makes of a run of the node, on both lines. */

beforeEach(async () => await startOver());

const people = ['An', 'Bo', 'Cas'].map((firstName) => ({ firstName }));
const namesCreated = () => created().map(({ standard_personal_infos: [{ value }] }) => value);
const numbersOf = (items: INodeExecutionData[]) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

it('runs on the line of n8n that it says', () => {
	expect(version).toMatch(n8nLine === '2' ? /^2\./ : /^1\.122\./);
});

it('items go on to the next node, linked to those they came from', async () => {
	const run = await runFlow(
		{
			nodes: [crmOf(createParameters()), noOpOf('After')],
			wires: [
				['Start', 'Sales CRM'],
				['Sales CRM', 'After'],
			],
		},
		people,
	);
	expect(run).toMatchObject({ status: 'success', error: undefined });
	expect(numbersOf(run.items('After'))).toEqual([0, 1, 2]);
	expect(namesCreated()).toEqual(['An', 'Bo', 'Cas']);
});

it('without "Continue" the run fails with the words for the user', async () => {
	const nodes = [crmOf(createParameters())];
	const run = await runFlow({ nodes, wires: [['Start', 'Sales CRM']] }, [{ firstName: [] }]);
	expect(run.status).toBe('error');
	expect(run.error?.message).toBe("The column 'firstName' contains a list where text is expected");
});

it('"Execute Once" takes the first item only', async () => {
	const nodes = [crmOf(createParameters(), { executeOnce: true })];
	await runFlow({ nodes, wires: [['Start', 'Sales CRM']] }, people);
	expect(namesCreated()).toEqual(['An']);
});

it('"Stop" ends the run, and nothing more is sent', async () => {
	Object.assign(sandbox.switches, { latencyMs: 20 });
	const nodes = [crmOf(createParameters())];
	const rows = Array.from({ length: 500 }, (_, n) => ({ json: { firstName: `An ${n}` } }));
	const { cancel, ended } = startFlow({ nodes, wires: [['Start', 'Sales CRM']] }, rows);
	await sleep(300);
	cancel();
	expect((await ended).status).toBe('canceled');
	await sleep(100);
	const sent = sandbox.log.requests.length;
	await sleep(300);
	expect(sandbox.log.requests).toHaveLength(sent);
	expect(sent).toBeLessThan(200);
});
