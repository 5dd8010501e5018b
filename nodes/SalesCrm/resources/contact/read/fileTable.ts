import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { PERSONAL_INFO_NAMES } from '../../../../api/types';
import { shown, withoutInvisible } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { chosenOption } from '../../../../utils/values';
import type { Call } from '../../../execution/operation';
import { inPieces } from '../../../../transport/waiting';
import { ColumnValues } from '../columns/samples';
import {
	type ColumnMapping,
	columnOf,
	columnsOf,
	mappedField,
	mappedName,
	shownColumns,
} from '../columns/columns';
import { type CsvHeader, fieldsAt, findHeader, readCsv } from '../../../../utils/csv';
import { decodeText } from '../../../../utils/encoding';
import type { InputFile } from './inputFiles';
import { rowParser } from '../judge/rowValues';
import { type Part, type Row, targetOf, type TargetParameters } from './table';
import { isBlank } from './cell';

/**
 * The rows of a file.
 *
 * 1. Encoding, delimiter and header line are found out, unless they are chosen. A row's number is its line in a
 *    spreadsheet.
 * 2. The file is read twice: what the columns hold decides what they are.
 * 3. A row with more cells than the header has shifted values, and fails. Where every row ends in the same number of
 *    empty cells beyond the header, they are no column.
 * 4. A spreadsheet file, one without a known column, and one with a mapped column that is not there, cannot be read.
 */

export interface FileParameters extends TargetParameters {
	binaryPropertyName: unknown;
	options: TargetParameters['options'] & {
		columnMapping?: IDataObject;
		encoding?: string;
		delimiter?: string;
	};
}

/** @throws what keeps any of its rows from being read. */
export async function rowsOfFile(
	call: Call<FileParameters>,
	{ name, data }: InputFile,
	isOneOfSeveral: boolean,
): Promise<Part> {
	const { context, connection, itemIndex, parameters } = call;
	const { options } = parameters;
	const text = textOfFile(await bytesOf(context, itemIndex, data), options);
	const target = targetOf(call);
	const mapping = mappingOf(options.columnMapping);
	const header = headerOf(text, options.delimiter, mapping);
	const { delimiter, columns: names, line, next } = header;
	const records = () => inPieces(readCsv(text, delimiter, next), connection.signal);

	const seen = new ColumnValues();
	const ends = new Set<number | 'filled'>();
	for await (const { fields } of records()) {
		for (const [place, field] of fields.entries()) seen.see(place, field);
		const beyond = fields.slice(names.length);
		if (!fields.every(isBlank)) ends.add(beyond.every(isBlank) ? beyond.length : 'filled');
	}
	const mostCells = names.length + (ends.size === 1 ? Number([...ends][0]) || 0 : 0);

	const columns = columnsOf(names, seen.mayBeName, mapping);
	const file = isOneOfSeveral ? (data.fileName ?? name) : undefined;
	const parse = rowParser(columns, options.extraColumns === 'add');
	const rows: Row[] = [];
	let number = line;
	for await (const { start, fields } of records()) {
		number++;
		const parsed = parse(fields);
		const isLong = !parsed.isEmpty && fields.length > mostCells;
		rows.push({
			...parsed,
			itemIndex,
			number,
			file,
			target,
			problem: isLong
				? new UserError(
						`It has ${fields.length} cells, the header ${names.length}: put quotes around the one that holds the delimiter`,
						'',
					)
				: parsed.problem,
			// Read once more where they are asked for: kept, they would take most of the memory.
			values: () => fieldsAt(text, delimiter, start).slice(0, isLong ? undefined : names.length),
		});
	}
	const above = `The column names are in line ${line} (${shown(names.join(', '))}). The lines above it were left out.`;
	const hints = line > 1 ? [above] : [];
	return {
		rows,
		itemIndex,
		header: names,
		delimiter,
		hints,
		...seen.understood(columns),
	};
}

/** Both lines of n8n take the file itself in place of its name; the types of the helper do not say so. */
const bytesOf = async (context: IExecuteFunctions, itemIndex: number, file: IBinaryData) =>
	await context.helpers.getBinaryDataBuffer(itemIndex, file as unknown as string);

/** The first bytes of a ZIP archive (xlsx, ods, numbers), and of a compound file (xls). */
const SPREADSHEETS = ['504b0304', 'd0cf11e0'];

function textOfFile(bytes: Buffer, { encoding = 'auto' }: FileParameters['options']): string {
	if (SPREADSHEETS.includes(bytes.subarray(0, 4).toString('hex'))) {
		throw new UserError(
			'This is a spreadsheet file, not CSV',
			"Save it as CSV, or read it with Extract from File and pass the rows to Contact: Create with 'Map Automatically'.",
		);
	}
	const text = decodeText(bytes, encoding === 'auto' ? undefined : encoding);
	// A first line `sep=;`, written for Excel, is no record.
	if (!text.includes('\0')) return text.replace(/^"?sep=[^"\r\n]"?(?:\r\n|\n|\r|$)/i, '');
	throw new UserError(
		'The file cannot be read: it contains NUL characters',
		"It may be UTF-16: choose that as 'Encoding' in the options.",
	);
}

const FIELD_OPTIONS = [
	...Object.entries(PERSONAL_INFO_NAMES).map(([value, name]) => ({ name: name as string, value })),
	{ name: 'Do Not Send', value: 'ignore' },
].sort((one, other) => (one.name < other.name ? -1 : 1));

/** The choices of Column Mapping. */
export const mappingField = {
	displayName: 'Field',
	name: 'field',
	type: 'options',
	default: 'ignore',
	options: FIELD_OPTIONS,
} as const;

/** @throws UserError */
function mappingOf(given: IDataObject = {}): ColumnMapping {
	const entries = [given.column ?? []].flat() as IDataObject[];
	const named = entries.filter(({ name }) => withoutInvisible(name) !== '');
	return named.map(({ name, field }) => ({
		name: withoutInvisible(name),
		field: chosenOption(field, mappingField).value as ColumnMapping[number]['field'],
	}));
}

/** @throws UserError where there is none, or not the columns that were mapped. */
function headerOf(text: string, chosen: string | undefined, mapping: ColumnMapping): CsvHeader {
	const header = findHeader(
		text,
		chosen === 'auto' ? undefined : chosen,
		(name) => (mappedField(mapping, name) ?? columnOf(name)) !== undefined,
	);
	if (!header) {
		throw new UserError(
			'The file is empty',
			'Choose a CSV file with a line of column names on top.',
		);
	}
	const { columns } = header;
	const seen = `Columns seen: ${shownColumns(columns)}.`;
	if (header.known === 0) {
		throw new UserError(
			'The file has no recognized column',
			`${seen} The first line must contain column names, such as First name, Email, Phone. If it does, say what they are in 'Column Mapping' in the options, or read the file with Extract from File and map the fields by hand in Contact: Create.`,
		);
	}
	const names = columns.map(mappedName);
	const missing = mapping.flatMap(({ name }) => (names.includes(mappedName(name)) ? [] : name));
	if (missing.length === 0) return header;
	throw new UserError(
		`'Column Mapping' names a column that is not in the file: ${shownColumns(missing)}`,
		seen,
	);
}
