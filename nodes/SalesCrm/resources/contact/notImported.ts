import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../../../utils/json';
import { textOf } from '../../../utils/text';
import { isReportColumn, REPORT_COLUMNS } from './columns';
import type { Row } from './rows';

/**
 * The file of the rows that did not get in, to be mended and sent again: CSV as in RFC 4180, with a BOM, by which
 * Excel knows UTF-8.
 *
 * 1. The rows' own columns stand as they came, between the number of the row and the reason.
 * 2. A reason never begins what a spreadsheet takes for a formula: it may quote what others have written.
 */

const FILE_NAME = 'not-imported.csv';

const BOM = '\uFEFF';

interface NotImported {
	row: Pick<Row, 'number' | 'cells'>;
	reason: string;
}

/** Undefined where all rows got in. */
export async function notImportedFile(
	context: IExecuteFunctions,
	failures: readonly NotImported[],
	delimiter = ',',
): Promise<IBinaryKeyData | undefined> {
	if (failures.length === 0) return undefined;
	const content = Buffer.from(notImportedCsv(failures, delimiter), 'utf8');
	return {
		notImported: await context.helpers.prepareBinaryData(content, FILE_NAME, 'text/csv'),
	};
}

export function notImportedCsv(failures: readonly NotImported[], delimiter: string): string {
	const columns = new Set<string>();
	for (const { row } of failures) for (const [column] of row.cells()) columns.add(column);
	const own = [...columns].filter((column) => !isReportColumn(column));
	const { first, last } = REPORT_COLUMNS;
	const lines = failures.map(({ row, reason }) => {
		const values = new Map(row.cells());
		return [row.number, ...own.map((column) => values.get(column)), noFormula(reason)];
	});
	return BOM + [[first, ...own, last], ...lines].map((line) => csvLine(line, delimiter)).join('');
}

const csvLine = (values: readonly unknown[], delimiter: string): string =>
	`${values.map((value) => csvField(value, delimiter)).join(delimiter)}\r\n`;

function csvField(value: unknown, delimiter: string): string {
	const text = textOf(storedForm(value));
	return /["\r\n]/.test(text) || text.includes(delimiter)
		? `"${text.replaceAll('"', '""')}"`
		: text;
}

/** Of a Date, or a DateTime of luxon, the text that n8n would store in its place. */
const storedForm = (value: unknown): unknown =>
	isObject(value) && typeof value.toJSON === 'function' ? value.toJSON() : value;

/** An apostrophe makes it text to a spreadsheet. */
const noFormula = (reason: string): string =>
	/^\s*[=+\-@]|^[\t\r]/.test(reason) ? `'${reason}` : reason;
