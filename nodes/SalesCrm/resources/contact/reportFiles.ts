import type { INodeExecutionData } from 'n8n-workflow';

import { inPieces } from '../../../transport/waiting';
import { textOf } from '../../../utils/text';
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

type Binary = NonNullable<INodeExecutionData['binary']>;

export async function reportFiles(facts: RunFacts, part: Part): Promise<Binary> {
	const { helpers } = facts.context;
	const imported = facts.settings.dryRun ? [] : part.rows.filter(isIn);
	const notImported = part.rows.filter((row) => row.result!.outcome !== 'empty' && !isIn(row));
	const binary: Binary = {};
	if (imported.length > 0) {
		const content = await csvOf(facts, part, imported, (own, row) =>
			row ? [row.result!.outcome, idOf(row) ?? '', ...own] : ['outcome', 'contactId', ...own],
		);
		binary.imported = await helpers.prepareBinaryData(content, 'imported.csv', 'text/csv');
	}
	if (notImported.length > 0) {
		const content = await csvOf(facts, part, notImported, (own, row) => [
			...own,
			row ? (reasonOf(row) ?? '') : 'reason',
		]);
		binary.notImported = await helpers.prepareBinaryData(content, 'not-imported.csv', 'text/csv');
	}
	return binary;
}

/** Or would be, in a dry run. */
function isIn({ result }: Row): boolean {
	const { outcome, first, isOtherName } = result!;
	if (isOtherName) return false;
	return outcome === 'duplicate'
		? isIn(first!)
		: ['created', 'existing', 'wouldCreate'].includes(outcome);
}

const idOf = ({ result }: Row): string | undefined =>
	result!.outcome === 'duplicate' ? idOf(result!.first!) : result!.contactId;

/** @param withOurs Adds our columns to those of a row, or of the header. */
async function csvOf(
	{ signal }: RunFacts,
	{ header, delimiter = ',' }: Part,
	rows: readonly Row[],
	withOurs: (own: readonly string[], row?: Row) => readonly string[],
): Promise<Buffer> {
	/** As they came, without what a report added before. What stands beyond the header keeps its place. */
	const ours = ourPlaces(header);
	const ownOf = (values: readonly unknown[]) =>
		Array.from({ length: Math.max(header.length, values.length) }, (_, n) => textIn(values[n]))
			.filter((_, place) => !ours.has(place))
			.map(guarded);
	const lines = [csvLine(['row', ...withOurs(ownOf(header))], delimiter)];
	for await (const row of inPieces(rows, signal)) {
		const cells = withOurs(ownOf(row.values()), row);
		lines.push(csvLine([String(row.number), ...cells], delimiter));
	}
	return Buffer.from(`\uFEFF${lines.join('')}`);
}

const textIn = (value: unknown): string => toText(value) ?? textOf(value);
