import {
	type DealEvent,
	identityOf,
	namesIn,
	rawOutput,
	readEvent,
	simpleOutput,
} from '../../../nodes/deals/dealEvent';
import { NO_NAMES, type Names } from '../../../nodes/api/names';
import { statusOf } from '../../support/deals';
import * as given from '../../support/event';

/** What an event becomes for the workflow. */

const { eventOf, dealEventOf, AT } = given;

const ANNA = { id: given.ASSIGNEE, name: 'Anna Visser', email: 'anna@zonendak.example' };

const OMZET = { isoCurrency: 'EUR', type: 'currency' };

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
			['summary', 'Zonnepanelen familie Bakker'],
			['status', 'In gesprek'],
			['previousStatus', 'Nieuw'],
			['assignee', ANNA.name],
			['assigneeEmail', ANNA.email],
			['occurredAt', '2026-03-01T08:30:00.000Z'],
			['description', 'Twaalf panelen'],
			['fields', { Omzet: OMZET, Bron: null }],
			['freeFields', [{ label: 'Type woning', value: 'hoekhuis' }]],
			['custom', { Omzet: OMZET, Bron: null, 'Type woning': 'hoekhuis' }],
			['createdAt', '2026-02-28T08:30:00.000Z'],
			['updatedAt', '2026-03-01T08:30:00.000Z'],
			['eventName', 'CRM_BACKLOG_ITEM_STATUS_CHANGE'],
			['eventId', 20_001],
			['dealId', given.DEAL],
			['statusId', given.NEW],
			['previousStatusId', given.OLD],
			['assigneeId', ANNA.id],
			['boardId', given.BOARD],
			['backlogId', given.BACKLOG],
			['companyProfileId', given.PROFILE],
		]);
	});

	it('has the same fields when the event says next to nothing', () => {
		const simple = simpleOutput(readEvent({ eventName: 'CRM_OTHER' })!, undefined);
		expect(Object.keys(simple)).toEqual(Object.keys(simplified(dealEventOf(), NAMES)));
		const { eventName, ...others } = simple;
		expect(eventName).toBe('CRM_OTHER');
		expect(new Set(Object.values(others))).toEqual(new Set([null]));
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

describe('custom', () => {
	const customOf = (payload: object) => simplified(dealEventOf(payload), NO_NAMES).custom;
	const free = (...labelled: Array<[unknown, unknown]>) => ({
		fields: {},
		free_fields: labelled.map(([label, value]) => ({ label, value })),
	});

	it('is null where the event has custom fields of neither kind, and holds those of one', () => {
		const [fields, free_fields] = [{ Bron: 'site' }, [{ label: 'Dak', value: 'plat' }]];
		expect(customOf({ fields: undefined, free_fields: undefined })).toBeNull();
		expect(customOf({ fields: 'none', free_fields: {} })).toBeNull();
		expect(customOf({ fields, free_fields: undefined })).toEqual({ Bron: 'site' });
		expect(customOf({ fields: null, free_fields })).toEqual({ Dak: 'plat' });
		expect(customOf({ fields: {}, free_fields: [] })).toEqual({});
	});

	it('a label that comes twice, of one kind or of both, holds a list of both', () => {
		expect(customOf(free(['Dak', 'plat'], ['Dak', ['schuin']], ['dak', 1]))).toEqual({
			Dak: ['plat', ['schuin']],
			dak: 1,
		});
		const { free_fields } = free(['Bron', 'beurs'], ['Bron', undefined]);
		expect(customOf({ fields: { Bron: 'site' }, free_fields })).toStrictEqual({
			Bron: ['site', 'beurs', null],
		});
	});

	it('a list as a value stays that list', () => {
		expect(customOf(free(['Dak', ['plat']]))).toEqual({ Dak: ['plat'] });
	});

	it('what has no label, or one that no object can have, is left out', () => {
		const odd = free(['', 1], [' ', 2], [undefined, 3], [null, 4], ['__proto__', { a: 5 }], [6, 6]);
		const custom = customOf({ ...odd, fields: { '': 7 } }) as object;
		expect(Object.entries(custom)).toEqual([['6', 6]]);
		expect(Object.getPrototypeOf(custom)).toBe(Object.prototype);
		expect(customOf({ fields: {}, free_fields: [null, 'Dak', 7, ['Dak', 1], {}] })).toEqual({});
	});

	it('a field without a value is there, and null', () => {
		expect(customOf(free(['Dak', undefined]))).toStrictEqual({ Dak: null });
	});
});

describe('raw', () => {
	it('is the event as received', () => {
		expect(rawOutput(eventOf(), undefined)).toEqual(eventOf());
	});

	it.each([
		[NAMES, { status: 'In gesprek', previousStatus: 'Nieuw', assignee: ANNA.name }],
		[NO_NAMES, { status: null, previousStatus: null, assignee: null }],
	])(
		'with names, they are added beside it, null where they could not be had',
		(names, resolved) => {
			const named = rawOutput(eventOf(), namesIn(names, dealEventOf()));
			expect(named).toEqual({ ...eventOf(), resolved });
		},
	);
});

describe('identity: what tells an event from every other', () => {
	const identities = (event = eventOf()) => [
		identityOf(simpleOutput(readEvent(event)!, undefined)),
		identityOf(simplified(readEvent(event)!, NAMES)),
		identityOf(rawOutput(event, undefined)),
		identityOf(rawOutput(event, namesIn(NAMES, readEvent(event)!))),
	];

	it('is the same whatever was made of the event', () => {
		const [first, ...others] = identities();
		expect(first).toEqual(expect.any(String));
		expect(new Set(others)).toEqual(new Set([first]));
	});

	it('is the same where only what it is about has changed meanwhile', () => {
		const later = eventOf({
			summary: 'Renamed',
			status_label: 'Renamed',
			timestamp_updated: AT + 5,
		});
		expect(identities(later)).toEqual(identities());
	});

	it.each([
		['as text', { id: '20001' }],
		['seconds', { timestamp: AT / 1000 }],
		['a moment in a text', { timestamp: String(AT) }],
	])('is the same, told %s', (_how, envelope) => {
		expect(identities(eventOf({}, {}, envelope))).toEqual(identities());
	});

	it.each([
		['id', eventOf({}, {}, { id: 20_002 })],
		['moment', eventOf({}, {}, { timestamp: AT + 1 })],
		['name', eventOf({}, {}, { eventName: 'CRM_ITEM_UPDATE' })],
		['deal', eventOf({ id: given.BOARD })],
		['status', eventOf({}, { status_id: given.BOARD })],
		['status before', eventOf({}, { old_status_id: given.BOARD })],
	])('differs by its %s', (_what, other) => {
		const mine = identities();
		identities(other).forEach((one, n) => {
			expect(one).toEqual(expect.any(String));
			expect(one).not.toBe(mine[n]);
		});
	});

	it('is found in an event as received, whatever else that holds', () => {
		const odd = { eventId: 7, occurredAt: 'now', dealId: null };
		expect(identityOf({ ...eventOf(), ...odd })).toBe(identityOf(eventOf()));
	});

	it('differs by an id that no number holds exactly', () => {
		const [one, two] = ['9007199254740993', '9007199254740992'].map((id) =>
			identities(eventOf({}, {}, { id })),
		);
		expect(one).not.toEqual(two);
	});

	it.each([
		['without an id', { id: undefined }],
		['with an id that is null', { id: null }],
		['with a blank id', { id: ' ' }],
		['without a moment', { timestamp: undefined }],
		['whose moment cannot be read', { timestamp: 'now' }],
		['whose moment is beyond every calendar', { timestamp: 1e40 }],
	])('an event %s has none', (_what, envelope) => {
		expect(new Set(identities(eventOf({}, {}, envelope)))).toEqual(new Set([undefined]));
	});

	it('of an event that names no deal, id and moment suffice', () => {
		const signed = { id: 'a', timestamp: AT, eventName: 'CRM_QUOTATION_SIGNED' };
		const [first, ...others] = identities(signed);
		expect(first).toEqual(expect.any(String));
		expect(new Set(others)).toEqual(new Set([first]));
		expect(identities({ ...signed, id: 'b' })).not.toContain(first);
		expect(identities({ ...signed, timestamp: AT + 1 })).not.toContain(first);
	});

	it('what is no event has none', () => {
		for (const json of [{}, { eventName: '' }, { id: 1, timestamp: AT }]) {
			expect(identityOf(json)).toBeUndefined();
		}
	});
});
