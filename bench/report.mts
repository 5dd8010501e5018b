import { readFile, writeFile } from 'node:fs/promises';

import Table from 'cli-table3';
import { format, resolveConfig } from 'prettier';

import type { Measure, Row } from './measure.mts';

/** What the runs of some measures gave. */
export type Results = Array<{ measure: Measure; rows: Row[] }>;

const PAGE = new URL('../docs/benchmarks.md', import.meta.url);

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

/** The page's part between its marks, of a whole run, so that all figures are of one. */
export async function writePage(results: Results, machine: string): Promise<void> {
	const page = await readFile(PAGE, 'utf8');
	const parts = results.map(({ measure, rows }) =>
		[`## ${measure.title}`, measure.about, inMarkdown(rows)].join('\n\n'),
	);
	const made = `${machine}.\n\n${parts.join('\n\n')}`;
	const marked = /(<!-- made by npm run bench -->\n)[\s\S]*(\n<!-- end -->)/;
	if (!marked.test(page)) throw new Error('docs/benchmarks.md has lost its marks');
	const text = page.replace(
		marked,
		(_all, begin: string, end: string) => `${begin}\n${made}\n${end}`,
	);
	const style = await resolveConfig(PAGE);
	await writeFile(PAGE, await format(text, { ...style, parser: 'markdown' }));
}

function inMarkdown(rows: Row[]): string {
	const columns = columnsOf(rows);
	const lines = [
		['case', ...columns],
		['---', ...columns.map(() => '--:')],
		...rows.map(({ case: name, cells }) => [name, ...columns.map((column) => cells[column] ?? '')]),
	];
	return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
