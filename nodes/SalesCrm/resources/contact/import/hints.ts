import { type Fate, isFailure } from '../../../operation/fates';
import type { Draft } from '../newContact';
import { WORD } from './checks';
import { type Kind, KINDS } from './keys';
import type { Outcome } from './outcome';

const MOST_COLUMNS = 12;

type Fates = ReadonlyArray<Fate | undefined>;

/** What people should know of an import, beside its output. */
export class Hints {
	/** Rows that nothing can be recognized by. */
	keyless = 0;

	/** Rows that several contacts of the audience match. */
	shared = 0;

	/** Kinds of key that an audience shows for none of its contacts. */
	readonly missing = new Set<Kind>();

	/** Why rows that may have been created could not be looked for; undefined where nobody looked. */
	trouble: string | undefined;

	private readonly columns = new Set<string>();

	constructor(private readonly kinds: readonly Kind[]) {}

	columnsOf({ unknownColumns, extraColumns }: Draft): void {
		if (extraColumns !== 'ignore') return;
		for (const column of unknownColumns) this.columns.add(column);
	}

	/** @param hasFailed What then must stand in the error, for n8n drops the hints. */
	told(fates: Fates, hasFailed: boolean): string[] {
		const needed = [this.ofLookUp(fates), this.ofMissing(), this.ofKeyless()];
		const others = () => [this.ofShared(), ofSkipped(fates), ofFailed(fates), this.ofColumns()];
		return [...needed, ...(hasFailed ? [] : others())].filter((text) => text !== '');
	}

	private ofLookUp(fates: Fates): string {
		if (this.trouble === undefined) return '';
		const found = withOutcome(fates, 'foundAfterwards');
		const open = fates.filter((fate) => fate?.kind === 'open').length;
		const why =
			this.trouble === ''
				? 'looked for in the audience, and not found, which proves nothing'
				: `not found in the audience: ${this.trouble}`;
		return [
			found > 0 && `${rows(found)} got no answer, and stood in the audience afterwards.`,
			open > 0 && `${rows(open)} may have been created (${why}).`,
		]
			.filter(Boolean)
			.join(' ');
	}

	private ofMissing(): string {
		const kinds = KINDS.filter((kind) => this.missing.has(kind)).map((kind) => WORD[kind]);
		return kinds.length === 0
			? ''
			: `No contact that the service listed shows its ${kinds.join(' or ')}: by that, none can be recognized.`;
	}

	private ofKeyless(): string {
		const words = this.kinds.map((kind) => WORD[kind]).join(' or ');
		return this.keyless === 0
			? ''
			: `${rows(this.keyless)} came without ${words}, so nobody looked whether the contact exists.`;
	}

	private ofShared(): string {
		return this.shared === 0
			? ''
			: `${rows(this.shared, 'fits', 'fit')} several contacts of the audience; 'contactId' is null there.`;
	}

	private ofColumns(): string {
		const columns = [...this.columns];
		if (columns.length === 0) return '';
		const more = columns.length > MOST_COLUMNS ? ` and ${columns.length - MOST_COLUMNS} more` : '';
		return `Columns that were not recognized, and are not sent: ${columns.slice(0, MOST_COLUMNS).join(', ')}${more}. 'Extra Columns' in the options says what becomes of them.`;
	}
}

function ofSkipped(fates: Fates): string {
	const existing = withOutcome(fates, 'existing');
	const doubles = withOutcome(fates, 'duplicate');
	const reasons = [
		{ count: existing, words: 'in the audience already' },
		{ count: doubles, words: 'with the same key as an earlier row' },
	].filter(({ count }) => count > 0);
	if (reasons.length === 0) return '';
	const why =
		reasons.length === 1
			? reasons[0].words
			: reasons.map(({ count, words }) => `${count} ${words}`).join(', ');
	return `${rows(existing + doubles)} skipped: ${why}.`;
}

function ofFailed(fates: Fates): string {
	const failed = fates.filter(isFailure).length;
	return failed === 0 ? '' : `${rows(failed)} failed: see 'error' of their items.`;
}

const withOutcome = (fates: Fates, outcome: Outcome): number =>
	fates.filter((fate) => fate && !isFailure(fate) && fate.output[0]?.json.outcome === outcome)
		.length;

/** A number of rows, with what they do: `1 row fits`, `2 rows fit`. */
const rows = (count: number, one = '', many = one) =>
	(count === 1 ? `1 row ${one}` : `${count} rows ${many}`).trimEnd();
