import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import type { Answer, Item } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID, EMPTY_AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { AUTO_MAPPED } from './support/mapping.mts';
import { openStage, type Stage } from './support/stage.mts';

type Row = Record<string, Answer>;
const ids = (rows: Row[]) => rows.map(({ id }) => id).sort();
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** Each operation in a real n8n; one that is not here fails the last test. */
describe('every operation', () => {
	let stage: Stage;
	before(async () => (stage = await openStage({ sandbox: { contacts: 120, quotations: 8 } })));
	after(async () => await stage?.close());

	const seen = new Set<string>();
	/** Runs one operation and gives back its items; an error of the node fails the test. */
	const run = async (
		[resource, operation]: [resource: string, operation: string],
		parameters: Row = {},
		input: Row[] = [{}],
		...before: Parameters<Stage['rest']['runOnce']>[0]
	): Promise<Item[]> => {
		seen.add(`${resource} ${operation}`);
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

	it('contact: search, by email, phone and name, and findDuplicates', async () => {
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

		const { contacts } = stage.sandbox.world.profile();
		const [record] = contacts.slice(AUDIENCE_ID, 0, 1);
		contacts.add({ ...record!, id: randomUUID() });
		const twice = await rows(['contact', 'findDuplicates'], { audienceId: AUDIENCE_ID });
		assert.ok(twice.some(({ contactId }) => contactId === record!.id));
	});

	it('deal: getAll by words of the title, get with its time in status', async () => {
		const { deals } = await stage.state();
		const all = await rows(['deal', 'getAll'], { returnAll: true });
		assert.deepEqual(all.map(({ dealId }) => dealId).sort(), ids(deals));
		const [deal] = stage.sandbox.world.profile().deals.filter(({ history }) => history.length > 2);
		const words = deal!.summary.split(' ').toReversed().join(' ').toUpperCase();
		const named = await rows(['deal', 'getAll'], { returnAll: true, search: words });
		assert.ok(named.length > 0 && named.every(({ title }) => title === deal!.summary));

		const dealId = byId(deal!.id);
		const options = { includeTimeInStatus: true, includeChanges: true };
		const [one] = await rows(['deal', 'get'], { dealId, options });
		const { statusId } = all.find((row) => row.dealId === deal!.id)!;
		assert.equal(one!.timeInStatus.find(({ current }: Row) => current).statusId, statusId);
		assert.equal(one!.changes.length, deal!.history.length);
	});

	it('history: getAll, getTimeInStatus and getStatusReport', async () => {
		const { deals, statuses } = await stage.state();
		const history = async (operation: string, more = {}) =>
			await rows(['history', operation], { returnAll: true, ...more });
		const asSent = await history('getAll', { simplify: false });
		assert.deepEqual(ids(asSent), ids(deals));
		const changes = await history('getAll');
		const entries = asSent.reduce((sum, deal) => sum + deal.history.length, 0);
		assert.equal(changes.length, entries);
		const current = (await history('getTimeInStatus')).filter((period) => period.current);
		assert.deepEqual(
			current.map(({ status }) => status).sort(),
			deals.map(({ statusLabel }: Row) => statusLabel).sort(),
		);
		const report = await history('getStatusReport');
		assert.ok(report.length >= statuses.length);
		const openNow = report.reduce((total, row) => total + row.openNow, 0);
		assert.equal(openNow, deals.length);
	});

	it('quotation: getAll, get and download', async () => {
		const expected = [...(await stage.state()).quotations].sort();
		assert.deepEqual(ids(await rows(['quotation', 'getAll'], { returnAll: true })), expected);
		const quotationId = byId(expected[0]);
		assert.equal((await rows(['quotation', 'get'], { quotationId }))[0]!.id, expected[0]);
		const [item] = await run(['quotation', 'download'], { quotationId });
		const { data } = item!.binary!;
		assert.equal(data.mimeType, 'application/pdf');
		assert.match(data.fileName, /\.pdf$/);
		const pdf = await stage.rest.readBinary(data);
		assert.match(pdf.toString('latin1'), /^%PDF-[^]*%%EOF\s*$/);
	});

	it('status and user: getAll', async () => {
		const { statuses, users } = await stage.state();
		const listed = await rows(['status', 'getAll'], { returnAll: true });
		assert.deepEqual(listed.map(({ statusId }) => statusId).sort(), ids(statuses));
		assert.deepEqual(ids(await rows(['user', 'getAll'], { returnAll: true })), ids(users));
	});

	it('webhook: create, getAll and delete', async () => {
		const url = `${stage.n8n.url}/webhook/somewhere`;
		const events = ['CRM_BACKLOG_ITEM_STATUS_CHANGE'];
		const [{ webhookId }] = await rows(['webhook', 'create'], { name: 'By hand', url, events });
		const [registered, ...others] = (await stage.state()).subscriptions;
		assert.deepEqual(others, []);
		assert.deepEqual([registered.id, registered.name, registered.url], [webhookId, 'By hand', url]);
		const listed = await rows(['webhook', 'getAll'], { returnAll: true });
		assert.ok(JSON.stringify(listed).includes(registered.id));
		await run(['webhook', 'delete'], { webhookId });
		assert.deepEqual((await stage.state()).subscriptions, []);
	});

	it('was among them', () => {
		const known = nodes.resources.flatMap((resource) =>
			resource.operations.map(({ value }) => `${resource.value} ${value}`),
		);
		assert.deepEqual([...seen].sort(), known.sort());
	});
});
