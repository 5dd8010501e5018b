import { passTime } from '../../support/fastClock';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { type EventKind, EVENTS } from '../../../nodes/api/eventKinds';
import { readEvent } from '../../../nodes/api/events';
import { OTHER_EVENTS } from '../../../nodes/api/otherEvents';
import { HookService } from '../../support/hookService';
import { runs } from '../../support/runs';
import * as n8n from '../../support/triggerContexts';

/** Every event of the service, as the sandbox sends it, through the node. */

let service: HookService;
let place: n8n.Place;

type Profile = ReturnType<typeof sandbox.world.profile>;
type Happening = Parameters<typeof sandbox.send>[0];

const profile = (): Profile => sandbox.world.profile();

beforeEach(async () => {
	sandbox.reset();
	service = new HookService();
	place = n8n.placeOf(service);
	place.process.restart();
	const { statuses, leadPipelines, users } = profile();
	service.is.names = { statuses: [...statuses, ...leadPipelines.statuses], users };
	await n8n.activate(place);
});

/** What the workflow is started with; undefined if it is not. */
async function started(parameters: IDataObject, body: unknown): Promise<IDataObject[] | undefined> {
	Object.assign(place.parameters, parameters);
	const headers = { 'x-webhook-secret': service.secretOf(service.ids.at(-1)!) };
	const told = await n8n.call(place, { headers, body });
	expect(told.status).toBe(200);
	return told.items;
}

/** The event of a row, about a record of its type. */
async function happened({ serviceName, type }: EventKind, more: Partial<Happening> = {}) {
	const { deals, leads, documents } = profile();
	const about = {
		DEALS: deals[0],
		LEADS: leads[0],
		QUOTATION: documents.find((one) => one.type === 'QUOTATION'),
		INVOICE: documents.find((one) => one.type === 'INVOICE'),
	}[type ?? (serviceName.startsWith('CRM_') ? 'DEALS' : ('' as 'DEALS'))]?.id;
	const { event } = await sandbox.send({ name: serviceName, about, ...more } as Happening);
	return event as unknown as IDataObject & { payload: IDataObject | null; metadata: IDataObject };
}

/** One language (product.md), in its order. */
const KEYS: Record<EventKind['family'], string> = {
	deal: 'title, status, previousStatus, occurredAt, assignee, value, currency, email, phone, result, pipeline, daysInStatus, triggeredBy, changeType, recordType, enteredManually, assigneeEmail, previousAssignee, description, address, archived, custom, labels, createdAt, updatedAt, eventName, eventId, changeId, dealId, statusId, previousStatusId, assigneeId, previousAssigneeId, pipelineId, boardId, requestId, companyProfileId',
	contact:
		'createdAt, contactType, contactId, triggeredBy, occurredAt, eventName, eventId, companyProfileId',
	document:
		'number, title, status, customer, email, phone, total, currency, createdAt, expiresAt, daysOpen, quotationId, requestId, contactId, companyProfileId, triggeredBy, previousStatus, occurredAt, documentType, eventName, eventId',
	form: 'title, answers, status, createdAt, requestId, enteredManually, triggeredBy, occurredAt, eventName, eventId, companyProfileId',
	other: 'eventName, eventId, occurredAt, companyProfileId, payload, metadata',
};

const idKey = {
	deal: 'requestId',
	contact: 'contactId',
	document: 'quotationId',
	form: 'requestId',
	other: '',
};
const idOf = ({ contact_id, document_id, lead_configuration_id }: IDataObject) =>
	contact_id ?? document_id ?? lead_configuration_id;

describe.each(EVENTS.map((kind) => [kind.value, kind] as const))('%s', (value, kind) => {
	const { family, serviceName } = kind;

	it.each(['shown', 'family', 'sparse', 'none'] as const)(
		'has the keys of its family and its ids, with the payload %s',
		async (eventPayload) => {
			sandbox.switches.eventPayload = eventPayload;
			sandbox.switches.eventIds = 'hashed';
			const event = await happened(kind);
			if (eventPayload === 'none') expect(event.payload).toBeNull();
			const [item, ...others] = (await started({ events: [value] }, event))!;
			expect(others).toEqual([]);
			const keys = Object.keys(item).join(', ');
			expect(family === 'contact' ? keys.slice(-KEYS.contact.length) : keys).toBe(KEYS[family]);
			expect(item).toMatchObject({
				triggeredBy: value,
				occurredAt: new Date(Number(event.timestamp) * 1000).toISOString(),
				eventName: serviceName,
				eventId: event.id,
				companyProfileId: event.metadata.company_profile_id,
				[idKey[family]]: idOf(event.metadata),
			});
		},
	);

	it('is chosen by value, label and the name of the service, and by nothing else', async () => {
		const event = await happened(kind);
		const other = EVENTS.find((one) => one.serviceName !== serviceName)!;
		for (const chosen of [value, kind.name.toUpperCase(), serviceName, serviceName.toLowerCase()]) {
			expect(await started({ events: chosen }, event)).toMatchObject([{ triggeredBy: value }]);
		}
		expect(await started({ events: [other.value] }, event)).toBeUndefined();
	});

	it('says the same, however its time is written', async () => {
		const event = await happened(kind);
		const seconds = Number(event.timestamp);
		const times = [seconds, seconds * 1000, String(seconds), String(seconds * 1000)];
		const list = times.map((timestamp) => ({ ...event, timestamp }));
		const [first, ...more] = (await started({ events: [value] }, list))!;
		expect(first.occurredAt).toBe(new Date(seconds * 1000).toISOString());
		expect(more).toEqual([first, first, first]);
	});

	it('is as it was received, with names, without Simplify', async () => {
		const event = await happened(kind);
		const [raw] = (await started({ events: [value], simplify: false }, event))!;
		const [simple] = (await started({ simplify: true }, event))!;
		const { status = null, previousStatus = null, assignee = null } = simple;
		expect(raw).toEqual({ ...event, resolved: { status, previousStatus, assignee } });
	});
});

it.each(OTHER_EVENTS.map(({ name, value }) => [value, name]))(
	'%s is an additional event, of documents in their shape, else as received',
	async (value, name) => {
		const { event } = await sandbox.send({ name: value } as Happening);
		const isDocument = /^(QUOTATION|INVOICE|DOCUMENT_(QUOTATION|INVOICE|CONTRACT))_/.test(value);
		for (const additionalEvents of [[value], name]) {
			const [item] = (await started({ events: [], options: { additionalEvents } }, event))!;
			expect(Object.keys(item).join(', ')).toBe(KEYS[isDocument ? 'document' : 'other']);
			expect(item).toMatchObject(
				isDocument
					? { triggeredBy: null, eventName: value }
					: { payload: event.payload, metadata: event.metadata },
			);
		}
	},
);

describe('what an item says', () => {
	const only = async (events: string, body: unknown, more: IDataObject = {}) => {
		const items = await started({ events, ...more }, body);
		expect(items).toHaveLength(1);
		return items![0];
	};

	it('of a lead: what it is worth, whose it is, and where it stands', async () => {
		const { leads, leadPipelines, users } = profile();
		const lead = leads.find(({ value, assigneeId }) => value !== null && assigneeId !== null)!;
		const { event } = await sandbox.send({ name: 'CRM_BACKLOG_ITEM_CREATED', about: lead.id });
		expect(await only('leadCreated', event)).toMatchObject({
			...{ title: lead.summary, value: lead.value, currency: 'EUR', email: lead.person.email },
			status: leadPipelines.statuses.find(({ id }) => id === lead.statusId)!.label,
			assignee: users.find(({ id }) => id === lead.assigneeId)!.name,
			...{ recordType: 'lead', enteredManually: lead.enteredManually, changeType: null },
			...{ requestId: lead.leadConfigurationId, dealId: lead.id, pipelineId: lead.backlogId },
			custom: { 'Type woning': lead.house },
		});
	});

	it('of a deal that was handed over or closed: who had it before, and the result', async () => {
		const { deals, users } = profile();
		const [{ id, assigneeId, enteredManually }] = deals;
		const [next] = users.filter((user) => user.id !== assigneeId);
		const assigned = (await sandbox.assignDeal(id, next.id)).event;
		expect(await only('dealAssigned', assigned)).toMatchObject({
			...{ assignee: next.name, assigneeId: next.id, previousAssigneeId: assigneeId },
			previousAssignee: users.find((user) => user.id === assigneeId)?.name ?? null,
			...{ changeType: null, previousStatusId: null },
		});
		const nobody = (await sandbox.assignDeal(id, null)).event;
		expect(await only('dealAssigned', nobody)).toMatchObject({
			...{ assignee: null, assigneeId: null, previousAssignee: next.name },
		});
		// The payload of an event may be older than its metadata.
		const late = { ...nobody, payload: { ...nobody.payload, assignee_id: next.id } };
		const metadata = { ...nobody.metadata, internal_configuration: !enteredManually };
		expect(await only('dealAssigned', { ...late, metadata })).toMatchObject({
			...{ assigneeId: null, enteredManually: !enteredManually },
		});
		sandbox.switches.eventPayload = 'none';
		const lost = (await sandbox.closeDeal(id, 'lost')).event;
		expect(await only('dealClosed', lost)).toMatchObject({ result: 'lost', title: null });
	});

	it('of a document: its status before and after, and what it is', async () => {
		const metadata = { old_document_status: 'SENT', document_status: 'ACCEPTED' };
		for (const [type, value] of [
			['QUOTATION', 'quotationStatusChanged'],
			['INVOICE', 'invoiceStatusChanged'],
		] as const) {
			const document = profile().documents.find((one) => one.type === type && one.requestId)!;
			const about = document.id;
			const { event } = await sandbox.send({ name: 'DOCUMENT_STATUS_UPDATED', about, metadata });
			expect(await only(value, event)).toMatchObject({
				...{ number: document.number, title: document.title, total: document.total },
				...{ status: 'ACCEPTED', previousStatus: 'SENT', documentType: type, currency: 'EUR' },
				createdAt: new Date(document.createdAt).toISOString(),
				...{ quotationId: about, requestId: document.requestId },
			});
		}
	});

	it('of a document: who it is for, as the contact person says; empty where that is refused', async () => {
		const free_fields = [
			{ label: 'email', value: 'an@example.com' },
			{ label: 'phone', value: '0612345678' },
		];
		const asked: string[] = [];
		let statusCode = 200;
		const { request } = service;
		service.request = (options) => {
			if (!options.url.includes('/contact-persons/')) return request.call(service, options);
			asked.push(options.url);
			const body = JSON.stringify({ contact_person: { display_name: 'An Jansen', free_fields } });
			return { statusCode, headers: {}, body };
		};
		const { id: about } = profile().documents.find(({ requestId }) => requestId)!;
		const { event } = await sandbox.send({ name: 'DOCUMENT_QUOTATION_CREATED', about });
		const { contactPerson: contactId } = Object(event.payload).subjects;
		const person = { customer: 'An Jansen', email: 'an@example.com', phone: '0612345678' };
		expect(await only('quotationCreated', event)).toMatchObject({ ...person, contactId });
		expect(asked).toEqual([expect.stringContaining(`${n8n.PROFILE}/contact-persons/${contactId}`)]);
		expect(await only('quotationCreated', event, { simplify: false })).toMatchObject(event);
		expect(await only('quotationCreated', event, { simplify: true })).toMatchObject(person);
		expect(asked).toHaveLength(1);
		passTime(60_000);
		statusCode = 403;
		const unknown = { customer: null, email: null, phone: null, contactId };
		expect(await only('quotationCreated', event)).toMatchObject(unknown);
		expect(place.log.at(-1)).toMatch(/the customer of a document is left empty: .*\(403\)/);
		statusCode = 200;
		expect(await only('quotationCreated', event)).toMatchObject(person);
	});

	it('of a quotation of the earlier kind: its customer, too', async () => {
		const { event } = await sandbox.send({ name: 'QUOTATION_STATUS_UPDATED' });
		const { quotation_number: number, contact } = event.payload as IDataObject;
		const { first_name: first, last_name: last, email } = Object(contact).contact_info;
		const options = { additionalEvents: ['QUOTATION_STATUS_UPDATED'] };
		expect(await only('', event, { options })).toMatchObject({
			...{ number: String(number), customer: `${first} ${last}`, email },
			...{ quotationId: Object(event.payload).id, documentType: 'QUOTATION' },
		});
	});

	it('of a contact: its fields by the names that Contact: Get Many has', async () => {
		const { event } = await sandbox.send({ name: 'CONTACT_CREATED' });
		const { contact_info: info, contact_type: contactType } = event.payload as IDataObject;
		const { email, first_name: first, postal_code: postcode } = Object(info);
		expect(await only('contactCreated', event)).toMatchObject({
			...{ Voornaam: first, 'E-mailadres': email, Postcode: postcode, contactType },
		});
	});

	it('of a form: its answers by their labels, and who sent it', async () => {
		const field = (field_label: string, value: unknown, more: IDataObject = {}) => ({
			...{ field_label, value, field_identifier: field_label.toLowerCase(), type: 'TEXT', ...more },
		});
		const input_fields = [
			field('Email', 'an@example.com', { identifier_item: true }),
			field('Roof', 'flat'),
			field('Roof', 'sloping'),
			{ field_identifier: 'panels', value: 12 },
		];
		const { event } = await sandbox.send({ name: 'LEAD_CONFIGURATION_FINALIZED' });
		const payload = { ...(event.payload as object), input_fields };
		expect(await only('formCompleted', { ...event, payload })).toMatchObject({
			title: 'an@example.com',
			answers: { Email: 'an@example.com', Roof: ['flat', 'sloping'], panels: 12 },
			status: 'COMPLETED_CONFIGURATION',
			enteredManually: Object(event.metadata).internal_configuration,
		});
	});
});

describe('a filter looks at what it is about, and lets other events pass', () => {
	/** Of product.md, by hand: each filter with a value that no event has, and the events that it holds back. */
	const HELD_BACK: Array<[filter: string, value: unknown, events: string]> = [
		['toStatusIds', [n8n.PROFILE], 'dealCreated dealStatusChanged leadCreated'],
		['fromStatusIds', [n8n.PROFILE], 'dealCreated dealStatusChanged leadCreated'],
		...(['pipelineIds', 'assigneeIds'] as const).map(
			(filter) =>
				[
					filter,
					[n8n.PROFILE],
					'dealAssigned dealClosed dealCreated dealStatusChanged leadConverted leadCreated',
				] as [string, unknown, string],
		),
		['documentStatuses', 'Partially Paid', 'invoiceStatusChanged quotationStatusChanged'],
	];

	it.each(HELD_BACK)('%s', async (filter, value, heldBack) => {
		const held: string[] = [];
		for (const kind of EVENTS) {
			const metadata = kind.filters?.includes('documentStatuses') && { document_status: 'SENT' };
			const event = await happened(kind, { metadata: metadata || {} });
			const items = await started({ events: [kind.value], filters: { [filter]: value } }, event);
			if (!items) held.push(kind.value);
		}
		expect(held.toSorted().join(' ')).toBe(heldBack);
	});

	it.each([
		['Won', 'won', true],
		[['won', 'lost'], 'lost', true],
		['won', 'lost', false],
	])('results %j, of a deal that was %s: %p', async (results, result, starts) => {
		const kind = EVENTS.find(({ value }) => value === 'dealClosed')!;
		const event = await happened(kind, { metadata: { result } });
		const items = await started({ events: ['dealClosed'], filters: { results } }, event);
		expect(items !== undefined).toBe(starts);
	});

	it.each([
		['accepted, Rejected', true],
		['Partially Paid', false],
		[['SIGNED', 'ACCEPTED'], true],
	])('documentStatuses %j, of a quotation that was accepted: %p', async (chosen, starts) => {
		const kind = EVENTS.find(({ value }) => value === 'quotationStatusChanged')!;
		const event = await happened(kind, { metadata: { document_status: 'ACCEPTED' } });
		const filters = { documentStatuses: chosen };
		const items = await started({ events: ['quotationStatusChanged'], filters }, event);
		expect(items !== undefined).toBe(starts);
	});

	it('recordTypes looks at moves, assignments and results', async () => {
		const held: string[] = [];
		for (const kind of EVENTS) {
			const event = await happened(kind);
			const isDeal = kind.family === 'deal' && !kind.type;
			const body = isDeal
				? { ...event, metadata: { ...event.metadata, item_type: 'LEADS' } }
				: event;
			if (!(await started({ events: [kind.value] }, body))) held.push(kind.value);
			const options = { recordTypes: ['lead', 'deal'] };
			expect(await started({ events: [kind.value], options }, body)).toHaveLength(1);
			place.parameters.options = {};
		}
		expect(held).toEqual(['dealAssigned', 'dealStatusChanged', 'dealClosed']);
	});
});

/** What the service calls things, so that anything may stand where something is expected. */
const FIELDS =
	`id documentId documentType documentStatus status status_id status_label assignee assignee_id backlog_id
	item_subject subjects contact contact_info fields free_fields technical_labels input_fields summary labels item_type
	document_type old_status_id old_assignee_id old_document_status contact_id document_id quotation_number result
	company_profile_id timestamp_created created_at time_stamp audience pricing internal_configuration`.split(
		/\s+/,
	);

it('whatever an event contains, it starts the workflow with the keys of its family', async () => {
	const anything = fc.dictionary(fc.constantFrom(...FIELDS), fc.jsonValue({ maxDepth: 2 }));
	const event = fc.record({
		...{
			payload: fc.oneof(anything, fc.jsonValue()),
			metadata: fc.oneof(anything, fc.jsonValue()),
		},
		...{ id: fc.jsonValue(), timestamp: fc.jsonValue() },
		eventName: fc.constantFrom(...EVENTS.map(({ serviceName }) => serviceName)),
	});
	await fc.assert(
		fc.asyncProperty(event, async (body) => {
			const { old_status_id: before, status_id: after } = Object(body.metadata);
			fc.pre(typeof before !== 'string' || after !== before);
			const chosen = { events: [body.eventName, 'dealStatusChanged'] };
			const [item, ...more] = (await started({ ...chosen, options: { recordTypes: [] } }, body))!;
			expect(more).toEqual([]);
			const { family } = readEvent(body)!;
			const keys = Object.keys(item).join(', ');
			// A contact may have fields of its own.
			const known = family === 'contact' ? KEYS.contact.replace(/.*contactId, /, '') : KEYS[family];
			expect(keys.slice(-known.length)).toBe(known);
		}),
		runs(300),
	);
});

it('one registration has the names of all events that were chosen, each once', async () => {
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
