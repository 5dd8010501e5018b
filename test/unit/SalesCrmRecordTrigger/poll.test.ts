/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import { waits } from '../../support/noWaiting';

import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../support/engine';
import { failure } from '../../support/failure';
import {
	joined,
	joinedAudience,
	quotations,
	quoted,
	RecordPoller,
} from '../../support/recordPoller';
import { startOver } from '../../support/startOver';
import { uuid } from '../../support/uuid';

/** Polls of the record trigger beside the sandbox, with what n8n gives them by hand. */

let poller: RecordPoller;

beforeEach(async () => {
	await startOver({ quotations: 30 });
	poller = new RecordPoller();
});

const ids = (items: IDataObject[]) => items.map(({ id }) => id);
const told = (items: IDataObject[]) =>
	Object.fromEntries(items.map(({ id, changedFields }) => [id, changedFields]));
const polled = async () => ids(await poller.poll());

/** n8n ends and begins anew, with other settings. */
const restarted = async (parameters: IDataObject = {}) => {
	poller.stop();
	poller.parameters = { ...poller.parameters, ...parameters };
	return await poller.activate();
};

/** Somebody edits the first so many quotations. */
const editFirst = (count: number, fields: (n: number) => object) =>
	quotations()
		.slice(0, count)
		.forEach((one, n) => Object.assign(one, fields(n)));

describe('quotations', () => {
	it('that were there at the first activation start nothing, and each new one comes once, in the list’s order', async () => {
		expect(await poller.activate()).toEqual([]);
		const last = quoted();
		const first = quoted({}, 0);
		expect(told(await poller.poll())).toEqual({ [first]: null, [last]: null });
		quoted({}, 5);
		expect(await polled()).toHaveLength(1);
		expect(await polled()).toEqual([]);
	});

	it('are the items of Get Many, and say in what they changed', async () => {
		await poller.activate();
		const id = quoted();
		Object.assign(quotations()[2], {
			status: 'Geaccepteerd?',
			valid_until: '2030-01-01T00:00:00.000Z',
		});
		const items = await poller.poll();
		const all = await runNode({
			parameters: { resource: 'quotation', operation: 'getAll', returnAll: true },
		});
		const [changed, added] = [quotations()[2].id, id].map(
			(one) => all.find(({ json }) => json.id === one)!.json,
		);
		expect(items).toEqual([
			{ ...changed, changedFields: ['status', 'valid_until'] },
			{ ...added, changedFields: null },
		]);
		expect(await poller.poll()).toEqual([]);
	});

	it('with Quotation Created changes start nothing, and items are those of Get Many alone', async () => {
		poller.parameters = { event: 'created' };
		await poller.activate();
		quotations()[2].status = 'Anders';
		const id = quoted();
		const [item, ...others] = await poller.poll();
		expect([item.id, others]).toEqual([id, []]);
		expect(item).not.toHaveProperty('changedFields');
	});

	it('changed back before a poll start nothing, and a null in place of nothing is no change', async () => {
		await poller.activate();
		const { status } = quotations()[0];
		quotations()[0].status = 'Anders';
		quotations()[0].status = status;
		Object.assign(quotations()[1], { note: null });
		expect(await polled()).toEqual([]);
	});

	it('with a field that none had before say so', async () => {
		await poller.activate();
		Object.assign(quotations()[4], { accepted: { by: 'An', on: 'Monday' } });
		expect(told(await poller.poll())).toEqual({ [quotations()[4].id]: ['accepted'] });
		Object.assign(quotations()[4], { accepted: { on: 'Monday', by: 'An' } });
		expect(await polled()).toEqual([]);
		Object.assign(quotations()[4], { accepted: undefined });
		expect(told(await poller.poll())).toEqual({ [quotations()[4].id]: ['accepted'] });
	});

	it('with a field of Ignore Fields changed start nothing', async () => {
		poller.parameters = { options: { ignoreFields: 'status, views' } };
		await poller.activate();
		quotations()[0].status = 'Anders';
		Object.assign(quotations()[1], { views: 7, title: 'Ander dak' });
		expect(told(await poller.poll())).toEqual({ [quotations()[1].id]: ['title'] });
	});
});

describe('contacts', () => {
	beforeEach(() => {
		poller.parameters = { record: 'contact', audienceId: identities.EMPTY_AUDIENCE_ID };
	});

	it('of an audience that was empty come as they join, as Get Many shows them', async () => {
		expect(await poller.activate()).toEqual([]);
		const id = joinedAudience({ Voornaam: 'An' });
		expect(await poller.poll()).toEqual([
			{
				'E-mailadres': expect.any(String),
				Voornaam: 'An',
				contact_type: 'CONSUMER',
				time_stamp: expect.any(Number),
				id,
			},
		]);
		joined()[0].contact_type = 'BUSINESS';
		expect(await polled()).toEqual([]);
	});

	it('come raw without Simplify', async () => {
		Object.assign(poller.parameters, { simplify: false, start: 'everything' });
		joinedAudience();
		expect(await poller.activate()).toMatchObject([{ standard_personal_infos: [{}] }]);
	});

	it('without an id are told by their content: changed they are new, with infos in another order they are not', async () => {
		sandbox.switches.idName = 'none';
		joinedAudience({ Voornaam: 'An' });
		joinedAudience({ Voornaam: 'Bo' });
		expect(await poller.activate()).toEqual([]);
		joined()[0].standard_personal_infos.reverse();
		expect(await poller.poll()).toEqual([]);
		joined()[1].standard_personal_infos[1].value = 'Bob';
		expect(await poller.poll()).toMatchObject([{ Voornaam: 'Bob' }]);
	});

	it('whose id shows only when a second one is there do not come again', async () => {
		sandbox.switches.idName = 'contactId';
		await poller.activate();
		joinedAudience({ Voornaam: 'An' });
		expect(await poller.poll()).toMatchObject([{ Voornaam: 'An' }]);
		joinedAudience({ Voornaam: 'Bo' });
		expect(await poller.poll()).toMatchObject([{ Voornaam: 'Bo' }]);
		joined()[0].standard_personal_infos[1].value = 'Anna';
		expect(await poller.poll()).toEqual([]);
		joined().splice(1);
		expect([await polled(), await polled(), await polled()]).toEqual([[], [], []]);
	});

	it('without an id, with a field that counts no more, do not come again', async () => {
		sandbox.switches.idName = 'none';
		for (const name of ['An', 'Bo', 'Cas']) joinedAudience({ Voornaam: name });
		await poller.activate();
		expect(await restarted({ options: { ignoreFields: 'time_stamp' } })).toEqual([]);
		joined()[0].time_stamp++;
		expect(await polled()).toEqual([]);
	});

	it('without an id, that all changed at once, fail once and count as seen', async () => {
		sandbox.switches.idName = 'none';
		for (let n = 0; n < 40; n++) joinedAudience();
		await poller.activate();
		for (const contact of joined()) contact.contact_type = 'BUSINESS';
		await expect(poller.poll()).rejects.toThrow(/40 of 40 records are not as they were.*no ID/);
		expect(await polled()).toEqual([]);
		const many = Array.from({ length: 45 }, () => joinedAudience());
		expect(await poller.poll()).toHaveLength(many.length);
	});
});

describe('what tells quotations apart', () => {
	it('of several with one id in a list the first counts', async () => {
		await poller.activate();
		const id = quoted({ title: 'first' });
		quotations().push({ ...quotations().at(-1)!, title: 'second' });
		expect(await poller.poll()).toMatchObject([{ id, title: 'first' }]);
		expect(await polled()).toEqual([]);
	});

	it('a field that was unique by chance is an id no more: what shares it comes, and nothing again', async () => {
		sandbox.switches.idName = 'none';
		const fields = (n: number) => ({ customer_id: n, number: `N${n}` });
		quotations().splice(3);
		editFirst(3, fields);
		await poller.activate();
		expect(poller.stored).toMatchObject({ cursor: { idField: 'customer_id' } });
		quoted({ customer_id: 1, number: 'the second of customer 1' });
		expect(await poller.poll()).toMatchObject([{ number: 'the second of customer 1' }]);
		expect(await polled()).toEqual([]);
	});

	it('ids by another name altogether: the trigger starts anew', async () => {
		await poller.activate();
		sandbox.switches.idName = 'uuid';
		expect(await polled()).toEqual([]);
		const id = quoted();
		expect(await poller.poll()).toMatchObject([{ uuid: id }]);
	});

	it.each(['_id', 'uuid', 'contactId'] as const)('the id may be called %s', async (idName) => {
		sandbox.switches.idName = idName;
		await poller.activate();
		quotations()[0].status = 'Anders';
		const name = idName === 'contactId' ? 'quotationId' : idName;
		const items = await poller.poll();
		expect(items).toMatchObject([{ [name]: quotations()[0].id, changedFields: ['status'] }]);
	});
});

describe('Max Records per Poll', () => {
	beforeEach(() => (poller.parameters = { options: { maxRecords: 2 } }));

	it('with Everything the first activation begins with all there is, in portions, over a restart', async () => {
		await startOver({ quotations: 5 });
		poller.parameters.start = 'everything';
		const all = ids(quotations() as unknown as IDataObject[]);
		expect(ids(await poller.activate())).toEqual(all.slice(0, 2));
		expect(ids(await restarted({ start: 'onlyNew' }))).toEqual(all.slice(2, 4));
		expect([await polled(), await polled()]).toEqual([all.slice(4), []]);
	});

	it('new ones come before changed ones, and what is left comes with the next polls', async () => {
		await poller.activate();
		const changed = quotations()[0].id;
		quotations()[0].status = 'Anders';
		quotations()[1].title = 'Ander dak';
		const added = [quoted(), quoted(), quoted()];
		expect(await polled()).toEqual(added.slice(0, 2));
		quotations()[0].total = 1;
		expect(told(await poller.poll())).toEqual({
			[changed]: ['status', 'total'],
			[added[2]]: null,
		});
		expect(told(await poller.poll())).toEqual({ [quotations()[1].id]: ['title'] });
		expect(await polled()).toEqual([]);
	});
});

describe('settings that changed tell nothing at the next poll', () => {
	it('from Created to Created or Updated: changes of before start nothing, later ones do', async () => {
		poller.parameters = { event: 'created' };
		await poller.activate();
		quotations()[0].status = 'Anders';
		expect(await restarted({ event: 'createdOrUpdated' })).toEqual([]);
		quotations()[0].status = 'Weer anders';
		expect(told(await poller.poll())).toEqual({ [quotations()[0].id]: ['status'] });
		expect(await restarted({ event: 'created' })).toEqual([]);
		quotations()[0].status = 'Oud';
		expect(await polled()).toEqual([]);
	});

	it('a field ignored no longer, or from now on; new ones come all the same', async () => {
		poller.parameters = { options: { ignoreFields: 'status' } };
		await poller.activate();
		editFirst(30, () => ({ status: 'Anders' }));
		const id = quoted();
		expect(ids(await restarted({ options: {} }))).toEqual([id]);
		quotations()[0].status = 'Weer anders';
		expect(told(await poller.poll())).toEqual({ [quotations()[0].id]: ['status'] });
		quotations()[0].title = 'Ander dak';
		expect(await restarted({ options: { ignoreFields: ['title'] } })).toEqual([]);
	});
});

describe('what is forgotten', () => {
	let gone: (typeof sandbox.world)['profile'] extends () => infer P ? P : never;
	beforeEach(() => void (gone = sandbox.world.profile()));

	it('a record that was absent from one list is known when it is back, from two it is new', async () => {
		await poller.activate();
		const [first, second] = gone.quotations.splice(0, 2);
		expect(await polled()).toEqual([]);
		gone.quotations.unshift(first);
		expect(await polled()).toEqual([]);
		gone.quotations.unshift(second);
		expect(await polled()).toEqual([second.id]);
		expect(JSON.stringify(poller.stored)).toContain('"missing":""');
	});

	it('a record that was absent from two lists, but was there between them, is known', async () => {
		await poller.activate();
		for (let n = 0; n < 2; n++) {
			const [one] = gone.quotations.splice(0, 1);
			expect(await polled()).toEqual([]);
			gone.quotations.unshift(one);
			expect(await polled()).toEqual([]);
		}
	});

	it('nothing for an empty list, however often', async () => {
		await poller.activate();
		const all = gone.quotations.splice(0);
		for (let n = 0; n < 4; n++) expect(await polled()).toEqual([]);
		gone.quotations.push(...all);
		expect(await polled()).toEqual([]);
	});

	it.each(['message', 'object', 'noBody', 'null', 404] as const)(
		'nothing for an answer that may mean that there is none: %s',
		async (emptyPage) => {
			await poller.activate();
			sandbox.switches.emptyPage = emptyPage;
			const all = gone.quotations.splice(0);
			for (let n = 0; n < 3; n++) expect(await polled()).toEqual([]);
			gone.quotations.push(...all);
			expect(await polled()).toEqual([]);
		},
	);

	it('nothing for a list in doubt, which hands out what is new all the same, and the log says why', async () => {
		await poller.activate();
		Object.assign(sandbox.switches, { ignorePage: true, pageCap: 10 });
		const id = quoted({}, 0);
		expect(await polled()).toEqual([id]);
		expect([await polled(), await polled()]).toEqual([[], []]);
		expect(poller.log.at(-1)).toMatch(/the same 10 entries/);
		Object.assign(sandbox.switches, { ignorePage: false, pageCap: null });
		expect(await polled()).toEqual([]);
	});

	it('the end of the list is confirmed where a record would be forgotten, and only then', async () => {
		await poller.activate();
		expect(waits()).toEqual([3000]);
		await poller.poll();
		const [removed] = gone.quotations.splice(0, 1);
		await poller.poll();
		expect(waits()).toEqual([3000]);
		await poller.poll();
		expect(waits()).toEqual([3000, 3000]);
		await poller.poll();
		expect(waits()).toEqual([3000, 3000]);
		expect(removed).toBeDefined();
	});

	it('a poll without news asks no more than Get Many does', async () => {
		await startOver({ quotations: 700 });
		await poller.activate();
		sandbox.log.requests.length = 0;
		await runNode({
			parameters: { resource: 'quotation', operation: 'getAll', returnAll: true },
		});
		const asked = sandbox.log.requests.length;
		poller.asked = [];
		expect(await polled()).toEqual([]);
		expect(poller.asked.length).toBe(asked);
	});
});

describe('half of the records changed in one field', () => {
	it('fails once, naming the field and how many; new and other changes come with the next poll', async () => {
		await poller.activate();
		editFirst(20, () => ({ status: 'Ingetrokken' }));
		quotations()[3].title = 'Ander dak';
		quotations()[25].title = 'Nog een dak';
		const id = quoted();
		const error = await failure(poller.poll());
		expect(error.message).toMatch(/of 30 records 'status' in 20.*'Ignore Fields'/);
		expect(told(await poller.poll())).toEqual({
			[quotations()[3].id]: ['title'],
			[quotations()[25].id]: ['title'],
			[id]: null,
		});
		expect(await polled()).toEqual([]);
	});

	it('names each such field, and notes them all', async () => {
		await poller.activate();
		editFirst(30, (n) => ({ status: 'Ingetrokken', total: n }));
		await expect(poller.poll()).rejects.toThrow(/'status' in 30, 'total' in 30/);
		expect(await polled()).toEqual([]);
	});

	it.each([
		['19 of 30', 30, 19],
		['20 of 41', 41, 20],
	])('%s come as changes', async (_what, count, edited) => {
		await startOver({ quotations: count });
		await poller.activate();
		editFirst(edited, () => ({ status: 'Ingetrokken' }));
		expect(await poller.poll()).toHaveLength(edited);
	});

	it('a field that differs with each answer fails each poll, until it is ignored', async () => {
		await poller.activate();
		sandbox.switches.volatileField = true;
		const id = quoted();
		for (let n = 0; n < 3; n++) await expect(poller.poll()).rejects.toThrow(/'etag' in 30/);
		expect(ids(await restarted({ options: { ignoreFields: 'etag' } }))).toEqual([id]);
		quotations()[0].status = 'Anders';
		expect(told(await poller.poll())).toEqual({ [quotations()[0].id]: ['status'] });
	});

	it.each(['none', 'uuid'] as const)(
		'a field that differs with each answer lets no record through that was there (id: %s)',
		async (idName) => {
			Object.assign(sandbox.switches, { idName, volatileField: true, pageCap: 20 });
			await poller.activate();
			for (let n = 0; n < 3; n++) await expect(poller.poll()).rejects.toThrow(/'Ignore Fields'/);
			const options = { ignoreFields: 'etag' };
			await restarted({ options }).catch(() => undefined);
			await poller.poll().catch(() => undefined);
			const id = quoted();
			expect(await poller.poll()).toMatchObject([{ number: quotations().at(-1)!.number }]);
			expect(id).toBeDefined();
			expect(await poller.poll()).toEqual([]);
		},
	);

	it.each([
		['activated again', async () => poller.deactivate()],
		['n8n started again', async () => poller.stop()],
	])('%s: the activation does not fail, the log says it, the next poll does', async (_, end) => {
		await poller.activate();
		await end();
		editFirst(30, () => ({ status: 'Ingetrokken' }));
		const isStart = _.startsWith('n8n');
		expect(await (isStart ? poller.start() : poller.activate())).toEqual([]);
		expect(poller.log).toEqual([expect.stringMatching(/first poll after a start.*'status' in 30/)]);
		await expect(poller.poll()).rejects.toThrow(/'status' in 30/);
		expect(await polled()).toEqual([]);
		poller.deactivate();
		expect(await poller.activate()).toEqual([]);
	});

	it('an activation that leaves it to the next poll puts static data right that something else put back', async () => {
		await poller.activate();
		const id = quoted();
		expect(await polled()).toEqual([id]);
		expect(await polled()).toEqual([]);
		editFirst(30, () => ({ status: 'Ingetrokken' }));
		poller.putBack(0);
		expect(await poller.activate()).toEqual([]);
		poller.stop();
		expect(await poller.activate()).toEqual([]);
		await expect(poller.poll()).rejects.toThrow(/'status' in 30/);
	});

	it('with durable cursors it is told once, too, and once more after a restart', async () => {
		poller = new RecordPoller({}, true);
		await poller.activate();
		await poller.poll();
		const { stored } = poller;
		editFirst(30, () => ({ status: 'Ingetrokken' }));
		await expect(poller.poll()).rejects.toThrow(/'status' in 30/);
		expect(poller.stored).toEqual(stored);
		const before = poller.stored;
		poller.stop();
		poller.store(before);
		await poller.start();
		await expect(poller.poll()).rejects.toThrow(/'status' in 30/);
		quotations()[2].title = 'Ander dak';
		expect(told(await poller.poll())).toEqual({ [quotations()[2].id]: ['title'] });
		expect(await polled()).toEqual([]);
		poller.stop();
		await poller.start();
		expect(await polled()).toEqual([]);
	});
});

describe('the first activation', () => {
	it.each(['message', 'object', 'noBody'] as const)(
		'fails where the service answers without a list (%s): what is there would come as new later',
		async (emptyPage) => {
			sandbox.switches.emptyPage = emptyPage;
			const all = quotations().splice(0);
			await expect(poller.activate()).rejects.toThrow(/could not be listed for certain/);
			expect(poller.stored).toEqual({});
			poller.parameters = { start: 'everything' };
			expect(await poller.activate()).toEqual([]);
			quotations().push(all[0]);
			expect(await polled()).toEqual([all[0].id]);
		},
	);

	it('begins with a list in doubt that comes twice the same, and the log says why', async () => {
		Object.assign(sandbox.switches, { ignorePage: true, pageCap: 10 });
		expect(await poller.activate()).toEqual([]);
		expect(poller.log).toEqual([expect.stringMatching(/the same 10 entries/)]);
		const id = quoted({}, 0);
		expect(await polled()).toEqual([id]);
	});

	it('reads a list once more that lacked a page: none of it comes as new later', async () => {
		await startOver({ quotations: 120 });
		sandbox.switches.pageCap = 25;
		const gap = { route: 'listQuotations', page: 2, kind: 'emptyPage' } as const;
		sandbox.switches.faults = [1, 2, 3].map(() => ({ ...gap }));
		expect(await poller.activate()).toEqual([]);
		expect([await polled(), await polled()]).toEqual([[], []]);
	});

	it('that cannot list fails with the reason, and a later poll that cannot notes nothing', async () => {
		sandbox.switches.faults = [{ route: 'listQuotations', kind: 'status', status: 403, every: 1 }];
		await expect(poller.activate()).rejects.toThrow(/Could not list the quotations/);
		sandbox.switches.faults = [];
		await poller.activate();
		const id = quoted();
		sandbox.switches.faults = [{ route: 'listQuotations', kind: 'status', status: 403 }];
		await expect(poller.poll()).rejects.toThrow(/Could not list the quotations/);
		expect(await polled()).toEqual([id]);
	});
});

describe('another source starts anew', () => {
	it('another kind of record, another audience, another profile', async () => {
		poller.parameters = { record: 'contact', audienceId: identities.EMPTY_AUDIENCE_ID };
		await poller.activate();
		joinedAudience();
		expect(await restarted({ record: 'quotation' })).toEqual([]);
		expect(await restarted({ record: 'contact' })).toEqual([]);
		joinedAudience();
		const audienceId = identities.AUDIENCE_ID;
		expect(await restarted({ audienceId })).toEqual([]);
		const { cursor } = poller.stored;
		expect(cursor).toMatchObject({ source: expect.stringContaining(audienceId) });
	});

	it('the same in another writing does not', async () => {
		await poller.activate();
		const id = quoted();
		const companyProfileId = ` ${identities.PROFILE_ID.toUpperCase()} `;
		expect(ids(await restarted({ options: { companyProfileId } }))).toEqual([id]);
	});

	it.each<[string, (cursor: IDataObject) => unknown]>([
		['nothing', () => undefined],
		['a text', () => 'seen'],
		['a cut list', (cursor) => ({ ...cursor, seen: String(cursor.seen).slice(1) })],
		['no list', (cursor) => ({ ...cursor, missing: undefined })],
		['other fields', (cursor) => ({ ...cursor, fields: 'all' })],
		['the moment of the history trigger', (cursor) => ({ at: cursor.at, highWaterMark: 1 })],
	])('where something else wrote %s', async (_what, damage) => {
		await poller.activate();
		quoted();
		poller.stop();
		poller.store({ cursor: damage(poller.stored.cursor!) } as IDataObject);
		expect(await poller.activate()).toEqual([]);
		const id = quoted();
		expect(await polled()).toEqual([id]);
	});
});

describe('Fetch Test Event', () => {
	it('gives up to ten records of the list, and touches no memory', async () => {
		const items = await poller.fetchTestEvent();
		expect(ids(items)).toEqual(ids(quotations().slice(0, 10) as unknown as IDataObject[]));
		expect(items[0]).toMatchObject({ changedFields: null });
		expect(poller.stored).toEqual({});
		expect(poller.log).toEqual([]);
	});

	it('says that there is none', async () => {
		await startOver({ quotations: 0 });
		await expect(poller.fetchTestEvent()).rejects.toThrow(/company profile has no quotations yet/);
		poller.parameters = { record: 'contact', audienceId: identities.EMPTY_AUDIENCE_ID };
		await expect(poller.fetchTestEvent()).rejects.toThrow(/audience has no contacts yet/);
		sandbox.switches.emptyPage = 'message';
		await expect(poller.fetchTestEvent()).rejects.toThrow(/No results found/);
	});

	it('says in the log that records without an id are told by their content', async () => {
		sandbox.switches.idName = 'none';
		await poller.fetchTestEvent();
		expect(poller.log).toEqual([expect.stringMatching(/no field.*ID.*content/)]);
	});
});

describe('settings', () => {
	it.each<[string, IDataObject, string]>([
		['no audience', { record: 'contact', audienceId: '' }, "'Audience ID'"],
		['another record', { record: 'deal' }, '\'Trigger On\' knows no "deal"'],
		['another event', { event: 'removed' }, '\'Quotation Events\' knows no "removed"'],
		['another start', { start: 'pastDays' }, '\'Start With\' knows no "pastDays"'],
		['none at a time', { options: { maxRecords: 0 } }, "'Max Records per Poll' must be"],
		['an odd size', { options: { pageSize: 'all' } }, "'Page Size' must be"],
		['no request at a time', { options: { concurrency: 0 } }, "'Requests at a Time' must be"],
		['an unknown sign-in', { authentication: 'none' }, "'Authentication' is unknown"],
	])('%s fails, naming the field, and asks nothing', async (_what, parameters, message) => {
		poller.parameters = parameters;
		await expect(poller.activate()).rejects.toThrow(message);
		expect(poller.asked).toEqual([]);
	});

	it('page size, requests at a time and profile are those of the options', async () => {
		const companyProfileId = uuid(0xc1);
		poller.parameters = { options: { pageSize: '7', concurrency: 1, companyProfileId } };
		await expect(poller.activate()).rejects.toThrow();
		expect(poller.asked[0][1]).toMatchObject({ per_page: 7, company_profile_id: companyProfileId });
	});
});

describe('what is remembered', () => {
	it('holds no secret and no value of a record', async () => {
		await poller.activate();
		const stored = JSON.stringify(poller.stored);
		expect(stored).not.toContain(identities.API_TOKEN);
		expect(stored).not.toContain(quotations()[0].customer_name);
		expect(stored).not.toContain(quotations()[0].id);
	});

	it('stays as it was when a poll learns nothing, so that durable cursors write no other', async () => {
		poller = new RecordPoller({}, true);
		await poller.activate();
		quoted();
		await poller.poll();
		const { stored } = poller;
		await poller.poll();
		quotations().reverse();
		await poller.poll();
		expect(poller.stored).toEqual(stored);
	});
});
