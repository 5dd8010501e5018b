import fc from 'fast-check';

import type { ChangeKey, HistoryCursor } from '../../../nodes/SalesCrmHistoryTrigger/cursor';
import { newChanges } from '../../../nodes/SalesCrmHistoryTrigger/newChanges';
import { runs } from '../../support/runs';

/**
 * Polls over a history that grows late, out of order and ahead of time, is edited, and is read by
 * an n8n that stops at any moment. The model remembers every id for ever and has no hashes, hours
 * or pruning: what the trigger hands out must be what the model owes.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 2, 1);

type Entry = ChangeKey & { kind: number };

type Step =
	| { does: 'change'; kind: number; minutesAgo: number }
	| { does: 'edit'; which: number; minutesAgo: number }
	| { does: 'repeat'; which: number; minutesAgo: number | undefined }
	| { does: 'wait'; minutes: number }
	| { does: 'poll'; max: number }
	| { does: 'want'; kinds: number[] }
	| { does: 'look back'; hours: number }
	/** n8n stops: what was not stored is gone. */
	| { does: 'stop' };

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			does: fc.constant('change' as const),
			kind: fc.integer({ min: 0, max: 2 }),
			// Mostly now, at times late, beyond the look-back, or in the future.
			minutesAgo: fc.oneof(
				{ weight: 5, arbitrary: fc.integer({ min: 0, max: 5 }) },
				{ weight: 2, arbitrary: fc.integer({ min: 0, max: 400 }) },
				{ weight: 1, arbitrary: fc.integer({ min: -200, max: 0 }) },
				{ weight: 1, arbitrary: fc.constant(NaN) },
			),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			does: fc.constant('edit' as const),
			which: fc.nat(50),
			minutesAgo: fc.integer({ min: 0, max: 100 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			does: fc.constant('repeat' as const),
			which: fc.nat(50),
			// Mostly the very same, at times with a moment of its own.
			minutesAgo: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			does: fc.constant('look back' as const),
			hours: fc.integer({ min: 0, max: 4 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			does: fc.constant('wait' as const),
			minutes: fc.integer({ min: 1, max: 150 }),
		}),
	},
	{
		weight: 5,
		arbitrary: fc.record({
			does: fc.constant('poll' as const),
			max: fc.integer({ min: 1, max: 6 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			does: fc.constant('want' as const),
			kinds: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1 }),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ does: fc.constant('stop' as const) }) },
);

interface Asked {
	kinds: number[];
	now: number;
	maxChanges: number;
	lookBackMs: number;
	startAt: number;
}

const orLast = (moment: number): number => (Number.isNaN(moment) ? Infinity : moment);

/** What must be handed out, by the words of the contract. */
class Model {
	known = false;

	mark = -Infinity;

	floor = -Infinity;

	done = new Set<string>();

	wanted: number[] = [];

	copy(): Model {
		return Object.assign(new Model(), this, { done: new Set(this.done) });
	}

	poll(entries: Entry[], { kinds, now, maxChanges, lookBackMs, startAt }: Asked): string[] {
		const latest = Math.max(
			-Infinity,
			...entries.map(({ moment }) => moment).filter((moment) => moment <= now + HOUR),
		);
		if (!this.known) {
			const byClock = Math.min(startAt, now - Math.max(lookBackMs, HOUR));
			this.floor = Math.max(Math.min(startAt, latest - lookBackMs), byClock);
		}
		const counts = entries.filter(({ moment }) => !(moment < this.floor));
		const before = this.known ? this.wanted : [];
		const owed = new Map<string, Entry>();
		for (const entry of counts) {
			if (this.done.has(entry.key)) continue;
			const counted = this.known ? before.includes(entry.kind) : entry.moment >= startAt;
			const asked = counted && kinds.includes(entry.kind);
			const twin = owed.get(entry.key);
			// Of one that comes twice the later counts; without a readable moment it is the last of all.
			const isLater = !twin || orLast(twin.moment) < orLast(entry.moment);
			if (asked && isLater) owed.set(entry.key, entry);
			if (!asked && !twin) this.done.add(entry.key);
		}
		const order = [...owed.values()].sort((a, b) => {
			if (Number.isNaN(a.moment)) return Number.isNaN(b.moment) ? 0 : 1;
			return Number.isNaN(b.moment) ? -1 : a.moment - b.moment;
		});
		const given = order.slice(0, maxChanges);
		for (const { key } of given) this.done.add(key);
		const oldestLeft = order.slice(maxChanges).map(({ moment }) => moment)[0];
		const limit = oldestLeft === undefined || Number.isNaN(oldestLeft) ? Infinity : oldestLeft;
		this.mark = Math.max(this.mark, Math.min(latest, limit));
		this.floor = Math.max(this.floor, Math.min(this.mark - lookBackMs, limit));
		Object.assign(this, { known: true, wanted: kinds });
		return given.map(({ key }) => key);
	}
}

const poll = (cursor: HistoryCursor | undefined, entries: Entry[], { kinds, ...asked }: Asked) =>
	newChanges<Entry>(cursor, () => entries, {
		...asked,
		source: 'crm',
		wanted: kinds,
		kindOf: ({ kind }) => (kinds.includes(kind) ? String(kind) : undefined),
		wasWanted: ({ kind }, before) => (before as number[]).includes(kind),
	});

it('hands out what is new, oldest first, each once, whatever comes late, is edited or stopped', () => {
	fc.assert(
		fc.property(
			fc.array(step, { minLength: 10, maxLength: 80 }),
			fc.integer({ min: 0, max: 3 }),
			// "Only New Changes", or those of some hours before.
			fc.oneof(fc.constant(-Infinity), fc.integer({ min: 0, max: 5 })),
			(steps, lookBackHours, startHours) => {
				let lookBackMs = lookBackHours * HOUR;
				let now = START;
				let kinds = [0, 1];
				let entries: Entry[] = [{ key: 'first', moment: START, kind: 0 }];
				let cursor: HistoryCursor | undefined;
				let model = new Model();
				// What n8n has stored: at the first activation, and whenever something was handed out.
				let stored: { cursor: HistoryCursor | undefined; model: Model } = { cursor, model };
				const handedOut: string[] = [];
				// One from before what counts is forgotten: back in it, edited or once more, it is new.
				const counting = () => entries.filter(({ moment }) => !(moment < model.floor));

				for (const one of steps) {
					if (one.does === 'change') {
						const key = `change ${entries.length}`;
						entries.push({ key, kind: one.kind, moment: now - one.minutesAgo * MINUTE });
					}
					if (one.does === 'edit') {
						const edited = counting()[one.which % counting().length];
						entries = entries.map((entry) =>
							entry.key === edited?.key
								? { ...entry, moment: now - one.minutesAgo * MINUTE }
								: entry,
						);
					}
					if (one.does === 'repeat') {
						const repeated = counting()[one.which % counting().length];
						const { moment } = repeated ?? {};
						const ago = one.minutesAgo;
						const again = ago === undefined ? moment : now - ago * MINUTE;
						if (repeated) entries.push({ ...repeated, moment: again! });
					}
					if (one.does === 'look back') lookBackMs = one.hours * HOUR;
					if (one.does === 'wait') now += one.minutes * MINUTE;
					if (one.does === 'want') kinds = [...one.kinds].sort();
					if (one.does === 'stop') {
						cursor = stored.cursor;
						model = stored.model.copy();
					}
					if (one.does === 'poll') {
						const isFirst = cursor === undefined;
						const startAt = now - startHours * HOUR;
						const asked = { kinds, now, maxChanges: one.max, lookBackMs, startAt };
						const owed = model.poll(entries, asked);
						const polled = poll(cursor, entries, asked);
						expect(polled.fresh.map(({ change }) => change.key)).toEqual(owed);
						handedOut.push(...owed);
						cursor = JSON.parse(JSON.stringify(polled.cursor)) as HistoryCursor;
						if (isFirst || owed.length > 0) stored = { cursor, model: model.copy() };
					}
				}
				return handedOut.length === new Set(handedOut).size;
			},
		),
		runs(200),
	);
});
