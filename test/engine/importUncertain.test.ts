/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../support/noWaiting';

import type { IDataObject } from 'n8n-workflow';

import {
	created,
	goOn,
	idsAtService,
	importRows,
	people,
	requestsTo,
} from '../support/contactRuns';
import { startOver } from '../support/startOver';

/** Rows that may have been created are looked for after the last one; what is not proven stays open. */

beforeEach(async () => await startOver({ contacts: 4 }));

type Fault = (typeof sandbox.switches.faults)[number];
const harm = (...faults: Fault[]) =>
	Object.assign(sandbox.switches, { faults: structuredClone(faults) });
/** Carried out, and never answered. */
const lost: Fault = { route: 'createContact', kind: 'lostReply' };
/** Refused in a way that leaves it open. */
const unsure: Fault = { route: 'createContact', kind: 'status', status: 500 };
const unlistable: Fault = { route: 'listContacts', kind: 'status', status: 503, every: 1 };

/** Without the listing before. */
const again = (options: IDataObject = {}) => ({
	ifExists: 'createAnyway',
	options: { concurrency: 1, ...options },
});

it('one that is there is found, by the moment that was given to it and its values', async () => {
	harm({ ...lost, nth: 2 });
	const { json, hints } = await importRows(people(3), again(), goOn);
	expect(json.map(({ outcome, contactId }) => [outcome, contactId])).toEqual([
		['created', idsAtService()[4]],
		['foundAfterwards', idsAtService()[5]],
		['created', idsAtService()[6]],
	]);
	expect(hints).toEqual(['2 of 3 rows were created, 1 found afterwards.']);
	const moments = created().map(({ time_stamp: moment }) => moment);
	expect(new Set(moments).size).toBe(3);
});

it.each<[string, Fault[], Partial<typeof sandbox.switches>, IDataObject, string]>([
	['is not there', [unsure], {}, {}, 'It was not found in the audience, which proves nothing'],
	[
		'cannot be looked for',
		[unsure, unlistable],
		{},
		{},
		'It could not be looked for, because Could not list the contacts: the service has a problem (503)',
	],
	['has no moment in the list', [lost], { contactFields: 'noMoment' }, {}, 'which proves nothing'],
	[
		'has a moment that was entered',
		[lost],
		{},
		{ timestamp: '2026-03-01T09:30:00Z' },
		'may have been carried out',
	],
	[
		'is in a list in doubt',
		[unsure],
		{ ignorePage: true, ignorePageSize: false },
		{ pageSize: 2 },
		'which proves nothing',
	],
])('one stays uncertain that %s', async (_, faults, switches, options, words) => {
	harm(...faults);
	Object.assign(sandbox.switches, switches);
	const { json, hints } = await importRows(people(2), again(options), goOn);
	expect(json[0]).toMatchObject({
		outcome: 'uncertain',
		contactId: null,
		reason: expect.stringMatching(/may have been carried out/),
	});
	expect(json[0].error).toBe(json[0].reason);
	expect(json[1].outcome).toBe('created');
	expect(json[0].reason).toContain(words);
	expect(hints).toEqual(['1 of 2 rows was created, 1 uncertain.']);
});

it('without "Continue" the run goes on after those that were found, and stops at one that was not', async () => {
	harm({ ...lost, nth: 2 }, { ...lost, nth: 4 }, { ...unsure, nth: 6 });
	const { error } = await importRows(people(9), again());
	expect(error?.message).toMatch(
		/^Row 6: Could not create the contact: .*may have been carried out$/,
	);
	expect(error?.description).toContain('5 of 9 are in, 1 is uncertain.');
	expect(idsAtService()).toHaveLength(4 + 5);
});

it('is not done where no row is open, and stops as soon as all are found', async () => {
	await startOver({ contacts: 0 });
	await importRows(people(2), again(), goOn);
	expect(requestsTo('listContacts')).toEqual([]);
	harm(lost);
	await importRows(people(100), again({ pageSize: 5 }), goOn);
	expect(requestsTo('listContacts').length).toBeLessThan(5);
});

it('is given up after 60 seconds in all', async () => {
	await startOver({ contacts: 200 });
	harm({ ...unsure });
	sandbox.switches.latencyMs = 5;
	const real = Date.now;
	const began = real();
	// The clock runs ten thousand times as fast, once the rows are sent.
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => {
		const listing = requestsTo('listContacts').length > 0;
		return listing ? began + (real() - began) * 10_000 : real();
	});
	const { json } = await importRows(people(1), again({ pageSize: 2 }), goOn);
	clock.mockRestore();
	expect(json[0].outcome).toBe('uncertain');
	expect(json[0].reason).toContain('because the list took longer than 60 seconds');
	expect(requestsTo('listContacts').length).toBeLessThan(60);
});

it('with Skip the next run finds it existing, whatever became of looking', async () => {
	harm({ ...lost }, { ...unlistable, nth: 3, every: 1 });
	const set = { options: { concurrency: 1 } };
	await importRows(people(2), set, goOn);
	harm();
	expect((await importRows(people(2), set)).outcomes).toEqual(['existing', 'existing']);
});

it('Retry On Fail: a row that stayed open is looked for again, and never sent again', async () => {
	harm({ ...lost }, { ...unlistable, every: undefined, times: 1 });
	const retry = { ...goOn, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const { outcomes } = await importRows(people(2), again(), retry);
	expect(outcomes).toEqual(['foundAfterwards', 'created']);
	expect(requestsTo('createContact')).toHaveLength(2);
});
