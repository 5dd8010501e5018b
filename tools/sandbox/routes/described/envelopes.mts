import { ok, Refusal, type Answer } from '../../answer.mts';
import type { Switches } from '../../switches.mts';

export interface Page {
	rows: object[];
	number: number;
	size: number;
	/** Of the whole list. */
	total: number;
	isLast: boolean;
}

/** The rows of a page in the shape of `listShape`, whose end is marked as `lastMark` says. */
export function envelope(page: Page, names: [string, string], switches: Switches): unknown {
	const { listShape } = switches;
	const { rows, number, size, total } = page;
	const mark = markOf(page, switches);
	const totals = { totalElements: total, totalPages: Math.ceil(total / Math.max(1, size)) };
	switch (listShape) {
		case 'array':
			return rows;
		case 'named':
		case 'unforeseen':
			return { [names[listShape === 'unforeseen' ? 1 : 0]]: rows, ...mark };
		case 'content':
			return { content: rows, ...totals, number, size, ...mark };
		case 'data':
			return { data: rows, meta: { total, page: number, per_page: size, ...mark } };
	}
}

const markOf = ({ isLast }: Page, { lastMark, listShape }: Switches): object =>
	({
		none: {},
		last: { last: isLast },
		hasMore: { hasMore: !isLast },
		hasNextPage: { hasNextPage: !isLast },
	})[lastMark ?? (listShape === 'content' ? 'last' : 'none')];

/** A page without rows in the form of `emptyPage`. Only one behind the last page is ever refused. */
export function emptyPage(
	page: Page,
	names: [string, string],
	switches: Switches,
	isBehindLast: boolean,
): Answer {
	const form = switches.emptyPage;
	const whole = envelope(page, names, switches);
	switch (form) {
		case 'list':
			return ok(whole);
		case 'null':
			return ok(Array.isArray(whole) ? null : replaced(whole as object, () => null));
		case 'missing':
			return ok(Array.isArray(whole) ? {} : replaced(whole as object, () => undefined));
		case 'noBody':
			return { status: 204 };
		case 'message':
			return ok({ message: 'No results found' });
		default:
			if (!isBehindLast) return ok(whole);
			throw new Refusal(form, 'There is no such page');
	}
}

/** An envelope with something else in the place of its list. */
function replaced(whole: object, by: () => unknown): object {
	return Object.fromEntries(
		Object.entries(whole).map(([name, value]) =>
			Array.isArray(value) ? [name, by()] : [name, value],
		),
	);
}
