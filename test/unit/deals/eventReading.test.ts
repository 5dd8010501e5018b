import fc from 'fast-check';

import { readEvent } from '../../../nodes/deals/dealEvent';
import * as given from '../../support/event';

/** The event in the body of a call, or that there is none in it. */

const { ASSIGNEE, AT, BACKLOG, BOARD, DEAL, eventOf, NEW, OLD, PROFILE } = given;

const DESCRIBED = 'CRM_BACKLOG_ITEM_STATUS_CHANGE';

it('an event as described is read whole', () => {
	expect(readEvent(eventOf())).toEqual({
		eventId: 20_001,
		eventName: DESCRIBED,
		occurredAt: AT,
		dealId: DEAL,
		statusId: NEW,
		previousStatusId: OLD,
		enteredStatusId: NEW,
		leftStatusId: OLD,
		assigneeId: ASSIGNEE,
		boardId: BOARD,
		backlogId: BACKLOG,
		companyProfileId: PROFILE,
		summary: 'Zonnepanelen familie Bakker',
		description: 'Twaalf panelen',
		statusLabel: 'In gesprek',
		fields: { Omzet: { isoCurrency: 'EUR', type: 'currency' }, Bron: null },
		freeFields: [{ label: 'Type woning', value: 'hoekhuis' }],
		createdAt: AT - 86_400_000,
		updatedAt: AT,
	});
});

it.each([
	['nothing', undefined],
	['null', null],
	['a text', 'CRM_BACKLOG_ITEM_STATUS_CHANGE'],
	['a list', [eventOf()]],
	['an empty object', {}],
	['an event without a name', { ...eventOf(), eventName: undefined }],
	['an event with an empty name', { ...eventOf(), eventName: '' }],
	['an event whose name is no text', { ...eventOf(), eventName: 5 }],
	['a payload that is a list', { ...eventOf(), payload: [] }],
	['a payload that is null', { ...eventOf(), payload: null }],
	['no deal', eventOf({ id: undefined })],
	['a deal whose id is no text', eventOf({ id: { $gt: '' } })],
	['no payload', { ...eventOf(), payload: undefined }],
	['no status anywhere', eventOf({ status_id: null, status: null }, { status_id: undefined })],
])('%s is no event', (_what, body) => {
	expect(readEvent(body)).toBeUndefined();
});

it.each([
	['nothing', {}],
	['null', { payload: null, metadata: null }],
	['lists', { payload: [{ id: DEAL }], metadata: ['DEALS'] }],
	['texts', { payload: 'x', metadata: 'DEALS' }],
])('of another event no more than its name is expected: payload and metadata %s', (_what, more) => {
	const { eventName, ...others } = readEvent({ eventName: 'CRM_QUOTATION_SIGNED', ...more })!;
	expect(eventName).toBe('CRM_QUOTATION_SIGNED');
	expect(new Set(Object.values(others))).toEqual(new Set([null]));
});

it('an event that was described says enough in its payload alone', () => {
	expect(readEvent({ ...eventOf(), metadata: null })).toMatchObject({
		dealId: DEAL,
		statusId: NEW,
		previousStatusId: null,
		enteredStatusId: NEW,
		backlogId: BACKLOG,
	});
});

describe('what an event is about', () => {
	it.each([
		['the metadata when payload differs', eventOf({ status_id: OLD }), NEW],
		['the payload when metadata says none', eventOf({}, { status_id: null }), NEW],
		[
			'its reference when that is all',
			eventOf({ status_id: null, status: { id: OLD } }, { status_id: '' }),
			OLD,
		],
	])('the status: %s', (_where, event, statusId) => {
		expect(readEvent(event)).toMatchObject({ statusId });
	});

	it.each([
		['by its id', eventOf({ assignee: { id: NEW } }), ASSIGNEE],
		['by its reference', eventOf({ assignee_id: null }), ASSIGNEE],
		['not at all', eventOf({ assignee_id: null, assignee: null }), null],
	])('the assignee: %s', (_how, event, assigneeId) => {
		expect(readEvent(event)).toMatchObject({ assigneeId });
	});

	it('the backlog: of the metadata, else of the payload', () => {
		expect(readEvent(eventOf({ backlog_id: OLD }))).toMatchObject({ backlogId: BACKLOG });
		expect(readEvent(eventOf({}, { backlog_id: null }))).toMatchObject({ backlogId: BACKLOG });
	});

	it.each([
		['is where it was', eventOf({}, { old_status_id: NEW }), null, null],
		['came from nowhere known', eventOf({}, { old_status_id: null }), NEW, null],
		[
			'has another event, which names both statuses',
			eventOf({}, {}, { eventName: 'CRM_MOVED' }),
			NEW,
			OLD,
		],
		[
			'has another event, which names where it stands',
			eventOf({}, { old_status_id: undefined }, { eventName: 'CRM_ASSIGNEE_CHANGE' }),
			null,
			null,
		],
	])('a deal that %s: what it entered and left', (_what, event, entered, left) => {
		expect(readEvent(event)).toMatchObject({
			statusId: NEW,
			enteredStatusId: entered,
			leftStatusId: left,
		});
	});

	it.each([
		['seconds', AT / 1000, AT],
		['microseconds', AT * 1000 + 1, AT],
		['nanoseconds', AT * 1e6, AT],
		['a few thousand seconds', 5_000, 5_000_000],
		['milliseconds in a text', `${AT}`, AT],
		['nanoseconds in a text, which no number holds exactly', `${AT}000001`, AT],
		['no number', 'now', null],
		['an empty text', ' ', null],
		['no finite number', Infinity, null],
		['true', true, null],
	])('a moment as %s', (_what, timestamp, occurredAt) => {
		expect(readEvent(eventOf({}, {}, { timestamp }))).toMatchObject({ occurredAt });
	});
});

it('any JSON at all is either an event or none, and never an error', () => {
	const odd = fc.jsonValue({ maxDepth: 4 });
	const envelope = fc.record(
		{
			eventName: fc.oneof(fc.constant(DESCRIBED), odd),
			payload: fc.oneof(fc.record({ id: odd, status: odd, assignee: odd }), odd),
			metadata: odd,
		},
		{ requiredKeys: [] },
	);
	fc.assert(
		fc.property(fc.oneof(odd, envelope), (body) => {
			const event = readEvent(body);
			expect(event === undefined || typeof event.eventName === 'string').toBe(true);
		}),
	);
});
