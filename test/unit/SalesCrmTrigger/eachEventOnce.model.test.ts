import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { NO_NAMES } from '../../../nodes/api/names';
import { readEvent, simpleItem } from '../../../nodes/deals/receivedEvent';
import { eventOf } from '../../support/event';
import { logOfN8n, triggerContext } from '../../support/eventRuns';
import { ProcessedData, useStore } from '../../support/processedData';
import { runs } from '../../support/runs';
import { uuid } from '../../support/uuid';

/**
 * Each Event Once against everything that may befall it: deliveries at the same moment in several
 * processes, in any order of their reads and writes; workers killed behind the trigger, whose
 * executions n8n 1.123 runs again; restarts; faults of the database;
 * and so many other events that the first are forgotten.
 */

/** One delivery of an event, which makes an execution of its own. */
interface Delivery {
	event: number;
	process: number;
	simplify: boolean;
	/** The worker is killed behind the trigger: nothing of this run has reached the next node. */
	isKilled: boolean;
	/** Turns of the others before this one begins. */
	delay: number;
}

type Step =
	| { kind: 'deliveries'; together: Delivery[] }
	| { kind: 'others'; many: number; process: number }
	| { kind: 'secondRun'; process: number }
	| { kind: 'restart'; process: number }
	| { kind: 'fault'; fault: 'before' | 'after' };

const PROCESSES = 2;
const event = fc.nat(3);
const process = fc.nat(PROCESSES - 1);
const delivery = fc.record({
	event,
	process,
	simplify: fc.boolean(),
	isKilled: fc.boolean(),
	delay: fc.nat(3),
});
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			kind: fc.constant('deliveries' as const),
			together: fc.oneof(
				fc.array(delivery, { minLength: 1, maxLength: 1 }),
				fc.array(delivery, { minLength: 2, maxLength: 5 }),
			),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('others' as const),
			many: fc.oneof(fc.integer({ min: 1_990, max: 2_005 }), fc.nat(20)),
			process,
		}),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('secondRun' as const), process }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), process }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('fault' as const),
			fault: fc.constantFrom('before', 'after'),
		}),
	},
);

const MAX_EVENTS = 2_000;

interface Execution {
	id: string;
	event: number;
	/** Whether the event went on, in the run that counts; undefined while that is still to come. */
	passed: boolean | undefined;
}

/** The trigger's part as a process of n8n loads it. */
function startProcess(): typeof import('../../../nodes/SalesCrmTrigger/eachEventOnce').withoutRepeats {
	let loaded: ReturnType<typeof startProcess>;
	jest.isolateModules(() => {
		loaded = jest.requireActual('../../../nodes/SalesCrmTrigger/eachEventOnce').withoutRepeats;
	});
	return loaded!;
}

/** n8n, with what it is certain to remember. */
class N8n {
	readonly store: ProcessedData;

	private readonly processes = Array.from({ length: PROCESSES }, startProcess);

	readonly executions: Execution[] = [];

	readonly killed: Execution[] = [];

	/** By event: how many deliveries there had been when it was noted while nothing disturbed that. */
	private readonly noted = new Map<number, number>();

	private delivered = 0;

	constructor(private readonly scheduler: fc.Scheduler) {
		this.store = new ProcessedData(async () => await scheduler.schedule(Promise.resolve()));
		useStore(this.store);
	}

	async take(step: Step): Promise<void> {
		if (step.kind === 'deliveries') await this.deliver(step.together);
		if (step.kind === 'others') await this.deliverOthers(step.many, step.process);
		if (step.kind === 'secondRun') await this.runAgain(step.process);
		if (step.kind === 'restart') this.processes[step.process] = startProcess();
		if (step.kind === 'fault') this.store.faults.push(step.fault);
	}

	/** All at the same moment, or while others of them are under way. */
	private async deliver(together: Delivery[]): Promise<void> {
		const isCalm =
			this.store.faults.length === 0 && new Set(together.map((one) => one.process)).size === 1;
		const isFaulty = this.store.faults.length > 0;
		const remembered = new Set(
			[...this.noted]
				.filter(([, at]) => this.delivered + together.length - at <= MAX_EVENTS)
				.map(([one]) => one),
		);
		const isFirst = (one: number) => !this.executions.some((before) => before.event === one);
		const first = new Set(together.map((one) => one.event).filter(isFirst));

		const passed = await Promise.all(
			together.map(async (one) => {
				const execution: Execution = {
					id: `x${this.executions.length}`,
					event: one.event,
					passed: undefined,
				};
				this.executions.push(execution);
				const item = itemOf(one.event, one.simplify);
				for (let n = 0; n < one.delay; n++) {
					await this.scheduler.waitFor(this.scheduler.schedule(Promise.resolve()));
				}
				const many = await this.execute(execution.id, [item], one.process);
				if (one.isKilled) this.killed.push(execution);
				else execution.passed = many === 1;
				return many === 1;
			}),
		);
		const passedOf = (one: number) =>
			passed.filter((_, n) => together[n].event === one && passed[n]);
		for (const one of first) expect(passedOf(one).length).toBeGreaterThan(0);
		if (!isFaulty) for (const one of remembered) expect(passedOf(one)).toEqual([]);
		for (const one of new Set(together.map(({ event: e }) => e))) {
			if (!isCalm) continue;
			expect(passedOf(one).length).toBeLessThanOrEqual(1);
			if (passedOf(one).length === 1) this.noted.set(one, this.delivered);
		}
		this.delivered += together.length;
	}

	private async deliverOthers(many: number, process: number): Promise<void> {
		const items = Array.from({ length: many }, (_, n) => itemOf(1_000 + this.delivered + n, true));
		expect(await this.execute(`others ${this.delivered}`, items, process)).toBe(many);
		this.delivered += many;
	}

	/** As n8n 1.123 does with an execution whose worker was killed. */
	async runAgain(process: number): Promise<void> {
		const execution = this.killed.shift();
		if (!execution) return;
		const many = await this.execute(execution.id, [itemOf(execution.event, true)], process);
		execution.passed = many === 1;
		this.delivered++;
	}

	private async execute(execution: string, items: IDataObject[], process: number): Promise<number> {
		const context = triggerContext(items, { execution });
		const running = this.processes[process](context);
		const output = await this.scheduler.waitFor(running);
		return output.length;
	}
}

function itemOf(number: number, simplify: boolean): IDataObject {
	const body = eventOf({ id: uuid(number) });
	return simplify ? simpleItem(readEvent(body)!, NO_NAMES) : body;
}

beforeEach(() => jest.spyOn(logOfN8n(), 'warn').mockReturnValue(undefined));
afterEach(() => jest.restoreAllMocks());
afterAll(() => useStore(undefined));

it('no event is ever lost, and a repeat of the 2,000 latest goes no further', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { minLength: 1, maxLength: 20 }),
			fc.scheduler(),
			async (steps, scheduler) => {
				const n8n = new N8n(scheduler);
				for (const one of steps) await n8n.take(one);
				while (n8n.killed.length > 0) await n8n.runAgain(0);
				for (const { event: one } of n8n.executions) {
					const ofIt = n8n.executions.filter((execution) => execution.event === one);
					expect(ofIt.some(({ passed }) => passed)).toBe(true);
				}
			},
		),
		runs(120),
	);
});
