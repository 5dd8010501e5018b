import { audienceOf, checkProfileOfWrite } from '../../../../transport/connection';
import { inPieces } from '../../../../transport/waiting';
import { readTime } from '../../../../utils/dates';
import { withoutInvisible } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import type { Call } from '../../../execution/operation';
import { type ColumnMapping, columnsOf } from '../../../../contacts/columns';
import { ColumnSamples } from '../../../../contacts/samples';
import { contactType } from '../fields';
import { rowReader } from '../../../../contacts/rowValues';
import type { ImportSource, Row, RowOrigin, Target } from './rows';
import { isBlank } from '../../../../contacts/cell';

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
	/** The widths of filled rows. If all have the same number of empty cells beyond the header, none is too long. */
	const widths = new Set<number>();
	for await (const { cells } of inPieces(table.isByHand ? [] : records(), signal)) {
		const isShifted = !cells.slice(names.length).every(isBlank);
		if (!isShifted) for (const [index, cell] of cells.entries()) samples.see(index, cell);
		if (!cells.every(isBlank))
			widths.add(isShifted ? Infinity : Math.max(cells.length, names.length));
	}
	const [firstWidth] = widths;
	const isOneWidth = widths.size === 1 && firstWidth !== Infinity;
	const width = isOneWidth ? firstWidth : names.length;

	const columns = columnsOf(names, samples, mapping);
	const [read, readAll] = [rowReader(columns, false), rowReader(columns, true)];
	const rows: Row[] = [];
	for await (const row of inPieces(records(), signal)) {
		const { cells, addsOthers, itemIndex, number, file, target, original } = row;
		const values = (addsOthers ? readAll : read)(cells);
		const isLong = !values.isEmpty && cells.length > width;
		const problem = row.problem ?? (isLong ? tooLong(cells, names) : values.problem);
		const isEmpty = values.isEmpty && !(table.isByHand && problem);
		rows.push({ ...values, itemIndex, number, file, target, original, isLong, isEmpty, problem });
	}
	return { ...origin, rows, columns: table.isByHand ? [] : columns };
}

export const unreadSource = (itemIndex: number, problem: unknown): ImportSource => ({
	itemIndex,
	problem,
	header: [],
	rows: [],
	columns: [],
});

const tooLong = ({ length }: readonly unknown[], names: readonly string[]): UserError =>
	new UserError(
		`It has ${length} cells, the header ${names.length}: put quotes around the one that holds the delimiter`,
		'',
	);

/** What Create and Import both read for each input item. */
export interface TargetParameters {
	audienceId: string;
	options: { contactType?: unknown; extraColumns?: string; timestamp?: unknown };
}

export function targetOf({ connection, parameters, zone }: Call<TargetParameters>): Target {
	const { options } = parameters;
	checkProfileOfWrite(connection);
	const audienceId = audienceOf(connection, parameters.audienceId);
	const timestamp = readTime(options.timestamp, 'Timestamp', zone);
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
