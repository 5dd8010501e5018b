import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Connection } from '../../../../transport/connection';
import { inform, warn } from '../../../../transport/hints';
import { inPieces } from '../../../../transport/waiting';
import { pluralize, oneLine } from '../../../../utils/text';
import { wholeError } from '../../../../utils/userError';
import { knownColumns, unknownNames, unknownNamesError } from '../../../../contacts/columns';
import { PERSONAL_INFO_NAMES } from '../../../../contacts/personalInfos';
import { isBad, isFailed, type ImportSource, type Judged, type RunFacts } from './rows';
import { filesOf } from './files';
import { notSentColumns, reasonOf, summaryOf } from './summary';
import { namedRows, Tally } from './tally';

const MAX_VALUES = 3;
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

/** Lets n8n do other work meanwhile. @throws CancelledError */
async function tallyOf(rows: readonly Judged[], { signal }: Connection): Promise<Tally> {
	const tally = new Tally();
	for await (const row of inPieces(rows, signal)) tally.add(row);
	return tally;
}

export async function reportItem(
	facts: RunFacts,
	source: ImportSource<Judged>,
): Promise<INodeExecutionData> {
	const { columns, itemIndex } = source;
	const tally = await tallyOf(source.rows, facts.connection);
	const { rows, counts, failures, warnings } = tally;
	const json = {
		summary: summaryOf(source, tally, facts.settings),
		rows,
		...counts,
		columns: columns.map(({ name, field = null, sample, index }) => ({
			column: name,
			field,
			values: [...sample.different].slice(0, MAX_VALUES).map(oneLine),
			rowsSent: tally.sent.get(index) ?? 0,
		})),
		hints: [...hintsOf(facts, source, tally), ...secondChoices(source, tally)],
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

/** Gives hints in place of a report: its hints, its summary, and in a dry run the field of each column. */
export async function giveHints(facts: RunFacts, source: ImportSource<Judged>): Promise<void> {
	const { connection, settings } = facts;
	const tally = await tallyOf(source.rows, connection);
	const { rows, counts } = tally;
	for (const hint of hintsOf(facts, source, tally)) warn(connection, hint);
	for (const hint of secondChoices(source, tally)) inform(connection, hint);
	if (notSentColumns(source, tally).length > 0 || (rows > 1 && counts.created < rows)) {
		const isLoss = counts.failed + counts.uncertain + counts.otherName > 0;
		(isLoss ? warn : inform)(connection, summaryOf(source, tally, settings));
	}
	const known = source.columns.filter(({ field }) => field);
	const understood = known.map(({ name, field }) => `${oneLine(name)} → ${field}`).join(', ');
	if (settings.dryRun && understood) inform(connection, `Columns: ${understood}.`);
}

function hintsOf({ settings, hints }: RunFacts, source: ImportSource, tally: Tally): string[] {
	const isUnnamed = settings.dryRun && unknownNames(source.columns).length > 0;
	return [
		isUnnamed &&
			`${wholeError(unknownNamesError(source, 'would be'))} The rows are counted without them.`,
		...(source.hints ?? []),
		...hints,
		...[...tally.kinds].map(([kind, { text, rows }]) => {
			const many = `${pluralize(rows.length, 'row')} ${rows.length === 1 ? 'has' : 'have'}`;
			const also = rows.length > 1 ? ` Also ${namedRows(rows, 1)}.` : '';
			return `${many} ${kind}, such as ${text}.${also}`;
		}),
	].filter((hint) => hint !== false);
}

/** Columns that are sent where a more important one of the same field is empty, which need not be wrong. */
function secondChoices({ columns }: ImportSource, tally: Tally): string[] {
	const whole = knownColumns(columns).filter(({ part }) => !part);
	return whole.flatMap(({ name, field, index }, at) => {
		const rows = tally.sent.get(index) ?? 0;
		const isFirst = !whole.slice(0, at).some((one) => one.field === field);
		if (isFirst || rows === 0) return [];
		const what = PERSONAL_INFO_NAMES[field].toLowerCase();
		return `'${oneLine(name)}' is sent as the ${what} of ${pluralize(rows, 'row')}.`;
	});
}
