import '../../support/noWaiting';

import type { IDataObject } from 'n8n-workflow';

import { failure } from '../../support/failure';
import { HandPoller, PROFILE } from '../../support/handPoller';
import { uuid } from '../../support/uuid';

/** What the polling trigger tells of contacts and quotations. */

const AUDIENCE = uuid(0xad);

let poller: HandPoller;
beforeEach(() => (poller = new HandPoller()));

let made = 0;

const quotation = (more: IDataObject = {}): IDataObject => ({
	id: uuid(0xa000 + ++made),
	number: `Q-${made}`,
	status: 'open',
	link: `https://crm.example/q/${made}`,
	...more,
});

const quoted = (more: IDataObject = {}): string => {
	poller.quotations.push(quotation(more));
	return poller.quotations.at(-1)!.id as string;
};

const BOTH = { events: ['quotationCreated', 'quotationUpdated'], watchFields: ['status'] };

const listen = async (parameters: IDataObject = { events: ['quotationCreated'] }) => {
	poller.parameters = parameters;
	return ids(await poller.activate());
};

const ids = (items: IDataObject[]) => items.map(({ id }) => id);
const polled = async () => ids(await poller.poll());

/** The list comes in this way until it is put right. */
const listed = (answer: unknown) => (poller.faults = { quotations: answer as never });
const mended = () => (poller.faults = {});

describe('what is new', () => {
	beforeEach(() => (poller.quotations = Array.from({ length: 60 }, () => quotation())));

	it('comes once, as Get Many gives it, with its event', async () => {
		expect(await listen()).toEqual([]);
		quoted({ note: null });
		const last = poller.quotations.at(-1)!;
		const event = { triggeredBy: 'quotationCreated', documentType: 'QUOTATION' };
		const unknown = { previousStatus: null, occurredAt: null, eventName: null, eventId: null };
		expect(await poller.poll()).toEqual([{ ...last, ...event, ...unknown }]);
		expect(await polled()).toEqual([]);
	});

	it('of contacts is simplified, unless the person wants it raw', async () => {
		const infos = [{ name: 'Voornaam', value: 'An' }];
		const contact = { id: 'c1', standard_personal_infos: infos, audience: { id: AUDIENCE } };
		await listen({ events: ['contactCreated'], audienceId: AUDIENCE });
		poller.contacts = [contact];
		const unknown = { occurredAt: null, eventName: null, eventId: null };
		expect(await poller.poll()).toMatchObject([
			{ Voornaam: 'An', triggeredBy: 'contactCreated', companyProfileId: PROFILE, ...unknown },
		]);
		await listen({
			events: ['contactCreated'],
			audienceId: AUDIENCE,
			options: { simplify: 'False' },
		});
		poller.contacts.push({ ...contact, id: 'c2' });
		expect(await poller.poll()).toMatchObject([{ id: 'c2', standard_personal_infos: infos }]);
	});

	it('with "Also Existing Ones" is what exists, once', async () => {
		expect(await listen({ ...BOTH, start: 'everything' })).toEqual(ids(poller.quotations));
		expect(await polled()).toEqual([]);
	});

	it('comes 1,000 at a time, new ones before changed ones, none skipped', async () => {
		await listen(BOTH);
		for (const one of poller.quotations) one.status = 'expired';
		const changed = ids(poller.quotations);
		const added = Array.from({ length: 1970 }, () => quoted());
		expect(await polled()).toEqual(added.slice(0, 1000));
		expect(await polled()).toEqual([...added.slice(1000), ...changed.slice(0, 30)]);
		poller.stop();
		expect(ids(await poller.activate())).toEqual(changed.slice(30));
		expect(await polled()).toEqual([]);
	});
});

it("another customer's list is another, also where one of thousands has an id that was seen", async () => {
	poller.quotations = [quotation()];
	await listen();
	const [known] = poller.quotations;
	poller.quotations = [known, ...Array.from({ length: 1500 }, () => quotation())];
	poller.credential.baseUrl = 'https://other.example';
	expect(ids(await poller.activate())).toEqual([]);
	expect(await polled()).toEqual([]);
});

describe('what changed', () => {
	beforeEach(async () => {
		poller.quotations = Array.from({ length: 24 }, () =>
			quotation({ tags: ['a', 'b'], total: { net: 1, gross: 2 }, lines: [{ n: 1 }, { n: 2 }] }),
		);
		await listen({ ...BOTH, watchFields: 'status, tags, total, lines, accepted_by' });
	});

	it.each<[string, (one: IDataObject) => unknown, boolean]>([
		['a watched field', (one) => (one.status = 'accepted'), true],
		['another field', (one) => (one.link = 'https://crm.example/signed'), false],
		['a list of plain values with another one', (one) => (one.tags = ['b', 'c']), true],
		['a value further inside', (one) => (one.total = { net: 1, gross: 3 }), true],
		['null in place of none', (one) => (one.accepted_by = null), false],
		['a field that was not there', (one) => (one.accepted_by = 'An'), true],
	])('%s', async (_what, change, isTold) => {
		change(poller.quotations[3]);
		const expected = isTold
			? [
					{
						id: poller.quotations[3].id,
						triggeredBy: 'quotationUpdated',
						changedFields: [expect.any(String)],
					},
				]
			: [];
		expect(await poller.poll()).toMatchObject(expected);
		expect(await poller.poll()).toEqual([]);
	});

	it('without Watch Fields fails the activation, which names the fields', async () => {
		await expect(listen({ ...BOTH, watchFields: [] })).rejects.toThrow(
			/'Watch Fields' is empty.*fields are: id, number, status, link, tags/,
		);
	});

	it('of a field that no quotation has, the log says so once', async () => {
		poller.log = [];
		await listen({ ...BOTH, watchFields: ['status', 'stattus'] });
		await poller.poll();
		expect(poller.log).toEqual([
			expect.stringContaining('none of the quotations has the field "stattus" of \'Watch Fields\''),
		]);
	});

	it('says which of the watched fields differ, also after a restart and beside a field that is watched later', async () => {
		const [one, other] = poller.quotations;
		poller.parameters.watchFields = ['status', 'tags', 'link'];
		Object.assign(one, { tags: ['c'], status: 'sent', link: 'https://crm.example/signed' });
		poller.stop();
		expect(await poller.activate()).toMatchObject([
			{ id: one.id, changedFields: ['status', 'tags'] },
		]);
		other.link = 'https://crm.example/signed';
		expect(await poller.poll()).toMatchObject([{ id: other.id, changedFields: ['link'] }]);
	});
});

describe('the status of a quotation', () => {
	const MOVED = { events: ['quotationStatusChanged'] };
	const statuses = (items: IDataObject[]) =>
		items.map(({ id, previousStatus, status }) => [id, previousStatus, status]);

	beforeEach(() => (poller.quotations = Array.from({ length: 3 }, () => quotation())));

	it('that changed is an event, with the one before; no field has to be chosen for it', async () => {
		await listen(MOVED);
		const [one, other] = poller.quotations;
		one.status = 'sent';
		other.link = 'https://crm.example/signed';
		const [item, ...more] = await poller.poll();
		expect(item).toMatchObject({ triggeredBy: 'quotationStatusChanged', previousStatus: 'open' });
		expect([item.changedFields, more]).toEqual([undefined, []]);
		one.status = 'accepted';
		poller.stop();
		expect(statuses(await poller.activate())).toEqual([[one.id, 'sent', 'accepted']]);
		expect(await polled()).toEqual([]);
	});

	it('that a new quotation has, or that none had before, is no change or has none before', async () => {
		poller.quotations[0].status = null;
		await listen(MOVED);
		quoted({ status: 'sent' });
		expect(await polled()).toEqual([]);
		poller.quotations[0].status = 'open';
		expect(statuses(await poller.poll())).toEqual([[poller.quotations[0].id, null, 'open']]);
	});

	it.each<[string, string[], boolean]>([
		['in any case', ['Sent'], true],
		['of another one', ['ACCEPTED'], false],
	])('passes the filter %s, which looks at no other event', async (_what, wanted, isTold) => {
		const filters = { documentStatuses: wanted };
		await listen({ events: ['quotationCreated', ...MOVED.events], filters });
		poller.quotations[0].status = 'SENT';
		const added = quoted();
		expect(await polled()).toEqual(isTold ? [added, poller.quotations[0].id] : [added]);
		poller.quotations[0].status = 'open';
		expect(await polled()).toEqual([]);
	});

	it('is an event of its own beside watched fields, which do not name it', async () => {
		await listen({ events: ['quotationUpdated', ...MOVED.events], watchFields: ['link'] });
		const [one, other] = poller.quotations;
		Object.assign(one, { status: 'sent', link: 'x' });
		other.status = 'sent';
		expect(await poller.poll()).toMatchObject([
			{ id: one.id, triggeredBy: 'quotationUpdated', changedFields: ['link'] },
			{ id: one.id, triggeredBy: 'quotationStatusChanged' },
			{ id: other.id, triggeredBy: 'quotationStatusChanged' },
		]);
	});

	it('of thousands comes 1,000 at a time, both events of one quotation together', async () => {
		poller.quotations = Array.from({ length: 1201 }, () => quotation());
		await listen({ events: [...BOTH.events, ...MOVED.events], watchFields: ['status'] });
		for (const one of poller.quotations) one.status = 'sent';
		quoted({ status: 'sent' });
		const came: IDataObject[] = [];
		for (const most of [999, 1000, 404]) {
			const items = await poller.poll();
			expect(items).toHaveLength(most);
			came.push(...items);
		}
		expect(await poller.poll()).toEqual([]);
		const keys = came.map(({ id, triggeredBy }) => `${String(id)} ${String(triggeredBy)}`);
		expect(new Set(keys).size).toBe(2403);
		expect(new Set(came.slice(1).map(({ previousStatus }) => previousStatus))).toEqual(
			new Set(['open']),
		);
	});

	it('begins by noting where the event is chosen later', async () => {
		await listen(BOTH);
		const both = { ...BOTH, events: [...BOTH.events, ...MOVED.events] };
		poller.quotations[0].status = 'sent';
		poller.parameters = both;
		expect(await poller.activate()).toMatchObject([{ triggeredBy: 'quotationUpdated' }]);
		poller.quotations[0].status = 'accepted';
		expect(await poller.poll()).toMatchObject([
			{ triggeredBy: 'quotationUpdated', previousStatus: 'sent' },
			{ triggeredBy: 'quotationStatusChanged', previousStatus: 'sent' },
		]);
	});
});

describe('a contact', () => {
	const contact = (id: string, more: IDataObject = {}, other: IDataObject = {}): IDataObject => ({
		id,
		audience: { id: AUDIENCE },
		standard_personal_infos: Object.entries({ Voornaam: 'An', Plaats: 'Ede', ...more }).map(
			([name, value]) => ({ name, value }),
		),
		...other,
	});
	const UPDATED = { events: ['contactCreated', 'contactUpdated'], audienceId: AUDIENCE };

	beforeEach(() => (poller.contacts = [contact('a'), contact('b')]));

	it.each<[string, IDataObject, IDataObject, string[]]>([
		['a watched field', { Plaats: 'Gent' }, {}, ['Plaats']],
		['two of them, one of them new', { Plaats: 'Gent', Land: 'BE' }, {}, ['Land', 'Plaats']],
		['another field', { Voornaam: 'Anna' }, {}, []],
		['a field of no personal info', {}, { owner: 'Eva' }, ['owner']],
	])('of which %s changed', async (_what, infos, other, changedFields) => {
		await listen({ ...UPDATED, watchContactFields: 'Plaats, Land, owner' });
		poller.contacts[1] = contact('b', infos, other);
		expect(await poller.poll()).toMatchObject(
			changedFields.length > 0
				? [{ contactId: 'b', ...infos, triggeredBy: 'contactUpdated', changedFields }]
				: [],
		);
		expect(await poller.poll()).toEqual([]);
	});

	it('without Watch Contact Fields fails the activation, which names the fields; the nine names are known', async () => {
		await expect(listen(UPDATED)).rejects.toThrow(
			/'Watch Contact Fields' is empty.*Voornaam, Plaats, createdAt, contactType, contactId/,
		);
		await listen({ ...UPDATED, watchContactFields: ['Telefoonnummer'] });
		expect(poller.log).toEqual([]);
	});
});

describe('the id', () => {
	const unnamed = (fields: IDataObject[]) => (poller.quotations = fields);

	it.each(['id', '_id', 'uuid', 'documentId', 'quotationId', 'quotation_id'])(
		'is %s',
		async (name) => {
			unnamed([{ [name]: 1 }, { [name]: 2 }]);
			await listen();
			poller.quotations.unshift({ [name]: 3 });
			const [item] = await poller.poll();
			expect(Object.values(item).map(String)).toEqual(
				expect.arrayContaining(['3', 'quotationCreated']),
			);
			expect(await poller.poll()).toEqual([]);
		},
	);

	it('is no other field, however it is named: the activation fails and names them', async () => {
		unnamed([{ owner_id: 1, customer_id: 5, paid: true, title: 'Dak' }]);
		await expect(listen()).rejects.toThrow(
			/Some quotations have no ID, so new ones cannot be recognized.*'ID Field'.*owner_id, customer_id, paid, title/,
		);
		const error = await failure(poller.fetchTestEvent());
		expect([error.message, error.description]).toEqual([
			'Some quotations have no ID, so new ones cannot be recognized',
			expect.stringContaining("'ID Field'"),
		]);
	});

	it('is what ID Field says', async () => {
		unnamed([{ number: 'Q-1' }, { number: 'Q-2' }]);
		await listen({ events: ['quotationCreated'], options: { idField: 'number' } });
		poller.quotations.push({ number: 'Q-3' });
		expect(await poller.poll()).toMatchObject([{ number: 'Q-3' }]);
	});

	it('is not what ID Field says in a list that has no such field', async () => {
		unnamed([{ number: 'Q-1' }]);
		poller.contacts = [{ id: 1 }];
		const events = ['quotationCreated', 'contactCreated'];
		await listen({ events, audienceId: AUDIENCE, options: { idField: 'number' } });
		poller.contacts.push({ id: 2 });
		expect(await poller.poll()).toMatchObject([{ triggeredBy: 'contactCreated' }]);
	});

	it('that two different records share fails the activation, also on other pages', async () => {
		unnamed([...Array.from({ length: 210 }, (_, n) => ({ id: n })), { id: 5, title: 'Another' }]);
		await expect(listen()).rejects.toThrow(
			/Different quotations share one ID in 'id'.*'ID Field'.*id, title/,
		);
		poller.quotations.pop();
		expect(await listen()).toEqual([]);
	});

	it('of a record that was pushed to the next page while the list was read is no other', async () => {
		poller.quotations = Array.from({ length: 210 }, () => quotation());
		await listen();
		const first = quotation();
		poller.asked = [];
		poller.before = async () => {
			const isNextPage = poller.asked.length === 2;
			if (isNextPage)
				poller.quotations = [first, ...poller.quotations.map((one) => ({ ...one, n: 1 }))];
			return await Promise.resolve();
		};
		expect(await polled()).toEqual([]);
		expect(await polled()).toEqual([first.id]);
	});
});

describe('a list that may lack records', () => {
	const gone = (how: number) => (poller.quotations = poller.quotations.slice(how));

	beforeEach(async () => {
		poller.quotations = Array.from({ length: 5 }, () => quotation());
		await listen(BOTH);
	});

	it('hands out what is new, forgets nothing, and the log says why', async () => {
		const all = poller.quotations;
		const fresh = quotation();
		listed({ data: [all[0], fresh], last: true, total: 6 });
		expect(await polled()).toEqual([fresh.id]);
		expect(await polled()).toEqual([]);
		expect(await polled()).toEqual([]);
		mended();
		poller.quotations = [...all, fresh];
		expect(await polled()).toEqual([]);
		expect(poller.log.join()).toMatch(/quotations may be incomplete.*announced 6/);
	});

	it('is one that came empty: nothing is forgotten, and nothing comes again', async () => {
		for (const answer of [[], { data: [] }, { data: [] }]) {
			listed(answer);
			expect(await polled()).toEqual([]);
		}
		mended();
		expect(await polled()).toEqual([]);
	});

	it('a record that two complete lists lack is forgotten, and new when it is back', async () => {
		const all = poller.quotations;
		gone(1);
		await poller.poll();
		poller.quotations = all;
		expect(await polled()).toEqual([]);
		gone(1);
		await poller.poll();
		await poller.poll();
		poller.quotations = all;
		expect(await polled()).toEqual([all[0].id]);
	});
});

it('more than 1 MB of static data fails the activation with the reason', async () => {
	poller.quotations = Array.from({ length: 100_001 }, (_, id) => ({ id }));
	const watching = { ...BOTH, watchFields: ['status', 'total'], options: { pageSize: 100_000 } };
	await expect(listen(watching)).rejects.toThrow(
		/^Quotations: the trigger cannot remember 100,001 quotations.* 1\.2 MB .*Watch fewer fields/,
	);
	expect(await listen({ ...watching, watchFields: ['status'] })).toEqual([]);
});

describe('the test', () => {
	const sample = async (parameters: IDataObject) => {
		poller.parameters = parameters;
		return await poller.fetchTestEvent();
	};

	it('shows the newest ten by the moment that the records tell', async () => {
		poller.quotations = Array.from({ length: 30 }, (_, n) =>
			quotation({ createdAt: new Date(1.7e12 - n * 1e6).toISOString() }),
		);
		const newest = ids(poller.quotations.slice(0, 10)).reverse();
		expect(ids(await sample({ events: ['quotationCreated'] }))).toEqual(newest);
		expect(poller.stored).toEqual({});
	});

	it('shows the last of the list where no moment is told, of each event in turn', async () => {
		poller.quotations = Array.from({ length: 30 }, () => quotation());
		const last = ids(poller.quotations.slice(-5));
		expect(ids(await sample(BOTH))).toEqual(last.flatMap((id) => [id, id]));
	});

	it('says so where there is none', async () => {
		await expect(sample({ events: ['quotationCreated'] })).rejects.toThrow(
			/^No quotation matches 'Trigger On' and the filters$/,
		);
	});
});
