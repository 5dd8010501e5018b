import { chanceFor, uuidOf } from './chance.mts';
import { ContactBook } from './contacts.mts';
import { makeDeals } from './deals.mts';
import { addEntry } from './history.mts';
import { mailName } from './people.mts';
import { makePipelines } from './pipelines.mts';
import { makeQuotations } from './quotations.mts';
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
	private made = 0;

	constructor(
		readonly id: string,
		audienceIds: string[],
		private readonly seed: number,
		amounts: Amounts,
	) {
		this.contacts = new ContactBook(seed, id, audienceIds, amounts.contacts);
		this.quotations = makeQuotations(seed, id, amounts.quotations);
		const pipelines = makePipelines(seed, id);
		this.backlogs = pipelines.backlogs;
		this.statuses = pipelines.statuses;
		this.users = makeUsers(seed, id, amounts.users);
		this.deals = makeDeals(seed, id, amounts.deals, pipelines, this.users);
	}

	newId(): string {
		return uuidOf(this.seed, 'later', this.id, this.made++);
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
		addEntry(deal, Date.now(), 'STATUS_CHANGED', to.id);
		return from;
	}
}

function makeUsers(seed: number, profileId: string, count: number): User[] {
	const { helpers, person } = chanceFor(seed, 'users', profileId);
	// Two colleagues of one name would confuse.
	const firstNames = helpers.uniqueArray(() => person.firstName(), count);
	return firstNames.map((first, n) => ({
		id: uuidOf(seed, 'user', profileId, n),
		name: `${first} ${person.lastName()}`,
		email: `${mailName(first)}${n + 1}@zonendak.example`,
	}));
}
