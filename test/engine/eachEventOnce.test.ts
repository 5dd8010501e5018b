import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { AT, DEAL, eventOf } from '../support/event';
import { uuid } from '../support/uuid';
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

/** The trigger's parameter Each Event Once, in n8n's engine, with n8n's store for processed data. */

let store: ProcessedData;

beforeEach(() => useStore((store = new ProcessedData())));
afterAll(() => useStore(undefined));

/** A move of the deal of this number. */
const received = (deal: number, envelope = {}) =>
	eventOf({ id: uuid(deal) }, {}, { id: deal, ...envelope });
const item = (deal: number, envelope = {}) => receivedItem(received(deal, envelope));

/** How many of the items reached the next node. */
const run = async (events: INodeExecutionData | INodeExecutionData[], how?: EventRun) =>
	(await runEvents([events].flat(), how)).length;

describe('an event that comes again', () => {
	it('reaches no further node, and its run ends well', async () => {
		expect(await runEvents([item(1)])).toEqual([item(1).json]);
		const again = await executionOf([item(1)]);
		expect(again.status).toBe('success');
		expect(Object.keys(again.data.resultData.runData)).toEqual(['Sales CRM']);
		const [{ data, hints }] = again.data.resultData.runData['Sales CRM'];
		expect(data!.main).toEqual([[]]);
		expect(hints).toEqual([{ message: expect.stringMatching(/^Duplicate event ignored/) }]);
	});

	it('is one of several of a call, or twice in one', async () => {
		expect(await run(item(1))).toBe(1);
		const events = [item(2), item(1), item(3), item(2)];
		expect(await runEvents(events)).toEqual([item(2).json, item(3).json]);
	});

	it('is known however it is shaped', async () => {
		const raw = rawReceivedItem(received(1));
		expect(await run(raw)).toBe(1);
		expect(await run(raw)).toBe(0);
		expect(await run(item(1))).toBe(0);
	});

	it('is known by deal, statuses and moment, whatever id, name or title it comes with', async () => {
		expect(await run(receivedItem(eventOf()))).toBe(1);
		expect(await run(receivedItem(eventOf({ summary: 'New title' }, {}, { id: 99 })))).toBe(0);
		expect(await run(receivedItem(eventOf({}, {}, { eventName: 'deal.moved' })))).toBe(0);
		for (const other of [
			eventOf({}, { old_status_id: DEAL }),
			eventOf({}, { status_id: DEAL }),
			eventOf({ id: uuid(7) }),
			eventOf({}, {}, { timestamp: AT + 1 }),
		]) {
			expect(await run(receivedItem(other))).toBe(1);
		}
	});

	it('is known whichever way its time is written, with any id', async () => {
		const iso = new Date(AT).toISOString();
		const passed: number[] = [];
		for (const timestamp of [AT, String(AT), AT / 1000, String(AT / 1000), iso]) {
			passed.push(await run(item(1, { id: -1, timestamp })));
		}
		expect(passed).toEqual([1, 0, 0, 0, 0]);
	});

	it('as another event is known by its name and id, too', async () => {
		const signed = { id: 5, timestamp: AT, eventName: 'CRM_QUOTATION_SIGNED' };
		const passed = async (more: object) => await run(receivedItem({ ...signed, ...more }));
		expect(await passed({})).toBe(1);
		expect(await passed({ eventName: 'crm_quotation_signed' })).toBe(0);
		for (const other of [{ timestamp: AT + 1 }, { id: 6 }, { eventName: 'CRM_OTHER' }]) {
			expect(await passed(other)).toBe(1);
		}
	});

	it('of a document is known by its version, and of a contact by its ID: two may share an id', async () => {
		const told = (eventName: string, payload: object) =>
			receivedItem({ id: -7, timestamp: AT, eventName, payload, metadata: {} } as IDataObject);
		const saved = (versionId: string) =>
			told('DOCUMENT_QUOTATION_UPDATED', { documentId: uuid(1), versionId });
		expect(await run([saved('a'), saved('b'), saved('a')])).toBe(2);
		const contact = (id: string) => told('CONTACT_UPDATED', { id });
		expect(await run([contact('c'), contact('d'), contact('c')])).toBe(2);
	});
});

describe('an event passes', () => {
	it.each([
		['id', { id: null }],
		['moment', { timestamp: null }],
	])('each time, where it has no %s', async (_what, envelope) => {
		for (let n = 0; n < 3; n++) expect(await run(item(1, envelope))).toBe(1);
		expect(store.calls).toBe(0);
	});

	it.each([false, 'False'])('each time, where the option is %p', async (eachEventOnce) => {
		const parameters = { options: { eachEventOnce } };
		for (let n = 0; n < 3; n++) expect(await run(item(1), { parameters })).toBe(1);
		expect(store.calls).toBe(0);
	});

	it.each(['manual', 'retry', 'evaluation'] as const)(
		'each time, in a run of the mode %s, which notes nothing',
		async (mode) => {
			expect(await run(item(1), { mode })).toBe(1);
			expect(await run(item(1))).toBe(1);
			expect(await run(item(1), { mode })).toBe(1);
		},
	);

	it('once at each of two nodes, of two ids or of one, and in a copy of the workflow', async () => {
		expect(await run(item(1), { node: { name: 'First' } })).toBe(1);
		expect(await run(item(1), { node: { name: 'Second' } })).toBe(1);
		expect(await run(item(1), { node: { id: 'another', name: 'Third' } })).toBe(1);
		for (const name of ['First', 'Second']) expect(await run(item(1), { node: { name } })).toBe(0);
		expect(await run(item(1), { workflowId: 'copy', node: { name: 'First' } })).toBe(1);
	});
});

describe('where the store fails', () => {
	let log: string[];
	let trigger: EventRun['trigger'];
	beforeEach(() => {
		log = [];
		// The log is quiet for a minute after a word: another process has said none yet.
		({ trigger } = anotherProcess());
		jest.spyOn(logOfN8n(), 'warn').mockImplementation((words) => void log.push(words));
	});
	afterEach(() => jest.restoreAllMocks());

	it.each(['before', 'after'] as const)(
		'%s it has written: the event passes, and the log says so',
		async (fault) => {
			store.faults.push(fault);
			expect(await run(item(1), { trigger })).toBe(1);
			expect(log).toEqual([
				expect.stringMatching(/^Sales CRM: an event passed .+ \(Connection terminated\)$/),
			]);
			expect(await run(item(2), { trigger })).toBe(1);
			expect(await run(item(2), { trigger })).toBe(0);
		},
	);

	it('or is not there at all', async () => {
		useStore(undefined);
		expect(await run(item(1), { trigger })).toBe(1);
		expect(log).toHaveLength(1);
	});
});
