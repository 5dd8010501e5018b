import type { DealEvent } from '../../../nodes/deals/event';
import { namesIn } from '../../../nodes/deals/eventNames';
import { rawOutput, simpleOutput } from '../../../nodes/deals/eventOutput';
import { readEvent } from '../../../nodes/deals/eventReading';
import { NO_NAMES, type Names } from '../../../nodes/service/api/names';
import { statusOf } from '../support/deals';
import * as given from '../support/event';

/** What an event becomes for the workflow. */

const { eventOf, dealEventOf, AT } = given;

const ANNA = { id: given.ASSIGNEE, name: 'Anna Visser', email: 'anna@zonendak.example' };

const NAMES: Names = {
	statuses: new Map([
		[given.OLD, statusOf(given.OLD, given.BACKLOG, 'Nieuw', '#2E86C1')],
		[given.NEW, statusOf(given.NEW, given.BACKLOG, 'In gesprek', '#F39C12')],
	]),
	users: new Map([[ANNA.id, ANNA]]),
};

const simplified = (event: DealEvent, names: Names) => simpleOutput(event, namesIn(names, event));

describe('simplified', () => {
	it('has exactly these fields, in this order', () => {
		const simple = simplified(dealEventOf(), NAMES);
		expect(Object.entries(simple)).toEqual([
			['eventId', 20_001],
			['eventName', 'CRM_BACKLOG_ITEM_STATUS_CHANGE'],
			['occurredAt', '2026-03-01T08:30:00.000Z'],
			['dealId', given.DEAL],
			['summary', 'Zonnepanelen familie Bakker'],
			['description', 'Twaalf panelen'],
			['statusId', given.NEW],
			['status', 'In gesprek'],
			['previousStatusId', given.OLD],
			['previousStatus', 'Nieuw'],
			['assigneeId', ANNA.id],
			['assignee', ANNA.name],
			['assigneeEmail', ANNA.email],
			['boardId', given.BOARD],
			['backlogId', given.BACKLOG],
			['companyProfileId', given.PROFILE],
			['fields', { Omzet: { isoCurrency: 'EUR', type: 'currency' }, Bron: null }],
			['freeFields', [{ label: 'Type woning', value: 'hoekhuis' }]],
			['createdAt', '2026-02-28T08:30:00.000Z'],
			['updatedAt', '2026-03-01T08:30:00.000Z'],
		]);
	});

	it('has the same fields when the event says next to nothing', () => {
		const simple = simpleOutput(readEvent({ eventName: 'CRM_OTHER' })!, undefined);
		expect(Object.keys(simple)).toEqual(Object.keys(simplified(dealEventOf(), NAMES)));
		const { eventName, ...others } = simple;
		expect(eventName).toBe('CRM_OTHER');
		expect(new Set(Object.values(others))).toEqual(new Set([null]));
	});

	it.each([
		['milliseconds', AT],
		['seconds', AT / 1000],
	])('tells the moment of an envelope that counts %s', (_unit, timestamp) => {
		const { occurredAt } = simplified(dealEventOf({}, {}, { timestamp }), NAMES);
		expect(occurredAt).toBe('2026-03-01T08:30:00.000Z');
	});

	it('a moment that is no number is null', () => {
		expect(simplified(dealEventOf({}, {}, { timestamp: 'now' }), NAMES).occurredAt).toBeNull();
	});

	it('names that could not be had are null', () => {
		expect(simplified(dealEventOf(), NO_NAMES)).toMatchObject({
			statusId: given.NEW,
			status: null,
			previousStatus: null,
			assigneeId: ANNA.id,
			assignee: null,
			assigneeEmail: null,
		});
	});

	it('with names off, the one label that the event itself tells still stands', () => {
		expect(simpleOutput(dealEventOf(), undefined)).toMatchObject({
			status: 'In gesprek',
			previousStatus: null,
			assignee: null,
			assigneeEmail: null,
		});
	});

	it('a moment beyond every calendar is null', () => {
		expect(simpleOutput({ ...dealEventOf(), occurredAt: 1e17 }, undefined).occurredAt).toBeNull();
	});

	it('a moment soon after 1970 is not taken for seconds a second time', () => {
		const { occurredAt } = simplified(dealEventOf({}, {}, { timestamp: 5_000 }), NAMES);
		expect(occurredAt).toBe('1970-01-01T01:23:20.000Z');
	});

	it('names that are empty are none', () => {
		const nameless: Names = {
			statuses: new Map([[given.NEW, statusOf(given.NEW, given.BACKLOG, '', '#2E86C1')]]),
			users: new Map([[ANNA.id, { ...ANNA, name: '', email: undefined as never }]]),
		};
		const nobody = { status: null, previousStatus: null, assignee: null, assigneeEmail: null };
		expect(simplified(dealEventOf(), nameless)).toMatchObject(nobody);
	});
});

describe('raw', () => {
	it('is the event as received', () => {
		expect(rawOutput(eventOf(), undefined)).toEqual(eventOf());
	});

	it('with names, they are added beside it', () => {
		const resolved = { status: 'In gesprek', previousStatus: 'Nieuw', assignee: ANNA.name };
		expect(rawOutput(eventOf(), namesIn(NAMES, dealEventOf()))).toEqual({ ...eventOf(), resolved });
	});

	it('names that could not be had are null there, too', () => {
		const resolved = { status: null, previousStatus: null, assignee: null };
		expect(rawOutput(eventOf(), namesIn(NO_NAMES, dealEventOf()))).toEqual({
			...eventOf(),
			resolved,
		});
	});
});
