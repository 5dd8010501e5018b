import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../../nodes/api/contacts';
import type { HistoryEntry, HistoryItem } from '../../../nodes/api/types';
import { type Crash, HandPoller, PROFILE } from '../../support/handPoller';
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
 * The trigger's life: people make, move, assign, win, close and reopen deals, add contacts, and edit quotations
 * one by one and all at once, while the CRM is down over polls and publications, credentials are
 * rewritten, tokens change, statuses are renamed and deleted, days are changed, laptops sleep, n8n restarts
 * or dies between its two writes, and other nodes put old static data back. Looked for: each new thing once,
 * to whom it concerns, and never asleep.
 */

const HOUR = 3_600_000;
const MOST_DAYS = 3;

/** What the trigger listens to, by filters of names; `records` has no profile but that of its token, `boards` knows leads. */
const KINDS = ['all', 'boards', 'leads', 'talking', 'records'] as const;
type Kind = (typeof KINDS)[number];
const STATUS_IDS = [NEW, TALKING, NEW_AT_WORK];
const OUTAGES = [500, 503, 429, Object.assign(new Error('no answer'), { code: 'ECONNRESET' })];

type Step =
	| { does: 'make deal'; assignee: number }
	| { does: 'move' | 'assign'; deal: number; to: number }
	| { does: 'close' | 'reopen' | 'win'; deal: number }
	| { does: 'join' | 'quote' | 'edit all' }
	| { does: 'edit' | 'edit contact'; which: number; to: number }
	| { does: 'rename status' | 'delete status' | 'renew token' | 'another customer' }
	| { does: 'change days'; days: number }
	| { does: 'poll' | 'publish' | 'restart'; crash: Crash | undefined }
	| { does: 'publish old data'; back: number }
	| { does: 'deactivate while polling' | 'rewrite credential' }
	| { does: 'down'; how: number }
	| { does: 'up' }
	| { does: 'sleep'; hours: number };

const does = <T extends Step['does']>(...what: T[]) => fc.constantFrom(...what);
const some = (max = 9) => fc.nat(max);
const crash = fc.option(
	fc.constantFrom<Crash>('none written', 'static data only', 'execution only'),
	{
		nil: undefined,
		freq: 1,
	},
);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 3, arbitrary: fc.record({ does: does('make deal'), assignee: some(2) }) },
	{ weight: 6, arbitrary: fc.record({ does: does('move', 'assign'), deal: some(), to: some(2) }) },
	{ weight: 2, arbitrary: fc.record({ does: does('close', 'reopen', 'win'), deal: some() }) },
	{ weight: 3, arbitrary: fc.record({ does: does('join', 'quote', 'edit all') }) },
	{
		weight: 4,
		arbitrary: fc.record({ does: does('edit', 'edit contact'), which: some(), to: some(3) }),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			does: does('rename status', 'delete status', 'renew token', 'another customer'),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			does: does('change days'),
			days: fc.integer({ min: 1, max: MOST_DAYS }),
		}),
	},
	{ weight: 8, arbitrary: fc.record({ does: does('poll'), crash: fc.constant(undefined) }) },
	{ weight: 3, arbitrary: fc.record({ does: does('poll', 'publish', 'restart'), crash }) },
	{ weight: 1, arbitrary: fc.record({ does: does('publish old data'), back: some(3) }) },
	{
		weight: 1,
		arbitrary: fc.record({ does: does('deactivate while polling', 'rewrite credential') }),
	},
	{ weight: 3, arbitrary: fc.record({ does: does('down'), how: some(3) }) },
	{ weight: 4, arbitrary: fc.record({ does: does('up') }) },
	{
		weight: 4,
		arbitrary: fc.record({ does: does('sleep'), hours: fc.integer({ min: 1, max: 70 }) }),
	},
);

let now = Date.parse('2026-03-02T12:00:00Z');

/** A wait between two tries takes no time but that of the model. */
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => await Promise.resolve(void (now += ms)),
}));

class Life {
	readonly poller: HandPoller;

	isDown = false;

	/** What must come, and what may come twice, or not at all, because of a crash. */
	private readonly owed = new Set<string>();

	private readonly mayRepeat = new Set<string>();

	private readonly mayBeLost = new Set<string>();

	/** Moves to the other pipeline. Once its status is deleted they are of the pipeline in which the deal is. */
	private readonly ofOtherPipeline = new Set<string>();

	private made = 0;

	private readonly activatedAt: number;

	/** Of stuck deals: more days begin the wait for a stay anew. */
	private areDaysRaised = false;

	constructor(private readonly kind: Kind) {
		const deals = ['dealStatusChanged', 'dealCreated', 'dealAssigned', 'dealStuck'];
		if (kind === 'boards') deals.push('leadCreated');
		const quotations = ['quotationCreated', 'quotationUpdated', 'quotationStatusChanged'];
		const records = ['contactCreated', 'contactUpdated', ...quotations];
		this.poller = new HandPoller({
			events: kind === 'records' ? records : [...deals, ...records],
			audienceId: uuid(0xad),
			watchFields: ['status'],
			watchContactFields: ['Plaats'],
			daysInStatus: 2,
			filters: {},
		});
		if (kind === 'leads') this.poller.parameters.filters = { pipelineIds: ['Pipeline 1'] };
		if (kind === 'records') this.poller.credential.companyProfileId = '';
		if (kind === 'boards') {
			// Whether boards are offered is remembered by the address.
			this.poller.credential.baseUrl = 'https://boards.example';
			this.poller.boards = [board('LEADS', LEADS), board('DEALS', WORK)];
		}
		Object.assign(this.poller, { statuses: STATUSES, users: USERS });
		this.nameStatus('In gesprek');
		this.makeDeal(0);
		this.poller.contacts.push(contactOf('c0', 'Ede'));
		this.poller.quotations.push({ id: 'q0', status: 'open' });
		this.owed.clear();
		now += 1;
		this.activatedAt = now;
	}

	/** The status has another name, and so has the filter. */
	private nameStatus(label: string): void {
		const { poller, kind } = this;
		poller.statuses = poller.statuses.map((one) => (one.id === TALKING ? { ...one, label } : one));
		if (kind === 'talking') poller.parameters.filters = { toStatusIds: [label] };
	}

	private deal = (n: number): HistoryItem => this.poller.deals[n % this.poller.deals.length];

	private happen(deal: HistoryItem, type: string, kind: string, _id: string | undefined): string {
		now += 1;
		const id = `e${++this.made}`;
		const last = deal.history.at(-1);
		if (last?.endTimestamp === 0) last.endTimestamp = now;
		const metaData = _id === undefined ? {} : { propertyValue: { _id, type: kind } };
		const entry = { id, startTimestamp: now, endTimestamp: 0, type, metaData };
		deal.history.push(entry as HistoryEntry);
		return id;
	}

	private owe(event: string, id: string, deal: HistoryItem): void {
		const status = statusOf(deal);
		const entersStatus = event === 'dealStatusChanged' || event === 'dealStuck';
		const isWanted = {
			all: true,
			boards: true,
			leads: status !== NEW_AT_WORK,
			talking: entersStatus && status === TALKING,
			records: false,
		};
		if (isWanted[this.kind]) this.owed.add(`${event} ${id}`);
		else if (this.kind === 'leads') this.ofOtherPipeline.add(`${event} ${id}`);
	}

	private makeDeal(assignee: number): void {
		const deal = {
			id: uuid(0xde00 + ++this.made),
			backlogId: LEADS,
			summary: 'Dak',
			companyProfileId: [PROFILE],
			history: [],
		};
		this.poller.deals.push(deal);
		const created = this.kind === 'boards' ? 'leadCreated' : 'dealCreated';
		this.owe(created, this.happen(deal, 'STATUS_CHANGED', 'STATUS', NEW), deal);
		if (assignee > 0) this.assign(deal, assignee);
	}

	private assign(deal: HistoryItem, to: number): void {
		const user = [undefined, ANNA.id, BRAM.id][to];
		const id = this.happen(deal, 'USER_CHANGED', 'USER', user);
		// An entry that names nobody tells nothing.
		if (user !== undefined) this.owe('dealAssigned', id, deal);
	}

	private move(deal: HistoryItem, to: number): void {
		const isMove = statusOf(deal) !== STATUS_IDS[to];
		const id = this.happen(deal, 'STATUS_CHANGED', 'STATUS', STATUS_IDS[to]);
		// A deal that is won goes on to another pipeline.
		deal.backlogId = to === 2 ? WORK : LEADS;
		if (isMove) this.owe('dealStatusChanged', id, deal);
	}

	private join(kind: 'contacts' | 'quotations', event: string): void {
		const id = `${kind} ${++this.made}`;
		this.poller[kind].push(kind === 'contacts' ? contactOf(id, 'Ede') : { id, status: 'open' });
		this.owed.add(`${event} ${id}`);
	}

	async take(step: Step): Promise<void> {
		const { poller } = this;
		switch (step.does) {
			case 'make deal':
				return this.makeDeal(step.assignee);
			case 'move':
				return this.move(this.deal(step.deal), step.to);
			case 'assign':
				return this.assign(this.deal(step.deal), step.to);
			case 'close': {
				const last = this.deal(step.deal).history.at(-1)!;
				if (last.endTimestamp === 0) last.endTimestamp = now += 1;
				return;
			}
			case 'win':
				this.deal(step.deal).technicalLabels = [{ type: 'DEAL_WON', timestamp: now }];
				return;
			case 'reopen': {
				const deal = this.deal(step.deal);
				if (deal.history.at(-1)!.endTimestamp === 0) return;
				now += HOUR;
				return this.move(deal, STATUS_IDS.indexOf(statusOf(deal)!));
			}
			case 'join':
				return this.join('contacts', 'contactCreated');
			case 'quote':
				return this.join('quotations', 'quotationCreated');
			case 'edit':
				poller.quotations[step.which % poller.quotations.length].status = `status ${step.to}`;
				return;
			case 'edit contact': {
				const { contacts } = poller;
				const place = step.which % contacts.length;
				contacts[place] = contactOf(contacts[place].id as string, `Plaats ${step.to}`);
				return;
			}
			case 'rename status':
				return await this.renameStatus();
			case 'delete status':
				poller.statuses = poller.statuses.filter(({ id }) => id !== NEW_AT_WORK);
				return;
			case 'change days': {
				if (step.days > Number(poller.parameters.daysInStatus)) this.areDaysRaised = true;
				poller.parameters.daysInStatus = step.days;
				return await this.run(async () => await poller.tryToActivate());
			}
			case 'renew token':
				poller.credential.apiToken = `token ${++this.made}`;
				return await this.run(async () => await poller.tryToActivate());
			case 'another customer':
				return await this.changeCustomer();
			case 'edit all':
				for (const one of poller.quotations) one.status = `all ${++this.made}`;
				return;
			case 'down':
				this.isDown = true;
				poller.faults = { history: OUTAGES[step.how] as never };
				return;
			case 'up':
				this.isDown = false;
				poller.faults = {};
				return;
			case 'sleep':
				now += step.hours * HOUR;
				return;
			case 'rewrite credential': {
				const { baseUrl } = poller.credential;
				const isSecure = String(baseUrl).startsWith('https:');
				poller.credential.baseUrl = String(baseUrl).replace(/^https?/, isSecure ? 'http' : 'https');
				return await this.run(async () => await poller.tryToActivate());
			}
			case 'publish old data':
				for (const items of poller.executions.slice(-1)) this.allow(items, this.mayRepeat);
				poller.putBack(Math.max(0, poller.writes - 1 - step.back));
				return await this.run(async () => await poller.tryToActivate());
			case 'publish':
				return await this.run(async () => await poller.tryToActivate(step.crash), step.crash);
			case 'restart':
				poller.stop();
				return await this.run(
					async () => await poller.tryToActivate(step.crash, 'init'),
					step.crash,
				);
			case 'deactivate while polling':
				await this.run(async () => await poller.poll(undefined, true), undefined, true);
				return await this.run(async () => await poller.tryToActivate());
			case 'poll':
				return await this.run(async () => await poller.poll(step.crash), step.crash, true);
		}
	}

	/** A filter by the old name fails the polls aloud, until a person chooses the new one. */
	private async renameStatus(): Promise<void> {
		await this.take({ does: 'up' });
		const { poller } = this;
		const filters = poller.parameters.filters;
		this.nameStatus(`In gesprek ${++this.made}`);
		if (this.kind === 'talking' && poller.isActive) {
			const renamed = poller.parameters.filters;
			poller.parameters.filters = filters;
			await expect(poller.poll()).rejects.toThrow('Unknown status');
			poller.parameters.filters = renamed;
		}
		return await this.run(async () => await poller.tryToActivate());
	}

	/** With a token of another customer, in whose lists is nothing that was seen: nothing starts. */
	private async changeCustomer(): Promise<void> {
		if (this.kind !== 'records') return;
		const { poller } = this;
		await this.take({ does: 'up' });
		for (let n = 0; n < 2; n++) await this.take({ does: 'poll', crash: undefined });
		poller.credential.apiToken = `token ${++this.made}`;
		poller.contacts = [contactOf(`c${this.made}`, 'Ede'), contactOf(`d${this.made}`, 'Ede')];
		poller.quotations = [{ id: `q${this.made}`, status: 'open' }];
		expect(await poller.tryToActivate()).toEqual([]);
	}

	/** @param isOnSchedule Such a poll fails aloud while the CRM is down. */
	private async run(
		run: () => Promise<IDataObject[]>,
		died?: Crash,
		isOnSchedule = false,
	): Promise<void> {
		now += 1;
		const { poller } = this;
		const isRunning = poller.isActive;
		if (isOnSchedule && !isRunning) return await this.take({ does: 'restart', crash: undefined });
		const items = await run().catch((error: Error) => {
			// A publication that fails leaves the trigger asleep.
			expect([this.isDown, isOnSchedule]).toEqual([true, true]);
			expect(error.message).toMatch(/Could not|could not be looked up/);
			return undefined;
		});
		if (!items) return;
		for (const item of items.filter(({ triggeredBy }) => triggeredBy === 'dealStuck')) {
			const deal = poller.deals.find(({ id }) => id === item.dealId)!;
			expect([item.assigneeId, item.statusId]).toEqual([assigneeOf(deal), statusOf(deal)]);
			expect(deal.history.at(-1)!.endTimestamp).toBe(0);
			expect(this.mayBeStuck(deal)).toBe(true);
		}
		if (died === 'execution only') this.allow(items, this.mayRepeat);
		if (died === 'static data only') this.allow(items, this.mayBeLost);
	}

	/** A deal that is won counts only if a filter names its status. */
	private mayBeStuck({ technicalLabels }: HistoryItem): boolean {
		return technicalLabels === undefined || this.kind === 'talking';
	}

	private allow(items: IDataObject[], set: Set<string>): void {
		for (const item of items) set.add(keyOf(item));
	}

	/** All is quiet: what was owed has come, once. */
	async end(): Promise<void> {
		await this.take({ does: 'up' });
		now += MOST_DAYS * 24 * HOUR + HOUR;
		for (let n = 0; n < 3; n++) await this.take({ does: 'poll', crash: undefined });
		expect(this.poller.isActive).toBe(true);
		const came = new Map<string, number>();
		for (const item of this.poller.executions.flat()) {
			came.set(keyOf(item), (came.get(keyOf(item)) ?? 0) + 1);
		}
		for (const deal of this.poller.deals) {
			const stay = stayOf(deal);
			if (stay && this.mayBeStuck(deal) && stay.startTimestamp > this.activatedAt)
				this.owe('dealStuck', stay.id, deal);
		}
		const told = [...came.keys()].filter(
			(key) => !/^(\w+Updated|quotationStatusChanged) /.test(key),
		);
		const free = (key: string) => !this.mayBeLost.has(key) && !this.mayRepeat.has(key);
		expect([...this.owed].filter((key) => !came.has(key) && free(key))).toEqual([]);
		const isOnce = (key: string) => !this.areDaysRaised || !key.startsWith('dealStuck');
		expect(told.filter((key) => came.get(key)! > 1 && free(key) && isOnce(key))).toEqual([]);
		const ended = told.filter((key) => !key.startsWith('dealStuck'));
		const isDeleted = !this.poller.statuses.some(({ id }) => id === NEW_AT_WORK);
		const mayCome = (key: string) => isDeleted && this.ofOtherPipeline.has(key);
		expect(ended.filter((key) => !this.owed.has(key) && !mayCome(key))).toEqual([]);
		const latest = (of: string, id: unknown) =>
			this.poller.executions
				.flat()
				.filter((item) => [item.id, item.contactId].includes(id as string))
				.findLast(() => free(`${of}Updated ${String(id)}`) && free(`${of}Created ${String(id)}`));
		for (const { id, status } of this.poller.quotations) {
			expect(latest('quotation', id)?.status ?? status).toBe(status);
		}
		for (const { id } of this.poller.quotations) this.expectChain(id as string, free);
		for (const contact of this.poller.contacts) {
			const { Plaats } = simplifyContact(contact);
			expect(latest('contact', contact.id)?.Plaats ?? Plaats).toBe(Plaats);
		}
	}

	/** Each change of a quotation's status begins with the one that was told before. */
	private expectChain(quotation: string, free: (key: string) => boolean): void {
		const of = ['quotationCreated', 'quotationStatusChanged'];
		if (!of.every((event) => free(`${event} ${quotation}`))) return;
		const items = this.poller.executions
			.flat()
			.filter(({ id, triggeredBy }) => id === quotation && of.includes(String(triggeredBy)));
		const before = items.slice(1).map(({ previousStatus }) => previousStatus);
		expect(before).toEqual(items.slice(0, -1).map(({ status }) => status));
	}
}

/** A pipeline on a board of its own. */
const board = (board_type: string, id: string) => ({
	...{ id: `b${board_type}`, board_name: board_type, board_type },
	backlogs: [{ id, backlog_name: board_type, rank: '0' }],
});

const contactOf = (id: string, value: string): IDataObject => ({
	id,
	standard_personal_infos: [{ name: 'Plaats', value }],
});

const keyOf = ({ triggeredBy, changeId, contactId, id }: IDataObject): string =>
	`${String(triggeredBy)} ${String(changeId ?? contactId ?? id)}`;

const named = (deal: HistoryItem, type: string) =>
	deal.history.findLast(({ type: own, metaData }) => own === type && metaData?.propertyValue)
		?.metaData?.propertyValue?._id ?? null;
const statusOf = (deal: HistoryItem) => named(deal, 'STATUS_CHANGED');
const assigneeOf = (deal: HistoryItem) => named(deal, 'USER_CHANGED');

/** The entry that began the present stay; undefined of a closed deal. */
function stayOf({ history }: HistoryItem): HistoryEntry | undefined {
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

beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => now));
afterEach(() => jest.restoreAllMocks());

it('each new thing once, to whom it concerns, and never asleep', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(anyStep, { minLength: 5, maxLength: 40 }),
			fc.constantFrom(...KINDS),
			async (steps, kind) => {
				const life = new Life(kind);
				await life.poller.activate();
				for (const step of steps) await life.take(step);
				await life.end();
			},
		),
		runs(300),
	);
});
