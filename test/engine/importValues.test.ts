import '../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import {
	created,
	goOn,
	importRows,
	infosAtService,
	people,
	requestsTo,
} from '../support/contactRuns';
import { startOver } from '../support/startOver';

/** Contact: Create, in n8n's engine: which values of an item are sent. */

beforeEach(async () => await startOver({ contacts: 5 }));
describe('what is sent', () => {
	it.each<[string, string, string | null]>([
		['Mobiel', '+31 20 123 45 67', null],
		['Mobiel', '0612345678', '0612345678'],
		['Mobiel', '020-1234567 / 06-12345678', '020-1234567 / 06-12345678'],
		['E-mail 2', 'an@x.example, bo@x.example', 'an@x.example, bo@x.example'],
	])('is warned about if another value means something else: %s %s', async (...given) => {
		const [column, value, told] = given;
		const first = { 'E-mail': 'an@x.example', Telefoon: '0201234567', Land: 'NL' };
		const name = { Voornaam: 'An', Achternaam: 'de Wit' };
		const { json } = await importRows([{ ...first, ...name, [column]: value }]);
		expect(json[0].reason).toBe(told && `Not sent: '${column}' (${told})`);
	});

	it.each<[column: string, value: string, what: string]>([
		['E-mail 2', 'none yet', 'an email address'],
		['Mobiel', 'niet bellen', 'a phone number'],
	])('is never %s with "%s": it is not %s', async (column, value, what) => {
		const row = { email: 'an@x.example', [column]: value };
		const { json } = await importRows([row, row], { result: 'report' });
		const warning = `'${column}' (${value}) is not ${what}, so it is not sent`;
		expect(json[0].warnings).toEqual([1, 2].map((n) => ({ row: n, warning })));
		expect(json[0].hints).toEqual([
			`2 rows have a text that is not ${what}, such as row 1: ${warning}. Also row 2.`,
		]);
	});

	it('is never a damaged value', async () => {
		const { outcomes } = await importRows([{ ...people(1)[0], Plaats: '#WERT!' }], {}, goOn);
		expect(outcomes).toEqual(['failed']);
		expect(requestsTo('createContact')).toEqual([]);
	});

	it.each<[string, row: IDataObject, sent: object]>([
		[
			'one of two addresses',
			{
				...{ Factuuradres: 'Ring 1', Factuurpostcode: '2611 AB', Factuurplaats: 'Delft' },
				...{ Adres: 'Kade 3', Postcode: '', Plaats: 'Ede' },
			},
			{ Straatnaam: 'Kade 3', Plaats: 'Ede' },
		],
		[
			'an infix once',
			{ Achternaam: 'Wit, de', Tussenvoegsel: 'de', Plaats: 'Ede' },
			{ Achternaam: 'Wit, de', Plaats: 'Ede' },
		],
	])('is %s', async (_, row, sent) => {
		await importRows([{ email: 'an@x.example', ...row }]);
		expect(infosAtService()).toEqual([{ 'E-mailadres': 'an@x.example', ...sent }]);
	});

	it.each(['ignore', 'add'])(
		'is never what n8n adds to an item, nor is that reported (%s)',
		async (extraColumns) => {
			const form = { submittedAt: 'Monday', formMode: 'production', headers: { host: 'x' } };
			const sheet = { row_number: 2, createdAt: 'today', updatedAt: 'now', _files: { data: {} } };
			const rows = [{ email: 'bo@x.example', ...form, ...sheet }, { row_number: 3 }];
			const set = { options: { extraColumns }, result: 'report' };
			const { json } = await importRows(rows, set);
			expect(json[0]).toMatchObject({ created: 1, empty: 1, hints: [] });
			expect(json[0].columns).toMatchObject([{ column: 'email', field: 'E-mailadres' }]);
			expect(infosAtService()).toEqual([{ 'E-mailadres': 'bo@x.example' }]);
		},
	);

	it.each(['', ' '])('is of a consumer if Contact Type is "%s"', async (kind) => {
		const options = { contactType: '={{ $json.kind }}' };
		await importRows([{ ...people(1)[0], kind }], { options });
		expect(created().map(({ contact_type: type }) => type)).toEqual(['CONSUMER']);
	});

	it('is never a list or an object of an extra column', async () => {
		const row = { ...people(1)[0], tags: ['a', 'b'], size: 'L' };
		const { json } = await importRows([row], { options: { extraColumns: 'add' } });
		const reason = `Not sent: 'tags' (["a","b"])`;
		expect(json[0]).toMatchObject({ outcome: 'created', size: 'L', reason });
		expect(infosAtService()[0]).not.toHaveProperty('tags');
	});
});

describe("what n8n's Webhook node received", () => {
	const received = (more: IDataObject): IDataObject => ({
		...{ headers: { host: 'x' }, params: {}, query: {}, body: {} },
		...{ webhookUrl: 'https://n8n.example/webhook/1', executionMode: 'production' },
		...more,
	});
	const piet = { voornaam: 'Piet', email: 'piet@x.example' };

	it.each<[string, IDataObject]>([
		['its body', received({ body: piet })],
		['its body, if it was signed in with a token', received({ body: piet, jwtPayload: {} })],
		['its query, if the body is empty', received({ query: piet })],
	])('is read by %s', async (_, item) => {
		const { outcomes } = await importRows([item]);
		expect(outcomes).toEqual(['created']);
		expect(infosAtService()).toEqual([{ Voornaam: 'Piet', 'E-mailadres': 'piet@x.example' }]);
	});

	it('has a row for each entry of a list', async () => {
		const { json } = await importRows([received({ body: [piet, { email: 'an@x.example' }] })]);
		expect(json).toMatchObject([
			{ row: 1, outcome: 'created' },
			{ row: 2, outcome: 'created' },
		]);
	});
});

it('values that are all one level deeper are an error that says where', async () => {
	const { error } = await importRows([{ lead: { voornaam: 'Piet', email: 'piet@x.example' } }]);
	expect(`${error?.message} ${error?.description}`).toMatch(/inside 'lead'.*Edit Fields/);
});
