import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../../../../utils/json';
import { textOf } from '../../../../utils/text';
import { isFailure, type ItemResult, type ItemResults } from '../../../execution/itemResults';
import type { Output } from '../../../execution/operation';
import { isReportColumn, REPORT_COLUMNS } from '../personalInfos';
import { isValid, type Outcome, type Row } from './rows';

/**
 * One item about a whole import, for those who import for others.
 *
 * 1. It counts rows by what became of them: the counts of all outcomes make up `rows`.
 * 2. `failures` are the first rows that failed or stayed uncertain, in the order of the input.
 * 3. All of them stand in the file `notImported`, to be mended and sent again: their own columns as they
 *    came, between the number of the row and the reason. The file is CSV as in RFC 4180, with a BOM, by
 *    which Excel knows UTF-8.
 * 4. Columns of that file are no contact's when it comes back (`isReportColumn`), and are made anew.
 * 5. A reason never begins what a spreadsheet takes for a formula: it may quote what others have written.
 *    What the columns hold is not touched, for it is to be sent again.
 * 6. What was imported is told, even where n8n cannot keep the file.
 */

const MAX_FAILURES = 100;

const FILE_NAME = 'not-imported.csv';

const BOM = '\uFEFF';

interface Findings {
	context: IExecuteFunctions;
	rows: readonly Row[];
	results: ItemResults;
	startedAt: Date;
	/** Whether contacts were looked for. */
	looks: boolean;
	hints: readonly string[];
	/** Why a row failed, with advice. */
	messageOf(itemIndex: number): string;
}

interface RowFailure {
	item: number;
	reason: string;
	/** It may have been created. */
	uncertain: boolean;
}

export async function reportOf(findings: Findings): Promise<Output> {
	const { context, rows, results, startedAt, looks, messageOf } = findings;
	const counts: Record<Outcome, number> = {
		created: 0,
		existing: 0,
		duplicate: 0,
		foundAfterwards: 0,
		wouldCreate: 0,
		failed: 0,
		uncertain: 0,
	};
	const failures: RowFailure[] = [];
	for (const [item, result] of results.entries()) {
		const outcome = rowOutcome(result!);
		counts[outcome]++;
		if (!isFailure(result)) continue;
		failures.push({ item, reason: messageOf(item), uncertain: outcome === 'uncertain' });
	}
	const valid = rows.filter(isValid);
	const hints = [...findings.hints];
	const binary = await fileOf(context, failures).catch((error: Error) => {
		hints.push(`The file of the rows that were not imported could not be kept: ${error.message}`);
		return undefined;
	});
	const json = {
		rows: results.length,
		...counts,
		withoutKey: looks ? valid.filter(({ keys }) => keys.length === 0).length : 0,
		ignoredColumns: [...new Set(rows.flatMap((row) => row.ignoredColumns))],
		hints,
		startedAt: startedAt.toISOString(),
		endedAt: new Date().toISOString(),
		failures: failures.slice(0, MAX_FAILURES) as unknown as IDataObject[],
	};
	return binary ? { json, binary } : { json };
}

function rowOutcome(result: ItemResult): Outcome {
	if (isFailure(result)) return result.kind === 'unknown' ? 'uncertain' : 'failed';
	return result.output[0].json.outcome as Outcome;
}

async function fileOf(
	context: IExecuteFunctions,
	failures: readonly RowFailure[],
): Promise<Output['binary']> {
	if (failures.length === 0) return undefined;
	const text = notImportedCsv(
		failures,
		context.getInputData().map(({ json }) => json),
	);
	const content = Buffer.from(text, 'utf8');
	return {
		notImported: await context.helpers.prepareBinaryData(content, FILE_NAME, 'text/csv'),
	};
}

/** @param items All rows of the import, as they came. */
export function notImportedCsv(
	failures: ReadonlyArray<Pick<RowFailure, 'item' | 'reason'>>,
	items: readonly IDataObject[],
): string {
	const names = new Set(failures.flatMap(({ item }) => Object.keys(items[item])));
	const columns = [...names].filter((column) => !isReportColumn(column));
	const { first, last } = REPORT_COLUMNS;
	const lines = failures.map(({ item, reason }) => [
		item,
		...columns.map((column) => items[item][column]),
		noFormula(reason),
	]);
	return BOM + [[first, ...columns, last], ...lines].map(csvLine).join('');
}

const csvLine = (values: readonly unknown[]): string => `${values.map(csvField).join(',')}\r\n`;

function csvField(value: unknown): string {
	const text = textOf(storedForm(value));
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Of a Date, or a DateTime of luxon, the text that n8n would store in its place. */
const storedForm = (value: unknown): unknown =>
	isObject(value) && typeof value.toJSON === 'function' ? value.toJSON() : value;

/** An apostrophe makes it text to a spreadsheet. */
const noFormula = (reason: string): string =>
	/^\s*[=+\-@]|^[\t\r]/.test(reason) ? `'${reason}` : reason;
