import { audienceId, optionsOf } from '../../../descriptions/fields';
import { type Batch, itemsInTurn, operation } from '../../execution/operation';
import {
	dryRunOfFile,
	extraColumns,
	ifExists,
	matchBy,
	resultOfFile,
	SETTINGS,
	writeOptions,
} from './fields';
import { MAPPED_FIELDS } from '../../../contacts/columns';
import { type FileParameters, rowsOfFile } from './import/fileTable';
import { runImport } from './import/run';
import { chosenFiles } from './import/inputFiles';
import type { ImportSource } from './import/rows';

const binaryPropertyName = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	// Files themselves are accepted as well.
	typeOptions: { acceptsAnything: true },
	default: 'data',
	required: true,
	hint: 'The input binary field with the CSV file; several with commas. If an item has only one file, it is used.',
} as const;

const encoding = {
	displayName: 'Encoding',
	name: 'encoding',
	type: 'options',
	default: 'auto',
	description: 'Character encoding of the file. Detected by default.',
	options: [
		{ name: 'Central European (Windows-1250)', value: 'windows-1250' },
		{ name: 'Detect Automatically', value: 'auto' },
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
		{ name: 'Comma', value: ',' },
		{ name: 'Detect Automatically', value: 'auto' },
		{ name: 'Pipe', value: '|' },
		{ name: 'Semicolon', value: ';' },
		{ name: 'Tab', value: '\t' },
	],
} as const;

const FIELD_OPTIONS = [...MAPPED_FIELDS]
	.map(([value, { label }]) => ({ name: label, value }))
	.sort((one, other) => (one.name < other.name ? -1 : 1));

const columnMapping = {
	displayName: 'Column Mapping',
	name: 'columnMapping',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Column',
	default: {},
	description:
		'What columns contain that are not recognized or recognized wrongly. A dry run lists the field of each column.',
	options: [
		{
			displayName: 'Column',
			name: 'column',
			values: [
				{
					displayName: 'Column in Your File',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Klantnaam',
					description: 'Its name in the first line. A dry run lists the columns to copy from.',
				},
				{
					displayName: 'Field',
					name: 'field',
					type: 'options',
					default: 'ignore',
					options: FIELD_OPTIONS,
				},
			],
		},
	],
} as const;

/** Each file is a source, and so is each item whose files could not be found. */
async function readFiles(batch: Batch<FileParameters>): Promise<ImportSource[]> {
	const sources: ImportSource[] = [];
	for await (const itemIndex of itemsInTurn(batch)) {
		const nothing = { header: [], rows: [], columns: [], itemIndex };
		const unread = (problem: unknown) => ({ ...nothing, problem });
		try {
			const call = batch.callOf(itemIndex);
			for (const file of chosenFiles(call.parameters.binaryPropertyName, call.item))
				sources.push(await rowsOfFile(call, file).catch(unread));
		} catch (problem) {
			sources.push(unread(problem));
		}
	}
	return sources;
}

export const importFile = operation({
	value: 'import',
	name: 'Import From File',
	action: 'Import contacts from file',
	description: 'Create the contacts of a CSV file in an audience',
	builderHint: {
		propertyHint:
			'Takes a CSV file as it is, such as that of a form: no Extract from File before it. Set dryRun to false to create contacts.',
	},
	displayOptions: { hide: { '@tool': [true] } },
	kind: 'single',
	properties: [
		binaryPropertyName,
		audienceId,
		dryRunOfFile,
		ifExists,
		matchBy,
		resultOfFile,
		optionsOf([columnMapping, delimiter, encoding, extraColumns, ...writeOptions]),
	],
	settings: SETTINGS,
	runAll: async (batch) => await runImport(batch, readFiles),
});
