import type { INodeExecutionData } from 'n8n-workflow';

import { textOf } from '../../../utils/text';
import { inPieces } from '../../../transport/waiting';
import { ourPlaces } from './columns';
import { csvLine } from './csv';
import type { Part, Row, RunFacts } from './rows';
import { reasonOf } from './summary';
import { guarded, toText } from './values';

/**
 * The two files of a report: CSV as in RFC 4180, with a BOM, by which Excel knows UTF-8, and the delimiter of the file
 * that came.
 *
 * 1. Each filled row stands in exactly one of them, but for a dry run, of which nobody is in.
 * 2. `imported`: rows that are in (created, existing, duplicates of such), with outcome and id in front of their columns.
 * 3. `notImported`: all others, their reason last, to be corrected and sent again.
 * 4. Cells are guarded, so that formulas do not run and Excel keeps the 0 of a phone. An import takes that off again.
 */

export async function reportFiles(
	{ context: { helpers }, signal, settings: { dryRun: isDry } }: RunFacts,
	{ rows, delimiter = ',' }: Part,
): Promise<NonNullable<INodeExecutionData['binary']>> {
	const imported = isDry ? [] : rows.filter(isIn);
	const notImported = rows.filter((row) => isLeftOut(row) && !(isDry && isIn(row)));
	const binary: NonNullable<INodeExecutionData['binary']> = {};
	if (imported.length > 0) {
		const content = await csvOf(imported, delimiter, {
			head: (row) => [row.result!.outcome, idOf(row) ?? ''],
			names: ['outcome', 'contactId'],
			signal,
		});
		binary.imported = await helpers.prepareBinaryData(content, 'imported.csv', 'text/csv');
	}
	if (notImported.length > 0) {
		const content = await csvOf(notImported, delimiter, {
			tail: (row) => [reasonOf(row) ?? ''],
			names: ['reason'],
			signal,
		});
		binary.notImported = await helpers.prepareBinaryData(content, 'not-imported.csv', 'text/csv');
	}
	return binary;
}

function isIn({ result }: Row): boolean {
	const { outcome, first, isOtherName } = result!;
	if (isOtherName) return false;
	if (outcome === 'duplicate') return isIn(first!);
	return outcome === 'created' || outcome === 'existing';
}

/** Neither in, nor to be created after a dry run. */
function isLeftOut(row: Row): boolean {
	const { outcome, first, isOtherName } = row.result!;
	if (outcome === 'empty' || outcome === 'wouldCreate') return false;
	if (outcome === 'duplicate' && !isOtherName) return isLeftOut(first!);
	return !isIn(row);
}

const idOf = ({ result }: Row): string | undefined =>
	result!.outcome === 'duplicate' ? idOf(result!.first!) : result!.contactId;

interface Added {
	readonly names: readonly string[];
	readonly signal?: AbortSignal;
	readonly head?: (row: Row) => readonly string[];
	readonly tail?: (row: Row) => readonly string[];
}

async function csvOf(rows: readonly Row[], delimiter: string, added: Added): Promise<Buffer> {
	const { names, head, tail, signal } = added;
	const columns = new Map<string, string>();
	for await (const row of inPieces(rows, signal)) {
		for (const [key, column] of keyedCells(row)) columns.set(key, column);
	}
	const keys = [...columns.keys()];
	const [front, behind] = head ? [names, []] : [[], names];
	const lines = [
		csvLine(['row', ...front, ...[...columns.values()].map(guarded), ...behind], delimiter),
	];
	for await (const row of inPieces(rows, signal)) {
		const values = new Map([...keyedCells(row)].map(([key, , value]) => [key, value]));
		// Beyond the header they stay: such a row fails again until it is corrected.
		const surplus = row.cells().flatMap(([column, value]) => (column === undefined ? [value] : []));
		const own = [...keys.map((key) => values.get(key)), ...surplus].map(textIn).map(guarded);
		const cells = [String(row.number), ...(head?.(row) ?? []), ...own, ...(tail?.(row) ?? [])];
		lines.push(csvLine(cells, delimiter));
	}
	return Buffer.from(`\uFEFF${lines.join('')}`);
}

const textIn = (value: unknown): string => toText(value) ?? textOf(value);

/** As they came, without what a report added before. Two columns of a file may have the same name. */
function* keyedCells(row: Row): Generator<[key: string, column: string, value: unknown]> {
	const cells = row.cells();
	const ours = ourPlaces(cells.map(([column = '']) => column));
	const seen = new Set<string>();
	for (const [place, [column, value]] of cells.entries()) {
		if (column === undefined || ours.has(place)) continue;
		let key = column;
		while (seen.has(key)) key += '\n';
		seen.add(key);
		yield [key, column, value];
	}
}
