import '../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { failure } from '../../support/failure';
import { PROFILE } from '../../support/handCrm';
import { HandPoller, idOf } from '../../support/handPoller';
import { ITEM_KEYS } from '../../support/oneLanguage';
import { uuid } from '../../support/uuid';

/** Which events of contacts and quotations the polling trigger reports, and their items. */

const AUDIENCE = uuid(0xad);
const CREATED = { events: ['quotationCreated'] };
const BOTH = { events: ['quotationCreated', 'quotationUpdated'], watchFields: ['status'] };

let poller: HandPoller;
beforeEach(() => (poller = new HandPoller()));

const ids = (items: IDataObject[]) => items.map(idOf);
const publish = async (parameters: IDataObject = CREATED) => ids(await poller.publish(parameters));
const polled = async () => ids(await poller.poll());
const addQuotations = (count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, () => poller.addQuotation(more));

describe('a new record', () => {
	beforeEach(() => void addQuotations(60));

	it('of quotations is reported once, with the keys of the instant trigger', async () => {
		poller.quotations = [];
		expect(await publish()).toEqual([]);
		const quotationId = poller.addQuotation({ quotation_number: 7 });
		const [item, ...others] = await poller.poll();
		expect(Object.keys(item).join(', ')).toBe(ITEM_KEYS.document);
		const known = { quotationId, number: '7', status: 'open', triggeredBy: 'quotationCreated' };
		expect(item).toMatchObject({ ...known, documentType: 'QUOTATION', previousStatus: null });
		expect([...others, ...(await poller.poll())]).toEqual([]);
	});

	it('of quotations in an unknown form is reported as received', async () => {
		await publish();
		const id = poller.addQuotation({ note: null });
		const received = { id, status: 'open', note: null, triggeredBy: 'quotationCreated' };
		expect(await poller.poll()).toMatchObject([received]);
	});

	it('of contacts has the keys of the instant trigger or, if a person chose so, is as received', async () => {
		const standard_personal_infos = [{ name: 'Voornaam', value: 'An' }];
		const parameters = { events: ['contactCreated'], audienceId: AUDIENCE };
		await publish(parameters);
		poller.addContact({ standard_personal_infos });
		const [item] = await poller.poll();
		expect(Object.keys(item).join(', ')).toBe(`Voornaam, ${ITEM_KEYS.contact}`);
		const known = { Voornaam: 'An', triggeredBy: 'contactCreated', companyProfileId: PROFILE };
		expect(item).toMatchObject(known);
		await publish({ ...parameters, options: { simplify: 'False' } });
		const id = poller.addContact({ standard_personal_infos });
		expect(await poller.poll()).toMatchObject([{ id, standard_personal_infos }]);
	});

	it('with "Also Existing Ones" may exist before the first activation', async () => {
		expect(await publish({ ...BOTH, start: 'everything' })).toEqual(ids(poller.quotations));
		expect(await polled()).toEqual([]);
	});

	it('comes before changed ones, 1,000 at a time, none skipped, also over a restart', async () => {
		await publish(BOTH);
		for (const one of poller.quotations) one.status = 'expired';
		const changed = ids(poller.quotations);
		const added = addQuotations(1970);
		expect(await polled()).toEqual(added.slice(0, 1000));
		expect(await polled()).toEqual([...added.slice(1000), ...changed.slice(0, 30)]);
		poller.stop();
		expect(ids(await poller.activate())).toEqual(changed.slice(30));
		expect(await polled()).toEqual([]);
	});

	it('is not one of another account, even if an ID among its thousands was seen', async () => {
		await publish();
		poller.quotations.splice(1);
		addQuotations(1500);
		poller.credential.baseUrl = 'https://other.example';
		expect(ids(await poller.activate())).toEqual([]);
		expect(await polled()).toEqual([]);
	});
});

describe('a changed quotation', () => {
	beforeEach(async () => {
		addQuotations(24, { link: 'x', tags: ['a', 'b'], total: { net: 1, gross: 2 } });
		await publish({ ...BOTH, watchFields: 'status, tags, total, accepted_by' });
	});

	it.each<[string, IDataObject, string[]]>([
		['watched fields', { status: 'accepted', tags: ['c'] }, ['status', 'tags']],
		['another field', { link: 'y' }, []],
		['a value inside a watched field', { total: { net: 1, gross: 3 } }, ['total']],
		['a watched field from missing to null', { accepted_by: null }, []],
		['a watched field that was missing', { accepted_by: 'An' }, ['accepted_by']],
	])('with changes in %s reports %j as changedFields %j', async (_what, changes, changedFields) => {
		Object.assign(poller.quotations[3], changes);
		const { id } = poller.quotations[3];
		const event = { id, triggeredBy: 'quotationUpdated', changedFields };
		expect(await poller.poll()).toMatchObject(changedFields.length > 0 ? [event] : []);
		expect(await poller.poll()).toEqual([]);
	});

	it('is compared over a restart; a field that is watched later is noted first', async () => {
		const [one, other] = poller.quotations;
		poller.parameters.watchFields = ['status', 'tags', 'link'];
		Object.assign(one, { tags: ['c'], link: 'y' });
		poller.stop();
		expect(await poller.activate()).toMatchObject([{ id: one.id, changedFields: ['tags'] }]);
		other.link = 'y';
		expect(await poller.poll()).toMatchObject([{ id: other.id, changedFields: ['link'] }]);
	});

	it('without Watch Fields fails the activation, which names the fields', async () => {
		await expect(publish({ ...BOTH, watchFields: [] })).rejects.toThrow(
			/'Watch Fields' is empty.*fields are: id, status, link, tags, total/,
		);
	});

	it('with a watched field that no quotation has is reported once in the log', async () => {
		poller.log = [];
		await publish({ ...BOTH, watchFields: ['status', 'stattus'] });
		await poller.poll();
		expect(poller.log).toEqual([
			expect.stringContaining('none of the quotations has the field "stattus" of \'Watch Fields\''),
		]);
	});
});

describe('a status of a quotation that changed', () => {
	const MOVED = { events: ['quotationStatusChanged'] };
	let one: IDataObject;
	let other: IDataObject;

	beforeEach(() => {
		addQuotations(3);
		[one, other] = poller.quotations;
	});

	it('is an event with the status before; no field has to be watched', async () => {
		await publish(MOVED);
		one.status = 'sent';
		other.link = 'y';
		const [item, ...others] = await poller.poll();
		const event = { id: one.id, previousStatus: 'open', status: 'sent' };
		expect(item).toMatchObject({ triggeredBy: 'quotationStatusChanged', ...event });
		expect([item.changedFields, others]).toEqual([undefined, []]);
		one.status = 'accepted';
		poller.stop();
		const next = { id: one.id, previousStatus: 'sent', status: 'accepted' };
		expect(await poller.activate()).toMatchObject([next]);
		expect(await polled()).toEqual([]);
	});

	it('is not that of a new quotation, and has none before if it was empty', async () => {
		one.status = null;
		await publish(MOVED);
		poller.addQuotation({ status: 'sent' });
		one.status = 'open';
		expect(await poller.poll()).toMatchObject([{ id: one.id, previousStatus: null }]);
	});

	it.each<[string, string[], boolean]>([
		['the same status in another case', ['Sent'], true],
		['another status', ['ACCEPTED'], false],
	])('with a filter for %s passes: %p; the filter lets other events pass', async (...given) => {
		const [, documentStatuses, passes] = given;
		const events = ['quotationCreated', ...MOVED.events];
		await publish({ events, filters: { documentStatuses } });
		one.status = 'SENT';
		const added = poller.addQuotation();
		expect(await polled()).toEqual(passes ? [added, one.id] : [added]);
		one.status = 'open';
		expect(await polled()).toEqual([]);
	});

	it('is an event of its own beside changes of watched fields', async () => {
		await publish({ events: ['quotationUpdated', ...MOVED.events], watchFields: ['link'] });
		Object.assign(one, { status: 'sent', link: 'y' });
		other.status = 'sent';
		expect(await poller.poll()).toMatchObject([
			{ id: one.id, triggeredBy: 'quotationUpdated', changedFields: ['link'] },
			{ id: one.id, triggeredBy: 'quotationStatusChanged' },
			{ id: other.id, triggeredBy: 'quotationStatusChanged' },
		]);
	});

	it('is never split from another event of the same quotation, even beyond 1,000', async () => {
		addQuotations(1198);
		await publish({ events: [...BOTH.events, ...MOVED.events], watchFields: ['status'] });
		for (const quotation of poller.quotations) quotation.status = 'sent';
		poller.addQuotation({ status: 'sent' });
		const reported: IDataObject[] = [];
		for (const count of [999, 1000, 404]) {
			const items = await poller.poll();
			expect(items).toHaveLength(count);
			reported.push(...items);
		}
		expect(await poller.poll()).toEqual([]);
		expect(new Set(reported.map(({ id, triggeredBy }) => `${id} ${triggeredBy}`)).size).toBe(2403);
		const [, ...changed] = reported;
		expect(changed.every(({ previousStatus }) => previousStatus === 'open')).toBe(true);
	});

	it('is noted first if the event is chosen later', async () => {
		await publish(BOTH);
		one.status = 'sent';
		poller.parameters = { ...BOTH, events: [...BOTH.events, ...MOVED.events] };
		expect(await poller.activate()).toMatchObject([{ triggeredBy: 'quotationUpdated' }]);
		one.status = 'accepted';
		expect(await poller.poll()).toMatchObject([
			{ triggeredBy: 'quotationUpdated', previousStatus: 'sent' },
			{ triggeredBy: 'quotationStatusChanged', previousStatus: 'sent' },
		]);
	});
});

describe('a changed contact', () => {
	const contact = (id: string, infos: IDataObject = {}, other: IDataObject = {}): IDataObject => {
		const named = Object.entries({ Voornaam: 'An', Plaats: 'Ede', ...infos });
		return {
			id,
			standard_personal_infos: named.map(([name, value]) => ({ name, value })),
			...other,
		};
	};
	const UPDATED = { events: ['contactCreated', 'contactUpdated'], audienceId: AUDIENCE };

	beforeEach(() => (poller.contacts = [contact('a'), contact('b')]));

	it.each<[IDataObject, IDataObject, string[]]>([
		[{ Plaats: 'Gent', Land: 'BE' }, {}, ['Land', 'Plaats']],
		[{ Voornaam: 'Anna' }, {}, []],
		[{}, { owner: 'Eva' }, ['owner']],
	])('with %j and %j reports the watched ones: %j', async (infos, other, changedFields) => {
		await publish({ ...UPDATED, watchContactFields: 'Plaats, Land, owner' });
		poller.contacts[1] = contact('b', infos, other);
		const event = { contactId: 'b', ...infos, triggeredBy: 'contactUpdated', changedFields };
		expect(await poller.poll()).toMatchObject(changedFields.length > 0 ? [event] : []);
		expect(await poller.poll()).toEqual([]);
	});

	it('without Watch Contact Fields fails the activation, which names the fields', async () => {
		await expect(publish(UPDATED)).rejects.toThrow(
			/'Watch Contact Fields' is empty.*Voornaam, Plaats, createdAt, contactType, contactId/,
		);
		// The nine names are always known.
		await publish({ ...UPDATED, watchContactFields: ['Telefoonnummer'] });
		expect(poller.log).toEqual([]);
	});
});

describe('the ID of a record', () => {
	it.each<['quotation' | 'contact', string]>([
		['quotation', 'id'],
		['quotation', '_id'],
		['quotation', 'uuid'],
		['quotation', 'documentId'],
		['quotation', 'quotationId'],
		['quotation', 'quotation_id'],
		['contact', 'contactId'],
		['contact', 'contact_id'],
	])('of a %s may be in %s', async (kind, name) => {
		poller[`${kind}s`] = [{ [name]: 1 }, { [name]: 2 }];
		await publish({ events: [`${kind}Created`], audienceId: AUDIENCE });
		poller[`${kind}s`].unshift({ [name]: 3 });
		expect(await poller.poll()).toHaveLength(1);
		expect(await poller.poll()).toEqual([]);
	});

	it('is no other field: the activation fails, names the fields, and says what to do', async () => {
		poller.quotations = [{ owner_id: 1, customer_id: 5, paid: true, title: 'Dak' }];
		const advice = /'ID Field'.*owner_id, customer_id, paid, title/;
		for (const step of [publish(), poller.fetchTestEvent()]) {
			const { message, description } = await failure(step);
			expect(message).toMatch(/^Some quotations have no ID, so new ones cannot be recognized/);
			expect(description).toMatch(advice);
		}
	});

	it('is the ID Field, but only in a list that has it', async () => {
		poller.quotations = [{ number: 'Q-1' }];
		poller.addContact();
		const events = ['quotationCreated', 'contactCreated'];
		await publish({ events, audienceId: AUDIENCE, options: { idField: 'number' } });
		poller.quotations.push({ number: 'Q-2' });
		const contactId = poller.addContact();
		expect(await poller.poll()).toMatchObject([{ contactId }, { number: 'Q-2' }]);
	});

	it('that two different records share fails the activation, even on other pages', async () => {
		poller.quotations = Array.from({ length: 210 }, (_, id) => ({ id }));
		poller.quotations.push({ id: 5, title: 'Another' });
		await expect(publish()).rejects.toThrow(
			/Different quotations share one ID in 'id'.*'ID Field'.*id, title/,
		);
		poller.quotations.pop();
		expect(await publish()).toEqual([]);
	});

	it('may be listed twice if a record moved to the next page while the list was read', async () => {
		addQuotations(210);
		await publish();
		poller.asked = [];
		poller.before = async () => {
			if (poller.asked.length !== 2) return;
			for (const one of poller.quotations) one.n = 1;
			poller.quotations.unshift({ id: 'new' });
		};
		expect(await polled()).toEqual([]);
		expect(await polled()).toEqual(['new']);
	});
});

describe('a list that may lack records', () => {
	beforeEach(async () => {
		addQuotations(5);
		await publish(BOTH);
	});

	it('reports what is new and forgets nothing, and the log says why', async () => {
		const all = poller.quotations;
		const added = { id: 'new' };
		poller.faults = { quotations: { data: [all[0], added], last: true, total: 6 } };
		expect(await polled()).toEqual(['new']);
		expect(await polled()).toEqual([]);
		expect(await polled()).toEqual([]);
		poller.faults = {};
		poller.quotations = [...all, added];
		expect(await polled()).toEqual([]);
		expect(poller.log.join()).toMatch(/quotations may be incomplete.*announced 6/);
	});

	it('because it is empty forgets nothing', async () => {
		poller.faults = { quotations: { data: [] } };
		for (let n = 0; n < 3; n++) expect(await polled()).toEqual([]);
		poller.faults = {};
		expect(await polled()).toEqual([]);
	});

	it('but is complete forgets a record after two polls', async () => {
		const all = poller.quotations;
		const missesFirst = async (polls: number) => {
			poller.quotations = all.slice(1);
			for (let n = 0; n < polls; n++) await poller.poll();
			poller.quotations = all;
			return await polled();
		};
		expect(await missesFirst(1)).toEqual([]);
		expect(await missesFirst(2)).toEqual([all[0].id]);
	});
});

it('a memory of more than 1 MB fails the activation with the reason', async () => {
	poller.quotations = Array.from({ length: 100_001 }, (_, id) => ({ id }));
	const watching = { ...BOTH, watchFields: ['status', 'total'], options: { pageSize: 100_000 } };
	await expect(publish(watching)).rejects.toThrow(
		/^Quotations: the trigger cannot remember 100,001 quotations.* 1\.2 MB .*Watch fewer fields/,
	);
	expect(await publish({ ...watching, watchFields: ['status'] })).toEqual([]);
});

describe('a test', () => {
	it('shows the ten records that were created last, in order, and stores nothing', async () => {
		const created = (n: number) => ({ createdAt: new Date(1.7e12 - n * 1e6).toISOString() });
		for (let n = 0; n < 30; n++) poller.addQuotation(created(n));
		poller.parameters = CREATED;
		const newest = ids(poller.quotations.slice(0, 10)).reverse();
		expect(ids(await poller.fetchTestEvent())).toEqual(newest);
		expect(poller.stored).toEqual({});
	});

	it('shows the last of the list if their times are not known, of each event in turn', async () => {
		addQuotations(30);
		poller.parameters = BOTH;
		const last = ids(poller.quotations.slice(-5));
		expect(ids(await poller.fetchTestEvent())).toEqual(last.flatMap((id) => [id, id]));
	});

	it('says so if there is no record', async () => {
		poller.parameters = CREATED;
		await expect(poller.fetchTestEvent()).rejects.toThrow(
			/^No quotation matches 'Trigger On' and the filters$/,
		);
	});
});
