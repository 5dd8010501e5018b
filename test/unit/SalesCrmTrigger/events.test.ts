import '../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { type EventKind, EVENTS } from '../../../nodes/api/eventKinds';
import { OTHER_EVENTS } from '../../../nodes/api/otherEvents';
import { POLL_EVENTS } from '../../../nodes/descriptions/triggerFields';
import { HookService } from '../../support/hookService';
import { ITEM_KEYS } from '../../support/oneLanguage';
import { json } from '../../support/scripted';
import { uuid } from '../../support/uuid';
import * as n8n from '../../support/triggerContexts';

/** Every event of the service, as the sandbox sends it, through the node: whether it passes, and its item. */

let service: HookService;
let place: n8n.Place;

type Occurrence = Parameters<typeof sandbox.send>[0];

const profile = () => sandbox.world.profile();

beforeEach(async () => {
	sandbox.reset();
	service = new HookService();
	place = n8n.placeOf(service);
	place.process.restart();
	place.credential.companyProfileId = identities.PROFILE_ID;
	const { statuses, leadPipelines, users } = profile();
	service.setNames({ statuses: [...statuses, ...leadPipelines.statuses], users });
	await n8n.activate(place);
});

/** What the workflow is started with; undefined if it is not. */
async function itemsOf(parameters: IDataObject, body: unknown): Promise<IDataObject[] | undefined> {
	Object.assign(place.parameters, parameters);
	const { status, items } = await n8n.deliver(place, body);
	expect(status).toBe(200);
	return items;
}

async function itemOf(events: string, body: unknown, more: IDataObject = {}): Promise<IDataObject> {
	const items = await itemsOf({ events, ...more }, body);
	expect(items).toHaveLength(1);
	return items![0];
}

type Sent = IDataObject & { payload: IDataObject | null; metadata: IDataObject };

const send = async (occurrence: Partial<Occurrence>): Promise<Sent> =>
	(await sandbox.send(occurrence as Occurrence)).event as unknown as Sent;

/** Sends an event of a kind, about a record of its type. */
async function sendKind({ serviceName, type, family }: EventKind, more: Partial<Occurrence> = {}) {
	const { deals, leads, documents } = profile();
	const document = documents.find((one) => one.type === type);
	const about =
		family === 'deal' ? (type === 'LEADS' ? leads[0] : deals[0]) : type ? document : undefined;
	return await send({ name: serviceName, about: about?.id, ...more } as Partial<Occurrence>);
}

const kindOf = (value: string): EventKind => EVENTS.find((kind) => kind.value === value)!;

const ID_KEYS = {
	deal: 'requestId',
	contact: 'contactId',
	document: 'quotationId',
	typedDocument: 'documentId',
	form: 'requestId',
};

/** Invoices and contracts have keys of their own. */
const shapeOf = (family: EventKind['family'], name: string) =>
	family === 'document' && !/quotation/i.test(name) ? 'typedDocument' : family;

describe.each(EVENTS.map((kind) => [kind.value, kind] as const))('%s', (value, kind) => {
	const { family, serviceName } = kind;
	const shape = shapeOf(family, value);

	it.each(['shown', 'family', 'sparse', 'none'] as const)(
		'has the keys of its family and its IDs, with a payload that is %s',
		async (eventPayload) => {
			Object.assign(sandbox.switches, { eventPayload, eventIds: 'hashed' });
			const event = await sendKind(kind);
			if (eventPayload === 'none') expect(event.payload).toBeNull();
			const item = await itemOf(value, event);
			const keys = Object.keys(item).join(', ');
			expect(family === 'contact' ? keys.slice(-ITEM_KEYS.contact.length) : keys).toBe(
				ITEM_KEYS[shape],
			);
			const { contact_id, document_id, lead_configuration_id: requestId } = event.metadata;
			expect(item).toMatchObject({
				triggeredBy: value,
				occurredAt: new Date(Number(event.timestamp) * 1000).toISOString(),
				eventName: serviceName,
				eventId: event.id,
				companyProfileId: event.metadata.company_profile_id,
				[ID_KEYS[shape as keyof typeof ID_KEYS]]: contact_id ?? document_id ?? requestId,
			});
		},
	);

	it('is chosen by value, label and the name of the service, and by nothing else', async () => {
		const event = await sendKind(kind);
		for (const chosen of [value, kind.name.toUpperCase(), serviceName, serviceName.toLowerCase()]) {
			expect(await itemOf(chosen, event)).toMatchObject({ triggeredBy: value });
		}
		const other = EVENTS.find((one) => one.serviceName !== serviceName)!;
		expect(await itemsOf({ events: [other.value] }, event)).toBeUndefined();
	});
});

it.each(OTHER_EVENTS.map(({ name, value }) => [value, name]))(
	'%s is an additional event, of documents in their shape, else as received',
	async (value, name) => {
		const event = await send({ name: value as Occurrence['name'] });
		const isDocument = /^(QUOTATION|INVOICE|DOCUMENT_(QUOTATION|INVOICE|CONTRACT))_/.test(value);
		const { payload, metadata } = event;
		for (const additionalEvents of [[value], name]) {
			const item = await itemOf('', event, { options: { additionalEvents } });
			expect(Object.keys(item).join(', ')).toBe(
				ITEM_KEYS[shapeOf(isDocument ? 'document' : 'other', value)],
			);
			const document = { triggeredBy: null, eventName: value };
			expect(item).toMatchObject(isDocument ? document : { payload, metadata });
		}
	},
);

it('events that the polling trigger also has are named alike', () => {
	for (const { value, name } of POLL_EVENTS.filter((one) => one.value !== 'dealStuck')) {
		expect(EVENTS).toContainEqual(expect.objectContaining({ value, name }));
	}
});

it('one registration contains the names of all chosen events, each once', async () => {
	const events = ['leadCreated', 'dealCreated', 'Deal: Assigned', 'CRM_BACKLOG_ITEM_COPIED'];
	place.parameters = { events, options: { additionalEvents: 'NOTE_CREATED, note_of_mine' } };
	await n8n.activate(place);
	const [hook] = service.hooks.values();
	expect(hook.events).toEqual([
		'CRM_BACKLOG_ITEM_CREATED',
		'CRM_BACKLOG_ITEM_ASSIGNEE_CHANGE',
		'CRM_BACKLOG_ITEM_COPIED',
		'NOTE_CREATED',
		'note_of_mine',
	]);
});

describe('the item', () => {
	it('is the same whether its time is in seconds or milliseconds, a number or text', async () => {
		const event = await sendKind(kindOf('dealStatusChanged'));
		const seconds = Number(event.timestamp);
		const times = [seconds, seconds * 1000, String(seconds), String(seconds * 1000)];
		const list = times.map((timestamp) => ({ ...event, timestamp }));
		const [first, ...others] = (await itemsOf({ events: ['dealStatusChanged'] }, list))!;
		expect(first.occurredAt).toBe(new Date(seconds * 1000).toISOString());
		expect(others).toEqual([first, first, first]);
	});

	it('of a lead shows its value, its assignee, its status and its custom fields', async () => {
		const { leads, leadPipelines, users } = profile();
		const lead = leads.find(({ value, assigneeId }) => value !== null && assigneeId !== null)!;
		const event = await send({ name: 'CRM_BACKLOG_ITEM_CREATED', about: lead.id });
		expect(await itemOf('leadCreated', event)).toMatchObject({
			...{ title: lead.summary, value: lead.value, currency: 'EUR', email: lead.person.email },
			status: leadPipelines.statuses.find(({ id }) => id === lead.statusId)!.label,
			assignee: users.find(({ id }) => id === lead.assigneeId)!.name,
			...{ recordType: 'lead', enteredManually: lead.enteredManually, changeType: null },
			...{ requestId: lead.leadConfigurationId, dealId: lead.id, pipelineId: lead.backlogId },
			custom: { 'Type woning': lead.house },
		});
	});

	it('of an assigned deal shows the previous assignee; metadata go before the payload', async () => {
		const { deals, users } = profile();
		const [{ id, assigneeId, enteredManually }] = deals;
		const [next] = users.filter((user) => user.id !== assigneeId);
		const assigned = (await sandbox.assignDeal(id, next.id)).event;
		expect(await itemOf('dealAssigned', assigned)).toMatchObject({
			...{ assignee: next.name, assigneeId: next.id, previousAssigneeId: assigneeId },
			previousAssignee: users.find((user) => user.id === assigneeId)?.name ?? null,
			...{ changeType: null, previousStatusId: null },
		});
		const nobody = (await sandbox.assignDeal(id, null)).event;
		const payload = { ...nobody.payload, assignee_id: next.id, status_id: uuid(1) };
		const metadata = {
			...nobody.metadata,
			internal_configuration: !enteredManually,
			status_id: uuid(2),
		};
		expect(await itemOf('dealAssigned', { ...nobody, payload, metadata })).toMatchObject({
			...{ assignee: null, assigneeId: null, previousAssignee: next.name, statusId: uuid(2) },
			enteredManually: !enteredManually,
		});
	});

	it('of a closed deal shows the result, even without a payload', async () => {
		sandbox.switches.eventPayload = 'none';
		const { event } = await sandbox.closeDeal(profile().deals[0].id, 'lost');
		expect(await itemOf('dealClosed', event)).toMatchObject({ result: 'lost', title: null });
		// The record may still be as it was before.
		const payload = { technical_labels: [{ type: 'DEAL_WON', timestamp: 1 }] };
		expect(await itemOf('dealClosed', { ...event, payload })).toMatchObject({ result: 'lost' });
	});

	it.each(['quotation', 'invoice', 'contract'])(
		'of a %s shows its status before and after',
		async (kind) => {
			const type = kind.toUpperCase();
			const document = profile().documents.find((one) => one.type === type && one.requestId)!;
			const { id: about, number, title, total, requestId } = document;
			const metadata = { old_document_status: 'SENT', document_status: 'ACCEPTED' };
			const event = await send({ name: 'DOCUMENT_STATUS_UPDATED', about, metadata });
			expect(await itemOf(`${kind}StatusChanged`, event)).toMatchObject({
				...{ number, title, total: kind === 'contract' ? null : total, currency: 'EUR', requestId },
				...{ status: 'ACCEPTED', previousStatus: 'SENT', documentType: type },
				[kind === 'quotation' ? 'quotationId' : 'documentId']: about,
				createdAt: new Date(document.createdAt).toISOString(),
			});
			const payload = { ...event.payload, documentType: 'OTHER' };
			expect(await itemOf(`${kind}StatusChanged`, { ...event, payload })).toMatchObject({
				documentType: type,
			});
		},
	);

	it('of a document shows its contact person; null if that is refused, also to the next account', async () => {
		const free_fields = [
			{ label: 'email', value: 'an@example.com' },
			{ label: 'phone', value: '0612345678' },
		];
		let statusCode = 403;
		const { request } = service;
		service.request = async (options) =>
			options.url.includes('/contact-persons/')
				? json({ contact_person: { display_name: 'An Jansen', free_fields } }, statusCode)
				: await request.call(service, options);
		const about = profile().documents.find(({ requestId }) => requestId)!.id;
		const event = await send({ name: 'DOCUMENT_QUOTATION_CREATED', about });
		const { contactPerson: contactId } = Object(event.payload!.subjects);
		const unknown = { customer: null, email: null, phone: null, contactId };
		expect(await itemOf('quotationCreated', event)).toMatchObject(unknown);
		statusCode = 200;
		const person = { customer: 'An Jansen', email: 'an@example.com', phone: '0612345678' };
		expect(await itemOf('quotationCreated', event)).toMatchObject({ ...person, contactId });
		statusCode = 403;
		place.credential.apiToken = 'y'.repeat(40);
		await n8n.activate(place);
		expect(await itemOf('quotationCreated', event)).toMatchObject(unknown);
	});

	it('of a quotation of the earlier kind shows the customer that it contains', async () => {
		const { payload, ...envelope } = await send({ name: 'QUOTATION_STATUS_UPDATED' });
		const { quotation_number: number, id: quotationId, contact } = payload!;
		const { first_name: first, last_name: last, email } = Object(contact).contact_info;
		const options = { additionalEvents: ['QUOTATION_STATUS_UPDATED'] };
		expect(await itemOf('', { ...envelope, payload }, { options })).toMatchObject({
			...{ number: String(number), customer: `${first} ${last}`, email },
			...{ quotationId, documentType: 'QUOTATION' },
		});
	});

	it('of an older invoice shows what it contains', async () => {
		const at = Date.parse('2026-03-01T08:30:00Z');
		const payload = {
			...{ id: 'i-1', invoice_number: 318, status: 'CREATED', time_stamp: at },
			contact: { id: 'c-1', contact_info: { email: 'an@example.com', first_name: 'An' } },
			price_variables: { total_incl_vat: 2420 },
		};
		const event = await send({ name: 'INVOICE_CREATED', payload });
		const options = { additionalEvents: ['INVOICE_CREATED'] };
		expect(await itemOf('', event, { options })).toMatchObject({
			...{ number: '318', customer: 'An', email: 'an@example.com', total: 2420 },
			...{ createdAt: '2026-03-01T08:30:00.000Z', documentType: 'INVOICE', status: 'CREATED' },
		});
	});

	it.each([
		['SENT', expect.any(Number)],
		['ACCEPTED', null],
	])('of a document has the times and days of what its metadata say (%s)', async (...of) => {
		const [status, daysOpen] = of;
		const { id: about, createdAt } = profile().documents.find(({ type }) => type === 'INVOICE')!;
		const metadata = { document_status: status };
		const event = await send({ name: 'DOCUMENT_STATUS_UPDATED', about, metadata });
		const payload = { ...event.payload, documentType: null, documentStatus: null };
		expect(await itemOf('invoiceStatusChanged', { ...event, payload })).toMatchObject({
			...{ status, daysOpen, createdAt: new Date(createdAt).toISOString() },
		});
	});

	it('of a contact has the names of fields that Contact: Get Many has', async () => {
		const event = await send({ name: 'CONTACT_CREATED' });
		const { contact_info: info, contact_type: contactType } = event.payload!;
		const { email, first_name: first, postal_code: postcode } = Object(info);
		const expected = { Voornaam: first, 'E-mailadres': email, Postcode: postcode, contactType };
		expect(await itemOf('contactCreated', event)).toMatchObject(expected);
	});

	it('of a form shows the answers by their labels, and who sent it', async () => {
		const field = (field_label: string, value: unknown) => ({ field_label, value, type: 'TEXT' });
		const input_fields = [
			{ ...field('Email', 'an@example.com'), identifier_item: true },
			field('Roof', 'flat'),
			field('Roof', 'sloping'),
			{ field_identifier: 'panels', value: 12 },
		];
		const event = await send({ name: 'LEAD_CONFIGURATION_FINALIZED' });
		const payload = { ...event.payload, input_fields };
		expect(await itemOf('formCompleted', { ...event, payload })).toMatchObject({
			title: 'an@example.com',
			answers: { Email: 'an@example.com', Roof: ['flat', 'sloping'], panels: 12 },
			status: 'COMPLETED_CONFIGURATION',
			enteredManually: event.metadata.internal_configuration,
		});
	});
});

describe('a filter looks at what it is about, and lets other events pass', () => {
	const OF_STATUS = 'dealCreated dealStatusChanged leadCreated';
	const OF_DEALS =
		'dealAssigned dealClosed dealCreated dealStatusChanged leadConverted leadCreated';

	/** Each with a value that no event has, and the events that it holds back, by hand from product.md. */
	it.each([
		['toStatusIds', [n8n.PROFILE], OF_STATUS],
		['fromStatusIds', [n8n.PROFILE], OF_STATUS],
		['pipelineIds', [n8n.PROFILE], OF_DEALS],
		['assigneeIds', [n8n.PROFILE], OF_DEALS],
		[
			'documentStatuses',
			'Partially Paid',
			'contractStatusChanged invoiceStatusChanged quotationStatusChanged',
		],
	])('%s', async (filter, value, heldBack) => {
		const held: string[] = [];
		for (const kind of EVENTS) {
			const event = await sendKind(kind, { metadata: { document_status: 'SENT' } });
			const filters = { [filter]: value };
			if (!(await itemsOf({ events: [kind.value], filters }, event))) held.push(kind.value);
		}
		expect(held.toSorted().join(' ')).toBe(heldBack);
	});

	it('recordTypes', async () => {
		const held: string[] = [];
		for (const kind of EVENTS) {
			const event = await sendKind(kind);
			const isUntyped = kind.family === 'deal' && !kind.type;
			const metadata = { ...event.metadata, ...(isUntyped && { item_type: 'LEADS' }) };
			const body = { ...event, metadata };
			const { value } = kind;
			if (!(await itemsOf({ events: [value], options: {} }, body))) held.push(value);
			const options = { recordTypes: ['lead', 'deal'] };
			expect(await itemsOf({ events: [value], options }, body)).toHaveLength(1);
		}
		expect(held).toEqual(['dealAssigned', 'dealStatusChanged', 'dealClosed']);
	});

	it.each<[string, unknown, string, boolean]>([
		['results', ['Won', 'lost'], 'lost', true],
		['results', 'won', 'lost', false],
		['documentStatuses', 'accepted, Partially Paid', 'PARTIALLY_PAID', true],
		['documentStatuses', 'Partially Paid', 'ACCEPTED', false],
	])('%s %j lets %s pass: %p', async (filter, chosen, value, passes) => {
		const isResult = filter === 'results';
		const kind = kindOf(isResult ? 'dealClosed' : 'quotationStatusChanged');
		const metadata = { [isResult ? 'result' : 'document_status']: value };
		const event = await sendKind(kind, { metadata });
		const items = await itemsOf({ events: [kind.value], filters: { [filter]: chosen } }, event);
		expect(items !== undefined).toBe(passes);
	});
});
