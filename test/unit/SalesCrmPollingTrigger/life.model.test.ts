import { now, passTime, stopClock } from '../../support/fastClock';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { HistoryEntry, HistoryItem } from '../../../nodes/api/types';
import { statusOf } from '../../support/deals';
import { type Failure, FAILURES, answerOf } from '../../support/failures';
import {
	assignedTo,
	assigneeOf,
	type Fault,
	movedTo,
	statusOf as statusIdOf,
} from '../../support/handCrm';
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
import { uuid } from '../../support/uuid';

/**
 * Drawn lives of the trigger: people change deals and documents, and mark deals as won or lost, while a list of the CRM is down over polls and
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

/** A lead is on a board of its own. It becomes a deal when it moves. */
const INTAKE = uuid(0xb3);
const ASKED = uuid(0x55);
const ALL_STATUSES = [...STATUSES, statusOf(ASKED, INTAKE, 'Aanvraag', '#AAAAAA')];
const board = (board_type: string, ...ids: string[]) => ({
	...{ id: board_type, board_name: board_type, board_type },
	backlogs: ids.map((id) => ({ id, backlog_name: id, rank: '0' })),
});
const BOARDS = [board('DEALS', LEADS, WORK), board('LEADS', INTAKE)];

/** The lists that a poll reads. Some decide what happened, some are only shown. */
const LISTS = [
	'history',
	'statuses',
	'boards',
	'backlogs',
	'get-users-for-company-profile',
	'quotations',
	'overview',
	'contact-persons',
];
const CUSTOMER_LISTS = ['overview', 'contact-persons'];

/** A refusal of a main list, or of a part of one, is no outage. */
const OUTAGES = FAILURES.filter(({ onceSeen }) => onceSeen === 'unavailable');
const PASSING = OUTAGES.filter(({ name, is }) => is === 'unavailable' && name !== '401');
const outagesOf = (list: string): readonly Failure[] =>
	['history', 'quotations', 'backlogs'].includes(list) ? PASSING : OUTAGES;

class Life {
	readonly poller: HandPoller;

	isDown = false;

	/** When a list with customers went down for the first time, and whether one is down now. */
	private customersDownSince = Infinity;

	private areCustomersDown = false;

	/** Events that must be reported. */
	private readonly owed = new Set<string>();

	/** Events that may be reported twice, or not at all, because of a crash. */
	private readonly uncertain = new Set<string>();

	/** Marks as won or lost that were taken back: nobody knows whether a poll saw them. */
	private readonly takenBack = new Set<string>();

	/** By deal: the events of its marks. */
	private readonly marks = new Map<HistoryItem, string[]>();

	/** More days begin the wait of a deal anew, so it may be reported again. */
	private areDaysRaised = false;

	private readonly begunAt: number;

	constructor(private readonly kind: Kind) {
		stopClock(Date.parse('2026-03-02T12:00:00Z'));
		const created = ['dealCreated', 'leadCreated'];
		const deals = ['dealStatusChanged', ...created, 'dealAssigned', 'dealStuck', 'dealClosed'];
		const documents = ['quotationCreated', 'quotationUpdated', 'quotationStatusChanged'];
		const others = ['invoiceCreated', 'invoiceStatusChanged', 'contractStatusChanged'];
		this.poller = new HandPoller({
			events: [...deals, ...documents, ...others],
			watchFields: ['status'],
			daysInStatus: 2,
			filters: FILTERS[kind],
		});
		const lists = { statuses: ALL_STATUSES, users: USERS, boards: BOARDS };
		Object.assign(this.poller, { ...lists, isPublished: true });
		this.addDeal(0);
		for (const type of ['QUOTATION', 'INVOICE', 'CONTRACT']) this.addDocument(type);
		this.owed.clear();
		passTime(1);
		this.begunAt = now();
	}

	deal = (n: number): HistoryItem => this.poller.deals[n % this.poller.deals.length];

	private owe(event: string, id: string, deal: HistoryItem): void {
		const status = statusIdOf(deal);
		if (status === ASKED && (event !== 'leadCreated' || this.kind !== 'all')) return;
		const entersStatus = event === 'dealStatusChanged' || event === 'dealStuck';
		const isWanted = {
			all: true,
			leads: status !== NEW_AT_WORK,
			talking: event === 'dealClosed' || (entersStatus && status === TALKING),
		};
		if (isWanted[this.kind]) this.owed.add(`${event} ${id}`);
	}

	addDeal(assignee: number): void {
		const deal = this.poller.addDeal();
		this.owe('dealCreated', deal.history[0].id, deal);
		if (assignee > 0) this.assign(deal, assignee);
	}

	addLead(): void {
		const lead = this.poller.addDeal(movedTo(ASKED), INTAKE);
		this.owe('leadCreated', lead.history[0].id, lead);
	}

	assign(deal: HistoryItem, to: number): void {
		const user = USER_IDS[to];
		const entry = user === undefined ? { ...assignedTo(''), metaData: {} } : assignedTo(user);
		const id = this.poller.happens(entry, deal);
		// An entry that names nobody is no event.
		if (user !== undefined) this.owe('dealAssigned', id, deal);
	}

	move(deal: HistoryItem, to: number): void {
		const isMove = statusIdOf(deal) !== [...STATUS_IDS, ASKED][to];
		const status = [...STATUS_IDS, ASKED][to];
		const id = this.poller.happens(movedTo(status), deal);
		// A deal that is won goes on to another pipeline.
		deal.backlogId = ALL_STATUSES.find((one) => one.id === status)!.backlog_id;
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
		this.move(deal, [...STATUS_IDS, ASKED].indexOf(statusIdOf(deal)!));
	}

	mark(deal: HistoryItem, result: 'won' | 'lost'): void {
		const id = this.poller.mark(deal, result);
		this.marks.set(deal, [...(this.marks.get(deal) ?? []), `dealClosed ${id}`]);
		this.owe('dealClosed', id, deal);
	}

	takeBack(deal: HistoryItem): void {
		deal.technicalLabels = [];
		for (const key of this.marks.get(deal) ?? []) {
			if (this.owed.delete(key)) this.takenBack.add(key);
		}
	}

	addDocument(type: string): void {
		const id = this.poller.addDocument('An Jansen', type);
		if (type !== 'CONTRACT') this.owed.add(`${type.toLowerCase()}Created ${id}`);
	}

	get documents(): IDataObject[] {
		return [...this.poller.quotations, ...this.poller.otherDocuments];
	}

	goDown(list: string, how: number): void {
		const outages = outagesOf(list);
		this.isDown = true;
		this.areCustomersDown = CUSTOMER_LISTS.includes(list);
		if (this.areCustomersDown) this.customersDownSince = Math.min(this.customersDownSince, now());
		this.poller.faults = { [list]: answerOf(outages[how % outages.length]) as Fault };
	}

	comeBack(): void {
		this.isDown = this.areCustomersDown = false;
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
			expect(error.message).toMatch(/[Cc]ould not/);
			return [];
		});
		const hasWaited = this.areCustomersDown && now() - this.customersDownSince >= HOUR;
		for (const { documentType, customer } of items) {
			if (documentType && !hasWaited) expect(customer).toBe('An Jansen');
		}
		for (const item of items.filter(({ triggeredBy }) => triggeredBy === 'dealStuck')) {
			const deal = this.poller.deals.find(({ id }) => id === item.dealId)!;
			expect([item.assigneeId, item.statusId]).toEqual([assigneeOf(deal), statusIdOf(deal)]);
			expect(deal.history.at(-1)!.endTimestamp).toBe(0);
			expect(this.mayBeStuck(deal)).toBe(true);
		}
		const isTorn = crash === 'execution only' || crash === 'static data only';
		for (const item of isTorn ? items : []) this.uncertain.add(keyOf(item));
	}

	/** A deal that is won counts only if a filter names its status. */
	private mayBeStuck({ technicalLabels }: HistoryItem): boolean {
		return (technicalLabels as object[]).length === 0 || this.kind === 'talking';
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
			// One whose mark was taken back may have got stuck while it had one.
			const isOpen = this.mayBeStuck(deal) && (this.kind === 'talking' || !this.marks.has(deal));
			if (!began || !isOpen || began.startTimestamp <= this.begunAt) continue;
			this.owe('dealStuck', began.id, deal);
		}
		const reported = new Map<string, number>();
		for (const item of poller.executions.flat()) {
			reported.set(keyOf(item), (reported.get(keyOf(item)) ?? 0) + 1);
		}
		const isCertain = (key: string) => !this.uncertain.has(key);
		expect([...this.owed].filter((key) => !reported.has(key) && isCertain(key))).toEqual([]);

		const isRepeatable = (key: string) =>
			CHANGED.test(key) || (this.areDaysRaised && key.startsWith('dealStuck'));
		const once = [...reported].filter(([key]) => isCertain(key) && !isRepeatable(key));
		expect(once.filter(([, times]) => times > 1)).toEqual([]);

		const mayCome = (key: string) =>
			this.owed.has(key) ||
			this.takenBack.has(key) ||
			CHANGED.test(key) ||
			key.startsWith('dealStuck');
		expect([...reported.keys()].filter((key) => !mayCome(key))).toEqual([]);
		this.expectLatest(isCertain);
	}

	/** The last item of each record shows it as it is, and each change of a status begins with the one before. */
	private expectLatest(isCertain: (key: string) => boolean): void {
		const items = this.poller.executions.flat();
		for (const { documentId: id, documentStatus: status, documentType } of this.documents) {
			const own = items.filter(({ quotationId, documentId }) => (quotationId ?? documentId) === id);
			const type = String(documentType).toLowerCase();
			const isKnown = ['Created', 'Updated', 'StatusChanged'].every((event) =>
				isCertain(`${type}${event} ${id}`),
			);
			if (isKnown) expect(own.at(-1)?.status ?? status).toBe(status);
			const moves = own.filter(({ triggeredBy }) => triggeredBy !== 'quotationUpdated');
			if (!moves.every((item) => isCertain(keyOf(item)))) continue;
			const before = moves.slice(1).map(({ previousStatus }) => previousStatus);
			expect(before).toEqual(moves.slice(0, -1).map((item) => item.status));
		}
	}
}

/** Of a document: it may change to and fro. */
const CHANGED = /^(quotation|invoice|contract)(Updated|StatusChanged) /;

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
const outage = fc.tuple(fc.constantFrom(...LISTS), fc.nat(OUTAGES.length - 1));
const mayCrash = fc.option(crash, { nil: undefined, freq: 1 });

const STEPS = fc.oneof(
	step(3, 'add a deal', fc.nat(2), (life, to) => life.addDeal(to)),
	step(1, 'add a lead', nothing, (life) => life.addLead()),
	step(3, 'move', nthAnd(2), (life, [n, to]) => life.move(life.deal(n), to)),
	step(3, 'assign', nthAnd(2), (life, [n, to]) => life.assign(life.deal(n), to)),
	step(1, 'close', nth, (life, n) => life.close(life.deal(n))),
	step(1, 'reopen', nth, (life, n) => life.reopen(life.deal(n))),
	step(2, 'mark', fc.tuple(nth, fc.constantFrom('won', 'lost' as const)), (life, [n, result]) => {
		life.mark(life.deal(n), result);
	}),
	step(1, 'take a mark back', nth, (life, n) => life.takeBack(life.deal(n))),
	step(2, 'add a document', fc.constantFrom('QUOTATION', 'INVOICE', 'CONTRACT'), (life, type) =>
		life.addDocument(type),
	),
	step(4, 'edit a document', nthAnd(3), ({ documents }, [n, to]) => {
		documents[n % documents.length].documentStatus = `status ${to}`;
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
