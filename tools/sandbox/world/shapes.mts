import type * as described from '../openapi.ts';

/** The records of the world: the described ones as they are, and what the world knows beyond them. */
export type { HistoryEntry, Status, User } from '../openapi.ts';

/** Nothing is left out of what is described as perhaps not there. */
type Whole<T> = { [K in keyof T]-?: Whole<T[K]> };

export type Contact = Whole<described.Contact>;
export type Quotation = Whole<described.Quotation>;
export type Subscription = Whole<described.NewSubscription> & { id: string };

/** A pipeline. The service shows no names of them; the board page does. */
export interface Backlog {
	id: string;
	name: string;
	boardId: string;
}

/** A deal, from which its history item and its events are made. */
export interface Deal {
	id: string;
	backlogId: string;
	summary: string;
	description: string;
	statusId: string;
	assigneeId: string;
	leadConfigurationId: string;
	house: string;
	rank: string;
	createdAt: number;
	updatedAt: number;
	history: described.HistoryEntry[];
}
