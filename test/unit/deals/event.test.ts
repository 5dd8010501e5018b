import fc from 'fast-check';

import { readEvent, subjectOf } from '../../../nodes/deals/event';
import { ASSIGNEE, BACKLOG, BOARD, DEAL, eventOf, NEW, OLD, PROFILE } from '../support/event';

/** The event in the body of a call, or that there is none in it. */

it('an event as described is taken as it is', () => {
	expect(readEvent(eventOf())).toEqual(eventOf());
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
	['metadata that is a text', { ...eventOf(), metadata: 'DEALS' }],
	['no deal', eventOf({ id: undefined })],
	['a deal whose id is no text', eventOf({ id: { $gt: '' } })],
	['no payload', { ...eventOf(), payload: undefined }],
	['no status anywhere', eventOf({ status_id: null, status: null }, { status_id: undefined })],
])('%s is no event', (_what, body) => {
	expect(readEvent(body)).toBeUndefined();
});

it('of another event no more than its name is expected', () => {
	const event = { eventName: 'CRM_QUOTATION_SIGNED' };
	expect(readEvent(event)).toEqual({ ...event, payload: {}, metadata: {} });
});

it('fields nobody described stay', () => {
	const event = eventOf({ more: { a: [1] } }, { more: 2 }, { more: 3 });
	expect(readEvent(event)).toEqual(event);
});

describe('what an event is about', () => {
	it('is said by payload and metadata', () => {
		expect(subjectOf(eventOf())).toEqual({
			dealId: DEAL,
			statusId: NEW,
			previousStatusId: OLD,
			assigneeId: ASSIGNEE,
			boardId: BOARD,
			backlogId: BACKLOG,
			companyProfileId: PROFILE,
		});
	});

	it.each([
		['the metadata when payload differs', eventOf({ status_id: OLD }), NEW],
		['the payload when metadata says none', eventOf({}, { status_id: null }), NEW],
		['its reference when that is all', eventOf({ status_id: null }, { status_id: null }), NEW],
	])('the status: %s', (_where, event, statusId) => {
		expect(subjectOf(event).statusId).toBe(statusId);
	});

	it('is null where it is said nowhere, as for a deal nobody is assigned to', () => {
		const event = eventOf({ assignee_id: null, assignee: null }, { board_id: undefined });
		expect(subjectOf(event)).toMatchObject({ assigneeId: null, boardId: null });
	});
});

it('any JSON at all is either an event or none, and never an error', () => {
	const odd = fc.jsonValue({ maxDepth: 4 });
	const envelope = fc.record(
		{
			eventName: fc.oneof(fc.constant('CRM_BACKLOG_ITEM_STATUS_CHANGE'), odd),
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
