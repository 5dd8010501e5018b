import { chanceFor, uuidOf } from './chance.mts';
import { ContactBook } from './contacts.mts';
import { makeDeals } from './deals.mts';
import { type Document, documentsOf, requestsOf } from './documents.mts';
import { addEntry } from './history.mts';
import { mailName } from './people.mts';
import { makeLeads } from './leads.mts';
import { DEAL_BOARDS, makePipelines, OTHER_BOARDS, type Pipelines } from './pipelines.mts';
import { makeQuotations } from './quotations.mts';
import type { Backlog, Board, Deal, Quotation, Status, Subscription, User } from './shapes.mts';

export interface Amounts {
	contacts: number;
	quotations: number;
	deals: number;
	leads: number;
	users: number;
}

/** Everything that one company profile contains. */
export class Profile {
	readonly contacts: ContactBook;
	readonly quotations: Quotation[];
	readonly backlogs: Backlog[];
	readonly statuses: Status[];
	readonly users: User[];
	readonly deals: Deal[];
	/** As described, the service has no leads, nor their boards and pipelines. */
	readonly leads: Deal[];
	readonly leadPipelines: Pipelines;
	readonly boards: Board[];
	/** The request of each quotation that belongs to one. */
	readonly requests: Map<string, string>;
	/** The first request of the person of a later one, for people who have several. */
	readonly firstRequests = new Map<string, string>();
	/** Of invoices and contracts that are no longer as they were made. */
	readonly documentStatuses = new Map<string, string>();
	readonly subscriptions = new Map<string, Subscription>();
	readonly madeAt = Date.now();
	private made = 0;

	constructor(
		readonly id: string,
		readonly name: string,
		readonly audienceIds: string[],
		private readonly seed: number,
		amounts: Amounts,
	) {
		this.contacts = new ContactBook(seed, id, audienceIds, amounts.contacts);
		this.quotations = makeQuotations(seed, id, amounts.quotations);
		const pipelines = makePipelines(seed, id, DEAL_BOARDS);
		this.leadPipelines = makePipelines(seed, id, OTHER_BOARDS);
		this.boards = [...pipelines.boards, ...this.leadPipelines.boards];
		this.backlogs = pipelines.backlogs;
		this.statuses = pipelines.statuses;
		this.users = makeUsers(seed, id, amounts.users);
		this.deals = makeDeals(seed, id, amounts.deals, pipelines, this.users);
		const { leadPipelines, users } = this;
		this.leads = makeLeads(seed, id, amounts.leads, leadPipelines, users, this.deals);
		this.requests = requestsOf(seed, this.quotations, this.items);
	}

	/** Deals and leads. */
	get items(): Deal[] {
		return [...this.deals, ...this.leads];
	}

	/** Quotations as they are now, with what followed from them. */
	get documents(): Document[] {
		return documentsOf(this.quotations, this.requests).map((document) => ({
			...document,
			status: this.documentStatuses.get(document.id) ?? document.status,
		}));
	}

	get allStatuses(): Status[] {
		return [...this.statuses, ...this.leadPipelines.statuses];
	}

	get allBacklogs(): Backlog[] {
		return [...this.backlogs, ...this.leadPipelines.backlogs];
	}

	newId(): string {
		return uuidOf(this.seed, 'later', this.id, this.made++);
	}

	status(id: string): Status | undefined {
		return this.allStatuses.find((status) => status.id === id);
	}

	backlog(id: string): Backlog | undefined {
		return this.allBacklogs.find((backlog) => backlog.id === id);
	}

	/** Moves a deal, also across pipelines or to the status it is in. Returns the status it left. */
	move(deal: Deal, to: Status): string {
		const from = deal.statusId;
		deal.statusId = to.id;
		deal.backlogId = to.backlog_id;
		addEntry(deal, Date.now(), 'STATUS_CHANGED', to.id);
		return from;
	}

	/** Hands a deal to a user, or to nobody. Returns whose it was. */
	assign(deal: Deal, to: string | null): string | null {
		const from = deal.assigneeId;
		deal.assigneeId = to;
		addEntry(deal, Date.now(), 'USER_CHANGED', to);
		return from;
	}

	/** Marks a deal as won or lost. */
	close(deal: Deal, result: 'won' | 'lost') {
		const now = Date.now();
		deal.labels.push({ timestamp: now, type: result === 'won' ? 'DEAL_WON' : 'DEAL_LOST' });
		deal.updatedAt = now;
	}
}

function makeUsers(seed: number, profileId: string, count: number): User[] {
	const { helpers, person } = chanceFor(seed, 'users', profileId);
	// Two colleagues with the same first name would be confusing.
	const firstNames = helpers.uniqueArray(() => person.firstName(), count);
	return firstNames.map((first, n) => ({
		id: uuidOf(seed, 'user', profileId, n),
		name: `${first} ${person.lastName()}`,
		email: `${mailName(first)}${n + 1}@zonendak.example`,
	}));
}
