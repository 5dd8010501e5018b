import { inPieces } from '../../../../transport/waiting';
import { NO_NAME } from '../../../../contacts/warnings';
import { addToCounts, countsOf, isBad, isSent, type Judged } from './rows';

/** Rows of which only the first are named. */
export interface Numbered {
	count: number;
	/** The numbers of the first 20. */
	readonly numbers: number[];
}

export interface WarningKind extends Numbered {
	/** Of the first row. */
	readonly text: string;
	/** It need not be wrong. */
	readonly isOrdinary?: boolean;
}

/** What is told of all rows together. Gathered once, because there may be 200,000, each with a warning. */
export interface Tally {
	readonly rows: number;
	readonly counts: ReturnType<typeof countsOf>;
	/** The same of the rows with the key of another person alone. */
	readonly otherCounts: ReturnType<typeof countsOf>;
	readonly otherNames: Numbered;
	/** With the key of an earlier row, and no other name. */
	readonly duplicates: Numbered;
	/** Sent without a name. */
	readonly nameless: Numbered;
	/** The first 100. */
	readonly failures: readonly Judged[];
	/** The first 100 that are not ordinary. */
	readonly warnings: ReadonlyArray<{ row: number; warning: string }>;
	readonly kinds: ReadonlyMap<string, WarningKind>;
	/** By the indexes of the columns that rows have a value in: how many of these rows are sent. */
	readonly sent: ReadonlyMap<readonly number[], number>;
}

interface Growing extends Tally {
	readonly failures: Judged[];
	readonly warnings: Array<{ row: number; warning: string }>;
	readonly kinds: Map<string, WarningKind & { last?: number }>;
	readonly sent: Map<readonly number[], number>;
}

export const MAX_NAMED = 20;
const MAX_LISTED = 100;

/** Lets n8n do other work meanwhile. @throws CancelledError */
export async function tallyOf(rows: readonly Judged[], signal?: AbortSignal): Promise<Tally> {
	const tally: Growing = {
		rows: rows.length,
		counts: countsOf([]),
		otherCounts: countsOf([]),
		otherNames: { count: 0, numbers: [] },
		duplicates: { count: 0, numbers: [] },
		nameless: { count: 0, numbers: [] },
		failures: [],
		warnings: [],
		kinds: new Map(),
		sent: new Map(),
	};
	for await (const row of inPieces(rows, signal)) {
		addRow(tally, row);
	}
	return tally;
}

function addRow(tally: Growing, row: Judged): void {
	const { number, result, sentFrom, warnings } = row;
	addToCounts(tally.counts, row);
	if (result.isOtherName) {
		addToCounts(tally.otherCounts, row);
		addTo(tally.otherNames, number);
	} else if (result.outcome === 'duplicate') addTo(tally.duplicates, number);
	if (isSent(row) && warnings.includes(NO_NAME)) addTo(tally.nameless, number);
	if (isBad(row) && tally.failures.length < MAX_LISTED) tally.failures.push(row);
	tally.sent.set(sentFrom, (tally.sent.get(sentFrom) ?? 0) + Number(isSent(row)));
	for (const { kind, text, isOrdinary } of warnings) {
		if (!isOrdinary && tally.warnings.length < MAX_LISTED)
			tally.warnings.push({ row: number, warning: text });
		const first = `row ${number}${kind === NO_NAME.kind ? '' : `: ${text}`}`;
		const one = tally.kinds.get(kind) ?? { count: 0, numbers: [], text: first, isOrdinary };
		tally.kinds.set(kind, one);
		if (one.last !== number) addTo(one, number);
		one.last = number;
	}
}

function addTo(some: Numbered, number: number): void {
	some.count++;
	if (some.numbers.length < MAX_NAMED) some.numbers.push(number);
}
