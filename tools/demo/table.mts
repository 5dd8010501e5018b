import Table from 'cli-table3';

const WIDEST = 34;

/** Records as a table: the named columns, in that order, cut off where they are too wide. */
export function table(
	records: Array<Record<string, unknown>>,
	columns: Record<string, string>,
): string {
	const made = new Table({
		head: Object.values(columns),
		// Without colours, which a log would show as signs.
		style: { head: [], border: [], compact: true },
	});
	for (const record of records) {
		made.push(Object.keys(columns).map((name) => cell(record[name])));
	}
	return made.toString();
}

function cell(value: unknown): string {
	if (value === null || value === undefined || value === '') return '–';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}
