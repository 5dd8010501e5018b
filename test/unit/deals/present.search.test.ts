import type { HistoryItem } from '../../../nodes/api/types';
import { NO_FILTERS } from '../../../nodes/deals/filters';
import { dealAt, wantsDeal } from '../../../nodes/deals/present';
import { readSearch } from '../../../nodes/utils/search';
import { CONTEXT, NOW } from '../../support/histories';

/** A deal is found if its title or email contains every word, or if it has the phone number. */

const isFound = (record: object, search: string): boolean => {
	const deal = { id: 'deal', history: [], summary: '', ...record } as unknown as HistoryItem;
	return wantsDeal(NO_FILTERS, readSearch(search), dealAt(deal, NOW), CONTEXT.names);
};

it.each([
	['STRAßE 7', 'strasse', true],
	['Hauptstraße', 'HAUPTSTRAẞE', true],
	['Zonnepanelen İzmir', 'izmir', true],
	['Café Ñandú', 'NANDU cafe', true],
	['Zoe\u0308 A\u030angstrom', 'zoë ångstrom', true],
	['ΟΔΥΣΣΕΥΣ', 'οδυσσευς', true],
	['Dak familie Bakker', 'bakker\u00a0dak', true],
	['Dak familie Bakker', 'bakker zonnepanelen', false],
	['Dak familie Bakker', 'familieBakker', false],
	['Dak familie Jansen', '"Jansen", (dak)', true],
	['Dak (Jansen/Bakker)', 'dak Bakker', true],
	['Zonne-panelen', 'zonnepanelen', true],
	['Foto´s dak', "foto's", true],
	['50 m²', 'm2', true],
	['Dak', ' \t\u2003', true],
])('with the title %p and the search %p: %p', (summary, search, expected) => {
	expect(isFound({ summary }, search)).toBe(expected);
});

it.each([
	['vries', true],
	['familie an.jansen@klant.example', true],
	['an.jansen@klant.example bakker', false],
	['0612345678', true],
	['06-123 45 678', true],
	['+31 (0)6 12345678', true],
	['0031612345678', true],
	['12345678', true],
	['0612345679', false],
	// Fewer than eight digits are words.
	['2345678', false],
])('with an email and a phone number and the search %p: %p', (search, expected) => {
	const freeFields = [
		{ label: 'email', value: 'An.Jansen@klant.example' },
		{ label: 'phone', value: '06 1234 5678' },
	];
	expect(isFound({ summary: 'Dak familie De Vries', freeFields }, search)).toBe(expected);
	expect(isFound({}, search)).toBe(false);
});
