import type { HistoryItem } from '../../../nodes/api/types';
import { NO_FILTERS } from '../../../nodes/deals/filters';
import { dealNow, wantsDeal } from '../../../nodes/deals/present';
import { searchWords } from '../../../nodes/utils/text';
import { CONTEXT, NOW } from '../../support/histories';

/** A title holds every word of a search, whatever the case, the accents and the punctuation. */

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
	['Zonnepanelen familie Jansen', 'Jansen, zonnepanelen', true],
	['Zonnepanelen familie Jansen', '"Jansen" (zonnepanelen)', true],
	['Zonnepanelen (Jansen/Bakker)', 'zonnepanelen Bakker', true],
	['Zonne-panelen', 'zonnepanelen', true],
	['Zonnepanelen', 'zonne-panelen', true],
	['Foto´s dak', "foto's", true],
	["Foto's dak", 'fotos', true],
	['50 m²', 'm2', true],
	['', 'dak', false],
	['', '', true],
	['Dak', ' \t\u2003', true],
])('in %p, %p: %p', (summary, search, expected) => {
	const deal = { id: 'deal', summary, history: [] } as unknown as HistoryItem;
	const words = searchWords(search);
	expect(wantsDeal(NO_FILTERS, words, dealNow(deal, NOW), CONTEXT.names)).toBe(expected);
});
