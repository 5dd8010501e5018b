import { figure, told, word } from '../examine/told.ts';
import type { Findings } from '../findings.mts';
import type { ListFindings } from '../steps/lists.mts';
import { agreed, NO_DATA, open, roughly, type Setting, settled } from './setting.mts';

type About =
	| 'listShape'
	| 'total'
	| 'lastMark'
	| 'emptyPage'
	| 'pageCap'
	| 'pageSizes'
	| 'largestPageSize'
	| 'pageSizeRefusal'
	| 'window'
	| 'ignorePage'
	| 'ignorePageSize'
	| 'hiddenRows'
	| 'idName'
	| 'volatileField'
	| 'contactFields';

/** Switches about lists with pages: contacts and quotations are expected to agree. */
export function listSettings({ lists }: Findings): Record<About, Setting> {
	const all = [lists.contacts, lists.quotations].filter((list) => list !== undefined);
	const of = (read: (list: ListFindings) => Setting) =>
		agreed(all.map(read), word('contacts and quotations differ'));
	return {
		listShape: of(listShape),
		total: of(total),
		lastMark: of(lastMark),
		emptyPage: of(emptyPage),
		pageCap: of(pageCap),
		...sizeSettings(of),
		window: of(window),
		ignorePage: of(({ paging: { ignored } }) => ifTold(ignored)),
		ignorePageSize: of(({ paging: { sizeIgnored } }) => ifTold(sizeIgnored)),
		idName: of(({ paging: { idName } }) => ifTold(idName)),
		volatileField: of(({ paging: { volatile } }) => ifTold(volatile)),
		contactFields: oneIfSeen(lists.contacts?.contacts),
		hiddenRows: anywhere(all.map(hiddenRows)),
	};
}

const ifTold = (seen: unknown): Setting => (seen === undefined ? open(NO_DATA) : settled(seen));

const oneIfSeen = (seen: string | undefined): Setting =>
	seen === undefined ? open(word('no contact was seen, or in another form')) : settled(seen);

/** Rows hidden in one list are hidden; none are only where neither list hides any. */
function anywhere(settings: Setting[]): Setting {
	const order = ['roughly', 'open', 'settled'];
	const first = order.map((state) => settings.find((setting) => setting.state === state));
	return first.find((setting) => setting !== undefined) ?? open(NO_DATA);
}

function listShape({ envelope }: ListFindings): Setting {
	if (!envelope) return open(NO_DATA);
	const { shape, exact, where } = envelope;
	return exact
		? settled(shape, where)
		: roughly(shape, told`${where}, with more beside it or deeper down`);
}

function total({ envelope, paging }: ListFindings): Setting {
	if (!envelope) return open(NO_DATA);
	if (!envelope.total) return settled('none', word('no total'));
	switch (paging.total) {
		case 'all rows':
			return settled('all', word('a total of all rows'));
		case 'the rows of the page':
			return settled('page', word('a total of the rows of the page'));
		default:
			return open(word('a total; whether of the page or of all, a list on one page does not show'));
	}
}

function lastMark({ envelope }: ListFindings): Setting {
	if (!envelope) return open(NO_DATA);
	const { lastMark: mark } = envelope;
	if (mark === 'another') return open(word('a mark of another name'));
	return settled(mark, mark === 'none' ? word('no mark') : word('a mark'));
}

function emptyPage({ paging: { empty, ignored, far } }: ListFindings): Setting {
	if (empty !== undefined) return settled(empty);
	if (ignored) return open(word('where the page is ignored, none is behind the last'));
	return open(
		far === 'nothing'
			? word('refused far behind the end, and nothing shows what is right behind it')
			: NO_DATA,
	);
}

function window({ paging: { window: limits, far, ignored } }: ListFindings): Setting {
	if (limits === true) return roughly(10_000, word('a page far behind the end is refused'));
	if (limits === false) return settled(null, word('none up to 2,500,000 rows'));
	return open(
		ignored === false && far === 'nothing'
			? word('where pages behind the last are refused, a window looks alike')
			: NO_DATA,
	);
}

/** Pages of 50 rows were given; those of one row and of a thousand may have been refused. */
function sizeSettings(of: (read: (list: ListFindings) => Setting) => Setting) {
	const refused = (list: ListFindings, otherwise: Setting): Setting => {
		const { oneRefused, bigRefused, sizesGiven } = list.paging;
		if (sizesGiven) return otherwise;
		if (oneRefused) return open(word('pages of 50 rows are given, pages of one row refused'));
		if (!bigRefused) return open(NO_DATA);
		return open(
			word(
				'pages of 50 rows are given, of 1,000 refused: as too large, or as beyond a window, or another size',
			),
		);
	};
	return {
		pageSizes: of((list) => refused(list, settled(null, word('1, 50 and 1,000 rows are given')))),
		largestPageSize: of((list) => refused(list, settled(null, word('none up to 1,000 rows')))),
		pageSizeRefusal: of(({ paging: { oneRefused, bigRefused } }) => {
			const status = oneRefused ?? (bigRefused === 422 ? bigRefused : undefined);
			return status === 400 || status === 422 ? settled(status) : open(word('none was refused'));
		}),
	};
}

function pageCap({ paging: { cap, atLeast, ignored } }: ListFindings): Setting {
	if (cap === null) return settled(null, word('none up to 1,000 rows'));
	if (cap !== undefined) return settled(cap, told`${figure(cap)} rows at most`);
	if (ignored) return open(word('where the page is ignored, a part looks like the whole'));
	return open(told`none shows in pages of ${atLeast} rows, and there were no more`);
}

function hiddenRows({ paging: { hidden, ignored } }: ListFindings): Setting {
	if (hidden === true) return roughly([0], word('pages come short though others follow'));
	if (hidden === false) return settled([], word('the total that is announced came whole'));
	return open(
		ignored
			? word('where the page is ignored, nothing shows it')
			: word(
					'none shows, but rows hidden further on, or without a total at the end, cannot be told',
				),
	);
}
