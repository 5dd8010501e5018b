import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { Answer, Item } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID, EMPTY_AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { AUTO_MAPPED } from './support/mapping.mts';
import { openStage, type Stage } from './support/stage.mts';

type Row = Record<string, Answer>;

/** Items, pairs and files in a real n8n; every operation: tools.test.mts. */
describe('operations', () => {
	let stage: Stage;
	before(async () => (stage = await openStage({ sandbox: { contacts: 120, quotations: 8 } })));
	after(async () => await stage?.close());

	/** Runs one operation and gives back its items; an error of the node fails the test. */
	const run = async (
		[resource, operation]: [resource: string, operation: string],
		parameters: Row = {},
		input: Row[] = [{}],
		...before: Parameters<Stage['rest']['runOnce']>[0]
	): Promise<Item[]> => {
		const node = stage.crm('apiToken', { resource, operation, ...parameters });
		const { execution, items } = await stage.rest.runOnce([...before, node], input);
		const { message, description } = execution.error ?? {};
		assert.equal(execution.status, 'success', `${message}: ${description}`);
		return items;
	};
	const rows = async (...asked: Parameters<typeof run>): Promise<Row[]> =>
		(await run(...asked)).map(({ json }) => json);
	const contactsIn = async (audienceId: string, more: Row = {}) =>
		await rows(['contact', 'getAll'], { audienceId, returnAll: true, ...more });

	it('contact: create, by hand and by the names of columns; getAll', async () => {
		const value = { Voornaam: '={{ $json.given }}', Achternaam: 'Jansen', Huisnummer: '7' };
		const byHand = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
		const set = { audienceId: EMPTY_AUDIENCE_ID, ifExists: 'createAnyway' };
		const given = ['Femke', 'Daan', 'Noor'].map((name) => ({ given: name }));
		const items = await run(['contact', 'create'], { ...set, personalInfos: byHand }, given);
		assert.deepEqual(
			items.map(({ pairedItem }) => pairedItem),
			[{ item: 0 }, { item: 1 }, { item: 2 }],
		);
		const bram = {
			firstName: 'Bram',
			'Last name': 'de Boer',
			Email: 'bram@example.com',
			zip: 1234,
		};
		const byName = { ...set, personalInfos: AUTO_MAPPED };
		await run(['contact', 'create'], byName, [{ ...bram, colour: 'red' }]);
		const created = await contactsIn(EMPTY_AUDIENCE_ID, { simplify: false });
		assert.equal(created.length, 4);
		assert.deepEqual(created.at(-1)!.standard_personal_infos, [
			{ name: 'Voornaam', value: 'Bram' },
			{ name: 'Achternaam', value: 'de Boer' },
			{ name: 'E-mailadres', value: 'bram@example.com' },
			{ name: 'Postcode', value: '1234' },
		]);
		assert.equal((await contactsIn(AUDIENCE_ID)).length, 120);
	});

	it('contact: import, of a file that another node made', async () => {
		const toFile = {
			name: 'File',
			type: 'n8n-nodes-base.convertToFile',
			typeVersion: 1.1,
			parameters: { operation: 'csv', binaryPropertyName: 'data', options: {} },
		};
		const people = [{ Voornaam: 'Zoë', 'E-mail': 'zoe@example.com' }, { Voornaam: 'Nobody' }];
		const set = { audienceId: EMPTY_AUDIENCE_ID };
		const [report] = await rows(['contact', 'import'], set, people, toFile);
		assert.deepEqual([report!.rows, report!.created, report!.failed], [2, 1, 1]);
	});

	it('contact: search, by email, phone and name', async () => {
		const [first, ...others] = await contactsIn(AUDIENCE_ID);
		const second = others.find((row) => row.Telefoonnummer)!;
		const parameters = {
			audienceId: AUDIENCE_ID,
			email: '={{ $json.mail }}',
			phone: '={{ $json.phone }}',
			name: '={{ $json.name }}',
		};
		const items = await run(['contact', 'search'], parameters, [
			{ mail: ` ${first!['E-mailadres'].toUpperCase()} ` },
			{ mail: 'nobody@example.com' },
			{ phone: second.Telefoonnummer.replace(/^0/, '+31 (0)') },
			{ name: `${first!.Achternaam} ${first!.Voornaam}`.toUpperCase() },
		]);
		assert.deepEqual(
			items
				.slice(0, 3)
				.map(({ json, pairedItem }) => [json.found, json.matchedBy, json.contactId, pairedItem]),
			[
				[true, 'email', first!.contactId, { item: 0 }],
				[false, null, undefined, { item: 1 }],
				[true, 'phone', second.contactId, { item: 2 }],
			],
		);
		assert.ok(items.slice(3).some(({ json }) => json.contactId === first!.contactId));
	});

	it('quotation: download', async () => {
		const [id] = (await stage.state()).quotations;
		const quotationId = { __rl: true, mode: 'id', value: id };
		const [item] = await run(['quotation', 'download'], { quotationId });
		const { data } = item!.binary!;
		assert.equal(data.mimeType, 'application/pdf');
		assert.match(data.fileName, /\.pdf$/);
		const pdf = await stage.rest.readBinary(data);
		assert.match(pdf.toString('latin1'), /^%PDF-[^]*%%EOF\s*$/);
	});
});
