import type * as described from '../openapi.ts';
import type { Person } from './people.mts';

/** The records of the world: the described ones as they are, and what the world knows beyond them. */
export type { HistoryEntry, Status, User } from '../openapi.ts';

/** Nothing is left out of what is described as perhaps not there. */
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

/** A board, which holds pipelines. Only the published description knows boards and their names. */
export interface Board {
	id: string;
	name: string;
	type: described.BoardType;
}

/** A pipeline. As described the service shows no names of them; the board page does. */
export interface Backlog {
	id: string;
	name: string;
	boardId: string;
}

/** What a deal or lead holds beside its history. */
export interface Holdings {
	/** Of whom the request came. */
	person: Person & { email: string };
	/** Euros. */
	value: number | null;
	/** By hand, not by a form. */
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
	/** The request by which deals, leads, documents and contact persons hang together. */
	leadConfigurationId: string;
	house: string;
	rank: string;
	createdAt: number;
	updatedAt: number;
	history: described.HistoryEntry[];
}
