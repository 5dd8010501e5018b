import { passTime, stopClock } from '../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../support/handCrm';
import { answerOf, type Failure, FAILURES } from '../../support/failures';
import { assignedTo, movedTo } from '../../support/handCrm';
import { HandPoller, keyOf } from '../../support/handPoller';
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
 * What a poll does while a list beside the main one cannot be read: each list × each way to fail × what the list is read
 * for. A poll that cannot decide notes nothing, so the events come later, once, of the right kind.
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
	poller.addDocument();
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

describe.each(DECIDING)('%s', (_what, { list, parameters, isOptional = false, happen }) => {
	it.each(FAILURES.map((failure) => [failure.name, failure] as const))(
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
				expected.map((key) => (key.startsWith('quotation') ? ['status'] : null)),
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
			/^The watched fields phone cannot be compared: .*contact persons.*Remove them from 'Watch Fields'/,
		],
		[
			'overview',
			{ events: ['quotationUpdated'], watchFields: ['customer'] },
			/^The watched fields customer cannot be compared: .*documents/,
		],
		['contact-persons', { events: ['quotationCreated'] }, null],
		['overview', { events: ['quotationUpdated'], watchFields: ['status'] }, null],
	];

	it.each(
		CASES.flatMap(([list, parameters, error]) =>
			FAILURES.map(
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

describe('the customer of a new quotation', () => {
	const CREATED = { events: ['quotationCreated'] };

	it.each(
		['contact-persons', 'overview'].flatMap((list) =>
			FAILURES.map((failure) => [list, failure.name, failure] as const),
		),
	)(
		'%s, %s: is waited for an hour, or null at once if it is refused',
		async (list, _name, failure) => {
			await publish(CREATED);
			fails(list, failure);
			const quotationId = poller.addDocument('Bo Smit');
			const withoutCustomer = { quotationId, customer: null, triggeredBy: 'quotationCreated' };
			if (failure.onceSeen === 'refused') {
				expect(await poller.poll()).toMatchObject([withoutCustomer]);
				expect(poller.log.join()).toMatch(/may not read .*Customers of quotations are left empty/);
				return;
			}
			expect(await words(poller.poll())).toMatch(
				/^The customers of quotations are not known: could not/,
			);
			passTime(HOUR - 60_000);
			expect(await words(poller.poll())).toMatch(/^The customers of quotations are not known/);
			passTime(60_000);
			expect(await poller.poll()).toMatchObject([withoutCustomer]);
			expect(poller.log.join()).toContain('Customers of quotations are left empty');
			const next = poller.addDocument();
			expect(await poller.poll()).toMatchObject([{ quotationId: next, customer: null }]);
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
