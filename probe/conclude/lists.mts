import { figure, told, word } from '../examine/told.ts';
import type { Findings } from '../findings.mts';
import type { ListFindings } from '../steps/lists.mts';
import { agreed, NO_DATA, open, roughly, type Setting, settled } from './setting.mts';

type About = 'listShape' | 'pageCap' | 'ignorePage' | 'hiddenRows' | 'contactFields';

/** Switches about lists with pages: contacts and quotations are expected to agree. */
export function listSettings({ lists }: Findings): Record<About, Setting> {
	const all = [lists.contacts, lists.quotations].filter((list) => list !== undefined);
	const of = (read: (list: ListFindings) => Setting) =>
		agreed(all.map(read), word('contacts and quotations differ'));
	return {
		listShape: of(listShape),
		pageCap: of(pageCap),
		ignorePage: of(({ paging: { ignored } }) =>
			ignored === undefined ? open(NO_DATA) : settled(ignored),
		),
		contactFields: oneIfSeen(lists.contacts?.contacts),
		hiddenRows: anywhere(all.map(hiddenRows)),
	};
}

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
