import type { IDataObject, INode } from 'n8n-workflow';

import { createParameters, infosAtService, requestsTo } from '../support/contactRuns';
import { runNode } from '../support/engine';
import { callOf, crmOf, type Flow, loopOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** n8n's "Retry On Fail": a row that was created, or may have been, is never sent again. */

beforeEach(async () => await startOver());

const retries: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const goOn: Partial<INode> = { ...retries, onError: 'continueRegularOutput' };
const parameters = createParameters({ options: { concurrency: 1 } });
const crm = (settings: Partial<INode> = goOn) => crmOf(parameters, settings);

const names = (many: number) => Array.from({ length: many }, (_, n) => `An ${n}`);
const peopleOf = (many: number): IDataObject[] => names(many).map((firstName) => ({ firstName }));
const bad: IDataObject = { firstName: { not: 'a text' } };

/** First names of the contacts created. */
const created = () =>
	infosAtService()
		.map(({ Voornaam }) => Voornaam)
		.sort();

it('with "Continue" and a bad row, each other row is created once', async () => {
	const run = await runFlow({ nodes: [crm()] }, [bad, ...peopleOf(9)]);
	expect(created()).toEqual(names(9));
	const items = run.items('Sales CRM').map(({ json, pairedItem }) => ['error' in json, pairedItem]);
	expect(items).toEqual(Array.from({ length: 10 }, (_, item) => [item === 0, { item }]));
});

it('in a loop, each row is created once', async () => {
	const flow: Flow = {
		nodes: [loopOf('Loop'), crm()],
		wires: [
			['Start', 'Loop'],
			['Loop', 'Sales CRM', 1],
			['Sales CRM', 'Loop'],
		],
	};
	const run = await runFlow(flow, [...peopleOf(4), bad]);
	expect(run.runs('Sales CRM')).toBe(5);
	expect(created()).toEqual(names(4));
});

// With "Continue" n8n tries again only if the first item is an error.
it.each<[string, Partial<INode>, nth: number]>([
	['with "Continue"', goOn, 1],
	['without "Continue"', retries, 3],
])('a refused row is sent again, %s', async (_, settings, nth) => {
	sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422, nth }];
	const run = await runFlow({ nodes: [crm(settings)] }, peopleOf(5));
	expect(run.status).toBe('success');
	expect(created()).toEqual(names(5));
	expect(requestsTo('createContact')).toHaveLength(6);
	// Those that were done before keep their results.
	const idOf = (name: string) =>
		sandbox.world
			.profile()
			.contacts.createdIn(identities.AUDIENCE_ID)
			.find(({ standard_personal_infos: [{ value }] }) => value === name)!.id;
	expect(run.items('Sales CRM').map(({ json }) => json.contactId)).toEqual(names(5).map(idOf));
});

describe('a row that may have been created is not sent again', () => {
	beforeEach(() => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'lostReply' }];
	});

	it('with "Continue" it fails alone', async () => {
		const run = await runFlow({ nodes: [crm()] }, peopleOf(3));
		expect(requestsTo('createContact')).toHaveLength(3);
		expect(run.items('Sales CRM').map(({ json }) => json.outcome)).toEqual([
			...['uncertain', 'created', 'created'],
		]);
	});

	it('without "Continue" the others are sent, and the run fails', async () => {
		const run = await runFlow({ nodes: [crm(retries)] }, peopleOf(5));
		expect(run.error?.message).toMatch(/^Row 1: .*it may have been carried out/);
		expect(requestsTo('createContact')).toHaveLength(5);
	});

	it('without "Continue" the error says so, also if no other was created', async () => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'lostReply', every: 1 }];
		const run = await runFlow({ nodes: [crm(retries)] }, peopleOf(2));
		expect(run.error?.description).toMatch(/0 of 2 were imported, 2 are uncertain\. /);
	});

	it('with "Execute Once", where n8n makes a new list of items for each try', async () => {
		await runFlow({ nodes: [crm({ ...goOn, executeOnce: true })] }, peopleOf(3));
		expect(requestsTo('createContact')).toHaveLength(1);
	});
});

it.each<[string, Flow]>([
	[
		'two nodes on one output',
		{
			nodes: ['One', 'Two'].map((name) => ({ ...crm(), name })),
			wires: [
				['Start', 'One'],
				['Start', 'Two'],
			],
		},
	],
	[
		'a workflow that is called twice',
		{
			nodes: [callOf('First', 'Import'), callOf('Second', 'Import')],
			wires: [
				['Start', 'First'],
				['Start', 'Second'],
			],
			others: { Import: { nodes: [crm()] } },
		},
	],
])('%s create every row twice: that is not a retry', async (_, flow) => {
	await runFlow(flow, [bad, ...peopleOf(4)]);
	expect(created()).toEqual(names(4).flatMap((name) => [name, name]));
});

it('items of one execution are sent in another one, should n8n pass on the same objects', async () => {
	const items = peopleOf(2).map((json) => ({ json }));
	for (const executionId of ['1', '2']) await runNode({ parameters, items, executionId });
	expect(created()).toEqual(['An 0', 'An 0', 'An 1', 'An 1']);
});
