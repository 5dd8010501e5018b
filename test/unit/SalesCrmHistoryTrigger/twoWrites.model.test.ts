import fc from 'fast-check';

import type { HistoryEntry } from '../../../nodes/api/types';
import { type Crash, HandPoller } from '../../support/handPoller';
import { runs } from '../../support/runs';
import { BOILER, ROOF } from '../../support/solarRoof';

/**
 * The trigger's life at the level of n8n's two writes: an execution is made, static data is saved.
 * n8n may die before, between or after them, stop and start, into an outage, too, publish anew, also
 * while a poll is under way, throw a result away, and have the static data of the whole workflow
 * overwritten with what it was at any moment before; changes come late, twice and with their end.
 *
 * In the end every change has started the workflow exactly once, but for those that a crash came
 * between, or that were handed out, forgotten by n8n's database and then by its process.
 */

jest.mock('../../../nodes/transport/retryPolicy', () => ({
	...jest.requireActual<object>('../../../nodes/transport/retryPolicy'),
	pause: async () => undefined,
}));

const MINUTE = 60_000;
const NOW = Date.parse('2026-03-03T12:00:00Z');
const KINDS = ['STATUS_CHANGED', 'USER_CHANGED'];
const CHOICES = [['statusChanged'], ['assigneeChanged'], ['assigneeChanged', 'statusChanged']];

type Step =
	| { does: 'change'; deal: number; kind: number; minutesAgo: number }
	| { does: 'repeat' | 'end' | 'put back'; which: number }
	| { does: 'poll'; crash: Crash | undefined }
	| { does: 'start'; crash: Crash | undefined; down: number }
	| { does: 'stop' | 'deactivate' | 'fail' | 'two polls' | 'publish during a poll' | 'thrown away' }
	/** With other choices, and after another node put static data back. */
	| { does: 'publish'; choice: number | undefined; which: number | undefined };

const crash = fc.option(
	fc.constantFrom<Crash>('none written', 'static data only', 'execution only'),
	{ nil: undefined, freq: 2 },
);
const does = <T extends Step['does']>(what: T) => fc.constant(what);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			does: does('change'),
			deal: fc.nat(1),
			kind: fc.nat(1),
			// Late at times, but never later than the look-back.
			minutesAgo: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ does: fc.constantFrom('repeat', 'end'), which: fc.nat(50) }),
	},
	{ weight: 4, arbitrary: fc.record({ does: does('poll'), crash }) },
	{
		weight: 2,
		arbitrary: fc.record({
			does: does('start'),
			crash,
			// n8n tries five times.
			down: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 7 })),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ does: fc.constantFrom('stop', 'deactivate', 'fail', 'two polls') }),
	},
	{ weight: 1, arbitrary: fc.record({ does: does('publish during a poll') }) },
	{ weight: 1, arbitrary: fc.record({ does: does('thrown away') }) },
	{
		weight: 4,
		arbitrary: fc.record({
			does: does('publish'),
			choice: fc.option(fc.nat(2), { nil: undefined, freq: 1 }),
			which: fc.option(fc.nat(4), { nil: undefined, freq: 2 }),
		}),
	},
	// Mostly one of the latest writes.
	{ weight: 1, arbitrary: fc.record({ does: does('put back'), which: fc.nat(4) }) },
);

/** What a model that forgets nothing knows, in one of the places where n8n keeps it. */
class Model {
	known = false;

	/** Which poll learned the latest of it. */
	at = 0;

	/** Handed out, or seen when it was not asked for. */
	settled = new Set<string>();

	choice = 0;

	copy(): Model {
		return Object.assign(new Model(), this, { settled: new Set(this.settled) });
	}
}

class Life {
	readonly poller: HandPoller;

	choice = 0;

	/** n8n's object of static data. */
	private inMemory = new Model();

	private inDatabase = new Model();

	/** Of each write to the database. */
	private readonly written: Model[] = [new Model()];

	private inProcess = new Model();

	/** How often each change has to have started the workflow. */
	readonly owed = new Map<string, number>();

	/** What was handed out last, and no later poll of the same activation has confirmed. */
	private unconfirmed: string[] = [];

	private readonly mayComeAgain = new Set<string>();

	private mayStartAnew = true;

	private count = 0;

	private polls = 0;

	constructor(
		private readonly maxChanges: number,
		private readonly isDurable: boolean,
	) {
		this.poller = new HandPoller({ resolveNames: false }, isDurable);
		this.poller.deals = structuredClone([ROOF, BOILER]);
		this.choose(0);
	}

	choose(choice: number): void {
		this.choice = choice;
		const options = { maxChanges: this.maxChanges };
		this.poller.parameters = { ...this.poller.parameters, changes: CHOICES[choice], options };
	}

	get entries(): HistoryEntry[] {
		return this.poller.deals.flatMap(({ history }) => history);
	}

	change({ deal, kind, minutesAgo }: Step & { does: 'change' }): void {
		const id = `change ${++this.count}`;
		// Moments of their own, so that the order is one.
		const startTimestamp = NOW + this.count - minutesAgo * MINUTE;
		const entry = { id, startTimestamp, endTimestamp: 0, type: KINDS[kind], metaData: {} };
		this.poller.deals[deal].history.push({ ...entry, backlogItemId: '' });
	}

	/** n8n polls; what must come of it by the words of the contract. */
	async poll(
		how: 'activate' | 'start' | 'poll',
		drawn: { crash?: Crash; meanwhile?: () => Promise<void>; isThrownAway?: boolean } = {},
	) {
		const { meanwhile, isThrownAway = false } = drawn;
		// With durable cursors both writes are one.
		const crash = drawn.crash && this.isDurable ? 'none written' : drawn.crash;
		const batch = this.next(how);
		const run = async () =>
			how === 'poll' ? await this.poller.poll(crash, isThrownAway) : await this.poller[how](crash);
		const items = await this.during(run, meanwhile);
		expect(items.map(({ changeId }) => changeId)).toEqual(batch);
		const handsOut = batch.length > 0 && !isThrownAway;
		const starts = crash === undefined || crash === 'execution only';
		const saves = crash === undefined || crash === 'static data only';
		if (handsOut && starts) {
			for (const id of batch) this.owed.set(id, (this.owed.get(id) ?? 0) + 1);
			this.unconfirmed = batch;
			if (crash) for (const id of batch) this.mayComeAgain.add(id);
		}
		const isOfSchedule = how === 'poll';
		const isWrittenAnyway = crash === undefined && !isThrownAway && isOfSchedule === this.isDurable;
		if ((handsOut && saves) || isWrittenAnyway) this.inDatabase = this.inMemory.copy();
		this.follow();
		this.mayStartAnew &&= this.isDurable && !isWrittenAnyway;
		if (crash) this.died();
	}

	/** Published anew while a poll waits for the history: neither hands out anything. */
	async publishDuringPoll(): Promise<void> {
		const publish = async () => expect(await this.poller.activate()).toEqual([]);
		this.begin('poll');
		expect(await this.during(async () => await this.poller.poll(), publish)).toEqual([]);
		this.replaced();
		this.follow();
	}

	async fail(): Promise<void> {
		this.begin('poll');
		this.poller.faults = { history: 400 };
		await expect(this.poller.poll()).rejects.toThrow('Could not fetch the deal history');
		this.poller.faults = {};
	}

	/** n8n starts while the service is down for so many requests; dead is only what has no memory. */
	async start({ crash, down }: Step & { does: 'start' }): Promise<void> {
		this.stop();
		if (this.isDurable) {
			await this.poller.start();
			return this.replaced();
		}
		let left = down;
		this.poller.before = async () => {
			this.poller.faults = left-- > 0 ? { history: 400 } : {};
		};
		if (down > 0 && this.inDatabase.known) {
			this.begin('start');
			expect(await this.poller.start()).toEqual([]);
			expect(this.poller.log.pop()).toMatch(/^History: the first poll .*deal history/);
			this.follow();
		} else if (down >= 5) {
			await expect(this.poller.start()).rejects.toThrow('Could not fetch the deal history');
		} else {
			await this.poll('start', { crash });
		}
		Object.assign(this.poller, { before: async () => undefined, faults: {} });
	}

	stop(): void {
		this.poller.stop();
		this.died();
	}

	putBack(which: number): void {
		const write = Math.max(0, this.poller.writes - 1 - which);
		this.poller.putBack(write);
		this.inDatabase = this.written[write].copy();
		this.follow();
	}

	private died(): void {
		this.inProcess = new Model();
		this.unconfirmed = [];
		// What n8n's database knows of it others may overwrite, but for a cursor of its own row.
		this.mayStartAnew ||= !this.isDurable;
	}

	/** n8n makes a new object of static data of what is in its database. */
	private replaced(): void {
		this.inMemory = this.inDatabase.copy();
	}

	private follow(): void {
		while (this.written.length < this.poller.writes) this.written.push(this.inDatabase.copy());
	}

	/** What a poll goes on from. */
	private begin(how: 'activate' | 'start' | 'poll'): Model {
		const isLimited = this.isDurable && how === 'poll';
		if (how !== 'poll' || isLimited) {
			this.replaced();
			// A new process knows only what is in the database by then.
			const inDoubt = this.inProcess.known ? this.unconfirmed : this.owed.keys();
			for (const id of inDoubt) {
				if (!this.inDatabase.settled.has(id)) this.mayComeAgain.add(id);
			}
		}
		this.unconfirmed = [];
		const { inMemory, inProcess } = this;
		const base = isLimited || inMemory.at >= inProcess.at ? inMemory : inProcess;
		if (!isLimited) this.inProcess = base.copy();
		return base.copy();
	}

	/** The batch that the next poll must hand out, and what n8n's memory holds after it. */
	private next(how: 'activate' | 'start' | 'poll'): string[] {
		const model = this.begin(how);
		// Deaf without a word is what begins anew without need.
		if (!model.known) expect(this.mayStartAnew).toBe(true);
		const before = model.settled.size;
		const isAsked = (choice: number, { type }: HistoryEntry) =>
			CHOICES[choice].includes(type === 'USER_CHANGED' ? 'assigneeChanged' : 'statusChanged');
		const fresh = new Map<string, HistoryEntry>();
		for (const entry of this.entries) {
			if (model.settled.has(entry.id)) continue;
			const counts = model.known && isAsked(model.choice, entry) && isAsked(this.choice, entry);
			if (counts) fresh.set(entry.id, entry);
			else model.settled.add(entry.id);
		}
		const inOrder = [...fresh.values()].sort((a, b) => a.startTimestamp - b.startTimestamp);
		const batch = inOrder.slice(0, this.maxChanges).map(({ id }) => id);
		for (const id of batch) {
			if (this.owed.has(id)) expect(this.mayComeAgain).toContain(id);
			model.settled.add(id);
		}
		const { known, choice, at } = model;
		const hasLearned = !known || choice !== this.choice || model.settled.size > before;
		this.polls++;
		Object.assign(model, { known: true, choice: this.choice, at: hasLearned ? this.polls : at });
		this.inMemory = model;
		const isLimited = this.isDurable && how === 'poll';
		if (batch.length === 0 && !isLimited) this.inProcess = model.copy();
		return batch;
	}

	/** Runs something while a poll waits for the history. */
	private async during<T>(poll: () => Promise<T>, meanwhile?: () => Promise<void>): Promise<T> {
		if (!meanwhile) return await poll();
		let answer = (): void => undefined;
		this.poller.asked = [];
		this.poller.before = async () => await new Promise<void>((resolve) => (answer = resolve));
		const polled = poll();
		for (let turn = 0; turn < 1000 && this.poller.asked.length === 0; turn++) {
			await Promise.resolve();
		}
		this.poller.before = async () => undefined;
		await meanwhile();
		answer();
		return await polled;
	}
}

async function take(life: Life, step: Step, isDurable: boolean): Promise<void> {
	const { poller } = life;
	switch (step.does) {
		case 'change':
			return life.change(step);
		case 'repeat': {
			const { history } = poller.deals[step.which % 2];
			return void history.push({ ...history[step.which % history.length] });
		}
		case 'end':
			return void (life.entries[step.which % life.entries.length].endTimestamp = NOW);
		case 'put back':
			// A cursor of its own row is nobody else's to write.
			return isDurable ? undefined : life.putBack(step.which);
		case 'start':
			return await life.start(step);
		case 'publish':
			life.choose(step.choice ?? life.choice);
			if (step.which !== undefined && !isDurable) life.putBack(step.which);
			// With durable cursors nothing polls anew where the job is there already.
			if (!(poller.isActive && isDurable)) await life.poll('activate');
			return;
		case 'stop':
			return life.stop();
	}
	if (!poller.isActive) return;
	switch (step.does) {
		case 'poll':
			return await life.poll('poll', { crash: step.crash });
		case 'fail':
			return await life.fail();
		case 'deactivate':
			return poller.deactivate();
		case 'thrown away':
			return await life.poll('poll', { isThrownAway: true });
		case 'two polls': {
			const another = async () => expect(await poller.poll()).toEqual([]);
			return await life.poll('poll', { meanwhile: another });
		}
		case 'publish during a poll':
			return isDurable ? undefined : await life.publishDuringPoll();
	}
}

async function livesAsPromised(isDurable: boolean): Promise<void> {
	await fc.assert(
		fc.asyncProperty(
			fc.array(anyStep, { minLength: 5, maxLength: 40 }),
			fc.integer({ min: 1, max: 4 }),
			async (steps, maxChanges) => {
				let clock = NOW;
				jest.spyOn(Date, 'now').mockImplementation(() => clock++);
				const life = new Life(maxChanges, isDurable);
				for (const step of steps) await take(life, step, isDurable);
				if (!life.poller.isActive) await life.poll('activate');
				for (let n = 0; n <= steps.length; n++) await life.poll('poll');

				const came = new Map<string, number>();
				for (const { changeId } of life.poller.executions.flat()) {
					came.set(changeId as string, (came.get(changeId as string) ?? 0) + 1);
				}
				expect(came).toEqual(life.owed);
				if (isDurable) for (const times of came.values()) expect(times).toBe(1);
			},
		),
		runs(200),
	);
}

it('every change starts the workflow once, but for those that a crash came between', async () => {
	await livesAsPromised(false);
});

it('the same with durable cursors, and a crash repeats nothing', async () => {
	await livesAsPromised(true);
});
