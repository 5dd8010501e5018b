import { type ContactSources, contactDetailsOf } from '../../../nodes/contacts/contactDetails';

const ADDRESS = 'Dorpsstraat 12, 1234AB Ergenshuizen';

const NOTHING = {
	...{ firstName: null, lastName: null, street: null, houseNumber: null },
	...{ postalCode: null, city: null, country: null },
};
const READ = {
	...{ street: 'Dorpsstraat', houseNumber: '12', postalCode: '1234AB', city: 'Ergenshuizen' },
};

const answer = (label: string, value: unknown, identifier = '') => ({ label, identifier, value });

it.each<[what: string, sources: ContactSources, details: object | null]>([
	['nothing', {}, null],
	['half an address', { address: 'Dorpsstraat 12' }, null],
	['a whole address', { address: ADDRESS }, READ],
	[
		'lines, in several languages',
		{ description: 'Voornaam: An\nSurname: Dam\n- Ville: Gent\n2x Zonnescherm' },
		{ firstName: 'An', lastName: 'Dam', city: 'Gent' },
	],
	[
		'an infix and an addition, each once',
		{
			description:
				'Tussenvoegsel: van\nAchternaam: Dam\nStraat: Dorpsstraat\nHuisnummer: 12\nToevoeging: A',
		},
		{ lastName: 'van Dam', street: 'Dorpsstraat', houseNumber: '12 A' },
	],
	[
		'a street with its number',
		{ description: 'Adres: Dorpsstraat 12-A\nPlaats: Ede' },
		{
			...{ street: 'Dorpsstraat', houseNumber: '12-A', city: 'Ede' },
		},
	],
	['an address in a line', { description: `Adres: ${ADDRESS}` }, READ],
	[
		'postal code and town in a line',
		{ description: 'Postcode en plaats: 1234 AB Ede' },
		{
			...{ postalCode: '1234 AB', city: 'Ede' },
		},
	],
	['a whole name, which is never split', { description: 'Naam: An van Dam' }, null],
	[
		'two lines that differ',
		{ description: 'Plaats: Ede\nPlaats: Gent\nVoornaam: An' },
		{ firstName: 'An' },
	],
	[
		'two lines that differ, also beside an address',
		{ description: 'Postcode: 1234 AB\nPostcode: 5678 CD\nVoornaam: An', address: ADDRESS },
		{ firstName: 'An' },
	],
	['two lines that are the same', { description: 'Plaats: Ede\nWoonplaats: EDE' }, { city: 'Ede' }],
	['lines behind a blank one', { description: '2x Zonnescherm\n\nVoornaam: An' }, null],
	['an appended note', { description: 'Voornaam: An\r\n\r\nVoornaam: Bram' }, { firstName: 'An' }],
	['a line of somebody else', { description: 'Factuur plaats: Ede\nWerk plaats: Ede' }, null],
	[
		'placeholders and other values',
		{ description: 'Voornaam: -\nAchternaam: n.v.t.\nPlaats: 12' },
		{
			lastName: 'n.v.t.',
		},
	],
	[
		'lines and an address that agree',
		{ description: 'Voornaam: An\nPlaats: ergenshuizen', address: ADDRESS },
		{
			...{ ...READ, firstName: 'An', city: 'ergenshuizen' },
		},
	],
	[
		'lines and an address that differ',
		{ description: 'Voornaam: An\nPlaats: Ede', address: ADDRESS },
		{
			...{ firstName: 'An', city: 'Ede' },
		},
	],
	[
		'contact_info',
		{
			info: {
				first_name: 'An',
				address_street: 'Dorpsstraat',
				address_number: 12,
				country: 'Nederland',
				city: '',
			},
		},
		{ firstName: 'An', street: 'Dorpsstraat', houseNumber: '12', country: 'Nederland' },
	],
	[
		'the answers of a form, by question or identifier',
		{
			answers: [
				answer('Voornaam', 'An'),
				answer('Hoe heet u?', 'Dam', 'last_name'),
				answer('Wat is uw woonplaats?', 'Ede'),
				answer('Dak', 'plat'),
			],
		},
		{ firstName: 'An', lastName: 'Dam', city: 'Ede' },
	],
	['an answer that is no text', { answers: [answer('Voornaam', ['An'])] }, null],
])('%s', (_, sources, details) => {
	expect(contactDetailsOf(sources)).toEqual(details && { ...NOTHING, ...details });
});

it('the keys have their order, and 30,000 answers or 300,000 lines take no time', () => {
	expect(Object.keys(contactDetailsOf({ address: ADDRESS })!)).toEqual(Object.keys(NOTHING));
	const before = performance.now();
	const many = Array.from({ length: 30_000 }, (_, n) => answer(`Vraag ${n}`, 'ja'));
	contactDetailsOf({ answers: many });
	contactDetailsOf({ answers: many.map((one) => ({ ...one, label: 'Plaats' })) });
	contactDetailsOf({ description: 'Plaats: Ede\n'.repeat(300_000) });
	contactDetailsOf({ description: ' :'.repeat(1_000_000) });
	expect(performance.now() - before).toBeLessThan(1_000);
});
