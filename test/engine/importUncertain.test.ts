/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../support/noWaiting';

import type { IDataObject, INode } from 'n8n-workflow';

import { createParameters, idsAtService, requestsTo } from '../support/contactRuns';
import { crmOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** Rows that may have been created are looked for after the last one; what is not proven stays open. */

beforeEach(async () => await startOver({ contacts: 4 }));

type Fault = (typeof sandbox.switches.faults)[number];
const harm = (...faults: Fault[]) => Object.assign(sandbox.switches, { faults });
/** Carried out, and never answered. */
const lost: Fault = { route: 'createContact', kind: 'lostReply' };
/** Refused in a way that leaves it open. */
const unsure: Fault = { route: 'createContact', kind: 'status', status: 500 };

const goOn: Partial<INode> = { onError: 'continueRegularOutput' };

async function importOf(
	rows: IDataObject[],
	options: IDataObject = {},
	settings: Partial<INode> = goOn,
	more: IDataObject = {},
) {
	const parameters = createParameters({ options: { concurrency: 1, ...options }, ...more });
	const flow = { nodes: [crmOf(parameters, settings)], wires: [['Start', 'Sales CRM'] as const] };
	const run = await runFlow({ ...flow, wires: [['Start', 'Sales CRM']] }, rows);
	const json = run.items('Sales CRM').map((item) => item.json);
	return { ...run, json, hints: run.hints('Sales CRM') };
}

const people = (many: number): IDataObject[] =>
	Array.from({ length: many }, (_, n) => ({ firstName: `An ${n}`, email: `an${n}@example.com` }));
const open = expect.stringMatching(/it may have been carried out\./);
const told = (json: IDataObject[]) =>
	json.map(({ outcome, error, contact }) => error ?? outcome ?? (contact ? 'as answered' : ''));

it('one that is there is found, and has its outcome where others have none', async () => {
	harm({ ...lost, nth: 2 });
	const { json, hints } = await importOf(people(3));
	expect(told(json)).toEqual(['as answered', 'foundAfterwards', 'as answered']);
	expect(json[1]).toEqual({
		outcome: 'foundAfterwards',
		contactId: idsAtService()[5],
		contact: expect.objectContaining({ time_stamp: expect.any(Number) }),
	});
	expect(hints).toEqual(['1 row got no answer, and stood in the audience afterwards.']);
});

it('one that is not there stays open: absence proves nothing', async () => {
	harm({ ...unsure, nth: 2 });
	const { json, hints } = await importOf(people(3));
	expect(told(json)).toEqual(['as answered', open, 'as answered']);
	expect(hints[0]).toMatch(
		/^1 row may have been created \(looked for .*, which proves nothing\)\.$/,
	);
});

it('is not done where it is turned off, nor where no row is open', async () => {
	harm({ ...lost });
	expect(told((await importOf(people(2), { lookUpUncertain: false })).json)).toEqual([
		open,
		'as answered',
	]);
	await importOf(people(2));
	expect(requestsTo('listContacts')).toEqual([]);
});

it('without "Continue" the run goes on after a row that was found', async () => {
	harm({ ...lost, nth: 2 });
	const { status, json } = await importOf(people(4), {}, {});
	expect(status).toBe('success');
	expect(told(json)).toEqual(['as answered', 'foundAfterwards', 'as answered', 'as answered']);
	expect(idsAtService()).toHaveLength(8);
});

it('without "Continue" it goes on after each that was found, and tells of all', async () => {
	harm({ ...lost, nth: 2 }, { ...lost, nth: 4 });
	const { status, json, hints } = await importOf(people(5), {}, {});
	expect(status).toBe('success');
	expect(json.filter(({ outcome }) => outcome === 'foundAfterwards')).toHaveLength(2);
	expect(idsAtService()).toHaveLength(9);
	expect(hints).toEqual(['2 rows got no answer, and stood in the audience afterwards.']);
});

it('with "skip" the one that is found is as flat as the others', async () => {
	harm({ ...lost, nth: 2 });
	const { json } = await importOf(people(3), {}, goOn, { ifExists: 'skip' });
	expect(json[1]).toEqual({
		...json[0],
		outcome: 'foundAfterwards',
		contactId: idsAtService()[5],
		Voornaam: 'An 1',
		'E-mailadres': 'an1@example.com',
		response: null,
	});
});

it('without "Continue" the error is that of the row, with what came of looking', async () => {
	harm({ ...unsure, nth: 2 }, { route: 'listContacts', kind: 'status', status: 503, every: 1 });
	const { error } = await importOf(people(4), {}, {});
	expect(error?.message).toMatch(/^Could not create the contact: .*may have been carried out$/);
	expect(error?.description).toContain('1 was created (0) and 1 may have been created (1)');
	expect(error?.description).toContain('Could not list the contacts');
	// One try a page.
	expect(requestsTo('listContacts')).toHaveLength(1);
});

it('its own failure is said beside, and the row keeps its error', async () => {
	harm({ ...unsure }, { route: 'listContacts', kind: 'status', status: 503, every: 1 });
	const { json, hints } = await importOf(people(2));
	expect(told(json)).toEqual([open, 'as answered']);
	expect(hints[0]).toContain('Could not list the contacts: the service has a problem (503)');
});

it('ends at once when the first page shows no time_stamp', async () => {
	await startOver({ contacts: 200 });
	harm({ ...lost });
	sandbox.switches.contactFields = 'noMoment';
	const { json, hints } = await importOf(people(2), { pageSize: 10 });
	expect(told(json)).toEqual([open, 'as answered']);
	expect(hints[0]).toContain('the service lists contacts without their time_stamp');
	expect(requestsTo('listContacts').length).toBeLessThan(5);
});

it('stops as soon as all are found', async () => {
	await startOver({ contacts: 0 });
	harm({ ...lost });
	await importOf(people(100), { pageSize: 5, concurrency: 1 });
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
		const listing = sandbox.log.requests.some(({ operationId }) => operationId === 'listContacts');
		return listing ? began + (real() - began) * 10_000 : real();
	});
	const { json, hints } = await importOf(people(1), { pageSize: 2 });
	clock.mockRestore();
	expect(told(json)).toEqual([open]);
	expect(hints[0]).toContain('the list took longer than 60 seconds');
	expect(requestsTo('listContacts').length).toBeLessThan(60);
});

it('rows that are alike: as many are proven as there are beyond those known', async () => {
	const row = { firstName: 'An', email: 'an@example.com' };
	// Created, carried out without an answer, and neither.
	harm({ ...lost, nth: 2 }, { ...unsure, nth: 3 });
	const { json } = await importOf([row, row, row], { timestamp: '2026-03-01T09:30:00Z' });
	expect(told(json)).toEqual(['as answered', 'foundAfterwards', open]);
	// Which of two contacts is the one that was found cannot be told.
	expect(json[1].contactId).toBeNull();
});

it('each row is sent with a moment of its own where none is given', async () => {
	const row = { firstName: 'An', email: 'an@example.com' };
	const { json } = await importOf(Array(60).fill(row), { concurrency: 20 });
	const moments = json.map(({ contact }) => (contact as IDataObject).time_stamp);
	expect(new Set(moments).size).toBe(60);
});

it('with "skip" too, and the next run finds it existing', async () => {
	harm({ ...lost });
	const run = async () => await importOf(people(2), {}, goOn, { ifExists: 'skip' });
	expect(told((await run()).json)).toEqual(['foundAfterwards', 'created']);
	expect(told((await run()).json)).toEqual(['existing', 'existing']);
});

it('Retry On Fail: a row that stayed open is looked for again, and never sent again', async () => {
	harm({ ...lost }, { route: 'listContacts', kind: 'status', status: 503, times: 1 });
	const retry = { ...goOn, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const { json } = await importOf(people(2), {}, retry);
	expect(told(json)).toEqual(['foundAfterwards', 'as answered']);
	expect(requestsTo('createContact')).toHaveLength(2);
});
