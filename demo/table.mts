const WIDEST = 34;

/** Prints records as a table: the named columns, in that order, cut off where they are too wide. */
export function table(
	records: Array<Record<string, unknown>>,
	columns: Record<string, string>,
): string {
	const cells = records.map((record) => Object.keys(columns).map((name) => cell(record[name])));
	const rows = [Object.values(columns), ...cells];
	const widths = Object.keys(columns).map((_, column) =>
		Math.max(...rows.map((row) => row[column]!.length)),
	);
	const line = (row: string[]) =>
		row.map((text, column) => text.padEnd(widths[column]!)).join('  ');
	const rule = line(widths.map((width) => '─'.repeat(width)));
	return [line(rows[0]!), rule, ...rows.slice(1).map(line)]
		.map((text) => `  ${text.trimEnd()}`)
		.join('\n');
}

function cell(value: unknown): string {
	if (value === null || value === undefined || value === '') return '–';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}

/** A period in words short enough for a column. */
export function period(milliseconds: unknown): string {
	const minutes = Math.round(Number(milliseconds) / 60_000);
	if (minutes < 60) return `${minutes} min`;
	const hours = Math.round(minutes / 60);
	return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
