import type { Page } from './readPage';

const MAX_AHEAD = 6;

/** Requests pages before they are needed, and returns them in order. */
export function lookAhead(fetchPage: (number: number) => Promise<Page>) {
	const pages = new Map<number, Promise<Page>>();
	return {
		/**
		 * Requests what follows a page: six pages if more are certain or likely, but none behind the last one needed. Behind an
		 * end without a mark it is one, which shows whether this was the end.
		 */
		request(number: number, more: boolean, lastNeeded: number): void {
			const last = Math.min(number + (more ? MAX_AHEAD : 1), lastNeeded);
			for (let next = number + 1; next <= last; next++) {
				if (pages.has(next)) continue;
				const page = fetchPage(next);
				// A failure is reported when its page is taken, so until then it must not count as unhandled.
				page.catch(() => {});
				pages.set(next, page);
			}
		},
		async take(number: number): Promise<Page> {
			const page = pages.get(number) ?? fetchPage(number);
			pages.delete(number);
			return await page;
		},
		restart: () => pages.clear(),
	};
}
