import type { Fate } from './fates';

/** A message of more ranges than these would not be read. */
const MOST_RANGES = 20;

/**
 * Which items were written and which may have been, for the error of a run: such a run hands on no
 * items. Empty when there is nothing of the kind to say. `done` is the verb, such as `created`.
 */
export function accountOf(fates: ReadonlyArray<Fate | undefined>, done: string): string {
	const of = (kind: Fate['kind']) => [...fates.keys()].filter((n) => fates[n]?.kind === kind);
	const written = of('done');
	const open = of('open');
	// Of a single item the error itself says everything.
	if (written.length + open.length === 0 || fates.length === 1) return '';
	const parts = [
		written.length > 0 && `${written.length} ${wasOrWere(written)} ${done} (${ranges(written)})`,
		open.length > 0 && `${open.length} may have been ${done} (${ranges(open)})`,
	].filter(Boolean);
	const none = fates.length > written.length + open.length ? '; the others were not' : '';
	return `Of ${fates.length} items, counted from 0, ${parts.join(' and ')}${none}. Set 'On Error' to 'Continue' in the node's settings to keep the results of the other items.`;
}

const wasOrWere = ({ length }: number[]) => (length === 1 ? 'was' : 'were');

/** Numbers in rising order as people write them: `0–3, 7, 9–12`. */
export function ranges(numbers: number[]): string {
	const found: Array<{ from: number; to: number }> = [];
	for (const number of numbers) {
		const last = found.at(-1);
		if (last && last.to === number - 1) last.to = number;
		else found.push({ from: number, to: number });
	}
	const shown = found
		.slice(0, MOST_RANGES)
		.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
	const more = found.slice(MOST_RANGES).reduce((sum, { from, to }) => sum + to - from + 1, 0);
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
