import { forgetWaits, waitedMs } from '../../../support/noWaiting';

import type { IDataObject } from 'n8n-workflow';

import { failure } from '../../../support/failure';
import { nap } from '../../../support/nodeJs.cjs';
import { dealOfId, requestsTo } from '../../../support/historyRuns';
import { itemsAndHints } from '../../../support/nodeRuns';
import type { RunOptions } from '../../../support/engine';
import { TOOL } from '../../../support/workflow';

/** Deal: Update. Whatever the service does, it ends with a word that is true, and nothing is sent twice. */

type Fault = (typeof sandbox.switches.faults)[number];

beforeEach(() => {
	sandbox.reset({ deals: 6, leads: 0 });
	sandbox.switches.only = 'published';
	forgetWaits();
});

const profile = () => sandbox.world.profile();
const deal = () => profile().deals[0];
const labelOf = (id: string) => profile().statuses.find((status) => status.id === id)!.label;

/** Statuses of the deal's own pipeline that it is not in, in their order. */
const others = () => {
	const { backlogId, statusId } = deal();
	return profile().statuses.filter((one) => one.backlog_id === backlogId && one.id !== statusId);
};

const parametersOf = (updateFields: IDataObject, id = deal().id) => ({
	resource: 'deal',
	operation: 'update',
	dealId: { __rl: true, mode: 'id', value: id },
	updateFields,
});

const update = async (updateFields: IDataObject, options: RunOptions = {}) =>
	await itemsAndHints({ parameters: parametersOf(updateFields), ...options });

const patches = () =>
	requestsTo('updateItem', 'updateBoardItem').map(({ operationId, status }) => [
		operationId,
		status,
	]);

const SHORT = ['updateItem', 200];
const LONG = ['updateBoardItem', 200];

it('by name, by the route that programs of users call; the item is the deal as Get gives it', async () => {
	const [next] = others();
	const { rows, hints } = await update({ statusId: next.label.toUpperCase() });
	const [{ json }] = await dealOfId(deal().id);
	const { outcome, ...rest } = rows[0];
	expect(outcome).toBe('updated');
	expect(Object.keys(rows[0])[0]).toBe('outcome');
	expect(rest).toEqual({ ...json, daysInStatus: expect.any(Number) });
	expect(rest).toMatchObject({ status: next.label, statusId: next.id });
	expect(deal().statusId).toBe(next.id);
	expect([patches(), hints]).toEqual([[SHORT], []]);
});

const assignee = () => profile().users.find(({ id }) => id !== deal().assigneeId)!;

it.each<[string, () => IDataObject, () => IDataObject, unknown[]]>([
	['a description', () => ({ description: 'Nieuw' }), () => ({ description: 'Nieuw' }), SHORT],
	['an empty one', () => ({ description: '' }), () => ({ description: '' }), SHORT],
	[
		'an assignee by email',
		() => ({ assigneeId: assignee().email }),
		() => ({ assigneeId: assignee().id }),
		LONG,
	],
	['nobody', () => ({ assigneeId: 'None' }), () => ({ assigneeId: null }), LONG],
	[
		'several things at once',
		() => ({ statusId: others()[1].id, assigneeId: assignee().name, description: 'x' }),
		() => ({ statusId: others()[1].id, assigneeId: assignee().id, description: 'x' }),
		LONG,
	],
	[
		'what is so already is left out',
		() => ({ assigneeId: deal().assigneeId, description: 'y' }),
		() => ({ description: 'y' }),
		SHORT,
	],
])('%s', async (_what, fields, expected, route) => {
	const [asked, becomes] = [fields(), expected()];
	const { rows, hints } = await update(asked);
	expect(rows).toMatchObject([{ outcome: 'updated', ...becomes }]);
	expect(deal()).toMatchObject(becomes);
	expect([patches(), hints]).toEqual([[route], []]);
});

it('what is so already sends nothing', async () => {
	const { statusId, assigneeId, description } = deal();
	const fields = { statusId: statusId.toUpperCase(), assigneeId, description };
	const { rows } = await update(fields);
	expect(rows).toMatchObject([{ outcome: 'unchanged', statusId, description }]);
	expect(patches()).toEqual([]);
});

it.each(['short', 'long'] as const)('a service with the %s route alone', async (patchPaths) => {
	sandbox.switches.patchPaths = patchPaths;
	const [next] = others();
	// What answered is remembered: each asks for itself.
	const baseUrl = sandbox.url.replace('127.0.0.1', patchPaths === 'short' ? '127.1' : 'localhost');
	expect((await update({ statusId: next.id }, { credential: { baseUrl } })).rows).toMatchObject([
		{ outcome: 'updated' },
	]);
	expect(deal().statusId).toBe(next.id);
	expect(patches().filter(([, status]) => status === 200)).toEqual([
		patchPaths === 'short' ? SHORT : LONG,
	]);
});

describe('what the service does otherwise', () => {
	it.each<[string, Partial<typeof sandbox.switches>, RegExp]>([
		['nothing, with a success', { patchEffect: 'nothing' }, /but the deal is as before$/],
		[
			'a refusal',
			{ faults: [{ kind: 'status', status: 403, route: 'updateItem', every: 1 }] as Fault[] },
			/^Could not update the deal: access is not allowed \(403\)$/,
		],
		[
			'an answer that never comes, of an update that was not made',
			{ faults: [{ kind: 'drop', route: 'updateItem' }] as Fault[] },
			/^Could not update the deal: the connection was lost; it may have been carried out$/,
		],
		[
			'an error of its own',
			{ faults: [{ kind: 'status', status: 500, route: 'updateItem' }] as Fault[] },
			/; it may have been carried out$/,
		],
	])('%s', async (_what, switches, message) => {
		Object.assign(sandbox.switches, switches);
		const { statusId } = deal();
		expect((await failure(update({ statusId: others()[0].id }))).message).toMatch(message);
		expect(deal().statusId).toBe(statusId);
		expect(patches()).toHaveLength(1);
	});

	it('a right that is missing on both routes: each was asked once, and refused', async () => {
		sandbox.switches.faults = (['updateItem', 'updateBoardItem'] as const).map(
			(route): Fault => ({
				...{ kind: 'status', status: 403, code: 'INVALID_PERMISSION' },
				...{ route, every: 1 },
			}),
		);
		// An account of its own: what answered another one is remembered.
		const { message } = await failure(update({ description: 'x' }, { scheme: 'serviceAccount' }));
		expect(message).toBe(
			'Could not update the deal: the credential does not have the permission for this (INVALID_PERMISSION)',
		);
		expect(patches()).toEqual([
			['updateItem', 403],
			['updateBoardItem', 403],
		]);
	});

	it('an answer that is lost on its way: the deal is read after 3 and after 10 seconds', async () => {
		const fault = { kind: 'lostReply', route: 'updateItem' } as Fault;
		sandbox.switches.faults = [fault];
		const [next] = others();
		const { rows } = await update({ statusId: next.id });
		expect(rows).toMatchObject([{ outcome: 'updated', statusId: next.id }]);
		expect(patches()).toHaveLength(1);
		// What real time passes between two naps is not waited for.
		expect(Math.round(waitedMs() / 1000)).toBe(3);
		forgetWaits();
		sandbox.switches.faults = [{ kind: 'drop', route: 'updateItem' } as Fault];
		await failure(update({ statusId: others()[0].id }));
		expect(Math.round(waitedMs() / 1000)).toBe(10);
	});

	it.each<[string, Partial<typeof sandbox.switches>, RegExp]>([
		[
			'an automation moves it on',
			{ patchEffect: 'movedOn' },
			/^'Status' of ".*" is ".*" now: an automation of your Sales CRM may have changed it/,
		],
		[
			'another field changes',
			{ patchEffect: 'more' },
			/^Changed as well with the update of ".*": 'Title'$/,
		],
		['the description is wiped', { patchEffect: 'wiped' }, /: 'Description'$/],
	])('%s: updated, with a hint', async (_what, switches, hint) => {
		Object.assign(sandbox.switches, switches);
		const { rows, hints } = await update({ statusId: others()[1].id });
		expect(rows).toMatchObject([{ outcome: 'updated', status: labelOf(deal().statusId) }]);
		expect(hints).toEqual([expect.stringMatching(hint)]);
		expect(patches()).toEqual([SHORT]);
	});

	it('only a part of what was asked is an error that names the rest', async () => {
		const [{ id }] = others();
		profile().assign = () => null;
		const { message } = await failure(update({ statusId: id, assigneeId: assignee().id }));
		expect(message).toBe("The Sales CRM confirmed the update, but 'Assignee' is as before");
	});

	it('a deal that cannot be read afterwards is an error', async () => {
		sandbox.switches.faults = [
			{ kind: 'status', status: 403, route: 'getItem', nth: 2 },
		] as Fault[];
		const { message, description } = await failure(update({ description: 'z' }));
		expect(message).toMatch(/^The Sales CRM confirmed the update, but the deal could not be read/);
		expect(description).toContain('403');
		expect(patches()).toEqual([SHORT]);
	});

	it('a history that cannot be read leaves times and days empty', async () => {
		sandbox.switches.faults = [
			{ kind: 'status', status: 403, route: 'listHistoryAsPublished' },
		] as Fault[];
		const { rows, hints } = await update({ description: 'z' });
		const { statusId, summary: title } = deal();
		expect(rows).toMatchObject([{ title, statusId, description: 'z', daysInStatus: null }]);
		expect(hints).toEqual([expect.stringContaining('returned without times and days')]);
	});
});

describe('what cannot be meant', () => {
	it.each<[string, () => IDataObject, string]>([
		['nothing', () => ({}), 'Nothing to update'],
		['null alone', () => ({ statusId: null }), 'Nothing to update'],
		['an empty status', () => ({ statusId: '' }), "'Status' is empty"],
		['an empty assignee', () => ({ assigneeId: ' ' }), "'Assignee' is empty"],
		['an unknown status', () => ({ statusId: 'Klaar?' }), 'Unknown status "Klaar?"'],
		['an unknown user', () => ({ assigneeId: 'Piet' }), 'Unknown user "Piet"'],
		[
			'two statuses of one name',
			() => {
				for (const status of others().slice(0, 2)) status.label = 'Twee';
				return { statusId: 'twee' };
			},
			'"twee" means 2 statuses of the pipeline "Nieuwe leads"',
		],
		[
			'a status of another pipeline',
			() => {
				const { backlogId } = deal();
				const other = profile().statuses.find(({ backlog_id: id }) => id !== backlogId)!;
				other.label = 'Elders';
				return { statusId: 'Elders' };
			},
			'The deal cannot be moved to "Elders": that is not a status of the pipeline "Nieuwe leads"',
		],
		[
			'two users of one name',
			() => {
				for (const user of profile().users.slice(0, 2)) user.name = 'Anna';
				return { assigneeId: 'anna' };
			},
			'"anna" means 2 users',
		],
	])('%s', async (_what, fields, message) => {
		expect((await failure(update(fields()))).message).toBe(message);
		expect(patches()).toEqual([]);
	});

	it('as a tool an empty text is what was asked for, and null is nothing', async () => {
		const empty = { description: '' };
		const { rows } = await update(empty, { type: TOOL });
		expect(rows).toMatchObject([{ outcome: 'updated', description: '' }]);
		const nothing = { description: '={{ null }}', assigneeId: 'null' };
		expect((await failure(update(nothing, { type: TOOL }))).message).toBe('Nothing to update');
	});
});

it('a deal that no pipeline has', async () => {
	const parameters = parametersOf({ description: 'x' }, identities.PROFILE_ID);
	for (const status of [400, 403, 404] as const) {
		sandbox.switches.unknownIdStatus = status;
		const { message } = await failure(itemsAndHints({ parameters }));
		expect(message).toBe(`No deal with the ID "${identities.PROFILE_ID}" in the pipelines`);
	}
});

it('many items: one read of the history, after all of them; one deal at a time', async () => {
	const { deals } = profile();
	const rows = [...deals.slice(1), deals[0], deals[0]].map(({ id }) => ({ json: { id } }));
	const parameters = parametersOf({ description: 'Gebeld' }, '={{ $json.id }}');
	const done = await itemsAndHints({ parameters, items: rows });
	expect(done.rows.map(({ outcome }) => outcome)).toEqual([
		...Array.from({ length: 6 }, () => 'updated'),
		'unchanged',
	]);
	expect(patches()).toHaveLength(6);
	const order = sandbox.log.requests.map(({ operationId }) => operationId);
	expect(order.filter((one) => one === 'listHistoryAsPublished')).toHaveLength(1);
	expect(order.at(-1)).toBe('listHistoryAsPublished');
});

it('stopped: nothing more is sent', async () => {
	const controller = new AbortController();
	sandbox.switches.latencyMs = 100;
	const run = failure(update({ description: 'x' }, { signal: controller.signal }));
	while (patches().length === 0) await nap(5);
	controller.abort();
	expect((await run).message).toBe('The execution was canceled');
	expect(patches()).toHaveLength(1);
});
