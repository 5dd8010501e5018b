import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { inform, warn } from '../../../../transport/hints';
import { inPieces } from '../../../../transport/waiting';
import { pluralize, shown } from '../../../../utils/text';
import { wholeError } from '../../../../utils/userError';
import {
	type Column,
	isKnown,
	unknownNames,
	unknownNamesError,
} from '../../../../contacts/columns';
import { shownValues } from '../../../../contacts/samples';
import { isBad, isFailed, type ImportSource, type Judged, type RunFacts } from './rows';
import { filesOf } from './files';
import { notSentColumns, reasonOf, summaryOf } from './summary';
import { MAX_NAMED, type Tally, tallyOf } from './tally';

const OWN_KEYS = ['row', 'outcome', 'reason', 'contactId', 'error'];

export async function rowItems(
	{ context, connection }: RunFacts,
	{ rows }: ImportSource<Judged>,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	for await (const row of inPieces(rows, connection.signal)) {
		const pairedItem = { item: row.itemIndex };
		const { outcome, contactId = null } = row.result;
		const reason = reasonOf(row);
		// n8n recognizes an item for the error output by this (n8n-core, workflow-execute, `handleNodeErrorOutput`).
		if (hasErrorOutput && isBad(row)) {
			items.push({ json: { error: `Row ${row.number}: ${reason}` }, pairedItem });
			continue;
		}
		const infos = row.infos.filter(({ name }) => !OWN_KEYS.includes(name));
		// From entries, so that __proto__ becomes a key like any other.
		const json = Object.fromEntries<unknown>([
			...Object.entries({ row: row.number, outcome, reason, contactId }),
			...infos.map(({ name, value }) => [name, value] as const),
			// n8n regards this key on a first item as a failed run, 1.123 even if it is null (`processRunExecutionData`).
			...(isBad(row) ? [['error', reason] as const] : []),
		]) as IDataObject;
		items.push({ json, pairedItem });
	}
	return items;
}

export async function reportItem(
	facts: RunFacts,
	source: ImportSource<Judged>,
): Promise<INodeExecutionData> {
	const { columns, itemIndex } = source;
	const tally = await tallyOf(source.rows, facts.connection.signal);
	const { rows, counts, failures, warnings } = tally;
	const json = {
		summary: summaryOf(source, tally, facts.settings),
		rows,
		...counts,
		columns: reportedColumns(columns, tally),
		hints: hintsOf(facts, source, tally).map(({ text }) => text),
		startedAt: facts.startedAt.toISOString(),
		endedAt: new Date().toISOString(),
		failures: failures.map((row) => ({
			row: row.number,
			reason: reasonOf(row),
			uncertain: !isFailed(row),
		})),
		warnings,
	};
	// Without it n8n would link the item to the first one (n8n-core, workflow-execute, `assignPairedItems`).
	const pairedItem = itemIndex === undefined ? [] : { item: itemIndex };
	return { json, pairedItem, ...(await filesOf(facts, source)) };
}

/** The field of each column, and in how many rows it was or would be sent. */
function reportedColumns(columns: readonly Column[], { sent }: Tally) {
	const counts = new Map<number, number>();
	for (const [indexes, rows] of sent)
		for (const index of indexes) counts.set(index, (counts.get(index) ?? 0) + rows);
	return columns.map(({ name, field = null, sample, index }) => ({
		column: name,
		field,
		values: shownValues(sample),
		rowsSent: counts.get(index) ?? 0,
	}));
}

interface Hint {
	readonly text: string;
	/** It need not be wrong. */
	readonly isOrdinary?: boolean;
}

/** Gives hints in place of a report: its hints, its summary, and in a dry run the field of each column. */
export async function giveHints(facts: RunFacts, source: ImportSource<Judged>): Promise<void> {
	const { connection, settings } = facts;
	const { columns } = source;
	const tally = await tallyOf(source.rows, connection.signal);
	const { rows, counts } = tally;
	for (const { text, isOrdinary } of hintsOf(facts, source, tally))
		(isOrdinary ? inform : warn)(connection, text);
	if (notSentColumns(source, tally).length > 0 || (rows > 1 && counts.created < rows)) {
		const isLoss = counts.failed + counts.uncertain + counts.otherName > 0;
		(isLoss ? warn : inform)(connection, summaryOf(source, tally, settings));
	}
	const known = columns.filter(isKnown);
	const understood = known.map(({ name, field }) => `${shown(name)} → ${field}`).join(', ');
	if (settings.dryRun && understood) inform(connection, `Columns: ${understood}.`);
}

function hintsOf({ settings, hints }: RunFacts, source: ImportSource, tally: Tally): Hint[] {
	const { columns, itemIndex } = source;
	const isUnnamed = settings.dryRun && unknownNames(columns).length > 0;
	const texts = [
		isUnnamed &&
			`${wholeError(unknownNamesError(source, 'would be'))} The rows are counted without them.`,
		...(source.hints ?? []),
		settings.dryRun &&
			itemIndex !== undefined &&
			notSentColumns(source, tally).length > 0 &&
			MAPPING_HINT,
		...hints,
	];
	return [...texts.flatMap((text) => (text ? { text } : [])), ...warningHints(tally)];
}

const MAPPING_HINT =
	"If a column that would not be sent is a field of a contact, copy its name from the columns listed here into 'Column Mapping' in the options of the node.";

/** One for each kind, with the text of the first row. Other rows are named only if somebody has to look at them. */
const warningHints = ({ kinds }: Tally): Hint[] =>
	[...kinds].map(([kind, { count, numbers, text, isOrdinary }]) => {
		const others = numbers.slice(1);
		const also = `Also row${others.length === 1 ? '' : 's'} ${others.join(', ')}${count > MAX_NAMED ? ' and more' : ''}.`;
		const all = `${pluralize(count, 'row')} ${count === 1 ? 'has' : 'have'} ${kind}, such as ${text}.`;
		return { text: isOrdinary || count === 1 ? all : `${all} ${also}`, isOrdinary };
	});
