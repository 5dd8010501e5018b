import { ColumnSamples, columnsOf } from '../../nodes/contacts/columns';
import { rowReader } from '../../nodes/contacts/rowValues';

/** What becomes of rows with this header: what is sent of each, and what is said of it. */
export function readRows(header: string[], rows: unknown[][]) {
	const samples = new ColumnSamples();
	for (const row of rows) for (const [index, cell] of row.entries()) samples.see(index, cell);
	const columns = columnsOf(header, samples);
	const read = rowReader(columns);
	return rows.map((row) => {
		const { infos, warnings, problem, keys, isEmpty } = read(row, false);
		return {
			// A row that fails is not sent.
			sent: Object.fromEntries(problem ? [] : infos.map(({ name, value }) => [name, value])),
			said: [
				...(problem instanceof Error ? [`failed: ${problem.message}`] : []),
				...warnings.map(({ text }) => text),
			].join('. '),
			keys,
			isEmpty,
			fields: columns.map(({ field }) => field),
		};
	});
}

/** One row, by its columns. */
export const readRow = (row: Record<string, unknown>) =>
	readRows(Object.keys(row), [Object.values(row)])[0]!;
