import type { IDataObject } from 'n8n-workflow';

import { namesOf, NO_NAMES } from '../../../nodes/api/names';
import { rawItem, readEvent, simpleItem } from '../../../nodes/deals/receivedEvent';
import { statusOf } from '../../support/deals';
import * as given from '../../support/event';
import { uuid } from '../../support/uuid';

/** A call of the service, read as a change of a deal. */

const { ASSIGNEE, AT, BACKLOG, BOARD, DEAL, eventOf, NEW, OLD, PROFILE } = given;

const NAMES = namesOf(
	[statusOf(NEW, BACKLOG, 'Offerte', '#111111'), statusOf(OLD, BACKLOG, 'Nieuw', '#222222')],
	[{ id: ASSIGNEE, name: 'Eva', email: 'eva@example.com' }],
);

/** In the order of One language (product.md), which both triggers keep. */
const KEYS =
	'title, status, previousStatus, occurredAt, assignee, value, currency, email, phone, result, pipeline, daysInStatus, triggeredBy, changeType, recordType, enteredManually, assigneeEmail, previousAssignee, description, address, archived, custom, labels, createdAt, updatedAt, eventName, eventId, changeId, dealId, statusId, previousStatusId, assigneeId, previousAssigneeId, pipelineId, boardId, requestId, companyProfileId';

const itemOf = (body: IDataObject, names = NO_NAMES) => simpleItem(readEvent(body)!, names);

it('the event of the interface, in the shape of a change of a deal', () => {
	const item = itemOf(eventOf(), NAMES);
	expect(item).toEqual({
		...{ value: null, currency: null, email: null, phone: null, result: null, address: null },
		...{ recordType: null, enteredManually: null, archived: false, requestId: uuid(0xe1) },
		title: 'Zonnepanelen familie Bakker',
		status: 'In gesprek',
		previousStatus: 'Nieuw',
		assignee: 'Eva',
		pipeline: 'Pipeline 1',
		assigneeEmail: 'eva@example.com',
		previousAssignee: null,
		occurredAt: '2026-03-01T08:30:00.000Z',
		changeType: 'STATUS_CHANGED',
		triggeredBy: 'dealStatusChanged',
		description: 'Twaalf panelen',
		custom: {
			Omzet: { isoCurrency: 'EUR', type: 'currency' },
			Bron: null,
			'Type woning': 'hoekhuis',
		},
		labels: { result: null },
		daysInStatus: null,
		createdAt: '2026-02-28T08:30:00.000Z',
		updatedAt: '2026-03-01T08:30:00.000Z',
		eventName: 'CRM_BACKLOG_ITEM_STATUS_CHANGE',
		eventId: 20_001,
		changeId: null,
		dealId: DEAL,
		statusId: NEW,
		previousStatusId: OLD,
		assigneeId: ASSIGNEE,
		previousAssigneeId: null,
		pipelineId: BACKLOG,
		boardId: BOARD,
		companyProfileId: PROFILE,
	});
	expect(Object.keys(item).join(', ')).toBe(KEYS);
	expect(rawItem(readEvent(eventOf())!, NAMES)).toEqual({
		...eventOf(),
		resolved: { status: 'In gesprek', previousStatus: 'Nieuw', assignee: 'Eva' },
	});
});

it.each<[string, IDataObject, object]>([
	['what is missing is null', { eventName: 'X' }, { title: null, custom: null, eventName: 'X' }],
	[
		'of another event nothing is a move',
		{ eventName: 'X', id: 7 },
		{ changeType: null, triggeredBy: null, eventId: 7 },
	],
	[
		"the event's own name of its status stands",
		eventOf(),
		{ status: 'In gesprek', previousStatus: null },
	],
	['an empty one is none', eventOf({ status_label: ' ' }), { status: null }],
	[
		'seconds',
		eventOf({ timestamp_created: 1767225600 }, {}, { timestamp: AT / 1000 }),
		{
			occurredAt: '2026-03-01T08:30:00.000Z',
			createdAt: '2026-01-01T00:00:00.000Z',
		},
	],
	['no moment', eventOf({}, {}, { timestamp: 'soon' }), { occurredAt: null }],
	[
		'the change is told by metadata',
		eventOf({ status_id: OLD, backlog_id: OLD }),
		{ statusId: NEW, pipelineId: BACKLOG },
	],
	[
		'else by the payload',
		eventOf({}, { status_id: null, backlog_id: '' }),
		{ statusId: NEW, pipelineId: BACKLOG },
	],
	[
		'a deal that was assigned to nobody',
		eventOf({ assignee_id: null, assignee: null }),
		{ assigneeId: null },
	],
	[
		'no move: both statuses are the same',
		eventOf({}, { old_status_id: NEW }),
		{
			changeType: null,
			triggeredBy: 'dealStatusChanged',
		},
	],
	[
		'a label that comes twice holds a list',
		eventOf({
			fields: { Bron: 'site' },
			free_fields: [
				{ label: 'Bron', value: 'beurs' },
				{ label: ' ', value: 1 },
				{ label: 'Leeg' },
				null,
			],
		}),
		{ custom: { Bron: ['site', 'beurs'], Leeg: null } },
	],
	[
		'a label that comes twice with the same value holds it once',
		eventOf({
			fields: { Bron: 'site', Omzet: { type: 'currency' } },
			free_fields: [
				{ label: 'Bron', value: 'site' },
				{ label: 'Omzet', value: { type: 'currency' } },
			],
		}),
		{ custom: { Bron: 'site', Omzet: { type: 'currency' } } },
	],
	[
		'labels that no object can have are left out',
		eventOf({
			fields: JSON.parse('{"__proto__":1,"constructor":2}'),
			free_fields: 'none',
		}),
		{ custom: { constructor: 2 } },
	],
])('%s', (_what, body, expected) => {
	expect(itemOf(body)).toMatchObject(expected);
});
