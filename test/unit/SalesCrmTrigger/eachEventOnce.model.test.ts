import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { eventOf } from '../../support/event';
import { executeContext } from '../../support/engine';
import { logOfN8n, receivedItem } from '../../support/eventRuns';
import { ProcessedData, useStore } from '../../support/processedData';
import { runs } from '../../support/runs';
import { uuid } from '../../support/uuid';
import { TRIGGER } from '../../support/workflow';

/**
 * Each Event Once against everything that may befall it: deliveries at the same moment in several
 * processes, in any order of their reads and writes; workers killed behind the trigger, whose
 * executions n8n 1.123 runs again; restarts; faults of the database; and so many other events that the
 * first are forgotten.
 */

const PROCESSES = 2;
const MAX_EVENTS = 2_000;

/** One delivery of an event, which makes an execution of its own. */
interface Delivery {
	event: number;
	process: number;
	/** The worker is killed behind the trigger: nothing of this run has reached the next node. */
	isKilled: boolean;
	/** Turns of the others before this one begins. */
	delay: number;
}

type Step =
	| { kind: 'deliveries'; together: Delivery[] }
	| { kind: 'others'; many: number }
	| { kind: 'secondRun' | 'restart'; process: number }
	| { kind: 'fault'; fault: 'before' | 'after' };

const process = fc.nat(PROCESSES - 1);
const delivery = fc.record({ event: fc.nat(3), process, isKilled: fc.boolean(), delay: fc.nat(3) });
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			kind: fc.constant('deliveries' as const),
			together: fc.array(delivery, { minLength: 1, maxLength: 5 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('others' as const),
			many: fc.oneof(fc.integer({ min: 1_990, max: 2_005 }), fc.nat(20)),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constantFrom('secondRun' as const, 'restart'), process }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('fault' as const),
			fault: fc.constantFrom('before', 'after'),
		}),
	},
);

interface Execution {
	id: string;
	event: number;
	/** Whether the event went on, in the run that counts; undefined while that is still to come. */
	passed?: boolean;
}

type Once = typeof import('../../../nodes/SalesCrmTrigger/eachEventOnce');

/** The trigger's part as a process of n8n loads it. */
function startProcess(): Once['withoutRepeats'] {
	let loaded!: Once;
	jest.isolateModules(() => {
		loaded = jest.requireActual<Once>('../../../nodes/SalesCrmTrigger/eachEventOnce');
	});
	return loaded.withoutRepeats;
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
		if (step.kind === 'others') await this.deliverOthers(step.many);
		if (step.kind === 'secondRun') await this.runAgain(step.process);
		if (step.kind === 'restart') this.processes[step.process] = startProcess();
		if (step.kind === 'fault') this.store.faults.push(step.fault);
	}

	/** All at the same moment, or while others of them are under way. */
	private async deliver(together: Delivery[]): Promise<void> {
		const isFaulty = this.store.faults.length > 0;
		const isCalm = !isFaulty && new Set(together.map((one) => one.process)).size === 1;
		const known = new Set(this.executions.map(({ event }) => event));
		const remembered = [...this.noted.entries()]
			.filter(([, at]) => this.delivered + together.length - at <= MAX_EVENTS)
			.map(([event]) => event);

		const went = new Map<number, number>();
		await Promise.all(
			together.map(async ({ event, process: at, isKilled, delay }) => {
				const execution: Execution = { id: `x${this.executions.length}`, event };
				this.executions.push(execution);
				for (let n = 0; n < delay; n++) {
					await this.scheduler.waitFor(this.scheduler.schedule(Promise.resolve()));
				}
				const passed = await this.execute(execution.id, [itemOf(event)], at);
				if (isKilled) this.killed.push(execution);
				else execution.passed = passed === 1;
				went.set(event, (went.get(event) ?? 0) + passed);
			}),
		);
		for (const [event, passed] of went) {
			if (!known.has(event)) expect(passed).toBeGreaterThan(0);
			if (!isFaulty && remembered.includes(event)) expect(passed).toBe(0);
			if (isCalm) expect(passed).toBeLessThanOrEqual(1);
			if (isCalm && passed === 1) this.noted.set(event, this.delivered);
		}
		this.delivered += together.length;
	}

	private async deliverOthers(many: number): Promise<void> {
		const items = Array.from({ length: many }, (_, n) => itemOf(1_000 + this.delivered + n));
		expect(await this.execute(`others ${this.delivered}`, items, 0)).toBe(many);
		this.delivered += many;
	}

	/** As n8n 1.123 does with an execution whose worker was killed. */
	async runAgain(at: number): Promise<void> {
		const execution = this.killed.shift();
		if (!execution) return;
		const passed = await this.execute(execution.id, [itemOf(execution.event)], at);
		execution.passed = passed === 1;
		this.delivered++;
	}

	private async execute(
		executionId: string,
		items: INodeExecutionData[],
		at: number,
	): Promise<number> {
		const context = executeContext({
			...{ type: TRIGGER, mode: 'webhook', executionId },
			items,
		});
		const passed = await this.scheduler.waitFor(this.processes[at](context));
		return passed.length;
	}
}

/** Of one deal, contact, document and so on each; of kinds in turn. */
const itemOf = (number: number): INodeExecutionData =>
	receivedItem(KINDS[number % KINDS.length](uuid(number)));

const named = (eventName: string, payload: IDataObject, metadata: IDataObject) =>
	eventOf({}, {}, { eventName, payload, metadata });

const KINDS: Array<(id: string) => IDataObject> = [
	(id) => eventOf({ id }),
	(id) => named('CONTACT_UPDATED', { id }, { contact_id: id }),
	(id) => named('DOCUMENT_QUOTATION_UPDATED', { documentId: uuid(1), versionId: id }, {}),
	(id) => named('LEAD_CONFIGURATION_FINALIZED', {}, { lead_configuration_id: id }),
	(id) =>
		eventOf(
			{ id },
			{ old_status_id: undefined, item_type: 'LEADS' },
			{ eventName: 'CRM_BACKLOG_ITEM_CREATED' },
		),
];

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
				for (const { event } of n8n.executions) {
					const ofIt = n8n.executions.filter((execution) => execution.event === event);
					expect(ofIt.some(({ passed }) => passed)).toBe(true);
				}
			},
		),
		runs(120),
	);
});
