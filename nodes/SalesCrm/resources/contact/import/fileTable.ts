import { type CsvHeader, fieldsAt, findHeader, readCsv } from '../../../../utils/csv';
import { decodeText } from '../../../../utils/encoding';
import { counted, oneLine } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { lowered } from '../../../../utils/values';
import type { Call } from '../../../execution/operation';
import {
	type ColumnMapping,
	mappedField,
	reportColumnPositions,
	shownColumns,
} from '../../../../contacts/columns';
import { fieldOf } from '../../../../contacts/headers';
import type { ImportSource } from './rows';
import { hasKey, keysOf, KINDS } from '../../../../contacts/keys';
import { withoutGuard } from '../../../../contacts/cell';
import type { InputFile } from './inputFiles';
import { readTable, targetOf, type TargetParameters } from './table';

export interface FileParameters extends TargetParameters {
	binaryPropertyName: unknown;
	options: TargetParameters['options'] & {
		columnMapping?: { column?: ColumnMapping };
		encoding?: string;
		delimiter?: string;
	};
}

/** The rows of a file. Encoding, delimiter and header are detected unless chosen. @throws UserError if it is unreadable. */
export async function rowsOfFile(
	call: Call<FileParameters>,
	{ name, data }: InputFile,
): Promise<ImportSource> {
	const { context, connection, itemIndex, parameters } = call;
	const { options } = parameters;
	// Both lines of n8n accept the file itself in place of its name, though the type does not say so.
	const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, data as unknown as string);
	const hints: string[] = [];
	const text = textOfFile(bytes, options.encoding, hints);
	const target = targetOf(call);
	const mapping = (options.columnMapping?.column ?? []).filter(({ name }) => lowered(name));
	const header = headerOf(text, options.delimiter, mapping);
	const { delimiter, columns: names, line, next } = header;
	const addsOthers = options.extraColumns === 'add';
	const file = data.fileName ?? name;
	const records = function* () {
		let number = line;
		for (const { start, fields: cells } of readCsv(text, delimiter, next)) {
			number++;
			if (number - line > MAX_ROWS) {
				const message = `The file has more than ${counted(MAX_ROWS)} rows`;
				throw new UserError(message, 'Split it into several files.');
			}
			// Read again when they are needed, because they would take most of the memory.
			const original = () => fieldsAt(text, delimiter, start);
			yield { itemIndex, number, file, target, cells, addsOthers, original };
		}
	};
	const above = `The column names are in line ${line} (${shownColumns(names)}). The lines above it were left out.`;
	if (line > 1) hints.push(above);
	if (reportColumnPositions(names).size > 0)
		hints.push("Row numbers are the lines of this file, not the numbers in its column 'row'.");
	// Emails or phones are another table.
	const cellsAbove = text.slice(0, header.start).split(/[\r\n;,\t|]+/, MAX_CELLS_ABOVE);
	const keysAbove = keysOf({ 'E-mailadres': cellsAbove, Telefoonnummer: cellsAbove });
	const leftOut = hasKey(keysAbove, KINDS) ? above : undefined;
	const table = { itemIndex, header: names, names, delimiter, mapping, hints, leftOut, records };
	return await readTable(table, connection.signal);
}

/** More do not fit the memory that n8n has by default: 3 MB of line ends are 3 million rows. */
const MAX_ROWS = 500_000;

const MAX_CELLS_ABOVE = 10_000;

/** The first bytes of a ZIP archive (xlsx, ods, numbers), and of a compound file (xls). */
const SPREADSHEETS = ['504b0304', 'd0cf11e0'];

/** @param encoding Undefined or `auto` to detect it. @param hints One is added where it is uncertain. */
function textOfFile(bytes: Buffer, encoding: string | undefined, hints: string[]): string {
	if (SPREADSHEETS.includes(bytes.subarray(0, 4).toString('hex'))) {
		throw new UserError(
			'This is a spreadsheet file, not CSV',
			"Save it as CSV, or read it with Extract from File and pass the rows to Contact: Create with 'Map Automatically'.",
		);
	}
	const hintOf = (word: string) =>
		`Letters may be wrong, as in '${oneLine(word)}': then choose another 'Encoding', or save the file as CSV UTF-8.`;
	const chosen = encoding === 'auto' ? undefined : encoding;
	const text = decodeText(bytes, chosen, (word) => hints.push(hintOf(word)));
	// A first line `sep=;` is for Excel.
	if (!text.includes('\0')) return text.replace(/^"?sep=[^"\r\n]"?(?:\r\n|\n|\r|$)/i, '');
	throw new UserError(
		'The file cannot be read: it contains NUL characters',
		"It may be UTF-16: choose that as 'Encoding' in the options.",
	);
}

/** @throws UserError if there is none, or if a mapped column is not in it. */
function headerOf(text: string, chosen: string | undefined, mapping: ColumnMapping): CsvHeader {
	const header = findHeader(
		text,
		chosen === 'auto' ? undefined : chosen,
		(name, index) => (mappedField(mapping, name, index) ?? fieldOf(name)) !== undefined,
	);
	// As they were before a report of ours guarded them.
	const columns = header?.columns.map(withoutGuard) ?? [];
	const seen = `Columns seen: ${shownColumns(columns) || 'none'}.`;
	if (!header?.known) {
		throw new UserError(
			header ? 'The file has no recognized column' : 'The file is empty',
			`${seen} The first line must contain column names, such as First name, Email, Phone. If it does, say what they are in 'Column Mapping' in the options, or read the file with Extract from File and map the fields by hand in Contact: Create.`,
		);
	}
	const isThere = (one: ColumnMapping[number]) =>
		columns.some((column, index) => mappedField([one], column, index));
	const missing = mapping.filter((one) => !isThere(one)).map(({ name }) => name);
	if (missing.length === 0) return { ...header, columns };
	throw new UserError(
		`'Column Mapping' names a column that is not in the file: ${shownColumns(missing)}`,
		seen,
	);
}
