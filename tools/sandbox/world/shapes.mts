import type * as described from '../openapi.ts';
import type { Person } from './people.mts';

/** The records of the world: the described ones, and what the world knows beyond them. */
export type { HistoryEntry, Status, User } from '../openapi.ts';

/** Has all fields that are described as optional. */
type Whole<T> = { [K in keyof T]-?: Whole<T[K]> };

export type Contact = Whole<described.Contact>;

/** A quotation, from which each of its shapes is made. Prices include VAT. */
export interface Quotation {
	id: string;
	/** Year and sequence, in digits. */
	number: string;
	title: string;
	/** DRAFT, SENT, ACCEPTED or REJECTED. */
	status: string;
	createdAt: number;
	expiresAt: number;
	/** Null for one without a price. */
	total: number | null;
	lines: Line[];
}

export interface Line {
	description: string;
	quantity: number;
	/** Null for a line of text. */
	unitPrice: number | null;
	discount?: { type: 'PERCENTAGE' | 'ABSOLUTE'; amount: number };
}

export type Subscription = Whole<described.NewSubscription> & {
	id: string;
	/** As published: values that the metadata of an event must have. */
	scope?: Record<string, unknown>;
	/** As published: when it was made. */
	createdAt?: number;
};

/** A board contains pipelines. Only the published description has boards and their names. */
export interface Board {
	id: string;
	name: string;
	type: described.BoardType;
}

/** A pipeline. As described, the service does not show its name; the board page does. */
export interface Backlog {
	id: string;
	name: string;
	boardId: string;
}

/** What a deal or lead contains besides its history. */
export interface Holdings {
	/** Who sent the request. */
	person: Person & { email: string };
	/** Euros. */
	value: number | null;
	/** Whether a person entered it, rather than a form. */
	enteredManually: boolean;
	labels: described.TechnicalLabel[];
}

/** A deal or lead, from which its history item, its records and its events are made. */
export interface Deal extends Holdings {
	id: string;
	type: 'DEALS' | 'LEADS';
	backlogId: string;
	summary: string;
	description: string;
	statusId: string;
	assigneeId: string | null;
	/** The request that ties deals, leads, documents and contact persons together. */
	leadConfigurationId: string;
	house: string;
	rank: string;
	createdAt: number;
	updatedAt: number;
	history: described.HistoryEntry[];
}
