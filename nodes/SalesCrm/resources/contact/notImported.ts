import { textOf } from '../../../utils/text';
import { isReportColumn, REPORT_COLUMNS } from './columns';
import { writeCsv } from './csv';
import { toText } from './rowInfos';
import type { Row } from './rows';

/**
 * The file of the rows that did not get in, to be mended and sent again: CSV as in RFC 4180, with a BOM, by which
 * Excel knows UTF-8. The rows' own columns stand as they came, between the number of the row and the reason: also a
 * cell that begins with = or +, for phone numbers do, and the file is to be sent again.
 */
export function notImportedCsv(
	failures: ReadonlyArray<{ row: Row; reason: string }>,
	delimiter: string,
): string {
	const columns = new Map<string, string>();
	const cells = failures.map(({ row }) => {
		const values = new Map<string, string>();
		for (const [column, value] of row.cells()) {
			if (isReportColumn(column)) continue;
			// Two columns of a file may have the same name.
			let key = column;
			while (values.has(key)) key += '\n';
			columns.set(key, column);
			values.set(key, toText(value) ?? textOf(value));
		}
		return values;
	});
	const lines = failures.map(({ row, reason }, n) => [
		String(row.number),
		...[...columns.keys()].map((key) => cells[n].get(key) ?? ''),
		reason,
	]);
	const header = [REPORT_COLUMNS.first, ...columns.values(), REPORT_COLUMNS.last];
	return `\uFEFF${writeCsv([header, ...lines], delimiter)}`;
}
