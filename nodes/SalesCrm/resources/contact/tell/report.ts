import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Connection } from '../../../../transport/connection';
import { inform, warn } from '../../../../transport/hints';
import { inPieces } from '../../../../transport/waiting';
import { amount, shown } from '../../../../utils/text';
import { wholeError } from '../../../../utils/userError';
import { unknownNamesError } from '../columns/columns';
import { filesOf } from './files';
import { countsOf, isBad, isFailed, type Part, type Row, type RunFacts } from '../read/table';
import { notSentColumns, reasonOf, summaryOf } from './summary';
import { hasLostLetters } from '../read/cell';

/**
 * What people are told of an import: an item for each row, or a report with its files; hints.
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
	const warnings = rows.flatMap(({ number, warnings: all }) =>
		all.flatMap(({ text, isOrdinary }) => (isOrdinary ? [] : { row: number, warning: text })),
	);
	const json = {
		summary: summaryOf(part, facts.settings),
		rows: rows.length,
		...countsOf(rows),
		columns: toldColumns(part),
		hints: hintsOf(facts, part).map(({ text }) => text),
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

/** What each column was taken for, and in how many rows it was sent. */
const toldColumns = ({ columns, rows }: Part) => {
	const sent = rows.filter(({ result }) =>
		['created', 'uncertain', 'wouldCreate'].includes(result!.outcome),
	);
	const counts = new Map<number, number>();
	for (const { sentFrom } of sent)
		for (const place of sentFrom) counts.set(place, (counts.get(place) ?? 0) + 1);
	return columns.map(({ column, field, values, place }) => ({
		column,
		field,
		values: [...values],
		rowsSent: counts.get(place) ?? 0,
	}));
};

/** Where there is no report: its summary, too, and in a dry run what the columns were taken for. */
export function tellOfRows(connection: Connection, facts: RunFacts, part: Part): void {
	const { rows, columns } = part;
	for (const { text, isOrdinary } of hintsOf(facts, part))
		(isOrdinary ? inform : warn)(connection, text);
	const isCreated = rows.every(({ result }) => result?.outcome === 'created');
	if (notSentColumns(part).length > 0 || (rows.length > 1 && !isCreated)) {
		const isLoss = rows.some((row) => isBad(row) || row.result?.isOtherName);
		(isLoss ? warn : inform)(connection, summaryOf(part, facts.settings));
	}
	const sent = columns.filter(({ field }) => field !== null);
	const understood = sent.map(({ column, field }) => `${shown(column)} → ${field}`).join(', ');
	if (facts.settings.dryRun && understood) inform(connection, `Columns: ${understood}.`);
}

interface Hint {
	readonly text: string;
	readonly isOrdinary?: boolean;
}

/** What people should know of the whole, beside its summary. */
function hintsOf({ settings, hints }: RunFacts, part: Part): Hint[] {
	const { rows, unknownNames } = part;
	const isLost = (row: Row) =>
		isFailed(row) && row.infos.some(({ value }) => hasLostLetters(value));
	const lost = rows.filter(isLost).length;
	const texts = [
		settings.dryRun &&
			unknownNames.length > 0 &&
			`${wholeError(unknownNamesError(part, 'would be'))} The rows are counted without them.`,
		...part.hints,
		settings.dryRun && part.itemIndex !== undefined && notSentColumns(part).length > 0 && MAP_THEM,
		...hints,
		lost > 0 &&
			`${amount(lost, 'row')} ${lost === 1 ? 'contains' : 'contain'} unreadable characters: set 'Encoding' in the options of the node that reads the file, or use Contact: Import From File, which detects it.`,
	];
	return [...texts.flatMap((text) => (text ? { text } : [])), ...warningHints(rows)];
}

const MAP_THEM =
	"If a column that would not be sent is a field of a contact, copy its name from the columns listed here into 'Column Mapping' in the options of the node.";

/** One for each kind, with what the first row has; the other rows are named if somebody has to look at them. */
function warningHints(rows: readonly Row[]): Hint[] {
	const kinds = new Map<string, Hint & { numbers: number[] }>();
	for (const { number, warnings } of rows) {
		const own = new Map(warnings.map((one) => [one.kind, one]));
		for (const [kind, { text, isOrdinary }] of own) {
			const first = { numbers: [], text: `row ${number}: ${text}`, isOrdinary };
			const known = kinds.get(kind) ?? first;
			known.numbers.push(number);
			kinds.set(kind, known);
		}
	}
	return [...kinds].map(([kind, { numbers, text, isOrdinary }]) => {
		const count = numbers.length;
		const others = numbers.slice(1, MAX_NAMED);
		const also = `Also row${others.length === 1 ? '' : 's'} ${others.join(', ')}${count > MAX_NAMED ? ' and more' : ''}.`;
		const told = `${amount(count, 'row')} ${count === 1 ? 'has' : 'have'} ${kind}, such as ${text}.`;
		return { text: isOrdinary || count === 1 ? told : `${told} ${also}`, isOrdinary };
	});
}

const MAX_NAMED = 20;
