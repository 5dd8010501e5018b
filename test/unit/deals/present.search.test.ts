import type { HistoryItem } from '../../../nodes/api/types';
import { NO_FILTERS } from '../../../nodes/deals/filters';
import { dealNow, wantsDeal } from '../../../nodes/deals/present';
import { readSearch } from '../../../nodes/utils/search';
import { CONTEXT, NOW } from '../../support/histories';

/** A title or email contains every word of a search, whatever the case, the accents and the punctuation. */

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
	expect(isFound({ summary }, search)).toBe(expected);
});

const isFound = (record: object, search: string): boolean => {
	const deal = { id: 'deal', history: [], summary: '', ...record } as unknown as HistoryItem;
	return wantsDeal(NO_FILTERS, readSearch(search), dealNow(deal, NOW), CONTEXT.names);
};

it.each([
	['jansen', true],
	['familie an.jansen@klant.example', true],
	['an.jansen@klant.example bakker', false],
	// A number of eight digits or more is a phone number, however it is written.
	['0612345678', true],
	['06-123 45 678', true],
	['+31 (0)6 12345678', true],
	['0031612345678', true],
	['12345678', true],
	['0612345679', false],
	['2345678', false],
])('by email and phone: %p: %p', (search, expected) => {
	const record = {
		summary: 'Dak familie De Vries',
		freeFields: [
			{ label: 'email', value: 'An.Jansen@klant.example' },
			{ label: 'phone', value: '06 1234 5678' },
		],
	};
	expect(isFound(record, search)).toBe(expected);
	expect(isFound({}, search)).toBe(false);
});
