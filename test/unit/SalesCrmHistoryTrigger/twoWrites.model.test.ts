import fc from 'fast-check';

import type { HistoryEntry } from '../../../nodes/service/api/types';
import { type Crash, HandPoller } from '../support/handPoller';
import { runs } from '../support/runs';
import { BOILER, ROOF } from '../support/solarRoof';

/**
 * The trigger's life at the level of n8n's two writes: an execution is made, static data is saved.
 * n8n may die before, between or after them, stop and start, publish anew, also while a poll is
 * under way; changes come late, twice and with their end. In the end every change has started the
 * workflow exactly once, but for those of a poll whose two writes a crash came between: they came
 * once more, or not at all.
 */

jest.mock('../../../nodes/service/http/waiting', () => ({
	...jest.requireActual<object>('../../../nodes/service/http/waiting'),
	pause: async () => undefined,
}));

const MINUTE = 60_000;
const NOW = Date.parse('2026-03-03T12:00:00Z');
const KINDS = ['STATUS_CHANGED', 'USER_CHANGED'];
const CHOICES = [['statusChanged'], ['assigneeChanged'], ['assigneeChanged', 'statusChanged']];

type Step =
	| { does: 'change'; deal: number; kind: number; minutesAgo: number }
	| { does: 'repeat' | 'end'; which: number }
	| { does: 'poll' | 'start'; crash: Crash | undefined }
	| { does: 'stop' | 'fail' | 'two polls' | 'publish during a poll' }
	| { does: 'publish'; choice: number };

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
	{ weight: 2, arbitrary: fc.record({ does: does('start'), crash }) },
	{ weight: 2, arbitrary: fc.record({ does: fc.constantFrom('stop', 'fail', 'two polls') }) },
	{ weight: 1, arbitrary: fc.record({ does: does('publish during a poll') }) },
	{ weight: 1, arbitrary: fc.record({ does: does('publish'), choice: fc.nat(2) }) },
);

/** What a model that forgets nothing knows: in n8n's memory, and in its database. */
class Model {
	known = false;

	/** Handed out, or seen when it was not asked for. */
	settled = new Set<string>();

	choice = 0;

	copy(): Model {
		return Object.assign(new Model(), this, { settled: new Set(this.settled) });
	}
}

class Life {
	readonly poller = new HandPoller({ resolveNames: false });

	choice = 0;

	inMemory = new Model();

	inDatabase = new Model();

	/** How often each change has to have started the workflow. */
	readonly owed = new Map<string, number>();

	private count = 0;

	constructor(private readonly maxChanges: number) {
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
	async poll(how: 'activate' | 'poll', crash?: Crash, meanwhile?: () => Promise<void>) {
		if (how === 'activate') this.inMemory = this.inDatabase.copy();
		const batch = this.next();
		const items = await this.during(async () => await this.poller[how](crash), meanwhile);
		expect(items.map(({ changeId }) => changeId)).toEqual(batch);
		const handsOut = batch.length > 0;
		const starts = crash === undefined || crash === 'execution only';
		const saves = crash === undefined || crash === 'static data only';
		if (starts) for (const id of batch) this.owed.set(id, (this.owed.get(id) ?? 0) + 1);
		const activated = how === 'activate' && crash === undefined;
		if ((handsOut && saves) || activated) this.inDatabase = this.inMemory.copy();
	}

	/** Published anew while a poll waits for the history: neither hands out anything. */
	async publishDuringPoll(): Promise<void> {
		const publish = async () => {
			this.poller.stop();
			expect(await this.poller.activate()).toEqual([]);
		};
		expect(await this.during(async () => await this.poller.poll(), publish)).toEqual([]);
		this.inMemory = this.inDatabase.copy();
	}

	/** The batch that the next poll must hand out, and what n8n's memory holds after it. */
	private next(): string[] {
		const model = this.inMemory;
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
		for (const id of batch) model.settled.add(id);
		Object.assign(model, { known: true, choice: this.choice });
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

async function take(life: Life, step: Step): Promise<void> {
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
		case 'start':
			poller.stop();
			return await life.poll('activate', step.crash);
		case 'publish':
			life.choose(step.choice);
			if (poller.isActive) await life.poll('activate', undefined);
			return;
		case 'stop':
			return poller.stop();
	}
	if (!poller.isActive) return;
	switch (step.does) {
		case 'poll':
			return await life.poll('poll', step.crash);
		case 'fail':
			poller.faults = { history: 400 };
			await expect(poller.poll()).rejects.toThrow('Could not fetch the deal history');
			poller.faults = {};
			return;
		case 'two polls':
			return await life.poll('poll', undefined, async () => {
				expect(await poller.poll()).toEqual([]);
			});
		case 'publish during a poll':
			return await life.publishDuringPoll();
	}
}

it('every change starts the workflow once, but for those that a crash came between', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(anyStep, { minLength: 5, maxLength: 40 }),
			fc.integer({ min: 1, max: 4 }),
			async (steps, maxChanges) => {
				jest.spyOn(Date, 'now').mockReturnValue(NOW);
				const life = new Life(maxChanges);
				for (const step of steps) await take(life, step);
				if (!life.poller.isActive) await life.poll('activate', undefined);
				for (let n = 0; n <= steps.length; n++) await life.poll('poll', undefined);

				const came = new Map<string, number>();
				for (const { changeId } of life.poller.executions.flat()) {
					came.set(changeId as string, (came.get(changeId as string) ?? 0) + 1);
				}
				expect(came).toEqual(life.owed);
			},
		),
		runs(50),
	);
});
