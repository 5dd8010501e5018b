import { audienceOf, checkProfileOfWrite } from '../../../../transport/connection';
import { inPieces } from '../../../../transport/waiting';
import { readMoment } from '../../../../utils/dates';
import { withoutInvisible } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import type { Call } from '../../../execution/operation';
import { type ColumnMapping, columnsOf } from '../columns/columns';
import { ColumnSamples } from '../columns/samples';
import { contactType } from '../fields';
import { rowReader } from '../judge/rowValues';
import type { Part, PartOrigin, Row, RowOrigin, Target } from '../rows';
import { isBlank } from './cell';

/** The rows of a file, or of input items: from here on both are one and the same. */
export interface Table extends PartOrigin {
	/** The names of the cells. */
	readonly names: readonly string[];
	readonly mapping?: ColumnMapping;
	/** Read twice: what the columns contain decides what they are. */
	readonly records: () => Iterable<TableRow>;
}

export interface TableRow extends RowOrigin {
	readonly cells: readonly unknown[];
	/** Whether columns that are not sent otherwise go out under their own names. */
	readonly addsOthers: boolean;
}

/** @throws CancelledError, and what keeps any of its rows from being read. */
export async function readTable(table: Table, signal: AbortSignal | undefined): Promise<Part> {
	const { names, mapping, records, ...origin } = table;
	const samples = new ColumnSamples();
	/** The numbers of cells of filled rows. If all end in as many empty ones beyond the header, that is not too long. */
	const widths = new Set<number>();
	for await (const { cells } of inPieces(table.isByHand ? [] : records(), signal)) {
		const isShifted = !cells.slice(names.length).every(isBlank);
		if (!isShifted) for (const [place, cell] of cells.entries()) samples.see(place, cell);
		if (!cells.every(isBlank))
			widths.add(isShifted ? Infinity : Math.max(cells.length, names.length));
	}
	const [width] = widths.size === 1 && !widths.has(Infinity) ? widths : [names.length];

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

/** What is left of an item, or of its file, that cannot be read. */
export const unreadPart = (itemIndex: number, problem: unknown): Part => ({
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

/** What is read of each input item by Create and Import alike. */
export interface TargetParameters {
	audienceId: string;
	options: { contactType?: unknown; extraColumns?: string; timestamp?: unknown };
}

/** @throws UserError */
export function targetOf({ connection, parameters, zone }: Call<TargetParameters>): Target {
	const { options } = parameters;
	checkProfileOfWrite(connection);
	const audienceId = audienceOf(connection, parameters.audienceId);
	const timestamp = readMoment(options.timestamp, 'Timestamp', zone);
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
