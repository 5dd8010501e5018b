/** A table of a page, with the heading above it and the line below it. */
export interface Table {
	heading: string;
	columns: string[];
	rows: string[][];
	below: string;
}

const cellsOf = (line: string) =>
	line
		.trim()
		.replace(/^\||\|$/g, '')
		.split('|')
		.map((cell) => cell.trim());

/** The tables of a Markdown page; a bar inside a cell is written `&#124;`. */
export function tablesOf(markdown: string): Table[] {
	const lines = markdown.split('\n');
	const isRow = (index: number) => /^\s*\|/.test(lines[index] ?? '');
	const tables: Table[] = [];
	let heading = '';
	for (let at = 0; at < lines.length; at++) {
		if (lines[at]!.startsWith('#')) heading = lines[at]!.replace(/^#+ /, '');
		if (!isRow(at)) continue;
		const from = at;
		while (isRow(at + 1)) at++;
		const [columns, , ...rows] = lines.slice(from, at + 1).map(cellsOf);
		const below = lines.slice(at + 1).find((line) => line.trim() !== '') ?? '';
		tables.push({ heading, columns: columns!, rows, below });
	}
	return tables;
}
