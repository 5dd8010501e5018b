import type { IExecuteFunctions } from 'n8n-workflow';

import type { NewContact } from '../../../../api/types';
import type { Connection } from '../../../../transport/connection';
import type { Column } from '../../../../contacts/columns';
import type { ImportSettings } from '../fields';
import type { RowValues } from '../../../../contacts/rowValues';

/** The destination and type of a contact. All rows of a file share one. */
export interface Target extends Omit<NewContact, 'timestamp' | 'personalInfos'> {
	readonly connection: Connection;
	/** Undefined for the time of sending. */
	readonly timestamp: number | undefined;
}

export interface RowOrigin {
	readonly itemIndex: number;
	/** As people see it: counted from 1, or the line in a spreadsheet. */
	readonly number: number;
	readonly file?: string;
	/** Undefined if it cannot be read. */
	readonly target: Target | undefined;
	/** Why it cannot be sent. */
	readonly problem?: unknown;
	/** Its cells as received, in the order of the header of its source. */
	readonly original: () => readonly unknown[];
}

export type Row = RowOrigin &
	RowValues & {
		/** It has more cells than the header, so its values may be shifted. */
		readonly isLong: boolean;
		/** What became of it; undefined until it is judged or sent. */
		result?: RowResult;
	};

export type Judged = Row & { result: RowResult };

/** Rows that are reported together. */
export interface ImportSource<R extends Row = Row> {
	/** The input item of its file; undefined for the rows of all items. */
	readonly itemIndex?: number;
	/** The names of all columns, as received. */
	readonly header: readonly string[];
	readonly delimiter?: string;
	/** Whether fields were mapped by hand, so that no column had to be recognized. */
	readonly isByHand?: boolean;
	/** What people should know about its file. */
	readonly hints?: readonly string[];
	/** What the summary says of lines that were left out. */
	readonly leftOut?: string;
	readonly rows: readonly R[];
	/** Empty if fields were mapped by hand. */
	readonly columns: readonly Column[];
	/** Why no row of it can be sent. */
	readonly problem?: unknown;
}

/** What is true for a whole run. */
export interface RunFacts {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	readonly settings: ImportSettings;
	/** What people should know about the audiences. */
	readonly hints: readonly string[];
	readonly startedAt: Date;
}

/** What a report counts, in its order. */
export const NO_COUNTS = {
	created: 0,
	existing: 0,
	failed: 0,
	duplicate: 0,
	otherName: 0,
	uncertain: 0,
	empty: 0,
	wouldCreate: 0,
};

export type Counted = keyof typeof NO_COUNTS;
export type Outcome = Exclude<Counted, 'otherName'>;

export interface RowResult {
	readonly outcome: Outcome;
	readonly reason?: string;
	readonly contactId?: string;
	/** Why it failed or is uncertain. */
	readonly cause?: unknown;
	/** The first row with the key of a duplicate. */
	readonly first?: Row;
	/** Whether its key belongs to somebody with another name. */
	readonly isOtherName?: boolean;
}

export const hasOneOf =
	(...outcomes: Outcome[]) =>
	(row: Row): row is Judged =>
		isJudged(row) && outcomes.includes(row.result.outcome);

export const isJudged = (row: Row): row is Judged => row.result !== undefined;
export const isFailed = hasOneOf('failed');
export const isBad = hasOneOf('failed', 'uncertain');
/** Includes rows that may have been created. */
export const isWritten = hasOneOf('created', 'uncertain');

/** Includes those that a dry run would create. */
export const isSent = hasOneOf('created', 'uncertain', 'wouldCreate');
