import { ok, Refusal, type Answer } from '../../answer.mts';
import type { Switches } from '../../switches.mts';
import type { Call } from '../call.mts';
import { emptyPage, envelope } from './envelopes.mts';

interface List<T> {
	/** The name of the list in its answer, and one that nobody would foresee. */
	names: [string, string];
	total: number;
	slice(start: number, end: number): T[];
}

const DEFAULT_SIZE = 50;

/**
 * A page of a list, as the switches want it. A size that is not allowed is refused even if it would not be used. A page
 * without rows has the form of `emptyPage`, and only a page after the last one is ever refused.
 */
export function pageOf<T extends object>(call: Call, list: List<T>): Answer {
	const { query, switches } = call;
	const { ignorePage, pageCap } = switches;
	refuseSize(query.per_page, switches);
	const number = ignorePage ? 0 : Number(query.page ?? 0);
	// A service that ignores pages, and has no `pageCap`, sends everything at once.
	const asked = ignorePage ? Infinity : Number(query.per_page ?? DEFAULT_SIZE);
	const size = Math.min(asked, pageCap ?? Infinity);
	const start = number === 0 ? 0 : number * size;
	const { total, names } = list;
	const end = Math.min(start + size, total);
	const rows = list.slice(start, end);
	const page = {
		rows,
		number,
		size: Number.isFinite(size) ? size : total,
		total,
		isLast: end >= total,
	};
	if (rows.length > 0) return ok(envelope(page, names, switches));
	return emptyPage(page, names, switches, start > 0 && start >= total);
}

function refuseSize(perPage: string | undefined, { pageSizes }: Switches) {
	if (perPage === undefined || !pageSizes || pageSizes.includes(Number(perPage))) return;
	throw new Refusal(400, `per_page must be one of ${pageSizes.join(', ')}`);
}
