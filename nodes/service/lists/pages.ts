import type { IDataObject } from 'n8n-workflow';

import type { Page } from './rows';
import { ServiceError } from '../http/serviceError';

/** Fetches one page. Pages count from 0. */
export type FetchPage = (page: number, perPage: number) => Promise<Page>;

export interface ListOptions {
	/** Most rows wanted; undefined for all there are. */
	limit?: number;
	/** Rows asked for in a page. */
	pageSize: number;
	/** Most pages in flight at a time. */
	concurrency: number;
	/** Told when the service announced more rows than it had; the list ends all the same. */
	onShortfall?: (collected: number, total: number | undefined) => void;
}

const MOST_STALE_PAGES = 3;

/** No list is this long; a service that invents new rows for ever must not be asked for ever. */
const MOST_PAGES = 50_000;

/**
 * All rows of a paged list, in order and once, page by page.
 *
 * Nothing but `page` and `per_page` is known of the lists (interface.md, "Limits"), so the end of
 * a list is believed only from what cannot mislead: an empty page, a page seen before, or a mark
 * that no more follows. A short page ends nothing, for a service may cap the page size; nor does a
 * total, which may count the page alone or stop counting at some number. After the first page the
 * size that really came is asked for, so that a service that caps pages counts its offsets as we do.
 * @throws ServiceError when the service says there is more but repeats a page it sent before.
 */
export async function* listPages(
	fetchPage: FetchPage,
	{ limit = Infinity, pageSize, concurrency, onShortfall }: ListOptions,
): AsyncGenerator<IDataObject[]> {
	if (limit <= 0) return;
	const first = await fetchPage(0, Math.min(pageSize, limit));
	const size = first.rows.length;
	const once = new RowsOnce();
	let collected = 0;

	const ahead: Array<Promise<Page>> = [];
	let next = 1;
	const askAhead = (consumed: number) => {
		const total = first.hints.total ?? Infinity;
		const wanted = Math.min(limit, total > size ? total : Infinity);
		// A list of unknown length is asked ahead the further the longer it proves to be.
		const most = total > size && total < Infinity ? concurrency : Math.min(concurrency, consumed);
		while (ahead.length < most && (next * size < wanted || ahead.length === 0)) {
			const page = fetchPage(next++, size);
			// Its failure is reported when its turn comes; until then it must not count as unhandled.
			page.catch(() => undefined);
			ahead.push(page);
		}
	};

	let page: Page | undefined = first;
	for (let consumed = 1, stale = 0; page; consumed++) {
		const { fresh, repeated } = once.take(page.rows);
		const rows = fresh.slice(0, limit - collected);
		collected += rows.length;
		if (rows.length > 0) yield rows;
		if (collected >= limit || page.hints.more === false) return;

		const total = page.hints.total ?? first.hints.total;
		// Rows inserted meanwhile can push a whole page of known rows to us once or twice.
		stale = fresh.length === 0 ? stale + 1 : 0;
		if (page.rows.length === 0 || repeated || stale > MOST_STALE_PAGES) {
			const missing = page.hints.more === true || (total !== undefined && collected < total);
			if (missing && page.rows.length > 0) throw incomplete(collected, total);
			if (missing) onShortfall?.(collected, total);
			return;
		}
		if (consumed >= MOST_PAGES) throw endless(collected);
		askAhead(consumed);
		page = await ahead.shift();
	}
}

/** Lets every row through once, told apart by its id when the rows have ids of their own. */
class RowsOnce {
	private readonly ids = new Set<unknown>();

	private idsTellRowsApart = true;

	private lastContent = '';

	take(rows: IDataObject[]): { fresh: IDataObject[]; repeated: boolean } {
		const content = JSON.stringify(rows);
		const repeated = content === this.lastContent;
		this.lastContent = content;
		if (repeated) return { fresh: [], repeated };

		const ids = rows.map((row) => row.id).filter((id) => id !== undefined && id !== null);
		if (ids.length < rows.length || new Set(ids).size < ids.length) this.idsTellRowsApart = false;
		if (!this.idsTellRowsApart) return { fresh: rows, repeated };
		return { fresh: rows.filter(({ id }) => !this.ids.has(id) && this.ids.add(id)), repeated };
	}
}

function endless(collected: number): ServiceError {
	return new ServiceError(
		`The list does not end: ${collected} entries came on ${MOST_PAGES} pages`,
		"The service seems to ignore which page is asked for. Turn off 'Return All', or raise 'Page Size' in the options.",
	);
}

function incomplete(collected: number, total: number | undefined): ServiceError {
	return new ServiceError(
		`The list is incomplete: the service says there are ${total ?? 'more'} entries but handed out ${collected}`,
		"It sends the same page again whatever page is asked for. Raise 'Page Size' in the options so that one page holds everything.",
	);
}
