import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { Answer, Item } from '../../runtime/rest.mts';
import { AUDIENCE_ID, EMPTY_AUDIENCE_ID } from '../../sandbox/identities.mts';
import { connectOAuth2 } from './sign-in/support/connect.mts';
import { type CredentialType, crmNode, ENTERED } from './sign-in/support/credentials.mts';
import { AUTO_MAPPED } from './support/mapping.mts';
import { openStage, type Stage } from './support/stage.mts';

type Row = Record<string, Answer>;
const ids = (rows: Row[]) => rows.map(({ id }) => id).sort();

const DATA = { contacts: 120, quotations: 8 };

describe('every operation in a real n8n', () => {
	let stage: Stage;
	before(async () => (stage = await openStage({ sandbox: DATA })));
	after(async () => await stage?.close());
	for (const type of Object.keys(ENTERED) as CredentialType[]) {
		describe(`signed in by ${type}`, () => operations(() => stage, type));
	}
});

function operations(stageNow: () => Stage, type: CredentialType): void {
	let stage: Stage;
	let credential: { id: string; name: string };
	before(async () => {
		stage = stageNow();
		await stage.control('POST', '/reset', DATA);
		const entered = ENTERED[type](stage.sandbox.url);
		credential = await stage.rest.createCredential(type, `Every operation, ${type}`, entered);
		if (type === 'salesCrmOAuth2Api') await connectOAuth2(stage.rest, credential.id);
	});

	/** Runs one operation and gives back its items; an error of the node fails the test. */
	const run = async (parameters: Row, input: Row[] = [{}]): Promise<Item[]> => {
		const { execution, items } = await stage.rest.runOnce(
			[crmNode(type, credential, parameters)],
			input,
		);
		const { message, description } = execution.error ?? {};
		assert.equal(execution.status, 'success', `${message}: ${description}`);
		return items;
	};
	const rows = async (parameters: Row): Promise<Row[]> =>
		(await run(parameters)).map(({ json }) => json);

	it('contact: create, each field mapped by hand', async () => {
		const before = (await stage.state()).contacts;
		const value = { Voornaam: '={{ $json.given }}', Achternaam: 'Jansen', Huisnummer: '7' };
		const items = await run(
			{
				resource: 'contact',
				operation: 'create',
				audienceId: EMPTY_AUDIENCE_ID,
				personalInfos: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
				ifExists: 'createAnyway',
			},
			[{ given: 'Femke' }, { given: 'Daan' }, { given: 'Noor' }],
		);
		assert.deepEqual(
			items.map(({ pairedItem }) => pairedItem),
			[{ item: 0 }, { item: 1 }, { item: 2 }],
		);
		assert.equal((await stage.state()).contacts, before + 3);
		const listed = await rows({
			resource: 'contact',
			operation: 'getAll',
			audienceId: EMPTY_AUDIENCE_ID,
			returnAll: true,
			simplify: false,
		});
		assert.equal(listed.length, 3);
		for (const name of ['Femke', 'Daan', 'Noor']) assert.ok(JSON.stringify(listed).includes(name));
	});

	it('contact: create, columns matched by their names', async () => {
		const before = (await stage.state()).contacts;
		const personalInfos = AUTO_MAPPED;
		await run(
			{ resource: 'contact', operation: 'create', audienceId: AUDIENCE_ID, personalInfos },
			[
				{
					firstName: 'Bram',
					'Last name': 'de Boer',
					Email: 'bram@example.com',
					zip: 1234,
					colour: 'red',
				},
			],
		);
		assert.equal((await stage.state()).contacts, before + 1);
		const listed = await rows({
			resource: 'contact',
			operation: 'getAll',
			audienceId: AUDIENCE_ID,
			returnAll: true,
			simplify: false,
		});
		const created = listed.filter((row) => JSON.stringify(row).includes('bram@example.com'));
		assert.equal(created.length, 1);
		assert.deepEqual(created[0].standard_personal_infos, [
			{ name: 'Voornaam', value: 'Bram' },
			{ name: 'Achternaam', value: 'de Boer' },
			{ name: 'E-mailadres', value: 'bram@example.com' },
			{ name: 'Postcode', value: '1234' },
		]);
	});

	it('contact: getAll, all and a limited number', async () => {
		const parameters = { resource: 'contact', operation: 'getAll', audienceId: AUDIENCE_ID };
		const all = await rows({ ...parameters, returnAll: true });
		// The one more was created above.
		assert.equal(all.length, 121);
		assert.equal(new Set(all.map((row) => JSON.stringify(row))).size, all.length);
		const some = await rows({ ...parameters, returnAll: false, limit: 7 });
		assert.deepEqual(some, all.slice(0, 7));
	});

	it('contact: find, by email, phone and name; what is not there is said, and its item goes on', async () => {
		const listed = await rows({
			resource: 'contact',
			operation: 'getAll',
			audienceId: AUDIENCE_ID,
			returnAll: true,
		});
		const [first, ...others] = listed;
		const second = others.find((row) => row.Telefoonnummer)!;
		const parameters = {
			resource: 'contact',
			operation: 'find',
			audienceId: AUDIENCE_ID,
			email: '={{ $json.mail }}',
			phone: '={{ $json.phone }}',
			name: '={{ $json.name }}',
		};
		const items = await run(parameters, [
			{ mail: ` ${first['E-mailadres'].toUpperCase()} ` },
			{ mail: 'nobody@example.com' },
			{ phone: second.Telefoonnummer.replace(/^0/, '+31 (0)') },
			{ name: `${first.Achternaam} ${first.Voornaam}`.toUpperCase() },
		]);
		assert.deepEqual(
			items
				.slice(0, 3)
				.map(({ json, pairedItem }) => [json.found, json.matchedBy, json.contactId, pairedItem]),
			[
				[true, 'email', first.contactId, { item: 0 }],
				[false, null, null, { item: 1 }],
				[true, 'phone', second.contactId, { item: 2 }],
			],
		);
		assert.equal(items[0]!.json['E-mailadres'], first['E-mailadres']);
		assert.ok(items.slice(3).some(({ json }) => json.contactId === first.contactId));
	});

	it('deal: getAll by words of the title, and get with its time in status', async () => {
		const { deals, users } = await stage.state();
		const parameters = { resource: 'deal', operation: 'getAll', returnAll: true };
		const all = await rows(parameters);
		assert.deepEqual(all.map(({ dealId }) => dealId).sort(), ids(deals));
		for (const deal of deals) {
			const row = all.find(({ dealId }) => dealId === deal.id)!;
			assert.equal(row.title, deal.summary);
			assert.equal(row.statusId, deal.statusId);
			assert.equal(row.status, deal.statusLabel);
			const { assigneeId, assignee } = row;
			if (assigneeId)
				assert.ok(users.some(({ id, name }: Row) => id === assigneeId && name === assignee));
		}
		const words = deals[0].summary.split(' ');
		const named = await rows({ ...parameters, search: words.toReversed().join(' ').toUpperCase() });
		const wanted = deals.filter(({ summary }: Row) =>
			words.every((word: string) => summary.toLowerCase().includes(word.toLowerCase())),
		);
		assert.deepEqual(named.map(({ dealId }) => dealId).sort(), ids(wanted));

		const dealId = { __rl: true, mode: 'id', value: deals[0].id };
		const options = { includeTimeInStatus: true, includeChanges: true };
		const [one] = await rows({ resource: 'deal', operation: 'get', dealId, options });
		const { timeInStatus, changes, ...present } = one;
		const before = all.find((row) => row.dealId === deals[0].id)!;
		assert.ok(present.inStatusMs >= before.inStatusMs);
		// It has gone on meanwhile.
		const { inStatusMs, inStatusDays } = present;
		assert.deepEqual(present, { ...before, inStatusMs, inStatusDays });
		assert.equal(timeInStatus.find(({ current }: Row) => current).statusId, deals[0].statusId);
		assert.equal(
			changes.findLast(({ changeType }: Row) => changeType === 'STATUS_CHANGED').statusId,
			deals[0].statusId,
		);
	});

	it('quotation: getAll and get', async () => {
		const expected = [...(await stage.state()).quotations].sort();
		const all = await rows({ resource: 'quotation', operation: 'getAll', returnAll: true });
		assert.deepEqual(ids(all), expected);
		const quotationId = { __rl: true, mode: 'id', value: expected[0] };
		const [one] = await rows({ resource: 'quotation', operation: 'get', quotationId });
		assert.equal(one.id, expected[0]);
	});

	it('quotation: download', async () => {
		const [id] = (await stage.state()).quotations;
		const quotationId = { __rl: true, mode: 'id', value: id };
		const [item] = await run({ resource: 'quotation', operation: 'download', quotationId });
		const { data } = item.binary!;
		assert.equal(data.mimeType, 'application/pdf');
		assert.match(data.fileName, /\.pdf$/);
		const pdf = await stage.rest.readBinary(data);
		assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
		assert.match(pdf.subarray(-8).toString(), /%%EOF/);
	});

	it('history: deals, changes, time in status and the report of all statuses', async () => {
		const { deals, users } = await stage.state();
		const parameters = { resource: 'history', operation: 'getAll', returnAll: true };
		const asSent = await rows({ ...parameters, output: 'deals' });
		assert.deepEqual(ids(asSent), ids(deals));

		const changes = await rows({ ...parameters, output: 'changes' });
		const entries = asSent.reduce((sum, { history }) => sum + history.length, 0);
		assert.equal(changes.length, entries);
		const periods = await rows({ ...parameters, output: 'timeInStatus' });
		for (const deal of deals) {
			const own = changes.filter(({ dealId }) => dealId === deal.id);
			const status = own.filter(({ changeType }) => changeType === 'STATUS_CHANGED').at(-1)!;
			assert.equal(status.statusId, deal.statusId);
			assert.equal(status.status, deal.statusLabel);
			const assigned = own.filter(({ changeType }) => changeType === 'USER_CHANGED').at(-1);
			const user = users.find(({ id }: Row) => id === assigned?.assigneeId);
			if (user) assert.equal(assigned!.assignee, user.name);

			const current = periods.filter((period) => period.dealId === deal.id && period.current);
			assert.deepEqual(
				current.map(({ status: label }) => label),
				[deal.statusLabel],
			);
		}
		const report = await rows({ ...parameters, output: 'statusReport' });
		assert.ok(report.length >= (await stage.state()).statuses.length);
		const sum = (key: string) => report.reduce((total, row) => total + row[key], 0);
		assert.equal(sum('deals'), periods.length);
		assert.equal(sum('openNow'), deals.length);
	});

	it('deal: as of a moment between two of its changes, and by the name of its status', async () => {
		const { deals } = stage.sandbox.world.profile();
		const { id, history } = deals.find((deal) => deal.history.length > 2)!;
		const [first, second] = history;
		const asOf = new Date(second!.startTimestamp - 1).toISOString();
		const dealId = { __rl: true, mode: 'id', value: id };
		const [then] = await rows({ resource: 'deal', operation: 'get', dealId, options: { asOf } });
		const firstChangeAt = new Date(first!.startTimestamp).toISOString();
		assert.deepEqual([then!.firstChangeAt, then!.lastChangeAt], [firstChangeAt, firstChangeAt]);
		const filters = { statusIds: [String(then!.status).toUpperCase()] };
		const named = await rows({ resource: 'deal', operation: 'getAll', returnAll: true, filters });
		assert.ok(named.length > 0 && named.every(({ status }) => status === then!.status));
	});

	it('status: getAll', async () => {
		const all = await rows({ resource: 'status', operation: 'getAll', returnAll: true });
		assert.deepEqual(ids(all), ids((await stage.state()).statuses));
	});

	it('user: getAll', async () => {
		const all = await rows({ resource: 'user', operation: 'getAll', returnAll: true });
		assert.deepEqual(ids(all), ids((await stage.state()).users));
	});

	it('webhook: create, getAll and delete', async () => {
		const url = `${stage.n8n.url}/webhook/somewhere`;
		await run({
			resource: 'webhook',
			operation: 'create',
			name: 'By hand',
			url,
			method: 'POST',
			events: ['CRM_BACKLOG_ITEM_STATUS_CHANGE'],
		});
		const [registered, ...others] = (await stage.state()).subscriptions;
		assert.equal(others.length, 0);
		assert.equal(registered.name, 'By hand');
		assert.equal(registered.url, url);

		const listed = await rows({ resource: 'webhook', operation: 'getAll', returnAll: true });
		assert.equal(listed.length, 1);
		assert.ok(JSON.stringify(listed[0]).includes(registered.id));

		await run({ resource: 'webhook', operation: 'delete', webhookId: registered.id });
		assert.deepEqual((await stage.state()).subscriptions, []);
	});
}
