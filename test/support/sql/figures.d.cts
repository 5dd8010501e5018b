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

export interface Row {
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
		report: { figures: Row[]; order: string[] };
		times: Row[];
		changes: Row[];
		deals: Row[];
	}>
>;

/** Of each world, whose deals and documents are whose, by ID. */
export declare const peopleInSql: (
	worlds: object[],
) => Array<Array<[kind: string, person: string, id: string]>>;
