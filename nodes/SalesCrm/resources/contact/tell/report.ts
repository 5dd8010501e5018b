import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { inPieces } from '../../../../transport/waiting';
import type { Column } from '../columns/columns';
import { countsOf, isBad, isFailed, type Part, type Row, type RunFacts } from '../rows';
import { filesOf } from './files';
import { hintsOf } from './hints';
import { reasonOf, summaryOf } from './summary';

const OWN_KEYS = ['row', 'outcome', 'reason', 'contactId', 'error'];

/** A flat item for each row. */
export async function rowItems(
	{ context, signal }: Pick<RunFacts, 'context' | 'signal'>,
	{ rows }: Part,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const isApart = context.getNode().onError === 'continueErrorOutput';
	for await (const row of inPieces(rows, signal)) {
		const pairedItem = { item: row.itemIndex };
		const { outcome, contactId = null } = row.result!;
		const reason = reasonOf(row);
		// n8n routes to the error output by that (n8n-core, execution-engine/workflow-execute, `handleNodeErrorOutput`).
		if (isApart && isBad(row)) {
			items.push({ json: { error: `Row ${row.number}: ${reason}` }, pairedItem });
			continue;
		}
		const infos = row.infos.filter(({ name }) => !OWN_KEYS.includes(name));
		// By entries: a name such as __proto__ becomes a key like any other.
		const json = Object.fromEntries<unknown>([
			...Object.entries({ row: row.number, outcome, reason, contactId }),
			...infos.map(({ name, value }) => [name, value] as const),
			// Left out elsewhere: on a first item n8n takes that key for a failed run, 1.123 even if it is null (same file,
			// `processRunExecutionData`).
			...(isBad(row) ? [['error', reason] as const] : []),
		]) as IDataObject;
		items.push({ json, pairedItem });
	}
	return items;
}

const MAX_LISTED = 100;

/** One item about many rows. */
export async function reportItem(facts: RunFacts, part: Part): Promise<INodeExecutionData> {
	const { rows, columns, itemIndex } = part;
	const failures = rows.filter(isBad).slice(0, MAX_LISTED);
	const warnings = rows.flatMap(({ number, warnings: all }) =>
		all.flatMap(({ text, isOrdinary }) => (isOrdinary ? [] : { row: number, warning: text })),
	);
	const json = {
		summary: summaryOf(part, facts.settings),
		rows: rows.length,
		...countsOf(rows),
		columns: reportedColumns(columns, rows),
		hints: hintsOf(facts, part).map(({ text }) => text),
		startedAt: facts.startedAt.toISOString(),
		endedAt: new Date().toISOString(),
		failures: failures.map((row) => ({
			row: row.number,
			reason: reasonOf(row),
			uncertain: !isFailed(row),
		})),
		warnings: warnings.slice(0, MAX_LISTED),
	};
	// Left out, n8n would link it to the first (n8n-core, execution-engine/workflow-execute, `assignPairedItems`).
	const pairedItem = itemIndex === undefined ? [] : { item: itemIndex };
	return { json, pairedItem, ...(await filesOf(facts, part)) };
}

/** What each column was taken for, and in how many rows it was sent. */
function reportedColumns(columns: readonly Column[], rows: readonly Row[]) {
	const counts = new Map<number, number>();
	for (const { result, sentFrom } of rows)
		if (['created', 'uncertain', 'wouldCreate'].includes(result!.outcome))
			for (const place of sentFrom) counts.set(place, (counts.get(place) ?? 0) + 1);
	return columns.map(({ name, field = null, sample, place }) => ({
		column: name,
		field,
		values: [...sample.values],
		rowsSent: counts.get(place) ?? 0,
	}));
}
