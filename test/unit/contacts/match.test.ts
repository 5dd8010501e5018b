import { KeyIndex } from '../../../nodes/contacts/keyIndex';
import type { Kind } from '../../../nodes/contacts/keys';
import { isOtherName, personNameOf } from '../../../nodes/contacts/personName';
import { readRow } from '../../support/contactValues';

/** By what rows are recognized, and who is another person. */

type Row = Record<string, string>;

/** Of people who are in, the one that a row is recognized as, and whether the names differ. */
function found(row: Row, people: Row[], kinds: Kind[] = ['email', 'phone']) {
	const named = (one: Row) => ({ one, name: personNameOf(one.Voornaam, one.Achternaam) });
	const index = new KeyIndex<ReturnType<typeof named>>(({ name }) => name);
	for (const one of people) index.add(readRow(one).keys, named(one));
	const match = index.best(readRow(row).keys, kinds, named(row).name);
	const names = match?.values.map(({ one }) => one.Voornaam);
	return match && { by: match.kind, names, isOther: match.isOtherName };
}

const JAN = { Voornaam: 'Jan', Achternaam: 'Bos' };

it.each<[what: string, row: Row, people: Row[], result: unknown]>([
	[
		'by the first key that both have',
		{ ...JAN, 'E-mail': 'jan@x.example', Telefoon: '0612345678' },
		[{ ...JAN, Telefoon: '0612345678' }],
		{ by: 'phone', names: ['Jan'], isOther: false },
	],
	[
		'not by a later key of somebody with another email',
		{ ...JAN, 'E-mail': 'jan@x.example', Telefoon: '0612345678' },
		[{ ...JAN, 'E-mail': 'jan@y.example', Telefoon: '0612345678' }],
		undefined,
	],
	[
		'by the phone of somebody who has an email, if the row has none',
		{ ...JAN, Telefoon: '0612345678' },
		[{ ...JAN, 'E-mail': 'jan@y.example', Telefoon: '0612345678' }],
		{ by: 'phone', names: ['Jan'], isOther: false },
	],
	[
		'a similar name goes before another one',
		{ ...JAN, Telefoon: '0612345678' },
		[
			{ Voornaam: 'Els', Achternaam: 'Bos', Telefoon: '0612345678' },
			{ Voornaam: 'J.', Achternaam: 'Bos', Telefoon: '0612345678' },
		],
		{ by: 'phone', names: ['J.'], isOther: false },
	],
	[
		'not by the email of a role that is not sent',
		{ ...JAN, 'E-mail': 'jan@x.example', 'Factuur e-mail': 'bos@x.example' },
		[{ Voornaam: 'Els', Achternaam: 'Vos', 'E-mail': 'bos@x.example' }],
		undefined,
	],
	[
		'by the email of a role that is sent',
		{ ...JAN, 'Factuur e-mail': 'bos@x.example' },
		[{ ...JAN, 'E-mail': 'bos@x.example' }],
		{ by: 'email', names: ['Jan'], isOther: false },
	],
])('somebody is recognized %s', (...[, row, people, result]) => {
	expect(found(row, people)).toEqual(result);
});

it('by name and address, the address that is sent counts, so that a second run creates nobody', () => {
	const row = { ...JAN, Postcode: '6711 AB', Huisnummer: '7', 'Postcode 2': '2611 AB' };
	const { sent } = readRow(row);
	expect(sent).toEqual({ ...JAN, Postcode: '6711 AB', Huisnummer: '7' });
	expect(found(row, [sent], ['nameAndAddress'])?.names).toEqual(['Jan']);
});

it.each<[one: string, other: string, isOther: boolean]>([
	['Jan|Bos', 'Piet|Bos', true],
	['Jan|Bos', 'J.|Bos', false],
	['Rob|Bos', 'Robert|van der Bos', false],
	['Jan|Bos', 'Jan|Vos', true],
	['|Jan Bos', 'Piet|Bos', true],
	['|Jan Bos', 'Jan|Bos', false],
	['|Bos', 'Jan|Bos', false],
	['|Bakkerij Bos', '|Slagerij Vos', true],
])('%s and %s: is another person: %p', (one, other, isOther) => {
	const [name, otherName] = [one, other].map((text) => {
		const [first, last] = text.split('|');
		return personNameOf(first, last);
	});
	expect(isOtherName(name!, otherName!)).toBe(isOther);
	expect(isOtherName(otherName!, name!)).toBe(isOther);
});
