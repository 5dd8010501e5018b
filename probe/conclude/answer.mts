import { joined, type Told, told } from '../examine/told.ts';
import type { Setting } from './setting.mts';

/** What a run says of one row of docs/unknowns.md. */
export interface Answer {
	state: 'settled' | 'seen both ways' | 'needs a write' | 'no data';
	words: Told;
}

export const settles = (words: Told): Answer => ({ state: 'settled', words });
export const bothWays = (words: Told): Answer => ({ state: 'seen both ways', words });
export const needsWrite = (words: Told): Answer => ({ state: 'needs a write', words });
export const noData = (words: Told): Answer => ({ state: 'no data', words });

/** The row is what a switch of the sandbox is about. */
export const bySetting = (setting: Setting, words = setting.why): Answer =>
	setting.state === 'open' ? noData(setting.why) : settles(words);

/** Settled by what was seen of something, where it was seen at all. */
export const ifSeen = <T,>(
	seen: T | undefined,
	words: (seen: T) => Told,
	otherwise: Told,
): Answer => (seen === undefined ? noData(otherwise) : settles(words(seen)));

/** One thing seen settles it; several are seen both ways. */
export function ifOne(seen: readonly Told[], otherwise: Told): Answer {
	const distinct = [...new Set(seen)];
	if (distinct.length === 0) return noData(otherwise);
	return distinct.length === 1 ? settles(distinct[0]) : bothWays(joined(distinct));
}

export const listed = (texts: readonly Told[], none: Told): Told =>
	texts.length === 0 ? none : joined([...new Set(texts)]);

export const fieldsToldBelow = (count: Told, of: Told): Told =>
	told`${count} fields, listed below (${of})`;
