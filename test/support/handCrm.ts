import { now, passTime } from './fastClock';

import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { HistoryEntry, HistoryItem, Status, User } from '../../nodes/api/types';
import { json, type Reply } from './scripted';
import { LEADS, NEW, TALKING } from './solarRoof';
import { uuid } from './uuid';

export const PROFILE = uuid(0xc0);

/** A body with 200 (empty text: without one), a status, a whole answer, or no answer. */
export type Fault = IDataObject | IDataObject[] | number | '' | Reply | Error;

/** A change of a deal as the history has it. */
export const movedTo = (_id: string): Partial<HistoryEntry> => ({
	type: 'STATUS_CHANGED',
	metaData: { propertyValue: { _id, type: 'STATUS' } },
});
export const assignedTo = (_id: string): Partial<HistoryEntry> => ({
	type: 'USER_CHANGED',
	metaData: { propertyValue: { _id, type: 'USER' } },
});

const named = (type: string, { history }: HistoryItem): string | null =>
	history.findLast((one) => one.type === type && one.metaData?.propertyValue)?.metaData
		?.propertyValue?._id ?? null;
export const statusOf = (deal: HistoryItem) => named('STATUS_CHANGED', deal);
export const assigneeOf = (deal: HistoryItem) => named('USER_CHANGED', deal);

/** The lists that both triggers read, what people do there, and how the service answers. */
export class HandCrm {
	deals: HistoryItem[] = [];

	statuses: Status[] = [];

	users: User[] = [];

	/** Boards, each with its pipelines; undefined at a service that does not offer them. */
	boards: Array<IDataObject & { id: string; backlogs: object[] }> | undefined;

	contacts: IDataObject[] = [];

	quotations: IDataObject[] = [];

	/** Quotations are as published: their customers are in two other lists. */
	isPublished = false;

	/** Invoices and contracts as published, which are only in the overview. */
	otherDocuments: IDataObject[] = [];

	/** The contact person of each document. */
	private readonly personOf = new Map<string, string>();

	/** Quotations that the overview lacks, by ID. */
	readonly notInOverview = new Set<string>();

	private persons: IDataObject[] = [];

	profiles: IDataObject[] = [];

	/** Answers in place of a list, by the last word of the route: a status, a body, or an error of the connection. */
	faults: Record<string, Fault> = {};

	/** Paths that were asked for, with body and query. */
	asked: Array<[path: string, body: unknown, query: unknown]> = [];

	/** Awaited by each request. */
	before: () => Promise<unknown> = async () => undefined;

	private made = 0;

	/** Changes a deal, by default the first one by a move to and fro; gives the ID of the entry. */
	happens(entry: Partial<HistoryEntry> = {}, deal = this.deals[0]): string {
		passTime(1);
		const made = {
			id: `entry ${++this.made}`,
			startTimestamp: now(),
			endTimestamp: 0,
			...movedTo(statusOf(deal) === TALKING ? NEW : TALKING),
			...entry,
		} as HistoryEntry;
		const last = deal.history.at(-1);
		if (last?.endTimestamp === 0) last.endTimestamp = made.startTimestamp;
		deal.history.push(made);
		return made.id;
	}

	/** Adds a deal that begins with an entry, by default in the first status. */
	addDeal(entry: Partial<HistoryEntry> = {}, backlogId = LEADS): HistoryItem {
		const id = uuid(0xde00 + ++this.made);
		const deal: HistoryItem = {
			...{ id, backlogId, summary: 'Dak', companyProfileId: [PROFILE], history: [] },
			...(this.isPublished && { technicalLabels: [] }),
		};
		this.happens({ ...movedTo(NEW), ...entry }, deal);
		this.deals.push(deal);
		return deal;
	}

	/** Marks a deal as won or lost; gives what an item of it is about. */
	mark(deal: HistoryItem, result: 'won' | 'lost'): string {
		passTime(1);
		const label = { type: `DEAL_${result.toUpperCase()}`, timestamp: now() };
		deal.technicalLabels = [...((deal.technicalLabels ?? []) as object[]), label] as never;
		return `${deal.id} ${result} ${new Date(label.timestamp).toISOString()}`;
	}

	addContact(more: IDataObject = {}): string {
		const id = `contact ${++this.made}`;
		this.contacts.push({ id, ...more });
		return id;
	}

	addQuotation(more: IDataObject = {}): string {
		const id = `quotation ${++this.made}`;
		this.quotations.push({ id, status: 'open', ...more });
		return id;
	}

	/** A quotation, invoice or contract as published, with its customer. */
	addDocument(customer = 'An Jansen', documentType = 'QUOTATION'): string {
		const id = `${documentType.toLowerCase()} ${++this.made}`;
		const contact = `person ${this.made}`;
		const list = documentType === 'QUOTATION' ? this.quotations : this.otherDocuments;
		list.push({ documentId: id, documentType, documentStatus: 'SENT' });
		this.personOf.set(id, contact);
		this.persons.push({ id: contact, display_name: customer });
		return id;
	}

	/** The overview of documents, as they are now. */
	private get documents(): IDataObject[] {
		return [...this.quotations, ...this.otherDocuments]
			.filter(({ documentId }) => !this.notInOverview.has(documentId as string))
			.map(({ documentId: id, documentType, documentStatus, isoCurrency }) => ({
				...{ id, document_type: documentType, document_status: documentStatus, isoCurrency },
				contact_person_id: this.personOf.get(id as string) ?? null,
			}));
	}

	/** n8n's own request helper, with this service at the other end. */
	async request({ url, body, qs }: IHttpRequestOptions): Promise<Reply> {
		const { pathname } = new URL(url);
		this.asked.push([pathname, body, qs]);
		await this.before();
		const [name] = pathname.split('/').slice(-1);
		if (this.isPublished && pathname === '/api/v1/quotations') return json({}, 404);
		const fault = this.faults[name];
		if (fault instanceof Error) throw fault;
		if (fault && Object.hasOwn(Object(fault), 'statusCode')) return fault as Reply;
		const { deals: history, statuses, users, boards } = this;
		const board = boards?.find(({ id }) => pathname.includes(id));
		const lists: Record<string, () => object> = {
			...(boards && { boards: () => ({ boards }), backlogs: () => ({ ...board }) }),
			history: () => ({ history }),
			statuses: () => ({ statuses }),
			'get-users-for-company-profile': () => users,
			profiles: () => this.profiles,
			contacts: () => pageOf(this.contacts, qs as IDataObject),
			quotations: () =>
				this.isPublished
					? { quotationDatas: this.quotations }
					: pageOf(this.quotations, qs as IDataObject),
			...(this.isPublished && {
				overview: () => ({ documentDatas: this.documents }),
				'contact-persons': () => ({ contact_persons: this.persons }),
			}),
		};
		const usual = name in lists ? 200 : 404;
		const statusCode = typeof fault === 'number' ? fault : usual;
		const answer = statusCode === 200 ? (fault ?? lists[name]()) : { message: 'Not now' };
		return answer === '' ? { statusCode } : json(answer, statusCode);
	}
}

const pageOf = (all: IDataObject[], { page, per_page: size }: IDataObject) => ({
	data: all.slice(Number(page) * Number(size), (Number(page) + 1) * Number(size)),
	total: all.length,
});
