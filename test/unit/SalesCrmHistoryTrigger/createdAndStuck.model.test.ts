import '../../support/noWaiting';

import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import type { HistoryItem } from '../../../nodes/api/types';
import { HandPoller } from '../../support/handPoller';
import { runs } from '../../support/runs';

/**
 * Deals that are created and that get stuck, beside changes of status and assignee, by a clock that
 * is drawn: entries come late, deals are listed twice, an answer is empty at times, n8n stops and
 * starts, and the workflow is published with other kinds, filters and days. The model remembers
 * every entry, deal and stay for ever, has no marks, hours or hashes, and reads a deal's story by
 * itself: what the trigger hands out must be what the model owes.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PAST_DAYS = 2;
const NOW = Date.parse('2026-03-03T12:00:00Z');
/** Null: an entry that names none. */
const STATUSES = ['a', 'b', 'c', null];
const USERS = ['x', 'y', null];

interface Entry {
	id: string;
	at: number;
	kind: 'STATUS' | 'USER';
	to: string | null;
}

interface Deal {
	id: string;
	entries: Entry[];
	/** Its last entry has ended. */
	isClosed: boolean;
}

interface Asked {
	kinds: string[];
	to: string[];
	from: string[];
	assignees: string[];
	days: number;
	max: number;
}

/** What is to be handed out. */
interface Owed {
	id: string;
	kind: string;
	at: number;
	statusId: string | null;
	assigneeId: string | null;
	daysInStatus?: number;
}

const inOrder = ({ entries }: Deal): Entry[] => entries.toSorted((a, b) => a.at - b.at);

/** How a deal stands right after an entry. */
const after = (deal: Deal, entry: Entry, kind: Entry['kind']): string | null =>
	inOrder(deal).findLast((one) => one.at <= entry.at && one.kind === kind)?.to ?? null;

const fits = (chosen: string[], id: string | null) =>
	chosen.length === 0 || (id !== null && chosen.includes(id));

/** Whether an entry passes the filters as what it is. */
function passesAsChange(deal: Deal, entry: Entry, asked: Asked): boolean {
	const before = inOrder(deal).findLast((one) => one.at < entry.at && one.kind === 'STATUS');
	const left = before?.to ?? null;
	const isMove = entry.kind === 'STATUS' && entry.to !== left;
	return (
		fits(asked.to, isMove ? entry.to : null) &&
		fits(asked.from, isMove ? left : null) &&
		fits(asked.assignees, after(deal, entry, 'USER'))
	);
}

/** The entry that a deal counts as created by: with filters the first after which it has what they look at. */
const creationOf = (deal: Deal, { to, assignees }: Asked): Entry | undefined =>
	inOrder(deal).find(
		(entry) =>
			(to.length === 0 || after(deal, entry, 'STATUS') !== null) &&
			(assignees.length === 0 || after(deal, entry, 'USER') !== null),
	);

function isCreationAsked(deal: Deal, asked: Asked): boolean {
	const entry = creationOf(deal, asked);
	if (!entry || !asked.kinds.includes('dealCreated') || asked.from.length > 0) return false;
	const first = inOrder(deal).find(({ kind, to }) => kind === 'STATUS' && to !== null);
	return fits(asked.to, first?.to ?? null) && fits(asked.assignees, after(deal, entry, 'USER'));
}

/** The entry that a deal's stay in its present status began with. */
function stayOf(deal: Deal): Entry | undefined {
	if (deal.isClosed) return undefined;
	let began: Entry | undefined;
	for (const entry of inOrder(deal)) {
		if (entry.kind === 'STATUS' && entry.to !== began?.to) began = entry;
	}
	return began;
}

class Model {
	asked: Asked | undefined;

	/** Entries handed out, or seen when they were not asked for. */
	private settled = new Set<string>();

	/** Deals told or seen as created, while that was asked for. */
	private created = new Set<string>();

	/** Entries that stays began with which were told, or overdue when they were not asked for. */
	private stays = new Set<string>();

	/** What began by then was overdue when it was asked for first; undefined while it is not asked for. */
	private overdueBefore: number | undefined;

	copy(): Model {
		const { settled, created, stays } = this;
		return Object.assign(new Model(), this, {
			settled: new Set(settled),
			created: new Set(created),
			stays: new Set(stays),
		});
	}

	/** @param startAt Of the first activation: from when on it starts with what was there. */
	poll(deals: Deal[], asked: Asked, now: number, startAt: number): Owed[] {
		const owed = [
			...this.changes(deals, asked, startAt),
			...this.stuck(deals, asked, now, this.asked ? Infinity : startAt),
		];
		const given = owed.sort((a, b) => a.at - b.at).slice(0, asked.max);
		for (const { id, kind } of given) {
			if (kind === 'dealStuck') this.stays.add(id);
			else this.settled.add(id);
			if (kind === 'dealCreated') {
				this.created.add(deals.find(({ entries }) => entries.some((one) => one.id === id))!.id);
			}
		}
		this.asked = asked;
		return given;
	}

	private changes(deals: Deal[], asked: Asked, startAt: number): Owed[] {
		const owed: Owed[] = [];
		for (const deal of deals) {
			const creation = asked.kinds.includes('dealCreated') ? creationOf(deal, asked) : undefined;
			const isNew = !this.created.has(deal.id);
			for (const entry of deal.entries) {
				if (this.settled.has(entry.id)) continue;
				const mayCreate = isNew && entry === creation;
				const kindBy = (by: Asked): string | undefined => {
					if (mayCreate && isCreationAsked(deal, by)) return 'dealCreated';
					const kind = entry.kind === 'STATUS' ? 'statusChanged' : 'assigneeChanged';
					return by.kinds.includes(kind) && passesAsChange(deal, entry, by) ? kind : undefined;
				};
				const wasAsked = this.asked ? kindBy(this.asked) : entry.at >= startAt;
				const kind = wasAsked ? kindBy(asked) : undefined;
				if (kind) owed.push({ id: entry.id, kind, at: entry.at, ...standing(deal, entry) });
				else {
					this.settled.add(entry.id);
					if (entry === creation) this.created.add(deal.id);
				}
			}
		}
		return owed;
	}

	private stuck(deals: Deal[], asked: Asked, now: number, startAt: number): Owed[] {
		if (!asked.kinds.includes('dealStuck')) {
			this.overdueBefore = undefined;
			this.stays.clear();
			return [];
		}
		const isFirst = this.overdueBefore === undefined;
		this.overdueBefore ??= Math.min(now, startAt - 1) - asked.days * DAY;
		const owed: Owed[] = [];
		for (const deal of deals) {
			const began = stayOf(deal);
			if (!began || began.at <= this.overdueBefore || this.stays.has(began.id)) continue;
			if (began.at + asked.days * DAY > now) continue;
			const before = this.asked!;
			const wasAsked =
				isFirst || began.at + before.days * DAY > now || passesAsChange(deal, began, before);
			if (!wasAsked || !passesAsChange(deal, began, asked)) {
				this.stays.add(began.id);
				continue;
			}
			const at = began.at + asked.days * DAY;
			const daysInStatus = Math.round(((now - began.at) * 10) / DAY) / 10;
			owed.push({
				id: began.id,
				kind: 'dealStuck',
				at,
				...standing(deal, began),
				daysInStatus,
			});
		}
		return owed;
	}
}

const standing = (deal: Deal, entry: Entry) => ({
	statusId: after(deal, entry, 'STATUS'),
	assigneeId: after(deal, entry, 'USER'),
});

type Listing = 'once' | 'halves' | 'twice' | 'reversed';

/** As the service lists deals: an entry ends where the next begins. */
function listed(deals: Deal[], listing: Listing): HistoryItem[] {
	const items = deals.map((deal) => ({
		id: deal.id,
		backlogId: 'backlog',
		summary: deal.id,
		companyProfileId: [],
		history: inOrder(deal).map(({ id, at, kind, to }, place, all) => ({
			id,
			backlogItemId: deal.id,
			startTimestamp: at,
			endTimestamp: all[place + 1]?.at ?? (deal.isClosed ? at + 1 : 0),
			type: `${kind}_CHANGED`,
			metaData: to === null ? {} : { propertyValue: { _id: to, type: kind } },
		})),
	}));
	const part = (from: number, step: number) =>
		items.map((item) => ({ ...item, history: item.history.filter((_, n) => n % step === from) }));
	if (listing === 'halves') return [...part(1, 2), ...part(0, 2)];
	if (listing === 'twice') return [...items, ...part(0, 1)];
	if (listing === 'once') return items;
	return items.map((item) => ({ ...item, history: item.history.toReversed() })).reverse();
}

type Step =
	| { does: 'create'; isAssignedFirst: boolean; to: number; minutesAgo: number }
	| { does: 'move' | 'assign'; deal: number; to: number; minutesAgo: number }
	| { does: 'close'; deal: number }
	| { does: 'wait'; hours: number }
	| { does: 'poll'; listing: Listing }
	| { does: 'empty answer' | 'restart' }
	| { does: 'publish'; asked: Asked; isRestarted: boolean };

const does = <T extends Step['does']>(what: T) => fc.constant(what);
const minutesAgo = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 }));
const deal = fc.nat(6);
const to = fc.nat(3);

const IDS = ['a', 'b', 'c'];
const none: fc.Arbitrary<string[]> = fc.constant([]);

/** Whether filters look at status and assignee stays: with other ones a deal counts as created by another entry. */
const anyAsked = (hasTo: boolean, hasAssignees: boolean): fc.Arbitrary<Asked> =>
	fc.record({
		kinds: fc.subarray(['statusChanged', 'assigneeChanged', 'dealCreated', 'dealStuck'], {
			minLength: 1,
		}),
		to: hasTo ? fc.subarray(IDS, { minLength: 1 }) : none,
		from: fc.oneof({ weight: 2, arbitrary: none }, fc.subarray(IDS)),
		assignees: hasAssignees ? fc.subarray(['x', 'y'], { minLength: 1 }) : none,
		days: fc.constantFrom(0.5, 1, 2.5, 4),
		max: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(1000)),
	});

const anyStep = (asked: fc.Arbitrary<Asked>): fc.Arbitrary<Step> =>
	fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({ does: does('create'), isAssignedFirst: fc.boolean(), to, minutesAgo }),
		},
		{ weight: 4, arbitrary: fc.record({ does: does('move'), deal, to, minutesAgo }) },
		{ weight: 2, arbitrary: fc.record({ does: does('assign'), deal, to, minutesAgo }) },
		{ weight: 1, arbitrary: fc.record({ does: does('close'), deal }) },
		{
			weight: 6,
			arbitrary: fc.record({ does: does('wait'), hours: fc.integer({ min: 1, max: 40 }) }),
		},
		{
			weight: 8,
			arbitrary: fc.record({
				does: does('poll'),
				listing: fc.constantFrom<Listing>('once', 'halves', 'twice', 'reversed'),
			}),
		},
		{ weight: 1, arbitrary: fc.record({ does: fc.constantFrom('empty answer', 'restart') }) },
		{
			weight: 3,
			arbitrary: fc.record({ does: does('publish'), asked, isRestarted: fc.boolean() }),
		},
	);

class Life {
	private readonly poller = new HandPoller({ resolveNames: false });

	private now = NOW;

	private count = 0;

	private readonly deals: Deal[] = [];

	private model = new Model();

	/** What n8n has in its database. */
	private stored = this.model;

	constructor(
		private asked: Asked,
		private readonly options: { start: string; lookBackHours: number },
	) {
		jest.spyOn(Date, 'now').mockImplementation(() => this.now);
		for (const [place, daysAgo] of [30, 3, 0.4].entries()) {
			this.create(place, false, daysAgo * DAY);
		}
	}

	async begin(): Promise<void> {
		await this.poll('activate');
	}

	async take(step: Step): Promise<void> {
		switch (step.does) {
			case 'create':
				return this.create(step.to, step.isAssignedFirst, step.minutesAgo * MINUTE);
			case 'move':
				return this.add(this.dealAt(step.deal), 'STATUS', STATUSES[step.to], step.minutesAgo);
			case 'assign':
				return this.add(this.dealAt(step.deal), 'USER', USERS[step.to % 3], step.minutesAgo);
			case 'close':
				return void (this.dealAt(step.deal).isClosed = true);
			case 'wait':
				return void (this.now += step.hours * HOUR);
			case 'poll':
				return await this.poll('poll', step.listing);
			case 'empty answer':
				return await this.poll('poll', 'once', []);
			case 'restart':
				return await this.restart();
			case 'publish':
				this.asked = step.asked;
				return step.isRestarted ? await this.restart() : await this.poll('activate');
		}
	}

	private async restart(): Promise<void> {
		this.poller.stop();
		this.model = this.stored.copy();
		await this.poll('activate');
	}

	private dealAt(place: number): Deal {
		return this.deals[place % this.deals.length];
	}

	private create(place: number, isAssignedFirst: boolean, msAgo: number): void {
		const made: Deal = { id: `deal ${this.deals.length}`, entries: [], isClosed: false };
		this.deals.push(made);
		const kind = isAssignedFirst ? 'USER' : 'STATUS';
		this.add(made, kind, isAssignedFirst ? USERS[place % 3] : STATUSES[place], msAgo / MINUTE);
	}

	private add(to: Deal, kind: Entry['kind'], id: string | null, minutes: number): void {
		// What is closed is opened again by a move to another status alone, and not a late one.
		if (
			to.isClosed &&
			(kind === 'USER' || inOrder(to).findLast((one) => one.kind === kind)?.to === id)
		)
			return;
		// Moments of their own, so that the order is one.
		const late = to.isClosed ? 0 : minutes * MINUTE;
		const entry = { id: `entry ${++this.count}`, at: this.now - late + this.count, kind, to: id };
		to.entries.push(entry);
		to.isClosed = false;
	}

	private async poll(how: 'activate' | 'poll', listing: Listing = 'once', deals = this.deals) {
		const { kinds, to: toStatusIds, from: fromStatusIds, assignees, days, max } = this.asked;
		const { start, lookBackHours } = this.options;
		this.poller.parameters = {
			resolveNames: false,
			start,
			pastDays: PAST_DAYS,
			changes: kinds,
			daysInStatus: days,
			filters: { toStatusIds, fromStatusIds, assigneeIds: assignees },
			options: { maxChanges: max, lookBackHours },
		};
		this.poller.deals = listed(deals, listing);
		const startAt = start === 'pastDays' ? this.now - PAST_DAYS * DAY : Infinity;
		const owed = this.model.poll(deals, this.asked, this.now, startAt);
		const items = await this.poller[how]();
		expect(items.map((item) => told(item, days * DAY))).toEqual(owed);
		if (how === 'activate' || items.length > 0) this.stored = this.model.copy();
	}
}

function told(item: IDataObject, afterMs: number): Owed {
	const { changeId, triggeredBy, occurredAt, statusId, assigneeId, daysInStatus } = item;
	const isStuck = daysInStatus !== undefined;
	const at = Date.parse(occurredAt as string) + (isStuck ? afterMs : 0);
	const days = isStuck ? { daysInStatus } : {};
	return { id: changeId, kind: triggeredBy, at, statusId, assigneeId, ...days } as Owed;
}

it('each deal is created once, and stuck once a stay, whatever comes late, is listed twice, changed or stopped', async () => {
	const options = fc.record({
		start: fc.constantFrom('onlyNew', 'pastDays'),
		// Nothing comes later than by five hours.
		lookBackHours: fc.constantFrom(6, 24),
	});
	const anyLife = fc.tuple(fc.boolean(), fc.boolean()).chain(([hasTo, hasAssignees]) => {
		const asked = anyAsked(hasTo, hasAssignees);
		return fc.tuple(asked, options, fc.array(anyStep(asked), { minLength: 10, maxLength: 80 }));
	});
	await fc.assert(
		fc.asyncProperty(anyLife, async ([asked, given, steps]) => {
			const life = new Life(asked, given);
			await life.begin();
			for (const step of steps) await life.take(step);
		}),
		runs(400),
	);
});
