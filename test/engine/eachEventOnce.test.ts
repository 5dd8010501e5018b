import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { AT, DEAL, eventOf } from '../support/event';
import {
	type EventRun,
	executionOf,
	logOfN8n,
	rawReceivedItem,
	receivedItem,
	runEvents,
} from '../support/eventRuns';
import { ProcessedData, useStore } from '../support/processedData';
import { anotherProcess } from '../support/triggerProcess';
import { uuid } from '../support/uuid';

/** The option Each Event Once, in n8n's engine, with n8n's store for processed data. */

let store: ProcessedData;

beforeEach(() => useStore((store = new ProcessedData())));
afterAll(() => useStore(undefined));

/** A move of the deal of this number. */
const moveOf = (deal: number, envelope = {}) =>
	eventOf({ id: uuid(deal) }, {}, { id: deal, ...envelope });
const itemOf = (deal: number, envelope = {}) => receivedItem(moveOf(deal, envelope));

/** How many of the items reached the next node. */
const run = async (items: INodeExecutionData | INodeExecutionData[], how?: EventRun) =>
	(await runEvents([items].flat(), how)).length;

describe('a repeated event', () => {
	it('reaches no further node; its run succeeds with a hint', async () => {
		expect(await runEvents([itemOf(1)])).toEqual([itemOf(1).json]);
		const again = await executionOf([itemOf(1)]);
		expect(again.status).toBe('success');
		expect(Object.keys(again.data.resultData.runData)).toEqual(['Sales CRM']);
		const [{ data, hints }] = again.data.resultData.runData['Sales CRM'];
		expect(data!.main).toEqual([[]]);
		expect(hints).toEqual([{ message: expect.stringMatching(/^Duplicate event ignored/) }]);
	});

	it('may be one of several of a call, or twice in one', async () => {
		expect(await run(itemOf(1))).toBe(1);
		const events = [itemOf(2), itemOf(1), itemOf(3), itemOf(2)];
		expect(await runEvents(events)).toEqual([itemOf(2).json, itemOf(3).json]);
	});

	it('is known among the latest 2,000', async () => {
		const events = Array.from({ length: 2_000 }, (_, n) => itemOf(n));
		expect(await run(events)).toBe(2_000);
		expect(await run([itemOf(0), itemOf(1_999)])).toBe(0);
	});

	const iso = new Date(AT).toISOString();
	const other = (more: object): IDataObject => ({ id: 5, timestamp: AT, eventName: 'A', ...more });
	const about = (eventName: string, payload: object) => other({ eventName, payload, metadata: {} });
	const contact = (id: string) => about('CONTACT_UPDATED', { id });
	const saved = (versionId: string) =>
		about('DOCUMENT_QUOTATION_UPDATED', { documentId: uuid(1), versionId });

	it.each<[string, IDataObject, IDataObject]>([
		['another title', eventOf(), eventOf({ summary: 'New title' })],
		['another ID, if it is a status change', eventOf(), eventOf({}, {}, { id: 99 })],
		['another name, if it is a status change', eventOf(), eventOf({}, {}, { eventName: 'x' })],
		['its time as text', moveOf(1), moveOf(1, { timestamp: String(AT) })],
		['its time in seconds', moveOf(1), moveOf(1, { timestamp: AT / 1000 })],
		['its time in ISO 8601', moveOf(1), moveOf(1, { timestamp: iso })],
		['its name in another case', other({}), other({ eventName: 'a' })],
		['the same version of a document', saved('a'), saved('a')],
	])('is known with %s', async (_what, one, again) => {
		expect(await run(receivedItem(one))).toBe(1);
		expect(await run(receivedItem(again))).toBe(0);
		expect(await run(rawReceivedItem(again))).toBe(0);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['previous status', eventOf(), eventOf({}, { old_status_id: DEAL })],
		['status', eventOf(), eventOf({}, { status_id: DEAL })],
		['deal', eventOf(), eventOf({ id: uuid(7) })],
		['time of a status change', eventOf(), eventOf({}, {}, { timestamp: AT + 1 })],
		['name', other({}), other({ eventName: 'B' })],
		['ID', other({}), other({ id: 6 })],
		['time', other({}), other({ timestamp: AT + 1 })],
		['version of a document', saved('a'), saved('b')],
		['contact', contact('c'), contact('d')],
	])('is not one with another %s', async (_what, one, another) => {
		expect(await run(receivedItem(one))).toBe(1);
		expect(await run(receivedItem(another))).toBe(1);
	});
});

describe('an event passes', () => {
	it.each<[string, object, EventRun]>([
		['without an ID', { id: null }, {}],
		['without a time', { timestamp: null }, {}],
		['with the option off', {}, { parameters: { options: { eachEventOnce: 'False' } } }],
	])('each time %s', async (_what, envelope, how) => {
		for (let n = 0; n < 3; n++) expect(await run(itemOf(1, envelope), how)).toBe(1);
		expect(store.calls).toBe(0);
	});

	it.each(['manual', 'retry', 'evaluation'] as const)(
		'each time in a run of the mode %s, which notes nothing',
		async (mode) => {
			expect(await run(itemOf(1), { mode })).toBe(1);
			expect(await run(itemOf(1))).toBe(1);
			expect(await run(itemOf(1), { mode })).toBe(1);
		},
	);

	it('each time in the same execution, which n8n 1 runs again if its worker was killed', async () => {
		for (let n = 0; n < 2; n++) expect(await run(itemOf(1), { executionId: 'killed' })).toBe(1);
		expect(await run(itemOf(1))).toBe(0);
	});

	it('once at each node, even if two have one ID, and in a copy of the workflow', async () => {
		expect(await run(itemOf(1), { node: { name: 'First' } })).toBe(1);
		expect(await run(itemOf(1), { node: { name: 'Second' } })).toBe(1);
		expect(await run(itemOf(1), { node: { id: 'another', name: 'Third' } })).toBe(1);
		for (const name of ['First', 'Second'])
			expect(await run(itemOf(1), { node: { name } })).toBe(0);
		expect(await run(itemOf(1), { workflowId: 'copy', node: { name: 'First' } })).toBe(1);
	});
});

describe('if the store fails', () => {
	const log: string[] = [];
	let trigger: EventRun['trigger'];

	beforeEach(() => {
		log.length = 0;
		// After a warning the log is quiet for a minute, but not in another process.
		({ trigger } = anotherProcess());
		jest.spyOn(logOfN8n(), 'warn').mockImplementation((words) => void log.push(words));
	});
	afterEach(() => jest.restoreAllMocks());

	it.each(['before', 'after'] as const)(
		'%s it has written, the event passes, and the log says so',
		async (fault) => {
			store.faults.push(fault);
			expect(await run(itemOf(1), { trigger })).toBe(1);
			const words = /^Sales CRM: an event passed .+ \(Connection terminated\)$/;
			expect(log).toEqual([expect.stringMatching(words)]);
			expect(await run(itemOf(2), { trigger })).toBe(1);
			expect(await run(itemOf(2), { trigger })).toBe(0);
		},
	);

	it('because it does not exist, the event passes', async () => {
		useStore(undefined);
		expect(await run(itemOf(1), { trigger })).toBe(1);
		expect(log).toHaveLength(1);
	});
});
