import { now, passTime, stopClock } from '../../support/fastClock';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { HistoryEntry, HistoryItem } from '../../../nodes/api/types';
import { assignedTo, assigneeOf, movedTo, statusOf } from '../../support/handCrm';
import { type Crash, HandPoller, keyOf } from '../../support/handPoller';
import { runs } from '../../support/runs';
import {
	ANNA,
	BRAM,
	LEADS,
	NEW,
	NEW_AT_WORK,
	STATUSES,
	TALKING,
	USERS,
	WORK,
} from '../../support/solarRoof';

/**
 * Drawn lives of the trigger: people change deals and quotations while a list of the CRM is down over polls and
 * publications, days are changed, laptops sleep, n8n restarts or dies between its two writes, and other nodes put old
 * static data back. Each event must be reported once, and the trigger must never fall asleep.
 */

const HOUR = 3_600_000;
const MAX_DAYS = 3;

/** What the trigger listens to: deals in any status, or those of one pipeline, or of one status by its name. */
const FILTERS = {
	all: {},
	leads: { pipelineIds: [LEADS] },
	talking: { toStatusIds: ['In gesprek'] },
};
type Kind = keyof typeof FILTERS;

const STATUS_IDS = [NEW, TALKING, NEW_AT_WORK];
const USER_IDS = [undefined, ANNA.id, BRAM.id];
const OUTAGES = [500, 503, 429, Object.assign(new Error('no answer'), { code: 'ECONNRESET' })];

class Life {
	readonly poller: HandPoller;

	isDown = false;

	/** Events that must be reported. */
	private readonly owed = new Set<string>();

	/** Events that may be reported twice, or not at all, because of a crash. */
	private readonly uncertain = new Set<string>();

	/** More days begin the wait of a deal anew, so it may be reported again. */
	private areDaysRaised = false;

	private readonly begunAt: number;

	constructor(private readonly kind: Kind) {
		stopClock(Date.parse('2026-03-02T12:00:00Z'));
		const deals = ['dealStatusChanged', 'dealCreated', 'dealAssigned', 'dealStuck'];
		this.poller = new HandPoller({
			events: [...deals, 'quotationCreated', 'quotationUpdated', 'quotationStatusChanged'],
			watchFields: ['status'],
			daysInStatus: 2,
			filters: FILTERS[kind],
		});
		Object.assign(this.poller, { statuses: STATUSES, users: USERS });
		this.addDeal(0);
		this.poller.addQuotation();
		this.owed.clear();
		passTime(1);
		this.begunAt = now();
	}

	deal = (n: number): HistoryItem => this.poller.deals[n % this.poller.deals.length];

	private owe(event: string, id: string, deal: HistoryItem): void {
		const status = statusOf(deal);
		const entersStatus = event === 'dealStatusChanged' || event === 'dealStuck';
		const isWanted = {
			all: true,
			leads: status !== NEW_AT_WORK,
			talking: entersStatus && status === TALKING,
		};
		if (isWanted[this.kind]) this.owed.add(`${event} ${id}`);
	}

	addDeal(assignee: number): void {
		const deal = this.poller.addDeal();
		this.owe('dealCreated', deal.history[0].id, deal);
		if (assignee > 0) this.assign(deal, assignee);
	}

	assign(deal: HistoryItem, to: number): void {
		const user = USER_IDS[to];
		const entry = user === undefined ? { ...assignedTo(''), metaData: {} } : assignedTo(user);
		const id = this.poller.happens(entry, deal);
		// An entry that names nobody is no event.
		if (user !== undefined) this.owe('dealAssigned', id, deal);
	}

	move(deal: HistoryItem, to: number): void {
		const isMove = statusOf(deal) !== STATUS_IDS[to];
		const id = this.poller.happens(movedTo(STATUS_IDS[to]), deal);
		// A deal that is won goes on to another pipeline.
		deal.backlogId = to === 2 ? WORK : LEADS;
		if (isMove) this.owe('dealStatusChanged', id, deal);
	}

	close(deal: HistoryItem): void {
		const last = deal.history.at(-1)!;
		if (last.endTimestamp !== 0) return;
		passTime(1);
		last.endTimestamp = now();
	}

	reopen(deal: HistoryItem): void {
		if (deal.history.at(-1)!.endTimestamp === 0) return;
		passTime(HOUR);
		this.move(deal, STATUS_IDS.indexOf(statusOf(deal)!));
	}

	addQuotation = () => this.owed.add(`quotationCreated ${this.poller.addQuotation()}`);

	goDown(list: string, how: number): void {
		this.isDown = true;
		this.poller.faults = { [list]: OUTAGES[how] as never };
	}

	comeBack(): void {
		this.isDown = false;
		this.poller.faults = {};
	}

	async changeDays(days: number): Promise<void> {
		if (days > Number(this.poller.parameters.daysInStatus)) this.areDaysRaised = true;
		this.poller.parameters.daysInStatus = days;
		await this.publish();
	}

	async publishOldData(back: number): Promise<void> {
		const { poller } = this;
		// After a crash no process knows what the old data lack.
		const repeated = poller.executions.slice(poller.isActive ? -1 : -1 - back);
		for (const item of repeated.flat()) this.uncertain.add(keyOf(item));
		poller.putBack(Math.max(1, poller.writes - 1 - back));
		await this.publish();
	}

	publish = async (crash?: Crash) =>
		await this.run(async () => await this.poller.activate(crash), crash);

	async restart(crash?: Crash): Promise<void> {
		this.poller.stop();
		await this.publish(crash);
	}

	async poll(crash?: Crash, isDiscarded = false): Promise<void> {
		if (!this.poller.isActive) return await this.restart();
		await this.run(async () => await this.poller.poll(crash, isDiscarded), crash, true);
	}

	private async run(poll: () => Promise<IDataObject[]>, crash?: Crash, isScheduled = false) {
		passTime(1);
		const items = await poll().catch((error: Error) => {
			// A publication that fails would leave the trigger asleep.
			expect([this.isDown, isScheduled]).toEqual([true, true]);
			expect(error.message).toMatch(/Could not|could not be looked up/);
			return [];
		});
		for (const item of items.filter(({ triggeredBy }) => triggeredBy === 'dealStuck')) {
			const deal = this.poller.deals.find(({ id }) => id === item.dealId)!;
			expect([item.assigneeId, item.statusId]).toEqual([assigneeOf(deal), statusOf(deal)]);
			expect(deal.history.at(-1)!.endTimestamp).toBe(0);
			expect(this.mayBeStuck(deal)).toBe(true);
		}
		const isTorn = crash === 'execution only' || crash === 'static data only';
		for (const item of isTorn ? items : []) this.uncertain.add(keyOf(item));
	}

	/** A deal that is won counts only if a filter names its status. */
	private mayBeStuck({ technicalLabels }: HistoryItem): boolean {
		return technicalLabels === undefined || this.kind === 'talking';
	}

	/** Once all is quiet, what was owed has been reported, once. */
	async end(): Promise<void> {
		const { poller } = this;
		this.comeBack();
		passTime(MAX_DAYS * 24 * HOUR + HOUR);
		for (let n = 0; n < 3; n++) await this.poll();
		expect(poller.isActive).toBe(true);
		for (const deal of poller.deals) {
			const began = currentPeriod(deal);
			if (!began || !this.mayBeStuck(deal) || began.startTimestamp <= this.begunAt) continue;
			this.owe('dealStuck', began.id, deal);
		}
		const reported = new Map<string, number>();
		for (const item of poller.executions.flat()) {
			reported.set(keyOf(item), (reported.get(keyOf(item)) ?? 0) + 1);
		}
		const isCertain = (key: string) => !this.uncertain.has(key);
		expect([...this.owed].filter((key) => !reported.has(key) && isCertain(key))).toEqual([]);

		const isRepeatable = (key: string) =>
			/^quotation(Updated|StatusChanged) /.test(key) ||
			(this.areDaysRaised && key.startsWith('dealStuck'));
		const once = [...reported].filter(([key]) => isCertain(key) && !isRepeatable(key));
		expect(once.filter(([, times]) => times > 1)).toEqual([]);

		const mayCome = (key: string) =>
			this.owed.has(key) || /^(dealStuck|quotation(Updated|StatusChanged)) /.test(key);
		expect([...reported.keys()].filter((key) => !mayCome(key))).toEqual([]);
		this.expectLatest(isCertain);
	}

	/** The last item of each record shows it as it is, and each change of a status begins with the one before. */
	private expectLatest(isCertain: (key: string) => boolean): void {
		const items = this.poller.executions.flat();
		for (const { id, status } of this.poller.quotations) {
			const own = items.filter((item) => item.id === id);
			const isKnown = ['Created', 'Updated'].every((event) => isCertain(`quotation${event} ${id}`));
			if (isKnown) expect(own.at(-1)?.status ?? status).toBe(status);
			const moves = own.filter(({ triggeredBy }) => triggeredBy !== 'quotationUpdated');
			if (!moves.every((item) => isCertain(keyOf(item)))) continue;
			const before = moves.slice(1).map(({ previousStatus }) => previousStatus);
			expect(before).toEqual(moves.slice(0, -1).map((item) => item.status));
		}
	}
}

/** The entry that began the current status period; undefined for a closed deal. */
function currentPeriod({ history }: HistoryItem): HistoryEntry | undefined {
	if (history.at(-1)!.endTimestamp !== 0) return undefined;
	let began = history[0];
	let status: string | null | undefined;
	history.forEach((entry, n) => {
		const id = entry.metaData?.propertyValue?._id;
		const isOther = entry.type === 'STATUS_CHANGED' && id !== status;
		const isReopened = n > 0 && entry.startTimestamp - history[n - 1].endTimestamp > 1000;
		if (isOther || isReopened) began = entry;
		if (entry.type === 'STATUS_CHANGED') status = id;
	});
	return began;
}

interface Step {
	name: string;
	take(life: Life): unknown;
}

/** How often a step is drawn, what it draws itself, and what it does. */
const step = <T>(
	weight: number,
	name: string,
	arg: fc.Arbitrary<T>,
	take: (life: Life, arg: T) => unknown,
) => ({
	weight,
	arbitrary: arg.map(
		(drawn): Step => ({
			name: `${name} ${JSON.stringify(drawn) ?? ''}`,
			take: async (life) => await take(life, drawn),
		}),
	),
});

const nothing = fc.constant(undefined);
const nth = fc.nat(9);
const nthAnd = (max: number) => fc.tuple(nth, fc.nat(max));
const crash = fc.constantFrom<Crash[]>('none written', 'static data only', 'execution only');
const outage = fc.tuple(fc.constantFrom('history', 'statuses', 'quotations'), fc.nat(3));
const mayCrash = fc.option(crash, { nil: undefined, freq: 1 });

const STEPS = fc.oneof(
	step(3, 'add a deal', fc.nat(2), (life, to) => life.addDeal(to)),
	step(3, 'move', nthAnd(2), (life, [n, to]) => life.move(life.deal(n), to)),
	step(3, 'assign', nthAnd(2), (life, [n, to]) => life.assign(life.deal(n), to)),
	step(1, 'close', nth, (life, n) => life.close(life.deal(n))),
	step(1, 'reopen', nth, (life, n) => life.reopen(life.deal(n))),
	step(1, 'win', nth, (life, n) => {
		life.deal(n).technicalLabels = [{ type: 'DEAL_WON', timestamp: now() }];
	}),
	step(1, 'add a quotation', nothing, (life) => life.addQuotation()),
	step(2, 'edit a quotation', nthAnd(3), ({ poller: { quotations } }, [n, to]) => {
		quotations[n % quotations.length].status = `status ${to}`;
	}),
	step(2, 'change the days', fc.integer({ min: 1, max: MAX_DAYS }), async (life, days) => {
		await life.changeDays(days);
	}),
	step(9, 'poll', nothing, async (life) => await life.poll()),
	step(1, 'poll and crash', crash, async (life, how) => await life.poll(how)),
	step(1, 'publish', mayCrash, async (life, how) => await life.publish(how)),
	step(1, 'restart', mayCrash, async (life, how) => await life.restart(how)),
	step(1, 'publish with old data', fc.nat(3), async (life, back) => {
		await life.publishOldData(back);
	}),
	step(1, 'unpublish while a poll runs', nothing, async (life) => {
		await life.poll(undefined, true);
		await life.publish();
	}),
	step(3, 'a list of the CRM goes down', outage, (life, [list, how]) => life.goDown(list, how)),
	step(4, 'the CRM comes back', nothing, (life) => life.comeBack()),
	step(4, 'hours pass', fc.integer({ min: 1, max: 70 }), (_life, hours) => passTime(hours * HOUR)),
);

it('each event is reported once, and the trigger never falls asleep', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(STEPS, { minLength: 5, maxLength: 40 }),
			fc.constantFrom('all', 'leads', 'talking' as const),
			async (steps, kind) => {
				const life = new Life(kind);
				await life.poller.activate();
				for (const { take } of steps) await take(life);
				await life.end();
			},
		),
		runs(300),
	);
});
