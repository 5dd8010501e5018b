import { type IDataObject, sleep } from 'n8n-workflow';

import { rawOutput, readEvent, simpleOutput } from '../../nodes/deals/dealEvent';
import { AT, eventOf } from '../support/event';
import {
	anotherProcess,
	type EventRun,
	executionOf,
	logOfN8n,
	runEvents,
} from '../support/eventRuns';
import { ProcessedData, useStore } from '../support/processedData';

/** The trigger's parameter Each Event Once, in n8n's engine, with n8n's store for processed data. */

let store: ProcessedData;

beforeEach(() => useStore((store = new ProcessedData())));
afterAll(() => useStore(undefined));

const received = (id: unknown, more = {}) => eventOf({}, {}, { id, ...more });
const item = (id: unknown, more = {}) => simpleOutput(readEvent(received(id, more))!, undefined);

/** How many of the items reached the next node. */
const run = async (events: IDataObject | IDataObject[], how?: EventRun) =>
	(await runEvents([events].flat(), how)).length;

describe('an event that comes again', () => {
	it('reaches no further node, and its run ends well', async () => {
		expect(await runEvents([item(1)])).toEqual([item(1)]);
		const again = await executionOf([item(1)]);
		expect(again.status).toBe('success');
		expect(Object.keys(again.data.resultData.runData)).toEqual(['Sales CRM']);
		const [{ data, hints }] = again.data.resultData.runData['Sales CRM'];
		expect(data!.main).toEqual([[]]);
		expect(hints).toEqual([{ message: expect.stringContaining('had come before') }]);
	});

	it('is known however it is shaped', async () => {
		expect(await run(rawOutput(received(1), undefined))).toBe(1);
		expect(await run(rawOutput(received(1), undefined))).toBe(0);
		expect(await run(item(1))).toBe(0);
	});

	it('is known after a restart', async () => {
		expect(await run(item(1))).toBe(1);
		expect(await run(item(1), { trigger: anotherProcess() })).toBe(0);
	});

	it('while the first is still under way is known, in one process', async () => {
		const runs = [1, 2, 1, 3, 2, 1].map(async (id) => await run(item(id)));
		expect(await Promise.all(runs)).toEqual([1, 1, 0, 1, 0, 0]);
	});

	it('while n8n is being asked about the first is known, in one process', async () => {
		let answer = () => {};
		const answered = new Promise<void>((resolve) => (answer = resolve));
		useStore((store = new ProcessedData(async () => await answered)));
		const trigger = anotherProcess();
		const first = run(item(1), { trigger });
		while (store.calls === 0) await Promise.resolve();
		const others = [run(item(1), { trigger }), run(item(2), { trigger })];
		await sleep(50);
		expect(store.calls).toBe(1);
		answer();
		expect(await Promise.all([first, ...others])).toEqual([1, 0, 1]);
	});

	it('among the items of one run is left out', async () => {
		expect(await runEvents([item(1), item(2), item(1)])).toEqual([item(1), item(2)]);
		expect(await runEvents([item(2), item(3)])).toEqual([item(3)]);
	});

	it('as another event, which names no deal, is known by id and moment', async () => {
		const signed = { id: 5, timestamp: AT, eventName: 'CRM_QUOTATION_SIGNED' };
		expect(await run(signed)).toBe(1);
		expect(await run(signed)).toBe(0);
		expect(await run({ ...signed, timestamp: AT + 1 })).toBe(1);
	});
});

describe('an event passes', () => {
	it('each that differs', async () => {
		const events = [item(1), item(2), item(1, { timestamp: AT + 1 }), item(3)];
		for (const event of events) expect(await run(event)).toBe(1);
	});

	it.each([
		['id', { id: null }],
		['moment', { timestamp: null }],
	])('each time, where it has no %s', async (_what, envelope) => {
		const event = received(1, envelope);
		for (const json of [event, event, simpleOutput(readEvent(event)!, undefined)]) {
			expect(await run(json)).toBe(1);
		}
		expect(store.calls).toBe(0);
	});

	it('each time, where the parameter is off', async () => {
		const parameters = { eachEventOnce: false };
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

	it("in n8n's own second run of one execution, whose worker was killed", async () => {
		const execution = '77';
		expect(await run(item(1), { execution })).toBe(1);
		expect(await run(item(1), { execution, trigger: anotherProcess() })).toBe(1);
		expect(await run(item(1), { execution: '78' })).toBe(0);
		expect(await run(item(1), { execution })).toBe(1);
	});

	it('once at each of two nodes, of two ids or of one', async () => {
		expect(await run(item(1), { node: { name: 'First' } })).toBe(1);
		expect(await run(item(1), { node: { name: 'Second' } })).toBe(1);
		expect(await run(item(1), { node: { id: 'another', name: 'Third' } })).toBe(1);
		for (const name of ['First', 'Second']) expect(await run(item(1), { node: { name } })).toBe(0);
	});

	it('once in each of two workflows, such as a copy', async () => {
		expect(await run(item(1))).toBe(1);
		expect(await run(item(1), { workflowId: 'copy' })).toBe(1);
		expect(await run(item(1), { workflowId: 'copy' })).toBe(0);
		const trigger = anotherProcess();
		const both = ['wF1', 'copy'].map(
			async (workflowId) => await run(item(2), { workflowId, trigger }),
		);
		expect(await Promise.all(both)).toEqual([1, 1]);
	});
});

describe('where the store fails', () => {
	let log: string[];
	let trigger: EventRun['trigger'];
	beforeEach(() => {
		log = [];
		// The log is quiet for a minute after a word: another process has said none yet.
		trigger = anotherProcess();
		jest.spyOn(logOfN8n(), 'warn').mockImplementation((words) => void log.push(words));
	});
	afterEach(() => jest.restoreAllMocks());

	it.each(['before', 'after'] as const)(
		'%s it has written: the event passes, and the log says so',
		async (fault) => {
			store.faults.push(fault);
			expect(await run(item(1), { trigger })).toBe(1);
			expect(log).toEqual([
				expect.stringMatching(/^Sales CRM: an event went on .+\(Connection terminated\)/),
			]);
			expect(await run(item(2), { trigger })).toBe(1);
			expect(await run(item(2), { trigger })).toBe(0);
		},
	);

	it('for long: each event passes, and the log says so once a minute', async () => {
		const minutes = jest.spyOn(performance, 'now');
		const start = performance.now();
		store.faults.push(...Array.from({ length: 100 }, () => 'before' as const));
		for (let second = 0; second < 100; second++) {
			minutes.mockReturnValue(start + second * 1000);
			expect(await run(item(1), { trigger })).toBe(1);
		}
		expect(log).toHaveLength(2);
		minutes.mockReturnValue(start + 200_000);
		expect(await run(item(1), { trigger })).toBe(1);
		expect(await run(item(1), { trigger })).toBe(0);
	});

	it('for two first events in two processes at once: both pass, and are known from then on or not', async () => {
		let asked = 0;
		let release = () => {};
		const both = new Promise<void>((resolve) => (release = resolve));
		store = new ProcessedData(async () => {
			if (++asked === 2) release();
			await both;
		});
		useStore(store);
		const runs = [run(item(1), { trigger }), run(item(2), { trigger: anotherProcess() })];
		expect(await Promise.all(runs)).toEqual([1, 1]);
		expect(log).toHaveLength(1);
		expect(log[0]).toContain('UNIQUE constraint failed');
	});

	it('as one that another mode was stored in', async () => {
		store.rows.set('wF1 n:7d0f6f0e-6a3c-4b52-9f57-5b6f0d1f2a01', { mode: 'latestDate', data: [] });
		expect(await run(item(1), { trigger })).toBe(1);
		expect(log).toEqual([expect.stringContaining('incompatible setting')]);
	});

	it('or is not there at all', async () => {
		useStore(undefined);
		expect(await run(item(1), { trigger })).toBe(1);
		expect(log).toHaveLength(1);
	});
});

describe('what is remembered', () => {
	const many = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, n) => item(from + n));

	it('the 2,000 latest events; older ones are forgotten, and nothing ever stops', async () => {
		expect(await run(item('a'))).toBe(1);
		expect(await run(many(0, 1_999))).toBe(1_999);
		expect(await run(item('a'))).toBe(0);
		expect(await run(item('a'))).toBe(1);
		expect(await run(many(2_000, 4_500))).toBe(2_500);
		expect(await run(many(2_500, 4_500))).toBe(0);
	});

	it('is asked for by one call for all events that wait, and holds nothing in plain words', async () => {
		const runs = many(0, 20).map(async (event) => await run(event));
		expect(await Promise.all(runs)).toEqual(Array.from({ length: 20 }, () => 1));
		expect(store.calls).toBeLessThanOrEqual(2);
		const [{ data }] = store.rows.values();
		expect(data).toHaveLength(40);
		for (const entry of data) expect(entry).toMatch(/^[\w+/]{22}==$/);
	});

	it('twenty different events at once, with nothing remembered yet: all pass', async () => {
		const processes = [anotherProcess(), anotherProcess(), anotherProcess()];
		const runs = many(0, 20).map(
			async (event, n) => await run(event, { trigger: processes[n % 3] }),
		);
		expect(await Promise.all(runs)).toEqual(Array.from({ length: 20 }, () => 1));
	});
});
