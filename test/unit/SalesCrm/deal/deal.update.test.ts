import { forgetWaits } from '../../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import {
	deal,
	fail,
	LONG,
	otherStatuses,
	profile,
	sentUpdates,
	set,
	SHORT,
	update,
	updateParameters,
	user,
} from '../../../support/dealUpdates';
import { itemsAndHints } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { dealOfId, requestsTo } from '../../../support/historyRuns';
import { TOOL } from '../../../support/workflow';

/** Deal: Update, what it asks of a service that does so. What else a service may do: deal.update.lives.test.ts. */

beforeEach(() => {
	sandbox.reset({ deals: 6, leads: 0 });
	sandbox.switches.only = 'published';
	forgetWaits();
});

const isArchived = () => deal().labels.some(({ type }) => type === 'ITEM_ARCHIVED');

it('a status may be named; the item is the deal as Get returns it, with what happened first', async () => {
	const [next] = otherStatuses();
	const { statusId } = deal();
	const { rows, hints } = await update({ statusId: next.label.toUpperCase() });
	const [{ json }] = await dealOfId(deal().id);
	const [{ outcome, reason, before, ...rest }] = rows;
	expect(Object.keys(rows[0]).slice(0, 4)).toEqual(['outcome', 'reason', 'before', 'title']);
	expect([outcome, reason, before]).toEqual(['updated', null, { statusId }]);
	expect(rest).toEqual({ ...json, daysInStatus: expect.any(Number) });
	expect([rest.status, rest.statusId, deal().statusId]).toEqual([next.label, next.id, next.id]);
	expect([sentUpdates(), hints]).toEqual([[SHORT], []]);
});

type Fields = () => IDataObject;

it.each<[string, Fields, Fields, string[]]>([
	[
		'no description',
		() => ({ description: '', descriptionMode: 'replace' }),
		() => ({ description: '' }),
		[SHORT],
	],
	['a title', () => ({ title: 'Dak' }), () => ({ title: 'Dak' }), [LONG]],
	['archived', () => ({ archived: true }), () => ({ archived: true }), [LONG]],
	[
		'an assignee by email',
		() => ({ assigneeId: user().email }),
		() => ({ assigneeId: user().id }),
		[LONG],
	],
	['nobody', () => ({ assigneeId: 'None' }), () => ({ assigneeId: null }), [LONG]],
	[
		'several fields at once, only those that are not so already',
		() => ({
			...{ statusId: otherStatuses()[1].id, assigneeId: deal().assigneeId },
			...{ description: 'x', descriptionMode: 'replace' },
		}),
		() => ({ statusId: otherStatuses()[1].id, description: 'x' }),
		[LONG],
	],
])('it sets %s, and returns what was there before', async (_what, fields, expected, routes) => {
	const { assigneeId, statusId, description, summary: title } = deal();
	const old: IDataObject = { assigneeId, statusId, description, title, archived: false };
	const [asked, becomes] = [fields(), expected()];
	const { rows, hints } = await update(asked);
	const before = Object.fromEntries(Object.keys(becomes).map((key) => [key, old[key]]));
	expect(rows).toMatchObject([{ outcome: 'updated', ...becomes }]);
	expect(rows[0].before).toEqual(before);
	const { title: summary = title, archived = false, ...others } = becomes;
	expect(deal()).toMatchObject({ summary, ...others });
	expect([isArchived(), sentUpdates(), hints]).toEqual([archived, routes, []]);
});

it.each<[string, old: string, added: string, becomes: string]>([
	['a first line, behind a blank one', 'Voornaam: An', ' Gebeld\n', 'Voornaam: An\n\nGebeld'],
	['another line', 'An\n\nGebeld', 'Gemaild', 'An\n\nGebeld\nGemaild'],
	['a line to none', '', 'Gebeld', 'Gebeld'],
	['nothing if it ends with that line', 'An\r\n\r\nGebeld ', 'Gebeld', 'An\r\n\r\nGebeld '],
	[
		'a line that another one only ends with',
		'An\n\nNiet gebeld',
		'gebeld',
		'An\n\nNiet gebeld\ngebeld',
	],
])('append adds %s', async (_what, old, added, becomes) => {
	deal().description = old;
	const { rows } = await update({ description: added });
	const isSame = old === becomes;
	expect(rows).toMatchObject([{ outcome: isSame ? 'unchanged' : 'updated', description: becomes }]);
	expect(rows[0].before).toEqual(isSame ? {} : { description: old || null });
	expect(deal().description).toBe(becomes);
});

it('if all is so already, nothing is sent', async () => {
	const { statusId, assigneeId, summary: title } = deal();
	const asked = { statusId: statusId.toUpperCase(), assigneeId, title, archived: false };
	const { rows } = await update(asked);
	expect(rows).toMatchObject([{ outcome: 'unchanged', before: {}, statusId, title }]);
	expect(sentUpdates()).toEqual([]);
});

it('a status goes the long way if the service has no short one', async () => {
	set({ patchPaths: 'long' });
	const [next] = otherStatuses();
	// An address of its own, because it is remembered which route exists.
	const baseUrl = sandbox.url.replace('127.0.0.1', 'localhost');
	await update({ statusId: next.id }, {}, { credential: { baseUrl } });
	expect(deal().statusId).toBe(next.id);
	expect(sentUpdates().filter((one) => one.endsWith(' 200'))).toEqual([LONG]);
});

describe('a deal that is not the one that was meant is skipped', () => {
	const asked = () => ({ statusId: otherStatuses()[0].id });

	it.each<[string, Fields, string | null]>([
		['its title', () => ({ onlyIfTitle: ` ${deal().summary.toUpperCase()} ` }), null],
		['another title', () => ({ onlyIfTitle: 'Dak' }), 'The title is "T"'],
		['a part of it', () => ({ onlyIfTitle: deal().summary.slice(0, -1) }), 'The title is "T"'],
		['its status', () => ({ onlyIfStatusIds: [otherStatuses()[0].id, deal().statusId] }), null],
		[
			'other statuses',
			() => ({ onlyIfStatusIds: [otherStatuses()[0].label] }),
			'The status is "S"',
		],
	])('%s', async (_what, options, reason) => {
		const { summary, statusId } = deal();
		const words = reason?.replace('"T"', `"${summary}"`);
		const { label } = profile().status(statusId)!;
		const { rows } = await update(asked(), options());
		if (reason === null) return expect(rows).toMatchObject([{ outcome: 'updated', reason }]);
		expect(rows).toMatchObject([
			{ outcome: 'skipped', reason: words?.replace('"S"', `"${label}"`), before: {}, statusId },
		]);
		expect(sentUpdates()).toEqual([]);
	});

	it('an unknown status is an error', async () => {
		const { message } = await failure(update(asked(), { onlyIfStatusIds: ['Klaar?'] }));
		expect([message, sentUpdates()]).toEqual(['Unknown status "Klaar?"', []]);
	});
});

it('a dry run sends nothing', async () => {
	const { rows } = await update({ title: 'Dak' }, { dryRun: true });
	expect(rows).toMatchObject([{ outcome: 'wouldUpdate', before: {}, title: deal().summary }]);
	expect(sentUpdates()).toEqual([]);
});

describe('Put Back', () => {
	it.each<[string, (before: IDataObject) => unknown]>([
		['an object', (before) => before],
		['its JSON text', (before) => JSON.stringify(before)],
	])('takes back an update, given as %s', async (_what, given) => {
		const old = structuredClone(deal());
		old.description = deal().description = '';
		const asked = { statusId: otherStatuses()[0].id, assigneeId: 'none', title: 'Dak' };
		const [{ before }] = (await update({ ...asked, description: 'x', archived: true })).rows;
		expect(before).toMatchObject({ description: null, archived: false });
		const restore = given(before as IDataObject) as string;
		const { rows } = await update({}, { restore });
		expect(rows).toMatchObject([{ outcome: 'updated', description: '' }]);
		expect({ ...deal(), updatedAt: old.updatedAt, history: old.history }).toEqual(old);
	});

	it('of nothing changes nothing', async () => {
		const { rows } = await update({}, { restore: '={{ ({}) }}' });
		expect([rows[0].outcome, sentUpdates()]).toEqual(['unchanged', []]);
	});

	it.each<[string, IDataObject, IDataObject, RegExp]>([
		['fields as well', { title: 'x' }, { title: 'y' }, /^'Put Back' takes the place of/],
		['an unknown key', {}, { status: 'y' }, /contains "status", which is unknown$/],
		['an unusable value', {}, { title: { a: 1 } }, /has an unusable value of "title"$/],
		['no status', {}, { statusId: null }, /cannot leave a deal without a status$/],
	])('with %s is an error', async (_what, fields, restore, message) => {
		expect((await failure(update(fields, { restore }))).message).toMatch(message);
		expect(sentUpdates()).toEqual([]);
	});
});

it.each<[string, Fields, string]>([
	['nothing', () => ({}), 'Nothing to update'],
	['only empty texts', () => ({ statusId: '', description: '', title: '' }), 'Nothing to update'],
	['an unknown status', () => ({ statusId: 'Klaar?' }), 'Unknown status "Klaar?"'],
	[
		'a label that two statuses have',
		() => {
			for (const status of otherStatuses().slice(0, 2)) status.label = 'Twee';
			return { statusId: 'twee' };
		},
		'"Twee" means 2 statuses of the pipeline "Nieuwe leads"',
	],
	[
		'a status of another pipeline, also by its ID',
		() => {
			const { backlogId } = deal();
			const other = profile().statuses.find(({ backlog_id: id }) => id !== backlogId)!;
			other.label = 'Elders';
			return { statusId: other.id };
		},
		'The deal cannot be moved to "Elders": that is a status of "Offertetraject", and the deal is in the pipeline "Nieuwe leads"',
	],
	[
		'a name that two users have',
		() => {
			for (const one of profile().users.slice(0, 2)) one.name = 'Anna';
			return { assigneeId: 'anna' };
		},
		'"anna" means 2 users',
	],
])('%s is an error before anything is sent', async (_what, fields, message) => {
	expect((await failure(update(fields()))).message).toBe(message);
	expect(sentUpdates()).toEqual([]);
});

it('without a company profile a service account updates nothing', async () => {
	const blank = { scheme: 'serviceAccount', credential: { companyProfileId: '' } } as const;
	const { message } = await failure(update({ title: 'x' }, {}, blank));
	expect(message).toBe('No company profile is set');
	expect(sentUpdates()).toEqual([]);
});

describe('as a tool', () => {
	const type = TOOL;

	it('the word "clear" clears the description, in either mode', async () => {
		const { rows } = await update({ description: 'Clear' }, {}, { type });
		expect(rows).toMatchObject([{ outcome: 'updated', description: '' }]);
	});

	it.each<[string, IDataObject]>([
		['empty texts', { description: '', descriptionMode: 'replace', statusId: '', title: '' }],
		['a fixed empty text', { description: ' ', descriptionMode: 'replace' }],
		[
			'null',
			{ description: "={{ $fromAI('d') || null }}", descriptionMode: 'replace', assigneeId: '' },
		],
	])('%s mean nothing', async (_what, fields) => {
		const { message } = await failure(update(fields, {}, { type }));
		expect([message, sentUpdates()]).toEqual(['Nothing to update', []]);
	});

	it('a wrong ID with the right title changes nothing', async () => {
		const [meant, hit] = profile().deals;
		const fields = { archived: true };
		const parameters = updateParameters(fields, { onlyIfTitle: meant.summary }, hit.id);
		const { rows } = await itemsAndHints({ type, parameters });
		expect(rows).toMatchObject([
			{ outcome: 'skipped', reason: `The title is "${hit.summary}"`, dealId: hit.id },
		]);
		expect(sentUpdates()).toEqual([]);
	});
});

it('many items share one read of the history, after all updates; one deal is updated at a time', async () => {
	const { deals } = profile();
	const items = [...deals.slice(1), deals[0], deals[0]].map(({ id }) => ({ json: { id } }));
	const parameters = updateParameters({ description: 'Gebeld' }, {}, '={{ $json.id }}');
	const { rows } = await itemsAndHints({ parameters, items });
	const outcomes = rows.map(({ outcome }) => outcome);
	expect(outcomes).toEqual([...Array.from({ length: 6 }, () => 'updated'), 'unchanged']);
	expect(sentUpdates()).toHaveLength(6);
	const asked = sandbox.log.requests.map(({ operationId }) => operationId);
	expect(asked.indexOf('listHistoryAsPublished')).toBe(asked.length - 1);
});

it('updates cost 3 requests each and 20 more, and no look-up is refused', async () => {
	const many = 100;
	sandbox.reset({ deals: many, leads: 0 });
	sandbox.switches.only = 'published';
	const items = profile().deals.map(({ id }) => ({ json: { id } }));
	const parameters = updateParameters({ description: 'Gebeld' }, {}, '={{ $json.id }}');
	const { rows } = await itemsAndHints({ parameters, items });
	expect(rows.every(({ outcome }) => outcome === 'updated')).toBe(true);
	expect(sandbox.log.requests.length).toBeLessThanOrEqual(3 * many + 20);
	expect(requestsTo('getItem').every(({ status }) => status === 200)).toBe(true);
});

it('a pipeline that may not be read does not end the search for a deal', async () => {
	const history = { kind: 'status', status: 403, route: 'listHistoryAsPublished', every: 1 };
	const byPipeline = new Map(profile().deals.map(({ id, backlogId }) => [backlogId, id]));
	const outcomes: unknown[] = [];
	for (const id of byPipeline.values()) {
		fail(history, { kind: 'status', status: 403, route: 'getItem', nth: 1 });
		const run = itemsAndHints({ parameters: updateParameters({ title: 'Dak' }, {}, id) });
		outcomes.push(await run.then(({ rows }) => rows[0].outcome).catch(() => 'not found'));
	}
	// That of the pipeline that is asked first.
	expect(outcomes.filter((one) => one === 'not found')).toHaveLength(1);
	expect(outcomes).toContain('updated');
});

it('if the history cannot be read, each pipeline is asked, and times are empty', async () => {
	fail({ kind: 'status', status: 403, route: 'listHistoryAsPublished', every: 1 });
	const items = Array.from({ length: 21 }, () => ({ json: {} }));
	const { rows, hints } = await update({ title: 'Dak' }, {}, { items });
	expect(rows[0]).toMatchObject({ outcome: 'updated', title: 'Dak', daysInStatus: null });
	expect(hints).toEqual([expect.stringContaining('without times and days. (21 times)')]);
});
