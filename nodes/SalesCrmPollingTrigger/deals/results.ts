import { type ResultMark, resultMarks } from '../../api/dealDetails';
import type { HistoryItem } from '../../api/types';
import { shortHash } from '../../utils/text';
import { UserError } from '../../utils/userError';

/** A mark of a deal as won or lost. */
export interface MarkedDeal extends ResultMark {
	deal: HistoryItem;
	/** What is noted of it: a hash of the deal, then one of the mark. */
	entry: string;
}

/** What the history says about results. */
export interface Results {
	marks: MarkedDeal[];
	/** Hashes of the deals that show how they are marked. */
	deals: ReadonlySet<string>;
}

const DEAL_LENGTH = 6;
const MARK_LENGTH = 3;

/** @param now In place of a time that is not known. */
export function readResults(deals: readonly HistoryItem[], now: number): Results {
	const marks: MarkedDeal[] = [];
	const shown = new Set<string>();
	for (const deal of deals) {
		const ofDeal = resultMarks(deal);
		if (!ofDeal) continue;
		const hash = shortHash(deal.id, DEAL_LENGTH);
		shown.add(hash);
		for (const { result, at } of ofDeal) {
			const entry = hash + shortHash(JSON.stringify([result, at]), MARK_LENGTH);
			marks.push({ deal, result, at: Number.isNaN(at) ? now : at, entry });
		}
	}
	return { marks, deals: shown };
}

/**
 * The marks that were not noted.
 * @param noted Undefined at a first poll: then those since `from` count.
 */
export function newMarks({ marks }: Results, noted: string | undefined, from: number) {
	const known = new Set(entriesIn(noted));
	return marks.filter(({ entry, at }) => (noted === undefined ? at >= from : !known.has(entry)));
}

/** The entries to note, joined. A deal that is not listed, or does not show its marks, keeps them. */
export function notedMarks(
	{ marks, deals }: Results,
	noted: string | undefined,
	postponed: readonly MarkedDeal[],
): string {
	const pending = new Set(postponed.map(({ entry }) => entry));
	const unread = entriesIn(noted).filter((entry) => !deals.has(entry.slice(0, DEAL_LENGTH)));
	const read = marks.map(({ entry }) => entry).filter((entry) => !pending.has(entry));
	return [...unread, ...read].join('');
}

const entriesIn = (packed = ''): string[] => packed.match(/.{9}/g) ?? [];

/** @throws UserError, because nothing would ever start the workflow. */
export function checkMarksAreShown({ deals }: Results, listed: readonly HistoryItem[]): void {
	if (listed.length === 0 || deals.size > 0) return;
	throw new UserError(
		"'Deal: Won or Lost' cannot be used: your Sales CRM does not show which deals were won or lost",
		"Choose 'Deal: Status Changed' instead, with a status in the filters.",
	);
}
