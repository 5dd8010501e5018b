import { HookService } from '../../support/hookService';
import * as given from '../../support/event';
import { call, type Place, placeOf, type Told } from '../../support/triggerContexts';

/** One call of the service: what it is answered, and what the workflow is started with. */

const SECRET = 'f00d'.repeat(16);
const headers = { 'x-webhook-secret': SECRET };

let place: Place;

beforeEach(() => {
	place = placeOf(new HookService(), {
		state: { subscriptionId: '1', ['secret']: SECRET, number: 1 },
		parameters: { events: ['CRM_BACKLOG_ITEM_STATUS_CHANGE'], resolveNames: false },
	});
});

const { DEAL, eventOf, NEW, OLD } = given;
const deliver = async (body: unknown = eventOf(), more = {}) =>
	await call(place, { headers, body, ...more });

const started = { status: 200, answer: { received: true, started: true } };
const notStarted = { status: 200, answer: { received: true, started: false }, items: undefined };

it('an event starts the workflow with one item', async () => {
	const told = await deliver();
	expect(told).toMatchObject(started);
	expect(told.items).toHaveLength(1);
	expect(told.items![0]).toMatchObject({ dealId: DEAL, statusId: NEW, status: 'In gesprek' });
});

it('names are looked up unless that is turned off, and one that cannot be had keeps nothing back', async () => {
	delete place.parameters.resolveNames;
	const told = await deliver();
	expect(told).toMatchObject(started);
	expect(told.items).toMatchObject([{ statusId: NEW, status: null }]);
	expect(place.log).toEqual([
		expect.stringContaining('the statuses could not be fetched'),
		expect.stringContaining('the users could not be fetched'),
	]);
});

it('as received, where it is not to be simplified', async () => {
	place.parameters.simplify = false;
	const event = { ...eventOf(), more: { a: [1] } };
	expect((await deliver(event)).items).toEqual([event]);
});

it.each<[string, Record<string, string | undefined>]>([
	['no secret', {}],
	['another secret', { 'x-webhook-secret': 'beef'.repeat(16) }],
])('%s: 401, whatever the body', async (_what, wrong) => {
	for (const body of [eventOf(), undefined, 'x']) {
		const told = await call(place, { headers: wrong, body });
		expect(told).toEqual({
			status: 401,
			answer: { received: false, message: 'This call does not carry the secret of the webhook.' },
			items: undefined,
		});
	}
});

it.each([
	['nothing, as of a form with parts', undefined],
	['no byte', ''],
	['no JSON', 'hello'],
	['JSON that is no event', '[1]'],
	['a key __proto__', `{"__proto__":{},${JSON.stringify(eventOf()).slice(1)}`],
])('%s: 400', async (_what, body) => {
	const told: Told = await call(place, { headers, body });
	expect(told).toEqual({
		status: 400,
		answer: { received: false, message: 'The body is not an event of the Sales CRM.' },
		items: undefined,
	});
});

it('left unread by n8n, as for a content type that it cannot parse: it is read', async () => {
	expect(await deliver(eventOf(), { isUnread: true })).toMatchObject(started);
});

it.each<[string, object]>([
	['never to be had, too large or broken off', { body: undefined }],
	['a form with parts, which n8n has read for itself', { contentType: 'multipart/form-data' }],
])('left unread by n8n, and %s: 400', async (_what, more) => {
	expect(await deliver(eventOf(), { isUnread: true, ...more })).toMatchObject({ status: 400 });
});

it('a stranger has no body read', async () => {
	const wrong = { 'x-webhook-secret': 'beef'.repeat(16) };
	const readRawBody = jest.fn();
	const told = await call(place, { headers: wrong, body: eventOf(), isUnread: true, readRawBody });
	expect(told.status).toBe(401);
	expect(readRawBody).not.toHaveBeenCalled();
});

it('in the charset that the content type names', async () => {
	place.parameters.simplify = false;
	const body = Buffer.from(JSON.stringify(eventOf({ summary: 'Zoë' })), 'utf16le');
	const { items } = await deliver(body, { encoding: 'utf-16le' });
	expect(items).toMatchObject([{ payload: { summary: 'Zoë' } }]);
});

describe('an event', () => {
	it('that was not chosen is answered and starts nothing', async () => {
		expect(await deliver({ ...eventOf(), eventName: 'CRM_OTHER' })).toEqual(notStarted);
	});

	it.each([[null], [[]], [undefined]])(
		'that was named as additional starts the workflow, also with a payload that is %p',
		async (payload) => {
			place.parameters.options = { additionalEvents: 'CRM_OTHER' };
			place.parameters.simplify = false;
			const event = { eventName: 'CRM_OTHER', payload };
			expect((await deliver(event)).items).toEqual([JSON.parse(JSON.stringify(event))]);
		},
	);

	it('that a filter holds back is answered and starts nothing', async () => {
		place.parameters.filters = { toStatusIds: [OLD] };
		expect(await deliver()).toEqual(notStarted);
		place.parameters.filters = { toStatusIds: [NEW] };
		expect(await deliver()).toMatchObject(started);
	});

	it.each([
		[{ backlogIds: null, toStatusIds: null, fromStatusIds: null }],
		[{ assigneeIds: undefined, boardIds: '' }],
		[null],
	])('passes filters that say nothing: %j', async (filters) => {
		place.parameters.filters = filters;
		expect(await deliver(eventOf({ backlog_id: null }, { backlog_id: null }))).toMatchObject(
			started,
		);
	});
});
