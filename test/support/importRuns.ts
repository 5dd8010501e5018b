import { parse } from 'csv-parse/sync';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { crmOf, startFlow } from './flow';
import { n8nFiles } from './n8nFiles.cjs';

export const NINE = [
	...['Voornaam', 'Achternaam', 'E-mailadres', 'Telefoonnummer', 'Straatnaam', 'Huisnummer'],
	...['Postcode', 'Plaats', 'Land'],
];

export interface Report extends IDataObject {
	summary: string;
	rows: number;
	created: number;
	existing: number;
	failed: number;
	empty: number;
	columns: Array<{ column: string; field: string | null; values: string[]; rowsSent: number }>;
	hints: string[];
	failures: Array<{ row: number; reason: string; uncertain: boolean }>;
	warnings: Array<{ row: number; warning: string }>;
}

interface FileGiven {
	content: string | Buffer;
	/** The binary field of the item. */
	field?: string;
	fileName?: string;
}

export const fileItem = (...files: FileGiven[]): INodeExecutionData => ({
	json: {},
	binary: Object.fromEntries(
		files.map(({ content, field = 'data', fileName = 'people.csv' }) => [
			field,
			{ data: Buffer.from(content).toString('base64'), mimeType: 'text/csv', fileName },
		]),
	),
});

/** Begins to import the files of these items. */
export function startImport(
	items: INodeExecutionData[],
	more: IDataObject = {},
	settings: Partial<INode> = {},
) {
	const audienceId = identities.AUDIENCE_ID;
	const what = { resource: 'contact', operation: 'import', dryRun: false };
	const parameters = { ...what, audienceId, ...more };
	return startFlow({ nodes: [crmOf(parameters, settings)] }, items);
}

/** A file that an item has, as text. */
export async function textOf(
	item: INodeExecutionData | undefined,
	name: string,
): Promise<string | undefined> {
	const file = item?.binary?.[name];
	return file && (await n8nFiles().getAsBuffer(file)).toString();
}

/** One file into the empty audience, row by row, unless `set` says otherwise. */
export async function importFile(
	content: string | Buffer,
	{ options, ...set }: IDataObject = {},
	settings: Partial<INode> = {},
) {
	const audienceId = identities.EMPTY_AUDIENCE_ID;
	const more = { audienceId, options: { concurrency: 1, ...(options as IDataObject) }, ...set };
	const run = await startImport([fileItem({ content })], more, settings).ended;
	const [item] = run.items('Sales CRM');
	return {
		error: run.error && `${run.error.message} ${run.error.description}`,
		report: (item?.json ?? {}) as Report,
		hints: run.hints('Sales CRM'),
		imported: await textOf(item, 'imported'),
		otherNames: await textOf(item, 'otherNames'),
		notImported: await textOf(item, 'notImported'),
	};
}

/** What was created in that audience, in order: the nine values, with a bar between. */
export const createdThere = (): string[] =>
	sandbox.world
		.profile()
		.contacts.createdIn(identities.EMPTY_AUDIENCE_ID)
		.map(({ standard_personal_infos: infos }) =>
			NINE.map((wanted) => infos.find(({ name }) => name === wanted)?.value ?? '').join('|'),
		);

/** Of each row in a file of a report: its number, and its value in a column. */
export function rowsOf(file: string | undefined, delimiter: string, column: number) {
	const [, ...rows] = parse(file ?? '', {
		delimiter,
		bom: true,
		relax_column_count: true,
	}) as string[][];
	return new Map(rows.map((cells) => [Number(cells[0]), cells.at(column) ?? '']));
}
