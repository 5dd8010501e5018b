import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { executeContext } from '../../support/engine';
import { eventOf } from '../../support/event';
import { logOfN8n, receivedItem } from '../../support/eventRuns';
import { ProcessedData, useStore } from '../../support/processedData';
import { runs } from '../../support/runs';
import { anotherProcess } from '../../support/triggerProcess';
import { uuid } from '../../support/uuid';
import { TRIGGER } from '../../support/workflow';

/**
 * Drawn lives of Each Event Once: calls at the same time in several processes, whose reads and writes come in any order;
 * killed workers, whose executions n8n 1.123 runs again; restarts; errors of the database; and so many other events that
 * the first are forgotten.
 */

const PROCESSES = 2;
const MAX_EVENTS = 2_000;

interface Call {
	event: number;
	process: number;
	/** The worker is killed after the trigger: nothing of this run reaches the next node. */
	isKilled: boolean;
	/** Turns of other calls before this one begins. */
	delay: number;
}

interface Execution {
	id: string;
	event: number;
	/** Whether the event reached the next node; undefined while the execution is still to run again. */
	hasPassed?: boolean;
}

/** n8n, and what it must remember. */
class N8n {
	readonly store: ProcessedData;

	private readonly processes = Array.from({ length: PROCESSES }, anotherProcess);

	private readonly executions: Execution[] = [];

	private readonly killed: Execution[] = [];

	/** By event: how many calls there were before it was certainly remembered. */
	private readonly remembered = new Map<number, number>();

	private calls = 0;

	constructor(private readonly scheduler: fc.Scheduler) {
		this.store = new ProcessedData(async () => await scheduler.schedule(Promise.resolve()));
		useStore(this.store);
	}

	async deliver(together: Call[]): Promise<void> {
		const isFaulty = this.store.faults.length > 0;
		const isOneProcess = new Set(together.map(({ process }) => process)).size === 1;
		const isCalm = !isFaulty && isOneProcess;
		const known = new Set(this.executions.map(({ event }) => event));
		const isRepeat = (event: number) =>
			this.calls + together.length - (this.remembered.get(event) ?? -Infinity) <= MAX_EVENTS;
		const repeats = together.map(({ event }) => event).filter(isRepeat);

		const passed = new Map<number, number>();
		await Promise.all(
			together.map(async ({ event, process, isKilled, delay }) => {
				const execution: Execution = { id: `x${this.executions.length}`, event };
				this.executions.push(execution);
				for (let n = 0; n < delay; n++) {
					await this.scheduler.waitFor(this.scheduler.schedule(Promise.resolve()));
				}
				const count = await this.execute(execution.id, [itemOf(event)], process);
				if (isKilled) this.killed.push(execution);
				else execution.hasPassed = count === 1;
				passed.set(event, (passed.get(event) ?? 0) + count);
			}),
		);
		for (const [event, count] of passed) {
			if (!known.has(event)) expect(count).toBeGreaterThan(0);
			if (!isFaulty && repeats.includes(event)) expect(count).toBe(0);
			if (isCalm) expect(count).toBeLessThanOrEqual(1);
			if (isCalm && count === 1) this.remembered.set(event, this.calls);
		}
		this.calls += together.length;
	}

	async deliverOthers(count: number): Promise<void> {
		const items = Array.from({ length: count }, (_, n) => itemOf(1_000 + this.calls + n));
		expect(await this.execute(`others ${this.calls}`, items, 0)).toBe(count);
		this.calls += count;
	}

	restart(process: number): void {
		this.processes[process] = anotherProcess();
	}

	async runAgain(process: number): Promise<void> {
		const execution = this.killed.shift();
		if (!execution) return;
		const { id, event } = execution;
		execution.hasPassed = (await this.execute(id, [itemOf(event)], process)) === 1;
		this.calls++;
	}

	private async execute(executionId: string, items: INodeExecutionData[], process: number) {
		const context = executeContext({ type: TRIGGER, mode: 'webhook', executionId, items });
		const { trigger } = this.processes[process];
		const [passed] = await this.scheduler.waitFor(trigger.execute.call(context));
		return passed.length;
	}

	async end(): Promise<void> {
		while (this.killed.length > 0) await this.runAgain(0);
		for (const { event } of this.executions) {
			const ofEvent = this.executions.filter((execution) => execution.event === event);
			expect(ofEvent.some(({ hasPassed }) => hasPassed)).toBe(true);
		}
	}
}

/** Events of a deal, a contact, a document, a form and a lead in turn. */
const itemOf = (number: number): INodeExecutionData =>
	receivedItem(KINDS[number % KINDS.length](uuid(number)));

const named = (eventName: string, payload: IDataObject, metadata: IDataObject) =>
	eventOf({}, {}, { eventName, payload, metadata });

const KINDS: Array<(id: string) => IDataObject> = [
	(id) => eventOf({ id }),
	(id) => named('CONTACT_UPDATED', { id }, { contact_id: id }),
	(id) => named('DOCUMENT_QUOTATION_UPDATED', { documentId: uuid(1), versionId: id }, {}),
	(id) => named('LEAD_CONFIGURATION_FINALIZED', {}, { lead_configuration_id: id }),
	(id) => named('CRM_BACKLOG_ITEM_CREATED', { id }, { item_type: 'LEADS' }),
];

const process = fc.nat(PROCESSES - 1);
const call = fc.record({ event: fc.nat(3), process, isKilled: fc.boolean(), delay: fc.nat(3) });
const calls = fc.array(call, { minLength: 1, maxLength: 5 });
const others = fc.oneof(fc.integer({ min: 1_990, max: 2_005 }), fc.nat(20));

/** How often a step is drawn, what it draws itself, and what it does. */
const step = <T>(weight: number, arg: fc.Arbitrary<T>, take: (n8n: N8n, arg: T) => unknown) => ({
	weight,
	arbitrary: arg.map((drawn) => async (n8n: N8n) => await take(n8n, drawn)),
});

const STEPS = fc.oneof(
	step(16, calls, async (n8n, together) => await n8n.deliver(together)),
	step(2, others, async (n8n, count) => await n8n.deliverOthers(count)),
	step(3, process, async (n8n, at) => await n8n.runAgain(at)),
	step(3, process, (n8n, at) => n8n.restart(at)),
	step(2, fc.constantFrom('before', 'after'), (n8n, fault) => n8n.store.faults.push(fault)),
);

beforeEach(() => jest.spyOn(logOfN8n(), 'warn').mockReturnValue(undefined));
afterEach(() => jest.restoreAllMocks());
afterAll(() => useStore(undefined));

it('no event is lost, and repeats of the latest 2,000 reach no further node', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(STEPS, { minLength: 1, maxLength: 20 }),
			fc.scheduler(),
			async (steps, scheduler) => {
				const n8n = new N8n(scheduler);
				for (const take of steps) await take(n8n);
				await n8n.end();
			},
		),
		// To shrink a counterexample would take minutes.
		{ ...runs(120), endOnFailure: true },
	);
});
