import type { HistoryItem } from '../../../nodes/api/types';
import { NO_FILTERS } from '../../../nodes/deals/filters';
import { dealNow, wantsDeal } from '../../../nodes/deals/present';
import { searchWords } from '../../../nodes/utils/text';
import { CONTEXT, NOW } from '../../support/histories';

/** A title holds every word of a search, whatever the case and the accents. */

it.each([
	['STRAßE 7', 'strasse', true],
	['Hauptstraße', 'HAUPTSTRAẞE', true],
	['Zonnepanelen İzmir', 'izmir', true],
	['Café Ñandú', 'NANDU cafe', true],
	['Zoe\u0308 A\u030angstrom', 'zoë ångstrom', true],
	['ΟΔΥΣΣΕΥΣ', 'οδυσσευς', true],
	['Zonnepanelen familie Bakker', 'bakker\u00a0zonne', true],
	['Zonnepanelen familie Bakker', 'bakker dak', false],
	['Zonnepanelen familie Bakker', 'familieBakker', false],
	['Foto´s dak', "foto's", false],
	['Foto´s dak', 'fotos', true],
	['50 m²', 'm2', true],
	['a.c', 'abc', false],
	['100% \\ zon', '% \\', true],
	['', 'dak', false],
	[null, 'dak', false],
	[17, '17', true],
	['', '', true],
	[null, ' \t\u2003', true],
])('in %p, %p: %p', (summary, search, expected) => {
	const deal = { id: 'deal', summary, history: [] } as unknown as HistoryItem;
	const filters = { ...NO_FILTERS, minMsInStatus: undefined, words: searchWords(search) };
	expect(wantsDeal(filters, dealNow(deal, NOW), CONTEXT.names)).toBe(expected);
});
