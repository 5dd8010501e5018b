/**
 * @jest-environment ./test/unit/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';

import { PERSONAL_INFO_NAMES } from '../../nodes/service/types';
import { created, createContacts, requestsTo } from './support/contactRuns';
import { startOver } from './support/startOver';

/** Contact create: how columns become personal infos, and imports of thousands of rows. */

beforeEach(async () => await startOver());

const byHand = (value: IDataObject) => ({
	personalInfos: { mappingMode: 'defineBelow', value },
});

const infosAtService = () =>
	created().map(({ standard_personal_infos: infos }) =>
		Object.fromEntries(infos.map(({ name, value }) => [name, value])),
	);

const MANY = 5_000;
const mixed = (n: number): IDataObject => ({
	firstName: `An ${n}`,
	[n % 2 ? 'Email' : 'e-mailadres']: `an${n}@example.com`,
	...(n % 3 ? { zip: 1000 + n } : { zip: '' }),
	...(n % 5 ? {} : { vip: true, phone: null }),
});
const expected = (n: number): Record<string, string> => ({
	Voornaam: `An ${n}`,
	'E-mailadres': `an${n}@example.com`,
	...(n % 3 ? { Postcode: String(1000 + n) } : {}),
});
const numbers = Array.from({ length: MANY }, (_, n) => n);
const sorted = (infos: Array<Record<string, string>>) =>
	infos.sort((a, b) => Number(a.Voornaam.slice(3)) - Number(b.Voornaam.slice(3)));
const firstNameOf = (json: IDataObject) => {
	const infos = (json.contact as IDataObject).standard_personal_infos as IDataObject[];
	return infos.find(({ name }) => name === 'Voornaam')!.value;
};

describe('5,000 rows with mixed columns arrive as they are, and come out in input order', () => {
	it('mapped automatically', async () => {
		const items = await createContacts(numbers.map(mixed), { options: { concurrency: 20 } });
		expect(items.map(({ json }) => firstNameOf(json))).toEqual(numbers.map((n) => `An ${n}`));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(numbers.map((item) => ({ item })));
		expect(sorted(infosAtService())).toEqual(numbers.map(expected));
	});

	it('defined by hand', async () => {
		const mapping = byHand({
			Voornaam: '={{ $json.firstName }}',
			'E-mailadres': "={{ $json.Email ?? $json['e-mailadres'] }}",
			Postcode: '={{ $json.zip }}',
			Telefoonnummer: '={{ $json.phone }}',
		});
		const more = { ...mapping, options: { concurrency: 20 } };
		const items = await createContacts(numbers.map(mixed), more);
		expect(items.map(({ json }) => firstNameOf(json))).toEqual(numbers.map((n) => `An ${n}`));
		expect(sorted(infosAtService())).toEqual(numbers.map(expected));
	});
});

it('the nine names go out as they are when defined by hand', async () => {
	const infos = Object.fromEntries(Object.keys(PERSONAL_INFO_NAMES).map((name) => [name, 'x']));
	await createContacts([{}], byHand(infos));
	expect(infosAtService()).toEqual([infos]);
});

it.each([
	['Voornaam', ['voornaam', 'firstName', 'First name', 'FIRST_NAME', 'first-name', 'given name']],
	['Achternaam', ['achternaam', 'lastName', 'Last name', 'surname', 'Family Name']],
	['E-mailadres', ['e-mailadres', 'Email', 'E-mail', 'email address', 'e_mail']],
	['Telefoonnummer', ['telefoonnummer', 'phone', 'Phone number', 'tel.', 'mobile']],
	['Straatnaam', ['straatnaam', 'street', 'Straat']],
	['Huisnummer', ['huisnummer', 'House number', 'houseNumber']],
	['Postcode', ['postcode', 'zip', 'ZIP code', 'postal_code']],
	['Plaats', ['plaats', 'city', 'Woonplaats']],
	['Land', ['land', 'Country']],
])('%s is recognised under its common spellings', async (name, spellings) => {
	await createContacts(spellings.map((column) => ({ [column]: 'value' })));
	expect(infosAtService()).toEqual(spellings.map(() => ({ [name]: 'value' })));
});

it.each([
	[42, '42'],
	[0, '0'],
	[true, 'true'],
	[false, 'false'],
	['  spaces stay ', '  spaces stay '],
])('the value %p goes out as the text %p', async (value, text) => {
	await createContacts([{ Voornaam: value }]);
	await createContacts([{ value }], byHand({ Voornaam: '={{ $json.value }}' }));
	expect(infosAtService()).toEqual([{ Voornaam: text }, { Voornaam: text }]);
});

it.each(['', '   ', null, undefined])('the empty value %p is left out', async (value) => {
	await createContacts([{ Voornaam: 'An', Land: value }]);
	expect(infosAtService()).toEqual([{ Voornaam: 'An' }]);
});

it.each([
	['a list', ['a']],
	['an object', { a: 1 }],
])('%s where text is expected is refused before anything is sent', async (what, value) => {
	await expect(createContacts([{ Voornaam: value } as IDataObject])).rejects.toThrow(
		`The column 'Voornaam' holds ${what} where text is expected`,
	);
	expect(sandbox.log.requests).toEqual([]);
});

it('a row without any personal info is refused, with the columns it has', async () => {
	await expect(createContacts([{ colour: 'red', size: 3 }])).rejects.toMatchObject({
		message: 'There is no personal information to create a contact from',
		description: expect.stringContaining('Columns of this item: colour, size'),
	});
	expect(sandbox.log.requests).toEqual([]);
});

describe('columns that match none', () => {
	const row = { firstName: 'An', colour: 'red', size: 3, empty: '' };

	it('are ignored when nothing is said', async () => {
		await createContacts([row]);
		expect(infosAtService()).toEqual([{ Voornaam: 'An' }]);
	});

	it('are added as further personal infos', async () => {
		await createContacts([row], { options: { extraColumns: 'add' } });
		expect(infosAtService()).toEqual([{ Voornaam: 'An', colour: 'red', size: '3' }]);
	});

	it('fail the row, before anything is sent', async () => {
		const run = createContacts([row], { options: { extraColumns: 'fail' } });
		await expect(run).rejects.toThrow("The column 'colour' is no known personal info");
		expect(sandbox.log.requests).toEqual([]);
	});

	it('do not fail the row when they are empty', async () => {
		const empty = { firstName: 'An', colour: '', size: null };
		await createContacts([empty], { options: { extraColumns: 'fail' } });
		expect(infosAtService()).toEqual([{ Voornaam: 'An' }]);
	});
});

it('two columns of one meaning are refused when they disagree', async () => {
	const row = { Email: 'a@example.com', 'e-mailadres': 'b@example.com' };
	await expect(createContacts([row])).rejects.toThrow(
		"The columns 'Email' and 'e-mailadres' both mean E-mailadres and hold different values",
	);
	expect(requestsTo('createContact')).toEqual([]);
});

it('two columns of one meaning that agree go out once', async () => {
	await createContacts([{ Email: 'a@example.com', mail: 'a@example.com', email: '' }]);
	expect(infosAtService()).toEqual([{ 'E-mailadres': 'a@example.com' }]);
});
