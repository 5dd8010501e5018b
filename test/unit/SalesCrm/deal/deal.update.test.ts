import { forgetWaits, waitedMs } from '../../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { failure } from '../../../support/failure';
import { dealOfId, requestsTo } from '../../../support/historyRuns';
import { itemsAndHints } from '../../../support/engine';
import type { RunOptions } from '../../../support/engine';
import { TOOL } from '../../../support/workflow';

/** Deal: Update. Whatever the service does, the result is true, and nothing is sent twice. */

type Switches = typeof sandbox.switches;

beforeEach(() => {
	sandbox.reset({ deals: 6, leads: 0 });
	sandbox.switches.only = 'published';
	forgetWaits();
});

const set = (switches: object) => void Object.assign(sandbox.switches, switches);
const fail = (...faults: object[]) => set({ faults: faults as Switches['faults'] });

const profile = () => sandbox.world.profile();
const deal = () => profile().deals[0];
const assignee = () => profile().users.find(({ id }) => id !== deal().assigneeId)!;

/** Statuses of the deal's own pipeline that it is not in, in their order. */
const others = () => {
	const { backlogId, statusId } = deal();
	return profile().statuses.filter((one) => one.backlog_id === backlogId && one.id !== statusId);
};

const parametersOf = (updateFields: IDataObject, id = deal().id) => ({
	...{ resource: 'deal', operation: 'update', updateFields },
	dealId: { __rl: true, mode: 'id', value: id },
});

const update = async (updateFields: IDataObject, options: RunOptions = {}) =>
	await itemsAndHints({ parameters: parametersOf(updateFields), ...options });

/** The updates that were sent: their routes and how they were answered. */
const sent = () =>
	requestsTo('updateItem', 'updateBoardItem').map(
		({ operationId, status }) => `${operationId} ${status}`,
	);

const SHORT = 'updateItem 200';
const LONG = 'updateBoardItem 200';

it('a status may be named; the item is the deal as Get returns it, with the outcome first', async () => {
	const [next] = others();
	const { rows, hints } = await update({ statusId: next.label.toUpperCase() });
	const [{ json }] = await dealOfId(deal().id);
	const [{ outcome, ...rest }] = rows;
	expect(Object.keys(rows[0])[0]).toBe('outcome');
	expect(outcome).toBe('updated');
	expect(rest).toEqual({ ...json, daysInStatus: expect.any(Number) });
	expect([rest.status, rest.statusId, deal().statusId]).toEqual([next.label, next.id, next.id]);
	expect([sent(), hints]).toEqual([[SHORT], []]);
});

it.each<[string, () => IDataObject, () => IDataObject, string[]]>([
	['no description', () => ({ description: '' }), () => ({ description: '' }), [SHORT]],
	[
		'an assignee by email',
		() => ({ assigneeId: assignee().email }),
		() => ({ assigneeId: assignee().id }),
		[LONG],
	],
	['nobody', () => ({ assigneeId: 'None' }), () => ({ assigneeId: null }), [LONG]],
	[
		'several fields at once, only those that are not so already',
		() => ({ statusId: others()[1].id, assigneeId: deal().assigneeId, description: 'x' }),
		() => ({ statusId: others()[1].id, description: 'x' }),
		[LONG],
	],
])('it sets %s', async (_what, fields, expected, routes) => {
	const [asked, becomes] = [fields(), expected()];
	const { rows, hints } = await update(asked);
	expect(rows).toMatchObject([{ outcome: 'updated', ...becomes }]);
	expect(deal()).toMatchObject(becomes);
	expect([sent(), hints]).toEqual([routes, []]);
});

it('if all is so already, nothing is sent', async () => {
	const { statusId, assigneeId, description } = deal();
	const { rows } = await update({ statusId: statusId.toUpperCase(), assigneeId, description });
	expect(rows).toMatchObject([{ outcome: 'unchanged', statusId, description }]);
	expect(sent()).toEqual([]);
});

it('a status goes the long way if the service has no short one', async () => {
	set({ patchPaths: 'long' });
	const [next] = others();
	// An address of its own, because it is remembered which route exists.
	const baseUrl = sandbox.url.replace('127.0.0.1', 'localhost');
	await update({ statusId: next.id }, { credential: { baseUrl } });
	expect(deal().statusId).toBe(next.id);
	expect(sent().filter((one) => one.endsWith(' 200'))).toEqual([LONG]);
});

const refusal = { kind: 'status', status: 403, every: 1 };

it.each<[string, () => void, RegExp]>([
	[
		'confirms, but does nothing',
		() => set({ patchEffect: 'nothing' }),
		/but the deal is as before$/,
	],
	[
		'refuses',
		() => fail({ ...refusal, route: 'updateItem' }),
		/^Could not update the deal: access is not allowed \(403\)$/,
	],
	[
		'does not answer',
		() => fail({ kind: 'drop', route: 'updateItem' }),
		/^Could not update the deal: the connection was lost; it may have been carried out$/,
	],
])('if the service %s, that is the error', async (_what, happens, message) => {
	happens();
	const { statusId } = deal();
	expect((await failure(update({ statusId: others()[0].id }))).message).toMatch(message);
	expect(deal().statusId).toBe(statusId);
	expect(sent()).toHaveLength(1);
});

it('after a lost answer the deal is read after 3 and after 10 seconds', async () => {
	fail({ kind: 'lostReply', route: 'updateItem' });
	const [next] = others();
	const { rows } = await update({ statusId: next.id });
	expect(rows).toMatchObject([{ outcome: 'updated', statusId: next.id }]);
	expect(sent()).toHaveLength(1);
	expect(Math.round(waitedMs() / 1000)).toBe(3);
	forgetWaits();
	fail({ kind: 'drop', route: 'updateItem' });
	await failure(update({ statusId: others()[0].id }));
	expect(Math.round(waitedMs() / 1000)).toBe(10);
});

it.each([
	[
		'the status changes once more',
		'movedOn',
		/^'Status' of ".*" is ".*" now: an automation of your/,
	],
	['the title changes, too', 'more', /^Changed as well with the update of ".*": 'Title'$/],
])('if %s, the item is the deal as it is now, and a hint says so', async (_what, effect, hint) => {
	set({ patchEffect: effect });
	const { rows, hints } = await update({ statusId: others()[1].id });
	expect(rows).toMatchObject([{ outcome: 'updated', statusId: deal().statusId }]);
	expect(hints).toEqual([expect.stringMatching(hint)]);
	expect(sent()).toEqual([SHORT]);
});

it('if the deal cannot be read afterwards, that is an error', async () => {
	fail({ kind: 'status', status: 403, route: 'getItem', nth: 2 });
	const { message, description } = await failure(update({ description: 'x' }));
	expect(message).toMatch(/^The Sales CRM confirmed the update, but the deal could not be read/);
	expect(description).toContain('403');
	expect(sent()).toEqual([SHORT]);
});

it.each<[string, () => IDataObject, string]>([
	['nothing', () => ({}), 'Nothing to update'],
	['an empty status', () => ({ statusId: '' }), "'Status' is empty"],
	['an unknown status', () => ({ statusId: 'Klaar?' }), 'Unknown status "Klaar?"'],
	[
		'a label that two statuses have',
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
			profile().statuses.find(({ backlog_id: id }) => id !== backlogId)!.label = 'Elders';
			return { statusId: 'Elders' };
		},
		'The deal cannot be moved to "Elders": that is not a status of the pipeline "Nieuwe leads"',
	],
	[
		'a name that two users have',
		() => {
			for (const user of profile().users.slice(0, 2)) user.name = 'Anna';
			return { assigneeId: 'anna' };
		},
		'"anna" means 2 users',
	],
])('%s is an error before anything is sent', async (_what, fields, message) => {
	expect((await failure(update(fields()))).message).toBe(message);
	expect(sent()).toEqual([]);
});

it('without a company profile a service account updates nothing', async () => {
	const blank = { scheme: 'serviceAccount', credential: { companyProfileId: '' } } as const;
	const { message } = await failure(update({ description: 'x' }, blank));
	expect(message).toBe('No company profile is set');
	expect(sent()).toEqual([]);
});

it('a model clears the description with an empty text, and null means nothing', async () => {
	const { rows } = await update({ description: '' }, { type: TOOL });
	expect(rows).toMatchObject([{ outcome: 'updated', description: '' }]);
	const nothing = { description: '={{ null }}', assigneeId: 'null' };
	expect((await failure(update(nothing, { type: TOOL }))).message).toBe('Nothing to update');
});

it('a deal that no pipeline has is an error', async () => {
	const parameters = parametersOf({ description: 'x' }, identities.PROFILE_ID);
	const { message } = await failure(itemsAndHints({ parameters }));
	expect(message).toBe(`No deal with the ID "${identities.PROFILE_ID}" in the pipelines`);
});

it('many items share one read of the history, after all updates; one deal is updated at a time', async () => {
	const { deals } = profile();
	const items = [...deals.slice(1), deals[0], deals[0]].map(({ id }) => ({ json: { id } }));
	const parameters = parametersOf({ description: 'Gebeld' }, '={{ $json.id }}');
	const { rows } = await itemsAndHints({ parameters, items });
	const outcomes = rows.map(({ outcome }) => outcome);
	expect(outcomes).toEqual([...Array.from({ length: 6 }, () => 'updated'), 'unchanged']);
	expect(sent()).toHaveLength(6);
	const asked = sandbox.log.requests.map(({ operationId }) => operationId);
	expect(asked.indexOf('listHistoryAsPublished')).toBe(asked.length - 1);
});
