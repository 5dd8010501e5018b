/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';

import nock from 'nock';

import { dealOf } from '../../../support/deals';
import { runNode } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { FAKE_URL, useNock } from '../../../support/fakeService';
import { dealOfId, tellSandbox } from '../../../support/historyRuns';
import * as story from '../../../support/solarRoof';
import { uuid } from '../../../support/uuid';

/** Which deal is got, however it is named. The story: support/solarRoof.ts. */

const { ANNA, BOILER, LEADS, NEW, ROOF, STATUSES, TALKING, USERS } = story;

useNock();
beforeEach(() => {
	sandbox.reset();
	tellSandbox([ROOF, BOILER], STATUSES, USERS);
});

const summaryOf = async (value: string, mode = 'id') => {
	const dealId = { __rl: true, mode, value };
	const [{ json }] = await runNode({ parameters: { resource: 'deal', operation: 'get', dealId } });
	return json.dealSummary;
};

it.each([
	['from the list', BOILER.id, 'list'],
	['by its id', BOILER.id, 'id'],
	[
		'by its id in upper case, with blanks and invisible signs',
		` \u200b${BOILER.id.toUpperCase()}\n`,
		'id',
	],
	['by an address', `https://crm.example/deals/${BOILER.id}?tab=history`, 'id'],
])('%s', async (_how, value, mode) => {
	expect(await summaryOf(value, mode)).toBe(BOILER.summary);
});

describe('at a service whose ids are of another kind', () => {
	const credential = { baseUrl: FAKE_URL };
	const { history } = BOILER;
	const answer = (...deals: object[]) =>
		nock(FAKE_URL)
			.persist()
			.post(/.*/)
			.query(true)
			.reply(200, { history: deals, statuses: [], users: [] });

	it.each([17, 'D-17', 'd-17'])('%p is found', async (id) => {
		answer({ id: 'D-18', history }, { id, summary: 'Dak', history });
		const asked = typeof id === 'number' ? '17' : 'D-17';
		const [{ json }] = await dealOfId(asked, {}, { credential });
		expect(json).toMatchObject({ dealId: id, dealSummary: 'Dak' });
	});

	it.each(['undefined', 'null'])('a deal without an id is not the deal %p', async (id) => {
		answer({ summary: 'Dak', history }, { id: null, summary: 'Dak', history });
		const { message } = await failure(dealOfId(id, {}, { credential }));
		expect(message).toBe(`The history holds no deal with the id "${id}"`);
	});
});

describe('an id that the history does not hold', () => {
	it.each([
		[uuid(0xff), 2, '2 deals'],
		['undefined', 1, '1 deal'],
		['no such deal', 0, '0 deals'],
	])('%p among %i', async (id, many, held) => {
		tellSandbox([ROOF, BOILER].slice(0, many), STATUSES, USERS);
		const { message, description, context } = await failure(dealOfId(id));
		expect(message).toBe(`The history holds no deal with the id "${id}"`);
		expect(description).toBe(
			`It holds ${held}. Choose the deal from the list, or check its id and the company profile.`,
		);
		expect(context.itemIndex).toBe(0);
	});

	it('fails its item alone, which says which it was', async () => {
		const ids = [ROOF.id, uuid(0xff), '', BOILER.id];
		const items = ids.map((id) => ({ json: { id } }));
		const run = { items, onError: 'continueRegularOutput' as const };
		const found = await dealOfId('={{ $json.id }}', {}, run);
		expect(found.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
		const [roof, unknown, empty, boiler] = found.map(({ json }) => json as IDataObject);
		expect([roof.dealId, boiler.dealId]).toEqual([ROOF.id, BOILER.id]);
		expect(unknown).toEqual({
			error: expect.stringContaining(`The history holds no deal with the id "${uuid(0xff)}"`),
			item: { id: uuid(0xff) },
		});
		expect(empty).toEqual({
			error: "'Deal' is empty. Enter the ID of the deal.",
			item: { id: '' },
		});
	});
});

it('a deal that is listed twice is one, with the history of both', async () => {
	const { history } = ROOF;
	const parts = [history.slice(0, 3), history.slice(2)];
	const [{ json: whole }] = await dealOfId(ROOF.id, { options: { includeChanges: true } });
	tellSandbox(
		[{ ...ROOF, history: parts[1] }, BOILER, { ...ROOF, history: parts[0] }],
		STATUSES,
		USERS,
	);
	const [{ json }] = await dealOfId(ROOF.id, { options: { includeChanges: true } });
	expect({ ...json, inStatusMs: 0, inStatusDays: 0 }).toEqual({
		...whole,
		inStatusMs: 0,
		inStatusDays: 0,
	});
});

describe('names that cannot be read', () => {
	const deal = dealOf('Dak', LEADS, [
		['2026-03-01T08:00:00Z', 'STATUS_CHANGED', NEW],
		['2026-03-01T09:00:00Z', 'USER_CHANGED', ANNA.id],
		['2026-03-01T10:00:00Z', 'STATUS_CHANGED', TALKING],
	]);

	it.each([
		[
			'listStatuses',
			{ statusLabel: null, statusColor: null, previousStatusLabel: null, userName: ANNA.name },
		],
		[
			'listUsers',
			{ statusLabel: 'In gesprek', previousStatusLabel: 'Nieuw', userName: null, userEmail: null },
		],
	])('%s: null, the rest as it is', async (route, expected) => {
		tellSandbox([deal], STATUSES, USERS);
		sandbox.switches.faults = [{ kind: 'status', route, status: 403, every: 1 }];
		const [{ json }] = await dealOfId(deal.id);
		expect(json).toMatchObject({
			statusId: TALKING,
			previousStatusId: NEW,
			userId: ANNA.id,
			...expected,
		});
	});
});
