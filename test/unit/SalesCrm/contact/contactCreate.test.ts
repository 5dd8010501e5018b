/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { byHand, createContacts, infosAtService, requestsTo } from '../../../support/contactRuns';
import { startOver } from '../../../support/startOver';

/** Contact create: how columns become personal infos, of few rows and of many. */

beforeEach(async () => await startOver());

/** interface.md, "Contact": names used in standard_personal_infos. */
const NINE_NAMES = [
	'Voornaam',
	'Achternaam',
	'E-mailadres',
	'Land',
	'Postcode',
	'Plaats',
	'Straatnaam',
	'Huisnummer',
	'Telefoonnummer',
];

it('the nine names go out as they are when defined by hand', async () => {
	const infos = Object.fromEntries(NINE_NAMES.map((name, n) => [name, `value ${n}`]));
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
])('%s is recognized under its common spellings', async (name, spellings) => {
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

it('dates go out as ISO 8601', async () => {
	const at = '2026-03-01T08:30:00.000Z';
	const dates = [new Date(at), DateTime.fromISO(at, { zone: 'utc' })];
	await createContacts(dates.map((date) => ({ Voornaam: date }) as never));
	expect(infosAtService()).toEqual([{ Voornaam: at }, { Voornaam: at }]);
});

describe('a date of a database goes out as the day that it is', () => {
	const sent = async (value: unknown, timezone: string, more: IDataObject = {}) => {
		const settings = { settings: { timezone } };
		await createContacts([{ Voornaam: value } as never], more, settings);
		return infosAtService()[0].Voornaam;
	};
	const midnight = (zone: string) => DateTime.fromISO('1980-05-17', { zone }).toJSDate();

	it.each(['Europe/Amsterdam', 'America/New_York', 'Asia/Kolkata', 'UTC'])(
		'with the workflow in %s',
		async (zone) => {
			// As the Postgres node of n8n gives it: at midnight where n8n runs.
			expect(await sent(new Date(1980, 4, 17), zone)).toBe('1980-05-17');
			await startOver();
			expect(await sent(midnight(zone), zone)).toBe('1980-05-17');
			await startOver();
			expect(await sent(midnight(zone).toISOString(), zone)).toBe('1980-05-17');
			await startOver();
			const byExpression = byHand({ Voornaam: '={{ $json.Voornaam }}' });
			expect(await sent(midnight(zone).toISOString(), zone, byExpression)).toBe('1980-05-17');
		},
	);

	it('of before there was summer time, too', async () => {
		expect(await sent(new Date(1931, 2, 3), 'America/New_York')).toBe('1931-03-03');
	});

	it.each(['1980-05-16T22:00:01.000Z', '1980-05-16T22:00:00Z', '1980-05-17', '17-05-1980'])(
		'the text %p, which is no midnight as n8n stores one, stays as it is',
		async (text) => expect(await sent(text, 'Europe/Amsterdam')).toBe(text),
	);
});

it.each([
	['Date', new Date(Number.NaN)],
	['DateTime', DateTime.invalid('no date')],
])('a %s that is none is refused before anything is sent', async (_, date) => {
	await expect(createContacts([{ Voornaam: date } as never])).rejects.toThrow("'Voornaam'");
	expect(sandbox.log.requests).toEqual([]);
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

it.each([
	[';', 'semicolons'],
	['\t', 'tabs'],
	['|', 'bars'],
])('a file with %j for commas is refused with the place to set it', async (sign, name) => {
	const row = { [['Voornaam', 'E-mail', 'Note, if any'].join(sign)]: ['An', 'an@b.nl'].join(sign) };
	await expect(createContacts([row])).rejects.toMatchObject({
		message: 'There is no personal information to create a contact from',
		description: expect.stringContaining(`separated by ${name} (`),
	});
	await expect(createContacts([row])).rejects.toMatchObject({
		description: expect.stringContaining("Set 'Delimiter' in the options of the node that reads"),
	});
	// A sign in a name alone tells nothing.
	await expect(createContacts([{ [`Voornaam${sign}note`]: 'An' }])).rejects.toMatchObject({
		description: expect.stringContaining('no column was recognized'),
	});
});

it('of fields mapped by hand that are all empty the advice speaks of fields', async () => {
	const personalInfos = {
		mappingMode: 'defineBelow',
		value: { Voornaam: '', 'E-mailadres': null },
	};
	await expect(createContacts([{ firstName: 'An' }], { personalInfos })).rejects.toMatchObject({
		message: 'There is no personal information to create a contact from',
		description: expect.stringMatching(/^All mapped fields are empty for this item\. /),
	});
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

describe('rows by the hundred, with mixed columns, arrive as they are and come out in input order', () => {
	const numbers = Array.from({ length: isLong ? 5_000 : 150 }, (_, n) => n);
	const mixed = (n: number): IDataObject => ({
		firstName: `An ${n}`,
		[n % 2 ? 'Email' : 'e-mailadres']: `an${n}@example.com`,
		zip: n % 3 ? 1000 + n : '',
		...(n % 5 ? {} : { vip: true, phone: null }),
	});
	const expected = (n: number): Record<string, string> => ({
		Voornaam: `An ${n}`,
		'E-mailadres': `an${n}@example.com`,
		...(n % 3 ? { Postcode: String(1000 + n) } : {}),
	});
	const numberOf = ({ Voornaam }: Record<string, string>) => Number(Voornaam.slice(3));
	const firstNameOf = (json: IDataObject) => {
		const infos = (json.contact as IDataObject).standard_personal_infos as IDataObject[];
		return infos.find(({ name }) => name === 'Voornaam')!.value;
	};
	const mapping = byHand({
		Voornaam: '={{ $json.firstName }}',
		'E-mailadres': "={{ $json.Email ?? $json['e-mailadres'] }}",
		Postcode: '={{ $json.zip }}',
		Telefoonnummer: '={{ $json.phone }}',
	});

	it.each<[string, IDataObject]>([
		['mapped automatically', {}],
		['defined by hand', mapping],
	])(
		'%s',
		async (_, more) => {
			const options = { concurrency: 20 };
			const items = await createContacts(numbers.map(mixed), { ...more, options });
			expect(items.map(({ json }) => firstNameOf(json))).toEqual(numbers.map((n) => `An ${n}`));
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(numbers.map((item) => ({ item })));
			const sent = infosAtService().sort((a, b) => numberOf(a) - numberOf(b));
			expect(sent).toEqual(numbers.map(expected));
		},
		120_000,
	);
});
