import { NO_NAME } from '../../../../contacts/warnings';
import { type Counted, isBad, isSent, type Judged, NO_COUNTS } from './rows';

export const MAX_NAMED = 20;
const MAX_KEPT_ROWS = 100;

/** Row numbers of which only the first are named. Each is added once. */
class RowNumbers {
	count = 0;
	private last: number | undefined;
	private readonly first: number[] = [];

	add(number: number): this {
		if (number === this.last) return this;
		this.last = number;
		this.count++;
		if (this.first.length < MAX_NAMED) this.first.push(number);
		return this;
	}

	/** `rows 3, 7`. @param from How many are left out because they were named before. */
	text(from = 0): string {
		const more = this.count > MAX_NAMED ? ' and more' : '';
		return `row${this.count - from === 1 ? '' : 's'} ${this.first.slice(from).join(', ')}${more}`;
	}
}

/** What is told of all rows together. Gathered once, because there may be 200,000, each with a warning. */
export class Tally {
	rows = 0;
	readonly counts = { ...NO_COUNTS };
	/** Each row once: one with the key of another person as `otherName`, whatever its outcome is. */
	readonly numbers = new Map<Counted, RowNumbers>();
	/** Sent without a name. */
	readonly nameless = new RowNumbers();
	/** The first 100. */
	readonly failures: Judged[] = [];
	/** The first 100. */
	readonly warnings: Array<{ row: number; warning: string }> = [];
	/** By the kind of warning, with the text of the first row. */
	readonly kinds = new Map<string, { text: string; rows: RowNumbers }>();
	/** By the index of a column that rows have a value in: how many of these rows are or would be sent. */
	readonly sent = new Map<number, number>();

	add(row: Judged): void {
		const { number, result, sentFrom, warnings } = row;
		this.rows++;
		this.counts[result.outcome]++;
		if (result.isOtherName) this.counts.otherName++;
		const key = result.isOtherName ? 'otherName' : result.outcome;
		this.numbers.set(key, (this.numbers.get(key) ?? new RowNumbers()).add(number));
		if (isSent(row) && warnings.includes(NO_NAME)) this.nameless.add(number);
		if (isBad(row) && this.failures.length < MAX_KEPT_ROWS) this.failures.push(row);
		for (const index of sentFrom)
			this.sent.set(index, (this.sent.get(index) ?? 0) + Number(isSent(row)));
		for (const { kind, text } of warnings) {
			if (this.warnings.length < MAX_KEPT_ROWS) this.warnings.push({ row: number, warning: text });
			const first = `row ${number}${kind === NO_NAME.kind ? '' : `: ${text}`}`;
			const one = this.kinds.get(kind) ?? { text: first, rows: new RowNumbers() };
			this.kinds.set(kind, one);
			one.rows.add(number);
		}
	}
}
