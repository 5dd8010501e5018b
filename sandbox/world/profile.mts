import { ContactBook } from './contacts.mts';
import { makeDeals } from './deals.mts';
import { FIRST_NAMES, LAST_NAMES } from './dutch.mts';
import { addEntry } from './history.mts';
import { makePipelines } from './pipelines.mts';
import { makeQuotations } from './quotations.mts';
import { random, randomFor, type Random } from './random.mts';
import type { Backlog, Deal, Quotation, Status, Subscription, User } from './shapes.mts';

export interface Amounts {
	contacts: number;
	quotations: number;
	deals: number;
	users: number;
}

/** Everything one company profile holds. */
export class Profile {
	readonly contacts: ContactBook;
	readonly quotations: Quotation[];
	readonly backlogs: Backlog[];
	readonly statuses: Status[];
	readonly users: User[];
	readonly deals: Deal[];
	readonly subscriptions = new Map<string, Subscription>();
	private readonly chance: Random;

	constructor(
		readonly id: string,
		audienceIds: string[],
		seed: number,
		amounts: Amounts,
	) {
		// What happens later draws from a generator of its own: its ids differ from the seeded ones.
		this.chance = randomFor(seed, `later ${id}`, 0);
		this.contacts = new ContactBook(seed, id, audienceIds, amounts.contacts);
		this.quotations = makeQuotations(seed, id, amounts.quotations);
		const pipelines = makePipelines(seed, id);
		this.backlogs = pipelines.backlogs;
		this.statuses = pipelines.statuses;
		this.users = makeUsers(seed, id, amounts.users);
		this.deals = makeDeals(seed, id, amounts.deals, pipelines, this.users);
	}

	newId(): string {
		return this.chance.uuid();
	}

	status(id: string): Status | undefined {
		return this.statuses.find((status) => status.id === id);
	}

	backlog(id: string): Backlog | undefined {
		return this.backlogs.find((backlog) => backlog.id === id);
	}

	/** Moves a deal, also across pipelines or to the status it is in. Answers the status it left. */
	move(deal: Deal, to: Status): string {
		const from = deal.statusId;
		deal.statusId = to.id;
		deal.backlogId = to.backlog_id;
		addEntry(deal, this.chance, Date.now(), 'STATUS_CHANGED', to.id);
		return from;
	}

	assign(deal: Deal, to: User) {
		deal.assigneeId = to.id;
		addEntry(deal, this.chance, Date.now(), 'USER_CHANGED', to.id);
	}
}

function makeUsers(seed: number, profileId: string, count: number): User[] {
	const chance = randomFor(seed, `users ${profileId}`, 0);
	const shift = random(seed).int(0, 20);
	return Array.from({ length: count }, (_, n) => {
		// Picked in turn rather than by chance: two colleagues of one name would confuse.
		const first = FIRST_NAMES[(shift + n * 7) % FIRST_NAMES.length];
		const last = LAST_NAMES[(shift + n * 11) % LAST_NAMES.length];
		const mail = first.normalize('NFD').replace(/[^A-Za-z]/g, '');
		return {
			id: chance.uuid(),
			name: `${first} ${last}`,
			email: `${mail.toLowerCase()}${n + 1}@zonendak.example`,
		};
	});
}
