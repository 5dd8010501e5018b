import '../support/fastClock';

import { goOn, importRows, listed, person, seeded } from '../support/contactRuns';
import { startOver } from '../support/startOver';

/** Contact: Create, in n8n's engine: who is the same. */

beforeEach(async () => await startOver({ contacts: 5 }));
describe('who is the same', () => {
	it.each<[phone: string, other: string, outcome: string]>([
		['06-12345678 / 020-1234567', '0201234567', 'existing'],
		['02 123 45 67', '+32 2 123 45 67', 'existing'],
		['+49 30 1234567', '0049 (0)30 1234567', 'existing'],
		['612345678', '+31 (0)6 12345678', 'existing'],
		['+32 475 12 34 56', '+31475123456', 'created'],
		['02 123 45 67', '+32 3 123 45 67', 'created'],
	])('the phone %s, where the audience has %s, is %s', async (phone, other, outcome) => {
		listed([person({ Telefoonnummer: other })]);
		const { outcomes } = await importRows([{ phone }], { matchBy: ['phone'] });
		expect(outcomes).toEqual([outcome]);
	});

	it('the first of Match By that both have decides', async () => {
		listed([
			person({ 'E-mailadres': 'an@x.example', Telefoonnummer: '0612345678' }, { id: 'c1' }),
			person({ Telefoonnummer: '0687654321' }, { id: 'c2' }),
		]);
		const { json } = await importRows([
			// A couple with one phone.
			{ email: 'bo@x.example', phone: '0612345678' },
			{ email: 'cas@x.example', phone: '06 87654321' },
			{ phone: '06-12345678' },
		]);
		expect(json).toMatchObject([
			{ outcome: 'created' },
			{ outcome: 'existing', contactId: 'c2' },
			{ outcome: 'duplicate', reason: 'Same phone number as row 1: 612345678' },
		]);
	});

	it.each<[string, string, boolean]>([
		['Jan|Jansen', 'Piet|Jansen', true],
		['Jan|van de Berg', 'Jan|van de Kamp', true],
		['Rob|Jansen', 'Robert|Jansen-de Boer', false],
		['J.|Jansen', 'Jan|Jansen', false],
		['Jan P.|Jansen', 'Piet|Jansen', true],
		['|Jan Jansen', 'Jan|Jansen', false],
	])('two names with one phone: %s, %s', async (one, two, isOther) => {
		const rows = [one, two].map((both) => {
			const [Voornaam, Achternaam] = both.split('|');
			return { Voornaam, Achternaam, phone: '0612345678' };
		});
		const { json } = await importRows(rows);
		expect(json[1].outcome).toBe('duplicate');
		expect(String(json[1].reason).includes('whose name is')).toBe(isOther);
	});

	it('several contacts with one email give no ID, but one that is listed twice does', async () => {
		const contact = (id: string) => person({ 'E-mailadres': 'an@x.example' }, { id });
		for (const [ids, contactId] of [
			[['c1', 'c2'], null],
			[['c1', 'c1'], 'c1'],
		] as const) {
			listed(ids.map(contact));
			const { json } = await importRows([{ email: 'an@x.example' }]);
			expect(json).toMatchObject([{ outcome: 'existing', contactId }]);
		}
	});

	it('of contacts with another name, the one with the first of Match By', async () => {
		listed([
			person({ Voornaam: 'Piet', 'E-mailadres': 'an@x.example' }, { id: 'c1' }),
			person({ Voornaam: 'Kees', Telefoonnummer: '0612345678' }, { id: 'c2' }),
		]);
		const row = { Voornaam: 'Jan', email: 'an@x.example', phone: '0612345678' };
		expect((await importRows([row])).json).toMatchObject([{ contactId: 'c1' }]);
	});

	it('colleagues who share an address of their firm are two people', async () => {
		const rows = ['an', 'bo'].map((name) => ({
			...{ email: `${name}@x.example`, 'Company email': 'info@x.example' },
		}));
		expect((await importRows(rows)).outcomes).toEqual(['created', 'created']);
	});

	it('a contact with the same name goes before a row with another', async () => {
		listed([person({ Voornaam: 'Jan', Telefoonnummer: '0612345678' })]);
		const rows = ['Piet', 'Jan'].map((Voornaam) => ({ Voornaam, phone: '0612345678' }));
		const { json } = await importRows(rows);
		expect(json.map(({ outcome, reason }) => [outcome, reason])).toEqual([
			['existing', expect.stringContaining('whose name is Jan')],
			['existing', expect.not.stringContaining('whose name is')],
		]);
	});

	it('an address of a role identifies a row without another, but never a contact', async () => {
		const role = { 'Factuur e-mail': 'books@x.example' };
		listed([person({ 'E-mailadres': 'books@x.example' }), person({ ...role, Voornaam: 'Jan' })]);
		const { json } = await importRows([{ email: 'an@x.example', ...role }, role]);
		expect(json.map(({ outcome }) => outcome)).toEqual(['created', 'existing']);
		expect(json[1].reason).toMatch(/^A contact has/);
	});

	it('a contact is read by its personal infos; without such a list, by its texts', async () => {
		const row = { email: 'bo@x.example', phone: '0612345678' };
		listed([{ ...person({ Voornaam: 'An' }), owner: { email: row.email } }]);
		expect((await importRows([row])).outcomes).toEqual(['created']);
		await startOver();
		listed([{ ...person(), owner: { email: row.email } }, person({ Voornaam: 'An' })]);
		expect((await importRows([row])).outcomes).toEqual(['created']);
		for (const contact of [{ about: { notes: 'mail bo@x.example' } }, { mobile: 612345678 }]) {
			listed([contact, person({ Voornaam: 'An' })]);
			expect((await importRows([row])).outcomes).toEqual(['existing']);
		}
	});

	it('by name and address: last name, postcode and house number, however they are written', async () => {
		listed([person({ Achternaam: 'Müller', Straatnaam: 'Kade 7-2', Postcode: '2611AB' })]);
		const rows = [
			{ Achternaam: 'muller', Straat: 'Kade', Huisnummer: '7', Huisletter: '2', PC: '2611 ab' },
			{ Achternaam: 'Müller', Straat: 'Kade', Huisnummer: '7', Huisletter: '3', PC: '2611 ab' },
			{ Achternaam: 'Müller', Straat: 'Kade', PC: '2611 ab' },
		];
		const { outcomes } = await importRows(rows, { matchBy: ['nameAndAddress'] }, goOn);
		expect(outcomes).toEqual(['existing', 'created', 'failed']);
	});

	it('rows of different audiences are not compared', async () => {
		const [full, empty] = [identities.AUDIENCE_ID, identities.EMPTY_AUDIENCE_ID];
		const rows = [full, empty, empty].map((id) => ({ email: seeded(0).email, id }));
		const { outcomes } = await importRows(rows, { audienceId: '={{ $json.id }}' });
		expect(outcomes).toEqual(['existing', 'created', 'duplicate']);
	});
});
