import type { IExecuteFunctions } from 'n8n-workflow';

import type { NewContact } from '../../../api/types';
import type { Connection } from '../../../transport/connection';
import type { Column } from './columns/columns';
import type { ImportSettings } from './fields';
import type { RowValues } from './judge/rowValues';

/** Rows of an import, from where they are read until they are reported. */

/** Where a row goes, and as what: the same for all rows of a file. */
export interface Target extends Omit<NewContact, 'timestamp' | 'personalInfos'> {
	readonly connection: Connection;
	/** Undefined for the time of sending. */
	readonly timestamp: number | undefined;
}

/** Where a row comes from, and where it goes. */
export interface RowOrigin {
	readonly itemIndex: number;
	/** What people see: counted from 1, or the line of a spreadsheet. */
	readonly number: number;
	/** The name of its file. */
	readonly file?: string;
	/** Undefined if it cannot be read. */
	readonly target: Target | undefined;
	/** Why it cannot be sent. */
	readonly problem?: unknown;
	/** As it came, by the columns of its header, for the files of a report. */
	readonly original: () => readonly unknown[];
}

export interface Row extends RowOrigin, RowValues {
	/** It has more cells than the header, so that its values are shifted. */
	readonly isLong: boolean;
	/** What became of it; undefined while it is to be sent. */
	result?: RowResult;
}

export interface PartOrigin {
	/** The input item of its file; undefined for the rows of all items. */
	readonly itemIndex?: number;
	/** The names of all columns, as they came. */
	readonly header: readonly string[];
	/** What stands between the columns of its file. */
	readonly delimiter?: string;
	/** Fields were mapped by hand, so that nothing had to be understood. */
	readonly isByHand?: boolean;
	/** What people should know of its file. */
	readonly hints?: readonly string[];
}

/** Rows that are reported together. */
export interface Part extends PartOrigin {
	readonly rows: readonly Row[];
	/** Those that had to be understood. */
	readonly columns: readonly Column[];
	/** Why no row of it can be sent. */
	readonly problem?: unknown;
}

/** What is true of a run as a whole. */
export interface RunFacts {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	readonly settings: ImportSettings;
	/** What people should know of the audiences that were listed. */
	readonly hints: readonly string[];
	readonly startedAt: Date;
}

/** What a report counts, in its order. */
const NO_COUNTS = {
	created: 0,
	existing: 0,
	failed: 0,
	duplicate: 0,
	otherName: 0,
	uncertain: 0,
	empty: 0,
	wouldCreate: 0,
};

export type Outcome = Exclude<keyof typeof NO_COUNTS, 'otherName'>;

export interface RowResult {
	readonly outcome: Outcome;
	/** What matched, in words. */
	readonly reason?: string;
	readonly contactId?: string;
	/** Of a row that failed or is uncertain. */
	readonly cause?: unknown;
	/** Of a duplicate: the first row with its key. */
	readonly first?: Row;
	/** Who has its key has another name. */
	readonly isOtherName?: boolean;
}

const hasOneOf =
	(...outcomes: Outcome[]) =>
	({ result }: Row): boolean =>
		result !== undefined && outcomes.includes(result.outcome);

export const isFailed = hasOneOf('failed');
export const isBad = hasOneOf('failed', 'uncertain');
export const isCreated = hasOneOf('created');
/** It was created, or may have been. */
export const isWritten = hasOneOf('created', 'uncertain');
/** The same, or it would be. */
export const isSent = hasOneOf('created', 'uncertain', 'wouldCreate');

export function countsOf(rows: readonly Row[]) {
	const counts = { ...NO_COUNTS };
	for (const { result } of rows) {
		if (result) counts[result.outcome]++;
		if (result?.isOtherName) counts.otherName++;
	}
	return counts;
}
