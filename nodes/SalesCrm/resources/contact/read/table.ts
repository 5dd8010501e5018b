import type { IExecuteFunctions } from 'n8n-workflow';

import type { NewContact } from '../../../../api/types';
import { audienceOf, checkProfileOfWrite, type Connection } from '../../../../transport/connection';
import { readMoment } from '../../../../utils/dates';
import { withoutInvisible } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import type { Call } from '../../../execution/operation';
import { contactType, type ImportSettings } from '../fields';
import type { ParsedRow } from '../judge/rowValues';

/**
 * Rows of an import as they came: from input items (itemRows.ts) or from files (fileRows.ts). From here on they are one
 * and the same: classified (classify.ts), sent (send.ts) and told (report.ts).
 * What cannot be read is the row's `problem`: it fails by that alone.
 */
export interface Row extends ParsedRow {
	/** The input item it came from. */
	readonly itemIndex: number;
	/** What people see: counted from 1, or the line of a spreadsheet. */
	readonly number: number;
	/** Where several files are imported, the name of its own. */
	readonly file?: string;
	/** Undefined where it cannot be read. */
	readonly target: Target | undefined;
	/** As they came, at the places of its header, for the files of a report. */
	values(): readonly unknown[];
	/** What became of it; undefined while it is to be sent. */
	result?: RowResult;
}

/** Rows that are told together, and what was understood of their columns. */
export interface Part {
	readonly rows: readonly Row[];
	/** The input item that holds them all, such as a file; undefined for the rows of all items. */
	readonly itemIndex?: number;
	/** Why no row of it can be sent. */
	readonly problem?: unknown;
	/** The names of all columns, as they came. */
	readonly header: readonly string[];
	/** What stands between the columns of its file. */
	readonly delimiter?: string;
	/** Fields were mapped by hand, so that nothing had to be understood. */
	readonly isByHand?: boolean;
	/** What was understood of them. */
	readonly columns: readonly UnderstoodColumn[];
	/** Columns that may be names, where no other is. */
	readonly unknownNames: readonly string[];
	/** What people should know of its file. */
	readonly hints: readonly string[];
}

/** A column that is not one of our own reports. */
export interface UnderstoodColumn {
	readonly column: string;
	/** By the service's name, of an addition that of the field it is added to; null for no field. */
	readonly field: string | null;
	/** Up to three of its values. */
	readonly values: readonly string[];
	readonly isFilled: boolean;
	/** Whether it was said that it is not to be sent. */
	readonly isDeclined: boolean;
	/** Counted from 0. */
	readonly place: number;
}

export const EMPTY_PART: Part = {
	rows: [],
	header: [],
	columns: [],
	unknownNames: [],
	hints: [],
};

/** What is true of a run as a whole. */
export interface RunFacts {
	readonly context: IExecuteFunctions;
	/** Stop. */
	readonly signal?: AbortSignal;
	readonly settings: ImportSettings;
	/** Of the audiences that were listed. */
	readonly hints: readonly string[];
	readonly startedAt: Date;
}

/** Where a row goes, and as what: the same for all rows of a file. */
export interface Target extends Omit<NewContact, 'timestamp' | 'personalInfos'> {
	readonly connection: Connection;
	/** Undefined for the moment of sending. */
	readonly timestamp: number | undefined;
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

export const isFailed = ({ result }: Row): boolean => result?.outcome === 'failed';
export const isBad = (row: Row): boolean => isFailed(row) || row.result?.outcome === 'uncertain';

/** Whether it was created, or may have been. */
export const isWritten = ({ result }: Row): boolean =>
	result?.outcome === 'created' || result?.outcome === 'uncertain';

/** How many rows have each outcome. */
export function countsOf(rows: readonly Row[]) {
	const counts = { ...NO_COUNTS };
	for (const { result } of rows) {
		if (result) counts[result.outcome]++;
		if (result?.isOtherName) counts.otherName++;
	}
	return counts;
}

/** What is read of each input item of Create and Import alike. */
export interface TargetParameters {
	audienceId: string;
	options: { contactType?: unknown; extraColumns?: string; timestamp?: unknown };
}

/** @throws UserError */
export function targetOf({ connection, parameters, zone }: Call<TargetParameters>): Target {
	const { options } = parameters;
	checkProfileOfWrite(connection);
	const audienceId = audienceOf(connection, parameters.audienceId);
	const moment = readMoment(options.timestamp, 'Timestamp', zone);
	// The service takes 13 digits (operation `createContact`).
	if (moment !== undefined && !(moment >= 1e12 && moment < 1e13)) {
		throw new UserError(
			"'Timestamp' is out of range",
			'The Sales CRM accepts times from 9 September 2001 to November 2286.',
		);
	}
	const type = withoutInvisible(options.contactType) || contactType.default;
	return { connection, audienceId, contactType: type, timestamp: moment };
}
