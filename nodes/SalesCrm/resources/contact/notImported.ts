import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../../../utils/json';
import { textOf } from '../../../utils/text';
import { isReportColumn, REPORT_COLUMNS } from './columns';
import { writeCsv } from './csv';
import type { Row } from './rows';

/**
 * The file of the rows that did not get in, to be mended and sent again: CSV as in RFC 4180, with a BOM, by which
 * Excel knows UTF-8.
 *
 * 1. The rows' own columns stand as they came, between the number of the row and the reason: also a cell that begins
 *    with = or +, for phone numbers do, and the file is to be sent again.
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
	const columns = new Map<string, string>();
	const valuesOf = ({ row }: NotImported) => {
		const values = new Map<string, string>();
		for (const [column, value] of row.cells()) {
			if (isReportColumn(column)) continue;
			// Two columns of a file may have the same name.
			let key = column;
			while (values.has(key)) key += '\n';
			columns.set(key, column);
			values.set(key, textOf(storedForm(value)));
		}
		return values;
	};
	const rows = failures.map((failure) => [failure, valuesOf(failure)] as const);
	const { first, last } = REPORT_COLUMNS;
	const lines = rows.map(([{ row, reason }, values]) => [
		`${row.number}`,
		...[...columns.keys()].map((key) => values.get(key) ?? ''),
		noFormula(reason),
	]);
	return BOM + writeCsv([[first, ...columns.values(), last], ...lines], delimiter);
}

/** Of a Date, or a DateTime of luxon, the text that n8n would store in its place. */
const storedForm = (value: unknown): unknown =>
	isObject(value) && typeof value.toJSON === 'function' ? value.toJSON() : value;

/** An apostrophe makes it text to a spreadsheet. */
const noFormula = (reason: string): string =>
	/^\s*[=+\-@]|^[\t\r]/.test(reason) ? `'${reason}` : reason;
