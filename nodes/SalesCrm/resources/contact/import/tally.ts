import { pushTo } from '../../../../utils/lists';
import { NO_NAME } from '../../../../contacts/warnings';
import { isBad, isSent, type Judged, NO_COUNTS } from './rows';

export const MAX_NAMED = 20;
const MAX_KEPT_ROWS = 100;

/** `rows 3, 7`, of which only the first are named. @param from How many are left out because they were named before. */
export function namedRows(numbers: readonly number[], from = 0): string {
	const more = numbers.length > MAX_NAMED ? ' and more' : '';
	const named = numbers.slice(from, MAX_NAMED).join(', ');
	return `row${numbers.length - from === 1 ? '' : 's'} ${named}${more}`;
}

/** What is told of all rows together. Gathered once, because there may be 200,000, each with a warning. */
export class Tally {
	rows = 0;
	readonly counts = { ...NO_COUNTS };
	/** The numbers of rows, each once: one with the key of another person as `otherName`, whatever its outcome is. */
	readonly numbers = new Map<string, number[]>();
	/** Sent without a name. */
	readonly nameless: number[] = [];
	/** The first 100. */
	readonly failures: Judged[] = [];
	/** The first 100. */
	readonly warnings: Array<{ row: number; warning: string }> = [];
	/** By the kind of warning, with the text of the first row. */
	readonly kinds = new Map<string, { text: string; rows: number[] }>();
	/** By the index of a column that rows have a value in: how many of these rows are or would be sent. */
	readonly sent = new Map<number, number>();

	add(row: Judged): void {
		const { number, result, sentFrom, warnings } = row;
		this.rows++;
		this.counts[result.outcome]++;
		if (result.isOtherName) this.counts.otherName++;
		pushTo(this.numbers, result.isOtherName ? 'otherName' : result.outcome, number);
		if (isSent(row) && warnings.includes(NO_NAME)) this.nameless.push(number);
		if (isBad(row) && this.failures.length < MAX_KEPT_ROWS) this.failures.push(row);
		for (const index of sentFrom)
			this.sent.set(index, (this.sent.get(index) ?? 0) + Number(isSent(row)));
		for (const { kind, text } of warnings) {
			if (this.warnings.length < MAX_KEPT_ROWS) this.warnings.push({ row: number, warning: text });
			const first = `row ${number}${kind === NO_NAME.kind ? '' : `: ${text}`}`;
			const one = this.kinds.get(kind) ?? { text: first, rows: [] };
			this.kinds.set(kind, one);
			if (one.rows.at(-1) !== number) one.rows.push(number);
		}
	}
}
