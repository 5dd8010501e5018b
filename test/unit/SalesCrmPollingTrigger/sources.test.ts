import { passTime, stopClock } from '../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../support/handCrm';
import { answerOf, type Failure, FAILURES, ONE_OF_EACH } from '../../support/failures';
import { assignedTo, movedTo } from '../../support/handCrm';
import { HandPoller, idOf, keyOf } from '../../support/handPoller';
import {
	ANNA,
	GONE,
	LEADS,
	NEW,
	NEW_AT_WORK,
	STATUSES,
	USERS,
	WORK,
} from '../../support/solarRoof';

/**
 * What a poll does while a list beside the main one cannot be read: each list × what it is read for × one failure of each
 * kind, and each failure once a list. A poll that cannot decide notes nothing, so the events come later, once, of the right
 * kind.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let poller: HandPoller;

const board = (board_type: string, id: string, backlog_name: string) => ({
	...{ id: board_type, board_name: board_type, board_type },
	backlogs: [{ id, backlog_name, rank: '0' }],
});

beforeEach(() => {
	stopClock(Date.parse('2026-03-03T12:00:00Z'));
	poller = new HandPoller();
	// A done status, in which a deal is not stuck.
	const statuses = STATUSES.map((one) =>
		one.id === NEW_AT_WORK ? { ...one, status_category: 'DONE' } : one,
	);
	const boards = [board('DEALS', WORK, 'Montage'), board('LEADS', LEADS, 'Web')];
	Object.assign(poller, { statuses, users: USERS, boards, isPublished: true });
	poller.addDeal(movedTo(NEW_AT_WORK), WORK);
	for (const type of ['QUOTATION', 'INVOICE', 'CONTRACT']) poller.addDocument('An Jansen', type);
});

const publish = async (parameters: IDataObject) => await poller.publish(parameters);
const fails = (list: string, failure: Failure) => {
	poller.faults = { [list]: answerOf(failure) as Fault };
};
const words = async (poll: Promise<unknown>): Promise<string> =>
	await poll.then(
		() => 'no error',
		(error: Error) => error.message,
	);

interface DecidingList {
	list: string;
	parameters: IDataObject;
	/** If they are refused, leads count as deals. */
	isOptional?: boolean;
	/** Makes events of those that are chosen; gives their keys. */
	happen(): string[];
}

const newDeal = (at = NEW_AT_WORK, pipeline = WORK) =>
	poller.addDeal(movedTo(at), pipeline).history[0].id;

const changed = (document: IDataObject, event: string): string => {
	document.documentStatus = 'ACCEPTED';
	return `${event} ${String(document.documentId)}`;
};

/** Lists without which the kind of an event is not known. */
const DECIDING: Array<[what: string, DecidingList]> = [
	[
		'statuses: created or moved',
		{
			list: 'statuses',
			parameters: { events: ['dealCreated', 'dealStatusChanged'] },
			happen: () => [`dealCreated ${newDeal()}`],
		},
	],
	[
		'statuses: a move, if only moves are chosen',
		{
			list: 'statuses',
			parameters: { events: ['dealStatusChanged'] },
			// A new deal in its first status is no move.
			happen: () => [newDeal(), `dealStatusChanged ${poller.happens(movedTo(GONE))}`].slice(1),
		},
	],
	[
		'statuses: stuck or done',
		{
			list: 'statuses',
			parameters: {
				events: ['dealStuck'],
				daysInStatus: 1,
				filters: { recordTypes: ['deal', 'lead'] },
			},
			happen: () => {
				newDeal();
				const id = newDeal(NEW, LEADS);
				passTime(DAY + HOUR);
				return [`dealStuck ${id}`];
			},
		},
	],
	...['statuses', 'boards'].map((list): [string, DecidingList] => [
		`${list}: a deal that was won`,
		{
			list,
			parameters: { events: ['dealClosed'] },
			isOptional: list === 'boards',
			happen: () => {
				poller.mark(poller.addDeal(movedTo(NEW), LEADS), 'lost');
				return [`dealClosed ${poller.mark(poller.deals[0], 'won')}`];
			},
		},
	]),
	[
		'boards: a lead or a deal',
		{
			list: 'boards',
			parameters: { events: ['dealCreated', 'leadCreated'] },
			happen: () => [`leadCreated ${newDeal(NEW, LEADS)}`, `dealCreated ${newDeal()}`],
		},
	],
	[
		'boards: a new lead is not a new deal',
		{
			list: 'boards',
			parameters: { events: ['dealCreated'] },
			isOptional: true,
			happen: () => [newDeal(NEW, LEADS), `dealCreated ${newDeal()}`].slice(1),
		},
	],
	[
		'the pipelines of a board',
		{
			list: 'backlogs',
			parameters: { events: ['dealCreated', 'leadCreated'] },
			happen: () => [`leadCreated ${newDeal(NEW, LEADS)}`, `dealCreated ${newDeal()}`],
		},
	],
	[
		'users: a filter by name',
		{
			list: 'get-users-for-company-profile',
			parameters: { events: ['dealAssigned'], filters: { assigneeIds: [ANNA.name] } },
			happen: () => [`dealAssigned ${poller.happens(assignedTo(ANNA.id))}`],
		},
	],
	[
		'contact persons: a watched field',
		{
			list: 'contact-persons',
			parameters: { events: ['quotationUpdated'], watchFields: ['customer', 'status'] },
			happen: () => {
				poller.quotations[0].documentStatus = 'ACCEPTED';
				return [`quotationUpdated ${String(poller.quotations[0].documentId)}`];
			},
		},
	],
	[
		'the overview: quotations that are new or changed',
		{
			list: 'overview',
			parameters: { events: ['quotationCreated', 'quotationStatusChanged'] },
			isOptional: true,
			happen: () => [
				`quotationCreated ${poller.addDocument()}`,
				changed(poller.quotations[0], 'quotationStatusChanged'),
			],
		},
	],
	[
		'the overview: invoices and contracts',
		{
			list: 'overview',
			parameters: {
				events: ['invoiceCreated', 'invoiceStatusChanged', 'contractStatusChanged'],
			},
			happen: () => [
				`invoiceCreated ${poller.addDocument('An Jansen', 'INVOICE')}`,
				changed(poller.otherDocuments[0], 'invoiceStatusChanged'),
				changed(poller.otherDocuments[1], 'contractStatusChanged'),
			],
		},
	],
	[
		'the overview: a watched field',
		{
			list: 'overview',
			parameters: { events: ['quotationUpdated'], watchFields: ['email', 'status'] },
			happen: () => {
				poller.quotations[0].documentStatus = 'ACCEPTED';
				return [`quotationUpdated ${String(poller.quotations[0].documentId)}`];
			},
		},
	],
];

/** Failures that mean the same of a part of a list as of a list that was not seen. */
const meansOf = ({ is, onceSeen }: Failure, list: string) => (list === 'backlogs' ? is : onceSeen);

describe.each(DECIDING)('%s', (what, { list, parameters, isOptional = false, happen }) => {
	const [first] = DECIDING.find(([, one]) => one.list === list)!;
	const failures = what === first ? FAILURES : ONE_OF_EACH;

	it.each(failures.map((failure) => [failure.name, failure] as const))(
		'%s, later: nothing is noted, and the event comes once, of its kind',
		async (_name, failure) => {
			const means = meansOf(failure, list);
			if (means !== 'unavailable' && (isOptional || list === 'backlogs')) return;
			await publish(parameters);
			fails(list, failure);
			const expected = happen();
			const before = JSON.stringify(poller.stored);
			expect(await words(poller.poll())).toMatch(
				means === 'refused' ? /permission/ : /[Cc]ould not/,
			);
			expect(JSON.stringify(poller.stored)).toBe(before);
			if (means === 'unavailable') expect(await publish(parameters)).toEqual([]);
			poller.faults = {};
			if (means === 'refused') passTime(10 * 60_000);
			const items = await poller.poll();
			expect(items.map(keyOf)).toEqual(expected);
			expect(items.map(({ changedFields = null }) => changedFields)).toEqual(
				expected.map((key) => (key.startsWith('quotationUpdated') ? ['status'] : null)),
			);
			expect(await poller.poll()).toEqual([]);
		},
	);
});

it('while boards are refused, or one of several, leads count as deals, and the log says so', async () => {
	await publish({ events: ['dealCreated', 'dealStatusChanged'] });
	for (const list of ['boards', 'backlogs']) {
		poller.faults = { [list]: 403 };
		const changeId = newDeal(NEW, LEADS);
		const expected = { triggeredBy: 'dealCreated', changeId, recordType: null };
		expect(await poller.poll()).toMatchObject([expected]);
		expect(poller.log.splice(0).join()).toMatch(/boards?.*Leads count as deals|pipelines.*Leads/);
		passTime(10 * 60_000);
	}
});

describe('at the first activation', () => {
	const types = { events: ['dealStatusChanged'], filters: { recordTypes: ['deal'] } };
	const both = { events: ['dealStatusChanged'], filters: { recordTypes: ['deal', 'lead'] } };
	const APART = /^Leads and deals cannot be told apart: .* boards.*Remove 'Lead: Created'/;
	/** What is not offered or refused; null where that is no error. */
	const CASES: Array<[string, IDataObject, RegExp | null]> = [
		['boards', { events: ['leadCreated'] }, APART],
		['boards', types, APART],
		['boards', both, null],
		['boards', { events: ['dealStatusChanged'] }, null],
		['statuses', { events: ['dealStatusChanged'] }, /statuses/],
		['get-users-for-company-profile', { events: ['dealStatusChanged'] }, null],
		[
			'get-users-for-company-profile',
			{ events: ['dealStatusChanged'], filters: { assigneeIds: ['Anna Visser'] } },
			/^The user "Anna Visser" could not be looked up.*users.*Enter the ID of the user/,
		],
		[
			'contact-persons',
			{ events: ['quotationUpdated'], watchFields: ['phone'] },
			/^The watched fields phone cannot be compared: .*contact persons.*Remove them from 'Watch Field Names or IDs'/,
		],
		[
			'overview',
			{ events: ['quotationUpdated'], watchFields: ['customer'] },
			/^The watched fields customer cannot be compared: .*documents/,
		],
		['contact-persons', { events: ['quotationCreated'] }, null],
		['contact-persons', { events: ['invoiceCreated', 'contractStatusChanged'] }, null],
		['overview', { events: ['quotationCreated'] }, null],
		[
			'overview',
			{ events: ['quotationCreated', 'invoiceStatusChanged'] },
			/^Invoices: New and changed invoices are not known: .* documents.*Remove the events of invoices/,
		],
		['statuses', { events: ['dealClosed'] }, /statuses/],
		['boards', { events: ['dealClosed'] }, null],
		['overview', { events: ['quotationUpdated'], watchFields: ['status'] }, null],
	];

	it.each(
		CASES.flatMap(([list, parameters, error]) =>
			ONE_OF_EACH.map(
				(failure) =>
					[list, JSON.stringify(parameters), failure.name, failure, parameters, error] as const,
			),
		),
	)('%s with %s: %s', async (...[list, , , failure, parameters, error]) => {
		fails(list, failure);
		const said = await words(publish(parameters));
		if (failure.is === 'unavailable') {
			// Kinds are decided by the boards and statuses; the others only if something is compared by them.
			const isNeeded = error !== null || list === 'boards';
			if (isNeeded) expect(said).toMatch(/[Cc]ould not/);
			else expect(said).toBe('no error');
			expect(poller.stored).toEqual(isNeeded ? {} : expect.anything());
		} else if (error) {
			expect(said).toMatch(error);
			expect(said.includes('ask for the permission')).toBe(failure.is === 'refused');
		} else {
			expect(said).toBe('no error');
			if (list === 'boards') expect(poller.log.join()).toMatch(/boards.*Leads count as deals/);
		}
	});
});

describe('what only another list has of a new document', () => {
	const CREATED = { events: ['quotationCreated'] };
	const OF_PERSONS = ['customer', /^The customers of \w+ are not known: could not/] as const;
	const OF_LIST = ['expiresAt', /^When quotations expire is not known: could not/] as const;

	it.each(
		[
			['quotation', 'contact-persons', ...OF_PERSONS] as const,
			['invoice', 'contact-persons', ...OF_PERSONS] as const,
			['quotation', 'quotations', ...OF_LIST] as const,
		].flatMap(([type, list, key, why]) =>
			ONE_OF_EACH.map((failure) => [type, list, failure.name, failure, key, why] as const),
		),
	)(
		'%s: %s, %s: is waited for an hour, or null at once if it is refused',
		async (type, list, _name, failure, key, why) => {
			await publish({ events: [`${type}Created`] });
			fails(list, failure);
			const id = poller.addDocument('Bo Smit', type.toUpperCase());
			const without = { [key]: null, triggeredBy: `${type}Created` };
			// Nothing is remembered of a main list, so a 404 may mean that it is not offered.
			const means = list === 'quotations' ? failure.is : failure.onceSeen;
			if (means !== 'unavailable') {
				const items = await poller.poll();
				expect([items.map(idOf), items]).toMatchObject([[id], [without]]);
				expect(poller.log.join()).toContain('left empty');
				return;
			}
			expect(await words(poller.poll())).toMatch(why);
			passTime(HOUR - 60_000);
			expect(await words(poller.poll())).toMatch(why);
			passTime(60_000);
			expect((await poller.poll()).map(idOf)).toEqual([id]);
			expect(poller.log.join()).toContain('left empty');
			const next = poller.addDocument('Bo Smit', type.toUpperCase());
			expect((await poller.poll()).map(idOf)).toEqual([next]);
		},
	);

	it('comes with the event once the lists are back, and a later outage is waited for anew', async () => {
		await publish(CREATED);
		for (const customer of ['Bo Smit', 'Cas Bos']) {
			poller.faults = { 'contact-persons': 500 };
			const quotationId = poller.addDocument(customer);
			await expect(poller.poll()).rejects.toThrow();
			passTime(50 * 60_000);
			poller.faults = {};
			expect(await poller.poll()).toMatchObject([{ quotationId, customer }]);
			expect(await poller.poll()).toEqual([]);
		}
	});

	it('is asked for only if something is new', async () => {
		await publish(CREATED);
		poller.asked = [];
		await poller.poll();
		expect(poller.asked).toHaveLength(1);
		poller.addDocument();
		await poller.poll();
		expect(poller.asked).toHaveLength(4);
	});
});

describe('quotations are polled by the overview', () => {
	const EVENTS = { events: ['quotationCreated', 'quotationStatusChanged'] };
	const asked = () => poller.asked.splice(0).map(([path]) => path.split('/').at(-1));
	const poll = async () => (await poller.poll()).map(keyOf);

	beforeEach(() => {
		passTime(10 * 60_000);
		poller.asked = [];
	});

	it.each<[string, IDataObject, string[], string[]]>([
		['new and status', EVENTS, ['overview'], ['contact-persons', 'quotations']],
		[
			'a watched field of the overview',
			{ events: ['quotationUpdated'], watchFields: ['status', 'total', 'requestId'] },
			['overview'],
			['contact-persons', 'quotations'],
		],
		[
			'a watched field of the contact person',
			{ events: ['quotationUpdated'], watchFields: ['phone'] },
			['overview', 'contact-persons'],
			[],
		],
		[
			'when they expire',
			{ events: ['quotationUpdated'], watchFields: ['expiresAt'] },
			['quotations'],
			[],
		],
		[
			'documents of all types',
			{ events: [...EVENTS.events, 'invoiceCreated', 'contractStatusChanged'] },
			['overview'],
			['contact-persons', 'quotations'],
		],
	])('%s: a quiet poll reads %j; %j in addition if something is new', async (...of) => {
		const [, parameters, quiet, more] = of;
		await publish(parameters);
		const all = asked();
		expect(new Set(all).size).toBe(
			all.length - Number(all.filter((one) => one === 'quotations').length > 1),
		);
		expect(await poll()).toEqual([]);
		expect(asked()).toEqual(quiet);
		poller.quotations[0].documentStatus = 'ACCEPTED';
		const items = await poller.poll();
		expect(asked().slice(quiet.length)).toEqual(items.length > 0 ? more : []);
	});

	it('but by their own list if the overview lacks some, as the log says', async () => {
		poller.notInOverview.add(poller.addDocument());
		await publish(EVENTS);
		expect(poller.log.join()).toContain('1 of 2 quotations are not in the overview of documents');
		asked();
		expect(await poll()).toEqual([]);
		expect(asked()).toEqual(['quotations']);
		const id = poller.addDocument();
		poller.notInOverview.add(id);
		expect(await poll()).toEqual([`quotationCreated ${id}`]);
	});

	it.each(FAILURES.filter(({ onceSeen }) => onceSeen === 'refused').map((one) => [one.name, one]))(
		'or if it is refused, also later (%s), until it is published anew',
		async (_name, failure) => {
			await publish(EVENTS);
			fails('overview', failure as Failure);
			const id = poller.addDocument();
			expect(await poll()).toEqual([`quotationCreated ${id}`]);
			expect(poller.log.join()).toMatch(/may not read documents.*Each poll reads the list of quot/);
			asked();
			poller.quotations[0].documentStatus = 'ACCEPTED';
			expect(await poll()).toEqual([`quotationStatusChanged ${poller.quotations[0].documentId}`]);
			poller.faults = {};
			passTime(10 * 60_000);
			expect(await publish(EVENTS)).toEqual([]);
			asked();
			expect(await poll()).toEqual([]);
			expect(asked()).toEqual(['overview']);
		},
	);
});

describe('lists that were seen to answer are noted: with a renewed token, a 404 does not mean that they are not offered', () => {
	it.each<[string, string, () => unknown]>([
		['dealCreated', 'boards', () => newDeal(NEW, LEADS)],
		['quotationCreated', 'contact-persons', () => poller.addDocument()],
	])('%s: %s', async (event, list, happen) => {
		await publish({ events: [event] });
		poller.credential.apiToken = 'renewed';
		poller.faults = { [list]: 404 };
		happen();
		expect(await words(poller.poll())).toContain(list.replace('-', ' '));
		poller.faults = {};
		expect(await poller.poll()).toHaveLength(event === 'dealCreated' ? 0 : 1);
	});
});
