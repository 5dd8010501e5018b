import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

import { format, resolveConfig } from 'prettier';

import { NODE_MAJOR, RELEASES } from '../n8n/versions.mts';
import type { Row } from './measure.mts';

const PAGE = new URL('./benchmarks.md', import.meta.url);
const PACKAGE = new URL('../../package.json', import.meta.url);

/** What the figures hold for. The load is that of before the run, which makes its own. */
export function machine(): string {
	const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
	const load = loadavg().map((one) => one.toFixed(2));
	const model = cpus()[0]?.model.trim() ?? 'an unknown processor';
	return `${[
		`${new Date().toISOString().slice(0, 10)}, \`npm run bench\``,
		`n8n-nodes-sales-crm ${version} in the engine of n8n ${RELEASES['2'].version} on Node.js ${NODE_MAJOR}`,
		`${availableParallelism()} cores of ${model}, ${(totalmem() / 2 ** 30).toFixed(1)} GiB of memory`,
		`load average before the run ${load.join(', ')} (over 1, 5 and 15 minutes)`,
	].join('; ')}.`;
}

export function tableOf(rows: Row[]): string {
	const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
	const lines = [
		['case', ...columns],
		['---', ...columns.map(() => '--:')],
		...rows.map(({ case: name, cells }) => [name, ...columns.map((column) => cells[column] ?? '')]),
	];
	return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** The page's part between its marks, of a whole run, so that all figures are of one. */
export async function writePage(made: string): Promise<void> {
	const page = await readFile(PAGE, 'utf8');
	const marked = /(<!-- made by npm run bench -->\n)[\s\S]*(\n<!-- end -->)/;
	if (!marked.test(page)) throw new Error('tools/bench/benchmarks.md has lost its marks');
	const text = page.replace(marked, (_, begin: string, end: string) => `${begin}\n${made}\n${end}`);
	await writeFile(PAGE, await format(text, { ...(await resolveConfig(PAGE)), parser: 'markdown' }));
}
