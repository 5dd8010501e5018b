import { textOf } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { audienceId } from '../../../descriptions/fields';
import { optionsOf } from '../../execution/commonFields';
import { type Batch, type Call, inPieces, itemsInTurn, operation } from '../../execution/operation';
import { headerOf } from './columns';
import { csvFormatOf, fieldsAt, readCsv } from './csv';
import { decodeText, type Encoding } from './encoding';
import {
	dryRun,
	extraColumns,
	ifExists,
	matchBy,
	resultOfFile,
	SETTINGS,
	writeOptions,
} from './fields';
import { type Part, runImport } from './importRun';
import { shownColumns } from './judge';
import { infosOf } from './rowInfos';
import { type Row, targetOf, type TargetParameters } from './rows';

/**
 * The rows of files, one file an input item. From the rows on it is Create with columns mapped automatically.
 *
 * 1. Where the named file is missing and the item holds exactly one, that one is taken: a form names its file
 *    after the label of the field.
 * 2. Encoding and delimiter are found out, unless they are chosen.
 * 3. The header is the first line that is not blank. A row's number is its line in a spreadsheet.
 * 4. A workbook, and a file whose header holds no known column, cannot be read at all.
 */

const binaryPropertyName = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the input binary field that holds the CSV file. If an item has a single file, that file is used, whatever its name.',
} as const;

const encoding = {
	displayName: 'Encoding',
	name: 'encoding',
	type: 'options',
	default: 'auto',
	description: 'Character encoding of the file. Detected by default.',
	options: [
		{ name: 'Central European (Windows-1250)', value: 'windows-1250' },
		{ name: 'Find Out', value: 'auto' },
		{ name: 'Mac OS Roman', value: 'macintosh' },
		{ name: 'UTF-16 BE', value: 'utf-16be' },
		{ name: 'UTF-16 LE', value: 'utf-16le' },
		{ name: 'UTF-8', value: 'utf-8' },
		{ name: 'Western European (Windows-1252)', value: 'windows-1252' },
	],
} as const;

const delimiter = {
	displayName: 'Delimiter',
	name: 'delimiter',
	type: 'options',
	default: 'auto',
	description: 'What separates the columns of the file. Detected by default.',
	options: [
		{ name: 'Bar (|)', value: '|' },
		{ name: 'Comma', value: ',' },
		{ name: 'Find Out', value: 'auto' },
		{ name: 'Semicolon', value: ';' },
		{ name: 'Tab', value: '\t' },
	],
} as const;

interface ImportParameters extends TargetParameters {
	binaryPropertyName: string;
	options: TargetParameters['options'] & { encoding?: Encoding | 'auto'; delimiter?: string };
}

async function readFiles(batch: Batch<ImportParameters>): Promise<Part[]> {
	const parts: Part[] = [];
	for await (const itemIndex of itemsInTurn(batch)) {
		try {
			parts.push(await readFile(batch.callOf(itemIndex)));
		} catch (problem) {
			parts.push({ rows: [], itemIndex, problem });
		}
	}
	return parts;
}

/** @throws what keeps any of its rows from being read. */
async function readFile(call: Call<ImportParameters>): Promise<Part> {
	const { context, itemIndex, parameters } = call;
	const name = nameOfFile(call);
	const { fileName } = context.helpers.assertBinaryData(itemIndex, name);
	const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, name);
	if (isWorkbook(bytes)) throw workbook();

	const { encoding: chosen = 'auto', delimiter: separator = 'auto' } = parameters.options;
	const text = decodeText(bytes, chosen === 'auto' ? undefined : chosen);
	const found = csvFormatOf(text);
	const sign = separator === 'auto' ? found.delimiter : separator;
	const addsOthers = parameters.options.extraColumns === 'add';
	const target = targetOf(call);
	const file = context.getInputData().length > 1 ? (fileName ?? name) : undefined;
	const rows: Row[] = [];
	let header: ReturnType<typeof headerOf> | undefined;
	let number = 0;
	for await (const { start, fields } of inPieces(readCsv(text, sign, found.start))) {
		number++;
		if (header) {
			const { columns } = header;
			// Read once more where they are asked for: kept, they would take most of the memory.
			const cells = () => cellsOf(columns, fieldsAt(text, sign, start));
			const infos = infosOf(header, fields, addsOthers);
			rows.push({ itemIndex, number, file, ...infos, target, cells });
		} else if (fields.some((field) => field.trim() !== '')) {
			header = headerOf(fields);
			if (header.fields.size === 0) throw unknownColumns(fields);
		}
	}
	if (header) return { rows, itemIndex, delimiter: sign };
	throw new UserError('The file is empty', 'Choose a CSV file with a line of column names on top.');
}

/** Rule 1. */
function nameOfFile({ item, parameters }: Call<ImportParameters>): string {
	const wanted = textOf(parameters.binaryPropertyName).trim();
	const names = Object.keys(item.binary ?? {});
	if (names.includes(wanted)) return wanted;
	if (names.length === 1) return names[0];
	throw new UserError(
		`There is no file '${wanted}' in the item`,
		names.length === 0
			? 'It holds no file at all. Connect a node that hands on a file, such as a form with a field of the type File.'
			: `It holds ${names.join(', ')}: enter one of them in '${binaryPropertyName.displayName}'.`,
	);
}

/** A short row lacks its last cells; what stands behind the last column has no name. */
const cellsOf = (columns: readonly string[], values: readonly string[]) =>
	Array.from(
		{ length: Math.max(columns.length, values.length) },
		(_, place) => [columns[place] ?? '', values[place] ?? ''] as const,
	);

/** The first bytes of a ZIP archive (xlsx, ods, numbers), and of a compound file (xls). */
const WORKBOOKS = ['504b0304', 'd0cf11e0'];

const isWorkbook = (bytes: Buffer): boolean =>
	WORKBOOKS.includes(bytes.subarray(0, 4).toString('hex'));

const workbook = () =>
	new UserError(
		'The file is a workbook of a spreadsheet program, not CSV',
		"Save it as CSV there. Or read it with Extract from File, and connect that to Contact: Create with 'Map Automatically'.",
	);

const MAX_CHARACTERS_SHOWN = 60;

function unknownColumns(columns: readonly string[]): UserError {
	const shown = columns.map((column) => column.trim().slice(0, MAX_CHARACTERS_SHOWN));
	return new UserError(
		'The first line of the file holds no column of a contact',
		`Columns seen: ${shownColumns(shown)}. The first line has to name the columns, such as First name, Email, Phone. Where it does, choose 'Delimiter' or 'Encoding' in the options.`,
	);
}

export const importFile = operation({
	value: 'import',
	name: 'Import From File',
	action: 'Import contacts from file',
	description: 'Create the contacts of a CSV file in an audience',
	builderHint: {
		propertyHint:
			"Takes a CSV file as it is, such as that of a form: no Extract from File before it, which finds out neither delimiter nor encoding. Gives a report: one item with summary, counts and the binary notImported. With ifExists 'skip', the default, it can be run again.",
	},
	displayOptions: { hide: { '@tool': [true] } },
	kind: 'single',
	done: 'created',
	properties: [
		binaryPropertyName,
		audienceId,
		ifExists,
		matchBy,
		dryRun,
		resultOfFile,
		optionsOf([delimiter, encoding, extraColumns, ...writeOptions]),
	],
	settings: SETTINGS,
	runAll: async (batch) => await runImport(batch, readFiles, resultOfFile),
});
