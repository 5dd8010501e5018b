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
import { NO_NAME } from '../../../../contacts/warnings';
import {
	countsOf,
	isBad,
	isCreated,
	isFailed,
	isSent,
	type ImportSource,
	type Judged,
	type Row,
	type RunFacts,
} from './rows';
import { filesOf } from './files';
import { notSentColumns, reasonOf, summaryOf } from './summary';

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

const MAX_LISTED = 100;

export async function reportItem(
	facts: RunFacts,
	source: ImportSource<Judged>,
): Promise<INodeExecutionData> {
	const { rows, columns, itemIndex } = source;
	const failures = rows.filter(isBad).slice(0, MAX_LISTED);
	const warnings = rows.flatMap(({ number, warnings: all }) =>
		all.flatMap(({ text, isOrdinary }) => (isOrdinary ? [] : { row: number, warning: text })),
	);
	const json = {
		summary: summaryOf(source, facts.settings),
		rows: rows.length,
		...countsOf(rows),
		columns: reportedColumns(columns, rows),
		hints: hintsOf(facts, source).map(({ text }) => text),
		startedAt: facts.startedAt.toISOString(),
		endedAt: new Date().toISOString(),
		failures: failures.map((row) => ({
			row: row.number,
			reason: reasonOf(row),
			uncertain: !isFailed(row),
		})),
		warnings: warnings.slice(0, MAX_LISTED),
	};
	// Without it n8n would link the item to the first one (n8n-core, workflow-execute, `assignPairedItems`).
	const pairedItem = itemIndex === undefined ? [] : { item: itemIndex };
	return { json, pairedItem, ...(await filesOf(facts, source)) };
}

/** The field of each column, and in how many rows it was or would be sent. */
function reportedColumns(columns: readonly Column[], rows: readonly Row[]) {
	const counts = new Map<number, number>();
	for (const { sentFrom } of rows.filter(isSent))
		for (const index of sentFrom) counts.set(index, (counts.get(index) ?? 0) + 1);
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
export function giveHints(facts: RunFacts, source: ImportSource): void {
	const { connection, settings } = facts;
	const { rows, columns } = source;
	for (const { text, isOrdinary } of hintsOf(facts, source))
		(isOrdinary ? inform : warn)(connection, text);
	if (notSentColumns(source).length > 0 || (rows.length > 1 && !rows.every(isCreated))) {
		const isLoss = rows.some((row) => isBad(row) || row.result?.isOtherName);
		(isLoss ? warn : inform)(connection, summaryOf(source, settings));
	}
	const known = columns.filter(isKnown);
	const understood = known.map(({ name, field }) => `${shown(name)} → ${field}`).join(', ');
	if (settings.dryRun && understood) inform(connection, `Columns: ${understood}.`);
}

function hintsOf({ settings, hints }: RunFacts, source: ImportSource): Hint[] {
	const { columns, rows, itemIndex } = source;
	const isUnnamed = settings.dryRun && unknownNames(columns).length > 0;
	const texts = [
		isUnnamed &&
			`${wholeError(unknownNamesError(source, 'would be'))} The rows are counted without them.`,
		...(source.hints ?? []),
		settings.dryRun && itemIndex !== undefined && notSentColumns(source).length > 0 && MAPPING_HINT,
		...hints,
	];
	return [...texts.flatMap((text) => (text ? { text } : [])), ...warningHints(rows)];
}

const MAPPING_HINT =
	"If a column that would not be sent is a field of a contact, copy its name from the columns listed here into 'Column Mapping' in the options of the node.";

const MAX_NAMED = 20;

/** One for each kind, with the text of the first row. Other rows are named only if somebody has to look at them. */
function warningHints(rows: readonly Row[]): Hint[] {
	const kinds = new Map<string, Hint & { numbers: number[] }>();
	for (const { number, warnings } of rows) {
		for (const { kind, text, isOrdinary } of warnings) {
			const one = kinds.get(kind) ?? {
				numbers: [],
				text: `row ${number}${kind === NO_NAME.kind ? '' : `: ${text}`}`,
				isOrdinary,
			};
			if (one.numbers.at(-1) !== number) one.numbers.push(number);
			kinds.set(kind, one);
		}
	}
	return [...kinds].map(([kind, { numbers, text, isOrdinary }]) => {
		const count = numbers.length;
		const others = numbers.slice(1, MAX_NAMED);
		const also = `Also row${others.length === 1 ? '' : 's'} ${others.join(', ')}${count > MAX_NAMED ? ' and more' : ''}.`;
		const all = `${pluralize(count, 'row')} ${count === 1 ? 'has' : 'have'} ${kind}, such as ${text}.`;
		return { text: isOrdinary || count === 1 ? all : `${all} ${also}`, isOrdinary };
	});
}
