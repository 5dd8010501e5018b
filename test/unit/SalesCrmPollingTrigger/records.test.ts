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
		const events = [...BOTH.events, 'quotationStatusChanged'];
		await publish({ ...BOTH, events });
		for (const one of poller.quotations) one.status = 'sent';
		const changed = ids(poller.quotations).flatMap((id) => [id, id]);
		const added = addQuotations(1939, { status: 'sent' });
		expect(await polled()).toEqual(added.slice(0, 1000));
		// The two events of a quotation are never split.
		expect(await polled()).toEqual([...added.slice(1000), ...changed.slice(0, 60)]);
		poller.stop();
		const rest = await poller.activate();
		expect(ids(rest)).toEqual(changed.slice(60));
		expect(rest.every(({ previousStatus }) => previousStatus === 'open')).toBe(true);
		expect(await polled()).toEqual([]);
	});
});

describe('a changed quotation', () => {
	beforeEach(async () => {
		addQuotations(24, { link: 'x', tags: ['a', 'b'], total: { net: 1, gross: 2 } });
		await publish({ ...BOTH, watchFields: 'status, tags, total' });
	});

	it.each<[string, IDataObject, string[]]>([
		['watched fields', { status: 'accepted', tags: ['c'] }, ['status', 'tags']],
		['another field', { link: 'y' }, []],
		['a value inside a watched field', { total: { net: 1, gross: 3 } }, ['total']],
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
			/'Watch Field Names or IDs' is empty.*fields are: id, status, link, tags, total/,
		);
	});

	it('with a watched field that no quotation has is reported once in the log', async () => {
		poller.log = [];
		await publish({ ...BOTH, watchFields: ['status', 'stattus'] });
		await poller.poll();
		expect(poller.log).toEqual([
			expect.stringContaining(
				'none of the quotations has the field "stattus" of \'Watch Field Names or IDs\'',
			),
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

	it('passes a filter by it in any case, which lets other events pass', async () => {
		const events = ['quotationCreated', ...MOVED.events];
		await publish({ events, filters: { documentStatuses: ['Sent'] } });
		one.status = 'SENT';
		other.status = 'ACCEPTED';
		const added = poller.addQuotation();
		expect(await polled()).toEqual([added, one.id]);
		expect(await polled()).toEqual([]);
	});
});

describe('a changed contact', () => {
	const contact = (id: string, infos: IDataObject, other: IDataObject = {}): IDataObject => ({
		id,
		standard_personal_infos: Object.entries(infos).map(([name, value]) => ({ name, value })),
		...other,
	});

	it('reports the watched ones of its fields, which are those of Get Many', async () => {
		const before = { Voornaam: 'An', Plaats: 'Ede' };
		poller.contacts = [contact('a', before), contact('b', before)];
		const events = ['contactCreated', 'contactUpdated'];
		// The nine names are always known.
		const watchContactFields = 'Plaats, Telefoonnummer, owner';
		await publish({ events, audienceId: AUDIENCE, watchContactFields });
		expect(poller.log.join()).toMatch(/the field "owner" of 'Watch Contact Field Names or IDs'/);
		const after = { Voornaam: 'Anna', Plaats: 'Gent' };
		poller.contacts = [contact('a', { ...before, Voornaam: 'Anna' }), contact('b', after)];
		Object.assign(poller.contacts[1], { owner: 'Eva' });
		const changedFields = ['Plaats', 'owner'];
		const event = { contactId: 'b', ...after, triggeredBy: 'contactUpdated', changedFields };
		expect(await poller.poll()).toMatchObject([event]);
		expect(await poller.poll()).toEqual([]);
	});
});

describe('the ID of a record', () => {
	it.each<['quotation' | 'contact', string]>([
		['quotation', '_id'],
		['quotation', 'documentId'],
		['quotation', 'quotationId'],
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
		poller.quotations = [{ id: 1, number: 'Q-1' }];
		poller.addContact();
		const events = ['quotationCreated', 'contactCreated'];
		await publish({ events, audienceId: AUDIENCE, options: { idField: 'number' } });
		poller.quotations.push({ id: 1, number: 'Q-2' });
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

	it('but is complete forgets a record that two lists with others lacked', async () => {
		const all = poller.quotations;
		const without = async (...lists: IDataObject[][]) => {
			for (poller.quotations of lists) await poller.poll();
			poller.quotations = all;
			return await polled();
		};
		expect(await without(all.slice(1))).toEqual([]);
		expect(await without([], [], all.slice(1))).toEqual([]);
		expect(await without(all.slice(1), [], all.slice(1))).toEqual([all[0].id]);
	});
});

it('a memory of more than 1 MB fails the activation, and the error names its source', async () => {
	poller.quotations = Array.from({ length: 100_001 }, (_, id) => ({ id }));
	const events = ['dealAssigned', ...BOTH.events];
	const watching = { events, watchFields: ['status', 'total'], options: { pageSize: 100_000 } };
	await expect(publish(watching)).rejects.toThrow(
		/^Quotations: the trigger cannot remember 100,001 quotations.* 1\.2 MB .*Watch fewer fields.*one trigger per/,
	);
	expect(await publish({ ...watching, watchFields: ['status'] })).toEqual([]);
});

it('a test shows the ten records that were created last, in order, and stores nothing', async () => {
	const created = (n: number) => ({ createdAt: new Date(1.7e12 - n * 1e6).toISOString() });
	for (let n = 0; n < 30; n++) poller.addQuotation(created(n));
	poller.parameters = CREATED;
	const newest = ids(poller.quotations.slice(0, 10)).reverse();
	expect(ids(await poller.fetchTestEvent())).toEqual(newest);
	expect(poller.stored).toEqual({});
});
