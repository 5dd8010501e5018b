import type { IDataObject, INode } from 'n8n-workflow';

import { createParameters, infosAtService, requestsTo } from '../support/contactRuns';
import { callOf, crmOf, type Flow, loopOf, noOpOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** n8n's "Retry On Fail": a row that was created, or may have been, is never sent again. */

beforeEach(async () => await startOver());

const retries: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const goOn: Partial<INode> = { ...retries, onError: 'continueRegularOutput' };

const peopleOf = (many: number, from = 0): IDataObject[] =>
	Array.from({ length: many }, (_, n) => ({ firstName: `An ${from + n}` }));
const bad: IDataObject = { firstName: { not: 'a text' } };

/** First names of the contacts created, sorted by their number. */
const created = () =>
	infosAtService()
		.map(({ Voornaam }) => Voornaam)
		.sort((a, b) => Number(a.slice(3)) - Number(b.slice(3)));
const namesOf = (rows: IDataObject[]) => rows.map(({ firstName }) => firstName);
const twice = (names: unknown[]) => names.flatMap((name) => [name, name]);

const oneNode = (settings: Partial<INode>, parameters: IDataObject = createParameters()): Flow => ({
	nodes: [crmOf(parameters, settings)],
});

describe('each row is created once', () => {
	it('with "Continue" and a bad first row', async () => {
		const run = await runFlow(oneNode(goOn), [bad, ...peopleOf(19)]);
		expect(created()).toEqual(namesOf(peopleOf(19)));
		const items = run.items('Sales CRM');
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: 20 }, (_, item) => ({ item })),
		);
		expect(items.map(({ json }) => 'error' in json)).toEqual([true, ...Array(19).fill(false)]);
	});

	it('in a loop', async () => {
		const flow: Flow = {
			nodes: [loopOf('Loop'), crmOf(createParameters(), goOn)],
			wires: [
				['Start', 'Loop'],
				['Loop', 'Sales CRM', 1],
				['Sales CRM', 'Loop'],
			],
		};
		const run = await runFlow(flow, [...peopleOf(2), bad, ...peopleOf(2, 2)]);
		expect(run.runs('Sales CRM')).toBe(5);
		expect(created()).toEqual(namesOf(peopleOf(4)));
	});
});

describe('a refused row is sent again', () => {
	it('and the run succeeds, with the results of the rows done before', async () => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422 }];
		const parameters = createParameters({ options: { concurrency: 1 } });
		const run = await runFlow(oneNode(goOn, parameters), peopleOf(5));
		expect(created()).toEqual(namesOf(peopleOf(5)));
		expect(requestsTo('createContact')).toHaveLength(6);
		const ids = run.items('Sales CRM').map(({ json }) => json.contactId);
		const atService = sandbox.world.profile().contacts.createdIn(identities.AUDIENCE_ID);
		// The first one came last.
		expect(ids).toEqual([4, 0, 1, 2, 3].map((n) => atService[n].id));
	});

	it('also without "Continue", where the rows after it are sent then', async () => {
		sandbox.switches.faults = [
			{ route: 'createContact', kind: 'status', status: 422, every: 3, times: 1 },
		];
		const parameters = createParameters({ options: { concurrency: 1 } });
		const run = await runFlow(oneNode(retries, parameters), peopleOf(5));
		expect(run.status).toBe('success');
		expect(created()).toEqual(namesOf(peopleOf(5)));
		expect(requestsTo('createContact')).toHaveLength(6);
	});
});

describe('a row that may have been created is not sent again', () => {
	const lost = () => {
		sandbox.switches.faults = [{ route: 'createContact', kind: 'lostReply' }];
		// So that it cannot be looked for.
		sandbox.switches.contactFields = 'noMoment';
	};

	it('it fails again each time, and the others keep their results', async () => {
		lost();
		const run = await runFlow(oneNode(goOn), peopleOf(3));
		expect(requestsTo('createContact')).toHaveLength(3);
		const failed = run.items('Sales CRM').filter(({ json }) => 'error' in json);
		expect(failed).toHaveLength(1);
		expect(failed[0].json.error).toMatch(/it may have been carried out/);
	});

	it('without "Continue" the others are sent at the next try, and the run fails all the same', async () => {
		lost();
		const parameters = createParameters({ options: { concurrency: 1 } });
		const run = await runFlow(oneNode(retries, parameters), peopleOf(5));
		expect(run.error?.message).toMatch(/^Row 1: .*it may have been carried out/);
		expect(requestsTo('createContact')).toHaveLength(5);
	});

	it('with "Execute Once", where n8n makes a new list of items for each try', async () => {
		lost();
		const run = await runFlow(oneNode({ ...goOn, executeOnce: true }), peopleOf(3));
		expect(run.items('Sales CRM')).toHaveLength(1);
		expect(requestsTo('createContact')).toHaveLength(1);
	});
});

describe('no retry, so every row is sent', () => {
	const rows = [bad, ...peopleOf(4)];

	it('by two nodes on one output', async () => {
		const nodes = ['One', 'Two'].map((name) => crmOf(createParameters(), { ...goOn, name }));
		const flow: Flow = {
			nodes,
			wires: [
				['Start', 'One'],
				['Start', 'Two'],
			],
		};
		const run = await runFlow(flow, rows);
		expect(created()).toEqual(twice(namesOf(peopleOf(4))));
		for (const name of ['One', 'Two']) expect(run.items(name)).toHaveLength(5);
	});

	it('by a node that is fed twice, through two others', async () => {
		const flow: Flow = {
			nodes: [noOpOf('A'), noOpOf('B'), crmOf(createParameters(), goOn)],
			wires: [
				['Start', 'A'],
				['Start', 'B'],
				['A', 'Sales CRM'],
				['B', 'Sales CRM'],
			],
		};
		const run = await runFlow(flow, rows);
		expect(run.runs('Sales CRM')).toBe(2);
		expect(created()).toEqual(twice(namesOf(peopleOf(4))));
	});

	it('by a workflow that is called twice', async () => {
		const flow: Flow = {
			nodes: [callOf('First', 'Import'), callOf('Second', 'Import')],
			wires: [
				['Start', 'First'],
				['Start', 'Second'],
			],
			others: { Import: oneNode(goOn) },
		};
		const run = await runFlow(flow, rows);
		expect(created()).toEqual(twice(namesOf(peopleOf(4))));
		expect(run.items('Second')).toHaveLength(5);
	});
});
