import type { HistoryItem, Status, User } from '../../../nodes/api/types';

/** What is asked of a world; names and dates as a person enters them, empty or null for all. */
export interface Question {
	status: string[];
	user: string[];
	pipeline: string[];
	after: string | null;
	before: string | null;
	days: number | null;
	type: string | null;
	split: boolean;
}

interface Row {
	[field: string]: string | number | null;
}

export interface World {
	deals: HistoryItem[];
	statuses: Status[];
	users: User[];
	now: number;
	questions: Question[];
}

/** The answers to the questions of each world. */
export declare const figuresInSql: (worlds: World[]) => Array<
	Array<{
		report: { figures: Row[]; days: Row[]; onward: Row[]; order: string[] };
		times: Row[];
		changes: Row[];
		deals: Row[];
	}>
>;

/** The raw answers of a service as published, and what is asked of its deals. */
export interface DealWorld {
	/** The type of the deals in each, `deal` or `lead`. */
	pipelines: Array<{ id: string; type: string }>;
	history: object[];
	items: object[];
	documents: object[];
	quotations: object[];
	now: number;
	questions: DealQuestion[];
}

/** Empty or null for all; deals that are not archived, unless they are wanted, too. */
export interface DealQuestion {
	results: string[];
	types: string[];
	archived: boolean;
	statuses: string[];
	days: number | null;
}

/** For each world how many quotations have no request, and the deals of each question. */
export declare const dealsInSql: (worlds: DealWorld[]) => Array<{ untied: number; rows: Row[][] }>;
