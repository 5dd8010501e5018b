import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Connection } from '../../../transport/connection';
import { inform, warn } from '../../../transport/hints';
import { inPieces } from '../../../transport/waiting';
import { csvLine } from '../../../utils/csv';
import { amount, shown, textOf } from '../../../utils/text';
import { wholeError } from '../../../utils/userError';
import { type OUR_COLUMNS, ourPlaces, unknownNamesError } from './columns';
import { countsOf, isBad, isFailed, type Part, type Row, type RunFacts } from './rows';
import { reasonOf, summaryOf } from './summary';
import { guarded, hasLostLetters, toText } from './values';

/**
 * What people are told of an import: an item a row, or a report with its files; hints.
 *
 * 1. An item is flat. `error` stands where a row failed alone: n8n takes that key on a first item for a
 *    failed run, 1.123 even where it is null (n8n-core, execution-engine/workflow-execute,
 *    `processRunExecutionData`).
 * 2. At an error output such an item is `{ error }` alone: n8n routes by that (same file,
 *    `handleNodeErrorOutput`).
 * 3. A report counts all rows by their outcome. Warnings are told of the row, and in a hint for each kind.
 * 4. Its files are CSV as in RFC 4180, with a BOM, by which Excel knows UTF-8, and the delimiter of the file that came.
 *    Cells are guarded, so that formulas do not run and Excel keeps the 0 of a phone. An import takes that off again.
 * 5. Each filled row stands in exactly one of them, but for a dry run, of which nobody is in. `imported`: rows that are
 *    in (created, existing, duplicates of such), outcome and id in front. `notImported`: all others, their reason last.
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
	const warnings = rows.flatMap((row) =>
		row.warnings.map(({ text }) => ({ row: row.number, warning: text })),
	);
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
		warnings: warnings.slice(0, MAX_TOLD),
	};
	// Left out, n8n would link it to the first (n8n-core, execution-engine/workflow-execute, `assignPairedItems`).
	const pairedItem = part.itemIndex === undefined ? [] : { item: part.itemIndex };
	return { json, pairedItem, ...(await filesOf(facts, part)) };
}

/** Where there is no report: its summary, too, and in a dry run what the columns were taken for. */
export function tellOfRows(connection: Connection, facts: RunFacts, part: Part): void {
	const { rows, columns, notSent } = part;
	for (const hint of hintsOf(facts, part)) warn(connection, hint);
	const isCreated = rows.every(({ result }) => result?.outcome === 'created');
	if (notSent.length > 0 || (rows.length > 1 && !isCreated)) {
		const isLoss = rows.some((row) => isBad(row) || row.result?.isOtherName);
		(isLoss ? warn : inform)(connection, summaryOf(part, facts.settings));
	}
	const sent = columns.filter(({ field }) => field !== null);
	const understood = sent.map(({ column, field }) => `${shown(column)} → ${field}`).join(', ');
	if (facts.settings.dryRun && understood) inform(connection, `Columns: ${understood}.`);
}

/** What people should know of the whole, beside its summary. */
function hintsOf({ settings, hints }: RunFacts, part: Part): string[] {
	const { rows, unknownNames } = part;
	const isLost = (row: Row) =>
		isFailed(row) && row.infos.some(({ value }) => hasLostLetters(value));
	const lost = rows.filter(isLost).length;
	return [
		settings.dryRun &&
			unknownNames.length > 0 &&
			`${wholeError(unknownNamesError(part, 'would be'))} The rows are counted without them.`,
		...part.hints,
		...hints,
		lost > 0 &&
			`${amount(lost, 'row')} ${lost === 1 ? 'contains' : 'contain'} unreadable characters: set 'Encoding' in the options of the node that reads the file, or use Contact: Import From File, which detects it.`,
		...warningHints(rows),
	].filter((text) => text !== false);
}

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
		yield `${amount(count, 'row')} ${count === 1 ? 'has' : 'have'} ${kind}, such as ${first}.`;
}

/** Rules 4 and 5. */
async function filesOf(facts: RunFacts, part: Part): Promise<Pick<INodeExecutionData, 'binary'>> {
	const filled = part.rows.filter(({ result }) => result!.outcome !== 'empty');
	const imported = facts.settings.dryRun ? [] : filled.filter(isIn);
	const others = filled.filter((row) => !isIn(row));
	const inFront = ['row', 'outcome', 'contactId'] as const;
	const files = {
		imported: await fileOf('imported.csv', facts, part, imported, inFront, []),
		notImported: await fileOf('not-imported.csv', facts, part, others, ['row'], ['reason']),
	};
	const made = Object.entries(files).flatMap(([name, file]) =>
		file ? [[name, file] as const] : [],
	);
	return made.length > 0 ? { binary: Object.fromEntries(made) } : {};
}

/** Or would be, in a dry run. */
function isIn({ result }: Row): boolean {
	const { outcome, first, isOtherName } = result!;
	if (isOtherName) return false;
	return outcome === 'duplicate'
		? isIn(first!)
		: ['created', 'existing', 'wouldCreate'].includes(outcome);
}

const idOf = ({ result }: Row): string =>
	result!.outcome === 'duplicate' ? idOf(result!.first!) : (result!.contactId ?? '');

type OurColumn = (typeof OUR_COLUMNS)[number];

/** What a row has under each of our columns. */
const OURS: Record<OurColumn, (row: Row) => string> = {
	row: ({ number }) => String(number),
	outcome: ({ result }) => result!.outcome,
	contactId: idOf,
	reason: (row) => reasonOf(row) ?? '',
};

/** @returns undefined for no rows. */
async function fileOf(
	name: string,
	{ context, signal }: RunFacts,
	{ header, delimiter = ',' }: Part,
	rows: readonly Row[],
	inFront: readonly OurColumn[],
	behind: readonly OurColumn[],
): Promise<IBinaryData | undefined> {
	if (rows.length === 0) return undefined;
	/** As they came, without what a report added before. What stands beyond the header keeps its place. */
	const ours = ourPlaces(header);
	const ownOf = (values: readonly unknown[]) =>
		Array.from({ length: Math.max(header.length, values.length) }, (_, n) => textIn(values[n]))
			.filter((_, place) => !ours.has(place))
			.map(guarded);
	const lines = [csvLine([...inFront, ...ownOf(header), ...behind], delimiter)];
	for await (const row of inPieces(rows, signal)) {
		const [first, last] = [inFront, behind].map((some) => some.map((one) => OURS[one](row)));
		lines.push(csvLine([...first, ...ownOf(row.values()), ...last], delimiter));
	}
	const content = Buffer.from(`\uFEFF${lines.join('')}`);
	return await context.helpers.prepareBinaryData(content, name, 'text/csv');
}

const textIn = (value: unknown): string => toText(value) ?? textOf(value);
