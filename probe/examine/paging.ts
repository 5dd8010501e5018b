import type { EmptyForm } from './emptyPage';
import type { Page } from './reply';
import { type IdName, idNameOf, sameRows, volatileFields } from './rows';
import { range, type Told } from './told';

/** No list is this long. */
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
export type Pages = { -readonly [K in keyof typeof ASKED]?: SeenPage } & {
	/** Asked without page and size. */
	plain?: SeenPage;
	/** The row at `rowBehindCap`, alone. */
	behindCap?: SeenPage;
	/** The row at `rowBehindEnd`, alone: there is none. */
	behindEnd?: SeenPage;
	/** Page 0 of these was refused, with this status. */
	refused?: Partial<Record<'one' | 'big', number>>;
};

export type SeenPage = Page & {
	/** How the page says that it has no rows. */
	empty?: EmptyForm;
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
	total?: 'all rows' | 'the rows of the page' | 'all rows, which one page holds' | 'something else';
	/** What is behind the last page. */
	far?: 'nothing' | 'the first page again' | 'other rows';
	/** How a page behind the last one says so. */
	empty?: EmptyForm;
	/** Pages far behind the end are refused, and one right behind it is not. */
	window?: boolean;
	/** The size is ignored: a page of one row has more. */
	sizeIgnored?: boolean;
	/** Pages of 1 and of 1,000 rows are given as well. */
	sizesGiven: boolean;
	/** The statuses with which pages of 1 and of 1,000 rows are refused, where 50 are given. */
	oneRefused?: number;
	bigRefused?: number;
	idName?: IdName;
	/** The same rows have another value in some field each time. */
	volatile?: boolean;
}

export function pagingOf(pages: Pages, said: Said = {}): Paging {
	const { first, again, second, big, far, plain } = pages;
	const some = hasRows(first) ? first : undefined;
	const atLeast = Math.max(0, ...seenPages(pages).map(({ rows }) => rows.length));
	const volatile = some && again && volatileFields(some.rows, again.rows);
	const same = (one: SeenPage, other: SeenPage) => sameRows(one.rows, other.rows, volatile);
	const steady = some && again ? same(some, again) : undefined;
	const sizeIgnored = isSizeIgnored(pages);
	// Of a list that changes while it is looked at, pages say nothing of each other.
	const ignored = isIgnored(pages, volatile);
	const compared = steady === true ? ignored : undefined;
	// Pages of a size that nobody asked for say nothing of the most there can be.
	const sized = compared !== undefined && (compared || !sizeIgnored);
	const cap = !sized ? undefined : compared ? announcedCap(pages, said) : capOf(pages, volatile);
	const total = totalOf(pages, compared);
	return {
		ignored,
		fromOne: some && second && far && compared === false ? same(some, second) : undefined,
		steady,
		defaults: some && plain ? same(some, plain) : undefined,
		cap,
		atLeast: range(atLeast),
		hidden: compared === false && sized ? isHidden(pages, cap, total) : undefined,
		total,
		far:
			far &&
			(!hasRows(far) ? 'nothing' : some && same(far, some) ? 'the first page again' : 'other rows'),
		...endOf(pages, ignored),
		sizeIgnored,
		sizesGiven: pages.one !== undefined && big !== undefined,
		oneRefused: pages.refused?.one,
		bigRefused: pages.refused?.big,
		idName: idNameOf(some?.rows ?? []),
		volatile: volatile && volatile.size > 0,
	};
}

const seenPages = (pages: Pages): SeenPage[] =>
	Object.values({ ...pages, refused: undefined }).filter((page) => page !== undefined);

/** A refusal far behind the end may be about the end, or about a window: one right behind it tells. */
function endOf({ far, behindEnd }: Pages, ignored: boolean | undefined) {
	if (ignored !== false || !far?.empty) return {};
	if (typeof far.empty !== 'number') return { empty: far.empty, window: false };
	if (!behindEnd?.empty) return {};
	const isWindow = typeof behindEnd.empty !== 'number';
	return { empty: behindEnd.empty, window: isWindow ? true : undefined };
}

function isSizeIgnored({ one, first, big }: Pages): boolean | undefined {
	if (!one || !hasRows(one)) return undefined;
	if (one.rows.length > 1) return true;
	return Math.max(first?.rows.length ?? 0, big?.rows.length ?? 0) > 1 ? false : undefined;
}

const hasRows = (page: SeenPage | undefined): boolean => page !== undefined && page.rows.length > 0;

/**
 * Told by a page far behind the end, for a list whose rows are alike may have two pages alike. Where
 * rows come there that are others, the list may just have changed.
 */
function isIgnored(
	{ first, again, far }: Pages,
	volatile = first && again && volatileFields(first.rows, again.rows),
): boolean | undefined {
	if (!first || !far || !hasRows(first)) return undefined;
	if (!hasRows(far)) return false;
	if (sameRows(far.rows, first.rows, volatile)) return true;
	return again && sameRows(again.rows, first.rows, volatile) ? false : undefined;
}

/** Page 1 of a thousand begins with this row where the largest page seen is the largest there can be. */
export function rowBehindCap(pages: Pages): number | undefined {
	const { big, nextBig } = pages;
	if (!big || !nextBig || !hasRows(nextBig) || isIgnored(pages) !== false) return undefined;
	const most = Math.max(big.rows.length, nextBig.rows.length);
	return most < ASKED.big[1] ? most : undefined;
}

/** The list has so many rows where it came whole: the row behind them is none. */
export const rowBehindEnd = (pages: Pages): number | undefined =>
	isWhole(pages) && isIgnored(pages) === false && isSizeIgnored(pages) === false
		? pages.big!.rows.length
		: undefined;

/**
 * A cap is believed where the row behind so many is the first of the next page: rows that are taken
 * out after paging make pages short as well.
 */
function capOf(pages: Pages, volatile: ReadonlySet<string> | undefined): number | null | undefined {
	const { big, nextBig, behindCap } = pages;
	if (big?.rows.length === ASKED.big[1]) return null;
	const most = rowBehindCap(pages);
	if (most === undefined || behindCap?.rows.length !== 1) return undefined;
	return sameRows(behindCap.rows, nextBig!.rows.slice(0, 1), volatile) ? most : undefined;
}

/** Where the page is ignored only the service itself can say that it sends a part. */
function announcedCap({ big }: Pages, { size }: Said): number | undefined {
	const { total } = big ?? {};
	if (!big || total === undefined || size === undefined) return undefined;
	const isCapped = size < Math.min(total, ASKED.big[1]);
	return hasRows(big) && big.rows.length <= size && isCapped ? size : undefined;
}

/** All rows came at once, and nothing behind them: a refusal there may be about a window. */
const isWhole = ({ big, nextBig }: Pages): boolean =>
	hasRows(big) &&
	nextBig !== undefined &&
	!hasRows(nextBig) &&
	(typeof nextBig.empty !== 'number' || big!.rows.length < ASKED.big[1]);

function isHidden(
	pages: Pages,
	cap: number | null | undefined,
	total: Paging['total'],
): boolean | undefined {
	const { first, second, one, nextOne, big, nextBig, behindCap } = pages;
	const short = (page: SeenPage | undefined, next: SeenPage | undefined, asked: number) =>
		page !== undefined && hasRows(next) && page.rows.length < Math.min(asked, cap ?? asked);
	if (short(one, nextOne, 1) || short(one, first, 1)) return true;
	// Where the cap is not known, a short page of fifty may be a full one of a smaller size.
	const seen = isWhole(pages) ? big!.rows.length : 0;
	if ((cap !== undefined || seen >= 50) && short(first, second, 50)) return true;
	if (cap !== undefined && short(big, nextBig, 1000)) return true;
	const unlikeCap = rowBehindCap(pages) !== undefined && cap === undefined;
	if (unlikeCap && behindCap && behindCap.rows.length < 2) return true;
	const announced = big?.total;
	if (announced === undefined || !isWhole(pages)) return undefined;
	if (announced > big!.rows.length) return true;
	// One that may be of the page counts what it shows.
	return total === 'all rows' ? false : undefined;
}

/** Of a list that one page holds both kinds of total are the same. */
function totalOf(
	{ first, second, big, nextBig }: Pages,
	ignored: boolean | undefined,
): Paging['total'] {
	const told = [totalOn(first, second, ignored), totalOn(big, nextBig, ignored)];
	return told.find((total) => total !== ONE_PAGE && total !== undefined) ?? told[0] ?? told[1];
}

const ONE_PAGE = 'all rows, which one page holds';

function totalOn(
	page: SeenPage | undefined,
	next: SeenPage | undefined,
	ignored: boolean | undefined,
): Paging['total'] {
	const total = page?.total;
	if (total === undefined || !hasRows(page)) return undefined;
	const { length } = page!.rows;
	if (total !== length) return total > length ? 'all rows' : 'something else';
	return hasRows(next) && ignored === false ? 'the rows of the page' : ONE_PAGE;
}
