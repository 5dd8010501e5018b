import { audienceOf, checkProfileOfWrite } from '../../../../transport/connection';
import { inPieces } from '../../../../transport/waiting';
import { withoutInvisible } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import type { Call } from '../../../execution/operation';
import { type ColumnMapping, ColumnSamples, columnsOf } from '../../../../contacts/columns';
import { contactType } from '../fields';
import { rowReader } from '../../../../contacts/rowValues';
import type { ImportSource, Row, RowOrigin, Target } from './rows';
import { isUnfilled } from '../../../../contacts/cell';

/** The rows of a file or of the input items. From here on they are treated alike. */
export interface Table extends Omit<ImportSource, 'rows' | 'columns'> {
	readonly names: readonly string[];
	readonly mapping?: ColumnMapping;
	/** Read twice, because the values of a column help to decide what it is. */
	readonly records: () => Iterable<TableRow>;
}

export interface TableRow extends RowOrigin {
	readonly cells: readonly unknown[];
	/** Whether columns that are not recognized are sent under their own names. */
	readonly addsOthers: boolean;
}

/** @throws CancelledError, and whatever makes all rows unreadable. */
export async function readTable(
	table: Table,
	signal: AbortSignal | undefined,
): Promise<ImportSource> {
	const { names, mapping, records, ...origin } = table;
	const samples = new ColumnSamples();
	const fitsHeader = (cells: readonly unknown[]) => cells.slice(names.length).every(isUnfilled);
	/** How many rows have this many cells, empty ones beyond the header included. */
	const widths = new Map<number, number>();
	for await (const { cells } of inPieces(table.isByHand ? [] : records(), signal)) {
		if (cells.every(isUnfilled) || !fitsHeader(cells)) continue;
		const width = Math.max(cells.length, names.length);
		widths.set(width, (widths.get(width) ?? 0) + 1);
		for (const [index, cell] of cells.entries()) samples.see(index, cell);
	}
	const [mostFrequent] = [...widths].sort(
		([width, count], [other, otherCount]) => otherCount - count || width - other,
	);
	const usual = mostFrequent?.[0] ?? names.length;
	const columns = columnsOf(names, samples, mapping);
	const read = rowReader(columns);
	const rows: Row[] = [];
	for await (const row of inPieces(records(), signal)) {
		const { cells, addsOthers, itemIndex, number, file, target, original } = row;
		const values = read(cells, addsOthers);
		// An unquoted delimiter has moved its values.
		const isLong = !values.isEmpty && (!fitsHeader(cells) || cells.length > usual);
		const problem = row.problem ?? (isLong ? tooManyCells(cells, names) : values.problem);
		const isEmpty = values.isEmpty && !(table.isByHand && problem);
		rows.push({ ...values, itemIndex, number, file, target, original, isLong, isEmpty, problem });
	}
	return { ...origin, rows, columns: table.isByHand ? [] : columns };
}

const tooManyCells = ({ length }: readonly unknown[], names: readonly string[]): UserError =>
	new UserError(
		`It has ${length} cells, the header ${names.length}: put quotes around the one that holds the delimiter`,
		'',
	);

/** What Create and Import both read for each input item. */
export interface TargetParameters {
	audienceId: string;
	options: { contactType?: string; extraColumns?: string; timestamp?: number };
}

export function targetOf({ connection, parameters }: Call<TargetParameters>): Target {
	const { options } = parameters;
	checkProfileOfWrite(connection);
	const audienceId = audienceOf(connection, parameters.audienceId);
	const { timestamp } = options;
	// The service takes 13 digits (operation `createContact`).
	if (timestamp !== undefined && !(timestamp >= 1e12 && timestamp < 1e13)) {
		throw new UserError(
			"'Timestamp' is out of range",
			'The Sales CRM accepts times from 9 September 2001 to November 2286.',
		);
	}
	const type = withoutInvisible(options.contactType) || contactType.default;
	return { connection, audienceId, contactType: type, timestamp };
}
