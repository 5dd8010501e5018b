import { readFile, writeFile } from 'node:fs/promises';

import Table from 'cli-table3';

import { chart } from './chart.mts';
import type { Measure, Row } from './measure.mts';

/** What the runs of some measures gave. */
export type Results = Array<{ measure: Measure; rows: Row[] }>;

const PAGE = new URL('../docs/benchmarks.md', import.meta.url);
const CHART = new URL('../docs/images/benchmarks.svg', import.meta.url);

const columnsOf = (rows: Row[]) => [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];

/** A measure's rows for the screen. */
export function onScreen(rows: Row[]): string {
	const columns = columnsOf(rows);
	const table = new Table({ head: ['', ...columns], style: { head: [], border: [] } });
	for (const { case: name, cells } of rows) {
		table.push([name, ...columns.map((column) => cells[column] ?? '')]);
	}
	return table.toString();
}

/** The page's part between its marks, and the chart: of a whole run, so that all figures are of one. */
export async function writePage(results: Results, machine: string): Promise<void> {
	const page = await readFile(PAGE, 'utf8');
	const parts = results.map(({ measure, rows }) =>
		[`## ${measure.title}`, measure.about, inMarkdown(rows)].join('\n\n'),
	);
	const made = `${machine}.\n\n${parts.join('\n\n')}`;
	const marked = /(<!-- made by npm run bench -->\n)[\s\S]*(\n<!-- end -->)/;
	if (!marked.test(page)) throw new Error('docs/benchmarks.md has lost its marks');
	await writeFile(
		PAGE,
		page.replace(marked, (_all, begin: string, end: string) => `${begin}\n${made}\n${end}`),
	);
	await writeFile(CHART, chart(results));
}

function inMarkdown(rows: Row[]): string {
	const columns = columnsOf(rows);
	const lines = [
		['', ...columns],
		['---', ...columns.map(() => '--:')],
		...rows.map(({ case: name, cells }) => [name, ...columns.map((column) => cells[column] ?? '')]),
	];
	// In columns, as prettier has them.
	const widths = lines[0]!.map((_, n) => Math.max(...lines.map((line) => line[n]!.length), 3));
	const rule = (cell: string, width: number) =>
		cell.replace('--', '-'.repeat(width - cell.length + 2));
	const text = (line: string[], l: number) =>
		line.map((cell, n) => {
			const width = widths[n]!;
			if (l === 1) return rule(cell, width);
			return n === 0 ? cell.padEnd(width) : cell.padStart(width);
		});
	return lines.map((line, l) => `| ${text(line, l).join(' | ')} |`).join('\n');
}
