import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { inPieces } from '../../../transport/waiting';
import { reportFiles } from './reportFiles';
import { countsOf, isBad, isFailed, type Part, type Row, type RunFacts } from './rows';
import { reasonOf, summaryOf } from './summary';
import { rowCount, shownColumns } from './wording';

/**
 * What people are told of an import: an item a row, or a report; hints.
 *
 * 1. An item is flat. `error` stands where a row failed alone: n8n takes that key on a first item for a
 *    failed run, 1.123 even where it is null (n8n-core, execution-engine/workflow-execute,
 *    `processRunExecutionData`).
 * 2. At an error output such an item is `{ error }` alone: n8n routes by that (same file,
 *    `handleNodeErrorOutput`).
 * 3. A report counts all rows by their outcome. Warnings are told of the row, and in a hint for each kind.
 */

const OWN_KEYS = ['row', 'outcome', 'reason', 'contactId', 'error'];

/** An item for each row. */
export async function rowItems(
	context: IExecuteFunctions,
	{ rows }: Part,
	signal?: AbortSignal,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const isApart = context.getNode().onError === 'continueErrorOutput';
	for await (const row of inPieces(rows, signal)) {
		const pairedItem = { item: row.itemIndex };
		const { outcome, contactId = null } = row.result!;
		const reason = reasonOf(row);
		if (isApart && isBad(row)) {
			items.push({ json: { error: `Row ${row.number}: ${reason}` }, pairedItem });
			continue;
		}
		const infos = row.infos.filter(({ name }) => !OWN_KEYS.includes(name));
		// By entries: a name such as __proto__ becomes a key like any other.
		const json = Object.fromEntries<unknown>([
			...Object.entries({ row: row.number, outcome, reason, contactId }),
			...infos.map(({ name, value }) => [name, value] as const),
			...(isBad(row) ? [['error', reason] as const] : []),
		]) as IDataObject;
		items.push({ json, pairedItem });
	}
	return items;
}

const MAX_TOLD = 100;

/** One item about many rows. */
export async function reportItem(facts: RunFacts, part: Part): Promise<INodeExecutionData> {
	const { rows } = part;
	const failures = rows.filter(isBad).slice(0, MAX_TOLD);
	const warnings = rows.filter((row) => row.warnings.length > 0).slice(0, MAX_TOLD);
	const json = {
		summary: summaryOf(part, facts.settings),
		rows: rows.length,
		...countsOf(rows),
		columns: [...part.columns],
		hints: hintsOf(facts, part),
		startedAt: facts.startedAt.toISOString(),
		endedAt: new Date().toISOString(),
		failures: failures.map((row) => ({
			row: row.number,
			reason: reasonOf(row),
			uncertain: !isFailed(row),
		})),
		warnings: warnings
			.flatMap((row) => row.warnings.map(({ text }) => ({ row: row.number, warning: text })))
			.slice(0, MAX_TOLD),
	};
	const binary = await reportFiles(facts, part);
	// Left out, n8n would link it to the first (n8n-core, execution-engine/workflow-execute, `assignPairedItems`).
	const pairedItem = part.itemIndex === undefined ? [] : { item: part.itemIndex };
	return { json, pairedItem, ...(Object.keys(binary).length > 0 && { binary }) };
}

/** What people should know of the whole, beside its summary. */
export function hintsOf({ settings, hints }: RunFacts, part: Part): string[] {
	const { rows, unknownNames } = part;
	const lost = rows.filter(({ lostLetters }) => lostLetters).length;
	return [
		settings.dryRun && unknownNames.length > 0 && unknownNamesHint(unknownNames),
		...part.hints,
		...hints,
		lost > 0 &&
			`${rowCount(lost)} ${lost === 1 ? 'contains' : 'contain'} unreadable characters: set 'Encoding' in the options of the node that reads the file, or use Contact: Import From File, which detects it.`,
		...warningHints(rows),
	].filter((text) => text !== false);
}

const unknownNamesHint = (columns: readonly string[]): string =>
	`Nothing would be sent: no column is recognized as a first or last name, but ${shownColumns(columns)} may be one. Say what they are in 'Column Mapping', or map the fields by hand. The rows are counted without them.`;

function* warningHints(rows: readonly Row[]): Generator<string> {
	const kinds = new Map<string, { count: number; first: string }>();
	for (const { number, warnings } of rows) {
		const own = new Map(warnings.map((one) => [one.kind, one.text]));
		for (const [kind, text] of own) {
			const { count = 0, first = `row ${number}: ${text}` } = kinds.get(kind) ?? {};
			kinds.set(kind, { count: count + 1, first });
		}
	}
	for (const [kind, { count, first }] of kinds)
		yield `${rowCount(count)} ${count === 1 ? 'has' : 'have'} ${kind}, such as ${first}.`;
}
