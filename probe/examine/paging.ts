import type { IDataObject } from 'n8n-workflow';

import type { PageRead as Page } from '../../nodes/pagination/readPage';
import { range, type Told } from './told';

/** No list is this long: a page behind it shows whether the service looks at `page` at all. */
const FAR_PAGE = 50_000;

/** How a list was asked, by page and rows per page; the plan of `npm run probe` asks all of these. */
export const ASKED = {
	first: [0, 50],
	again: [0, 50],
	second: [1, 50],
	one: [0, 1],
	nextOne: [1, 1],
	big: [0, 1000],
	nextBig: [1, 1000],
	far: [FAR_PAGE, 50],
} as const;

/** Pages as they came; undefined where none did. */
export type Pages = { -readonly [K in keyof typeof ASKED]?: Page } & {
	/** Asked without page and size. */
	plain?: Page;
	/** The row at `rowBehindCap`, alone. */
	behindCap?: Page;
};

/** What the envelope of a page asked for a thousand rows says of its own size. */
export interface Said {
	size?: number;
}

/** `undefined` throughout: it could not be told. */
export interface Paging {
	/** The same answer whatever page is asked. */
	ignored?: boolean;
	/** Page 1 is the first. */
	fromOne?: boolean;
	/** The same page asked twice has the same rows. */
	steady?: boolean;
	/** A page without page and size is page 0 of 50. */
	defaults?: boolean;
	/** The most rows of a page; null where a thousand came. */
	cap?: number | null;
	/** No cap shows up to here: a page had so many rows. */
	atLeast: Told;
	/** Pages come short though others follow. `false`: the list is known whole, and nothing is hidden. */
	hidden?: boolean;
	/** An announced total, against the rows that were seen. */
	total?: 'all rows' | 'the rows of the page' | 'something else';
	/** What is behind the last page. */
	far?: 'nothing' | 'the first page again' | 'other rows';
}

export function pagingOf(pages: Pages, said: Said = {}): Paging {
	const { first, again, second, big, far, plain } = pages;
	const some = hasRows(first) ? first : undefined;
	const ignored = isIgnored(pages);
	const atLeast = Math.max(0, ...Object.values(pages).map((page) => page?.rows.length ?? 0));
	const steady = some && again ? sameRows(some.rows, again.rows) : undefined;
	// Of a list that changes while it is looked at, pages say nothing of each other.
	const compared = steady === true ? ignored : undefined;
	const cap =
		compared === undefined ? undefined : compared ? announcedCap(pages, said) : capOf(pages);
	return {
		ignored,
		fromOne:
			some && second && far && compared === false ? sameRows(some.rows, second.rows) : undefined,
		steady,
		defaults: some && plain ? sameRows(some.rows, plain.rows) : undefined,
		cap,
		atLeast: range(atLeast),
		hidden: compared === false ? isHidden(pages, cap) : undefined,
		total: totalOf(big, first, isWhole(pages)),
		far:
			far &&
			(!hasRows(far)
				? 'nothing'
				: some && sameRows(far.rows, some.rows)
					? 'the first page again'
					: 'other rows'),
	};
}

/** Whether two pages show the same rows: by their ids where all have one, else by content. */
function sameRows(one: IDataObject[], other: IDataObject[]): boolean {
	const haveIds = [...one, ...other].every(({ id }) => id !== undefined && id !== null);
	const marks = (rows: IDataObject[]) =>
		rows.map((row) => JSON.stringify(haveIds ? row.id : row)).join();
	return marks(one) === marks(other);
}

const hasRows = (page: Page | undefined): boolean => page !== undefined && page.rows.length > 0;

/**
 * Told by a page far behind the end, for a list whose rows are alike may have two pages alike. Where
 * rows come there that are others, the list may just have changed.
 */
function isIgnored({ first, again, far }: Pages): boolean | undefined {
	if (!first || !far || !hasRows(first)) return undefined;
	if (!hasRows(far)) return false;
	if (sameRows(far.rows, first.rows)) return true;
	return again && sameRows(again.rows, first.rows) ? false : undefined;
}

/** Page 1 of a thousand begins with this row where the largest page seen is the largest there can be. */
export function rowBehindCap(pages: Pages): number | undefined {
	const { big, nextBig } = pages;
	if (!big || !nextBig || !hasRows(nextBig) || isIgnored(pages) !== false) return undefined;
	const most = Math.max(big.rows.length, nextBig.rows.length);
	return most < ASKED.big[1] ? most : undefined;
}

/**
 * A cap is believed where the row behind so many is the first of the next page: rows that are taken
 * out after paging make pages short as well.
 */
function capOf(pages: Pages): number | null | undefined {
	const { big, nextBig, behindCap } = pages;
	if (big?.rows.length === ASKED.big[1]) return null;
	const most = rowBehindCap(pages);
	if (most === undefined || behindCap?.rows.length !== 1) return undefined;
	return sameRows(behindCap.rows, nextBig!.rows.slice(0, 1)) ? most : undefined;
}

/** Where the page is ignored only the service itself can say that it sends a part. */
function announcedCap({ big }: Pages, { size }: Said): number | undefined {
	const { total } = big ?? {};
	if (!big || total === undefined || size === undefined) return undefined;
	return hasRows(big) && big.rows.length <= size && size < total ? size : undefined;
}

/** All rows came at once, and nothing behind them. */
const isWhole = ({ big, nextBig }: Pages): boolean =>
	hasRows(big) && nextBig !== undefined && !hasRows(nextBig);

function isHidden(pages: Pages, cap: number | null | undefined): boolean | undefined {
	const { first, second, one, nextOne, big, nextBig, behindCap } = pages;
	const short = (page: Page | undefined, next: Page | undefined, asked: number) =>
		page !== undefined && hasRows(next) && page.rows.length < Math.min(asked, cap ?? asked);
	if (short(one, nextOne, 1) || short(one, first, 1)) return true;
	// Where the cap is not known, a short page of fifty may be a full one of a smaller size.
	const seen = isWhole(pages) ? big!.rows.length : 0;
	if ((cap !== undefined || seen >= 50) && short(first, second, 50)) return true;
	if (cap !== undefined && short(big, nextBig, 1000)) return true;
	const unlikeCap = rowBehindCap(pages) !== undefined && cap === undefined;
	if (unlikeCap && behindCap && behindCap.rows.length < 2) return true;
	const { total } = big ?? {};
	if (total === undefined || !isWhole(pages)) return undefined;
	return total > big!.rows.length;
}

function totalOf(big: Page | undefined, first: Page | undefined, whole: boolean): Paging['total'] {
	const total = big?.total ?? first?.total;
	if (total === undefined || !big) return undefined;
	if (whole && total === big.rows.length) return 'all rows';
	if (first && first.total === first.rows.length && hasRows(first) && !whole) {
		return 'the rows of the page';
	}
	return total >= big.rows.length && !whole ? 'all rows' : 'something else';
}
