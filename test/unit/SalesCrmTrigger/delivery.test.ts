import { passTime } from '../../support/fastClock';

import { createHash } from 'node:crypto';

import { ASSIGNEE, BACKLOG, BOARD, DEAL, eventOf, NEW, OLD } from '../../support/event';
import { HookService } from '../../support/hookService';
import * as n8n from '../../support/triggerContexts';
import { anotherProcess } from '../../support/triggerProcess';

/** A call of the service: whether it passes, what it is answered, and which items start the workflow. */

const SHORT = 'a-short-token';
const OTHER = n8n.OTHER_PROFILE;

let service: HookService;
let place: n8n.Place;

beforeEach(async () => {
	service = new HookService();
	place = n8n.placeOf(service);
	place.process.restart();
	await n8n.activate(place);
	place.log.length = 0;
});

const secret = () => n8n.secretOf(place);
const deliver = async (body: unknown, more: n8n.Call = {}) => await n8n.deliver(place, body, more);
/** What a call without an event is answered. */
const statusFor = async (value: unknown, at = place) =>
	(await n8n.call(at, { headers: { 'x-webhook-secret': value }, body: {} })).status;
const started = { status: 200, answer: { received: true, started: true } };
const notStarted = { status: 200, answer: { received: true, started: false }, items: undefined };
const outcome = (starts: boolean) => (starts ? started : notStarted);

describe('a secret', () => {
	const elsewhere = anotherProcess();
	/** Another process, to which n8n gives no static data. */
	const blank = () => ({ ...place, process: elsewhere, state: {} });
	const publishAnew = async () => {
		await n8n.remove(place);
		await n8n.activate(place);
	};

	it.each<[string, (right: string) => unknown]>([
		['with another value', (right) => right.slice(0, 14) + 'b'.repeat(43)],
		['that is missing', () => undefined],
		['of more than 200 characters', (right) => right + 'A'.repeat(200)],
	])('%s is refused with 401, whatever the body, and the log says so once', async (_, value) => {
		const headers = { 'x-webhook-secret': value(secret()) };
		const answer = { received: false, message: expect.stringContaining('the secret') };
		for (const body of [eventOf(), undefined, 'x']) {
			const refused = { status: 401, answer, items: undefined };
			expect(await n8n.call(place, { headers, body })).toEqual(refused);
		}
		expect(place.log).toEqual([expect.stringMatching(/^warn: .*a call was refused \(401\)/)]);
		expect(place.log.join()).not.toContain(secret());
	});

	it('is another one for each registration; only its time and its hash are stored', async () => {
		for (const apiToken of [place.credential.apiToken, SHORT]) {
			place.credential.apiToken = apiToken;
			await publishAnew();
			const before = secret();
			await publishAnew();
			const hash = createHash('sha256').update(secret()).digest('base64url');
			expect(place.state.registration).toEqual({
				...{ time: Number(secret().slice(0, 13)), hash, profileId: n8n.PROFILE },
				...{ account: expect.stringMatching(/^[0-9a-f]{8}$/), notes: {}, lists: [] },
			});
			expect(JSON.stringify(place.state)).not.toContain(secret().slice(14));
			expect([await statusFor(secret()), await statusFor(before)]).toEqual([200, 401]);
		}
	});

	it.each<[string, object, object]>([
		['token', { apiToken: ` ${'x'.repeat(20)}\n` }, {}],
		['client secret', { clientSecret: 'x'.repeat(20) }, { authentication: 'oAuth2' }],
		['password', { password: 'x'.repeat(20) }, { authentication: 'serviceAccount' }],
	])('is known to any process if the %s has 20 characters', async (_, credential, parameters) => {
		const account = { apiToken: undefined, email: 'a', oauthTokenData: {} };
		Object.assign(place.credential, account, credential);
		Object.assign(place.parameters, parameters);
		await publishAnew();
		expect(await statusFor(secret(), blank())).toBe(200);
		expect(await statusFor(secret().slice(0, -43) + 'B'.repeat(43), blank())).toBe(401);
	});

	it('is known only by its hash if the token is short', async () => {
		place.credential.apiToken = SHORT;
		await publishAnew();
		expect(await statusFor(secret(), { ...place, process: elsewhere })).toBe(200);
		expect(await statusFor(secret(), { ...place, state: {} })).toBe(200);
		expect(await statusFor(secret(), blank())).toBe(401);
	});

	it('passes if another trigger overwrote static data with earlier ones; an earlier secret does not', async () => {
		const earlier = structuredClone(place.state);
		const before = secret();
		await publishAnew();
		place.process.restart();
		for (const state of [earlier, { ...earlier, registration: undefined }, place.state]) {
			expect(await statusFor(secret(), { ...place, state })).toBe(200);
			expect(await statusFor(secret(), { ...blank(), state })).toBe(200);
		}
		expect(await statusFor(before)).toBe(401);
	});

	it('costs no reading of the credential if it is noted, else one in some seconds', async () => {
		let reads = 0;
		const counting = { onCredential: () => void reads++ };
		await statusFor(secret(), { ...place, ...counting });
		await statusFor('beef', { ...blank(), ...counting });
		const tooEarly = `${Number(secret().slice(0, 13)) - 1}.${'A'.repeat(43)}`;
		await statusFor(tooEarly, { ...blank(), ...counting, state: place.state });
		expect(reads).toBe(0);
		const strange = `${Date.now() + 9e9}.${'A'.repeat(43)}`;
		const burst = [secret(), strange, secret(), strange].map(
			async (one) => await statusFor(one, { ...blank(), ...counting }),
		);
		expect(await Promise.all(burst)).toEqual([200, 401, 200, 401]);
		const readsOfOne = reads;
		for (let n = 0; n < 20; n++) await statusFor(strange, { ...blank(), ...counting });
		expect(reads).toBe(readsOfOne);
	});

	it('is another one for each endpoint, profile, choice of events and credential', async () => {
		for (const other of [
			{ workflowId: 'wF2' },
			{ webhookId: 'another' },
			{ isTest: true },
			{ parameters: { events: ['CRM_OTHER'] } },
			{ parameters: { ...place.parameters, options: { companyProfileId: n8n.OTHER_PROFILE } } },
			{ credential: { ...place.credential, apiToken: 'z'.repeat(30) } },
		]) {
			passTime(10_000);
			expect(await statusFor(secret(), { ...blank(), ...other })).toBe(401);
		}
	});
});

describe('a body', () => {
	const list = (...ids: string[]) => ids.map((status_id) => eventOf({ status_id }, { status_id }));

	it.each([true, false])(
		'with a list of events starts the workflow with an item for each that passes (left unread by n8n: %p)',
		async (isUnread) => {
			place.parameters.filters = { toStatusIds: [NEW, BOARD] };
			const { items, ...answered } = await deliver(list(BOARD, DEAL, NEW, OLD), { isUnread });
			expect(answered).toEqual(started);
			expect(items!.map(({ statusId }) => statusId)).toEqual([BOARD, NEW]);
			expect(await deliver(list(DEAL, OLD), { isUnread })).toEqual(notStarted);
		},
	);

	it('with neither name nor payload is a ping: 200', async () => {
		expect(await deliver({ type: 'ping' })).toEqual(notStarted);
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['half a JSON', JSON.stringify(eventOf()).slice(0, 200)],
		['a list without events', [{}, [eventOf()], 'x', { payload: {} }]],
		['an event without a name', { ...eventOf(), eventName: undefined }],
	])('with %s: 400, and the log says so', async (_what, body) => {
		const answer = { received: false, message: 'The body is not an event of the Sales CRM.' };
		expect(await deliver(body)).toEqual({ status: 400, answer, items: undefined });
		expect(place.log).toEqual([expect.stringMatching(/^warn: .*The body is not an event/)]);
	});
});

describe('an event', () => {
	it.each([' crm_backlog_item_status_change ', 'backlog_item.moved'])(
		'named %p that names a previous status is a status change',
		async (eventName) => {
			const event = { triggeredBy: 'dealStatusChanged', changeType: 'STATUS_CHANGED' };
			expect((await deliver({ ...eventOf(), eventName })).items).toMatchObject([event]);
		},
	);

	it('is what its name says, though its metadata name a previous status', async () => {
		place.parameters.events = ['dealAssigned'];
		place.parameters.filters = { toStatusIds: [OTHER], fromStatusIds: [OTHER] };
		const eventName = 'CRM_BACKLOG_ITEM_ASSIGNEE_CHANGE';
		const assigned = { old_status_id: NEW, old_assignee_id: OTHER, assignee_id: ASSIGNEE };
		const { items } = await deliver({ ...eventOf({}, assigned), eventName });
		const expected = { triggeredBy: 'dealAssigned', previousAssigneeId: OTHER, changeType: null };
		expect(items).toMatchObject([expected]);
	});

	it('with a result in capitals has it in our words', async () => {
		place.parameters.events = ['dealClosed'];
		place.parameters.filters = { results: ['won'] };
		const eventName = 'CRM_BACKLOG_ITEM_RESULT_CHANGE';
		const { items } = await deliver({ ...eventOf({}, { result: 'WON' }), eventName });
		expect(items).toMatchObject([{ triggeredBy: 'dealClosed', result: 'won' }]);
	});

	it.each(['dealCreated', 'CRM_BACKLOG_ITEM_CREATED'])(
		'of a new record of no type is one of a deal (chosen: %s)',
		async (chosen) => {
			place.parameters.events = [chosen];
			const metadata = { item_type: undefined, old_status_id: undefined };
			const created = { ...eventOf({}, metadata), eventName: 'CRM_BACKLOG_ITEM_CREATED' };
			expect((await deliver(created)).items).toMatchObject([{ triggeredBy: 'dealCreated' }]);
		},
	);

	it('of an order starts nothing unless orders were chosen', async () => {
		const order = eventOf({}, { item_type: 'ORDERS' });
		expect(await deliver(order)).toEqual(notStarted);
		place.parameters.options = { recordTypes: ['Order'] };
		expect((await deliver(order)).items).toMatchObject([{ recordType: 'order' }]);
		expect(await deliver(eventOf({}, { item_type: undefined }))).toEqual(notStarted);
	});

	it('of a record that is neither deal nor lead starts nothing where deals were chosen', async () => {
		place.parameters.options = { recordTypes: ['Deal'] };
		expect(await deliver(eventOf({}, { item_type: 'TASKS' }))).toEqual(notStarted);
	});

	it('of a deal that stays in its status starts nothing', async () => {
		expect(await deliver(eventOf({}, { old_status_id: NEW }))).toEqual(notStarted);
		expect(await deliver(eventOf({}, { old_status_id: null }))).toMatchObject(started);
		const unsaid = eventOf(
			{ status_id: null, status: null },
			{ status_id: null, old_status_id: null },
		);
		expect(await deliver(unsaid)).toMatchObject(started);
	});

	it('of a lead starts nothing unless leads were chosen; the log says how to, once a minute', async () => {
		const of = async (item_type?: string) => await deliver(eventOf({}, { item_type }));
		for (let n = 0; n < 3; n++) expect(await of(' leads ')).toEqual(notStarted);
		const advice = /it is about LEADS: choose Lead in the option 'Record Types'$/;
		expect(place.log).toEqual([expect.stringMatching(advice)]);
		for (const type of ['deals', undefined]) expect(await of(type)).toMatchObject(started);
		place.parameters.options = { recordTypes: 'Lead' };
		expect((await of(' leads ')).items).toMatchObject([{ recordType: 'lead' }]);
		expect(await of('DEALS')).toEqual(notStarted);
	});

	it('that was not chosen starts nothing; the log names it and the chosen ones, once a minute', async () => {
		const other = { eventName: 'CRM_OTHER', payload: {} };
		for (let n = 0; n < 3; n++) expect(await deliver(other)).toEqual(notStarted);
		const words = /"CRM_OTHER" was received, subscribed to: dealStatusChanged$/;
		expect(place.log).toEqual([expect.stringMatching(words)]);
		passTime(60_000);
		await deliver(other);
		expect(place.log).toHaveLength(2);
	});

	it('meets a setting that cannot be read: 503, and a failed execution says which', async () => {
		place.parameters.simplify = 'maybe';
		const { status, failure } = await deliver(eventOf());
		expect(status).toBe(503);
		expect(failure).toMatch(
			/^CRM_BACKLOG_ITEM_STATUS_CHANGE of .*: 'Simplify' must be true or false$/,
		);
	});

	it('that is unknown but chosen starts it', async () => {
		place.parameters.options = { additionalEvents: '["Crm_Other"]' };
		place.parameters.simplify = 'False';
		const event = { eventName: 'CRM_OTHER', payload: null };
		const resolved = { status: null, previousStatus: null, assignee: null };
		expect((await deliver(event)).items).toEqual([{ ...event, resolved }]);
	});
});

const STATUSES = [
	{ id: OLD, label: 'Nieuw', backlog_id: BACKLOG },
	{ id: NEW, label: 'Offerte', backlog_id: BACKLOG },
];
const NAMES = {
	statuses: STATUSES,
	users: [{ id: ASSIGNEE, name: 'Eva', email: 'eva@example.com' }],
};

describe('the names of an event', () => {
	let profiles = 0;
	const nextProfile = () => n8n.PROFILE.replace(/.{4}$/, String(1000 + ++profiles));

	beforeEach(() => {
		service.setNames(NAMES);
		// Names are remembered for each profile, and for each address whether boards are offered.
		place.parameters.options = { companyProfileId: nextProfile() };
		place.credential.baseUrl = `https://crm${profiles}.example`;
	});

	const filtered = async (filters: object, event = eventOf({ status_label: 'Offerte' })) => {
		place.parameters.filters = filters;
		return await deliver(event);
	};

	it('are looked up; its own name for its status goes first', async () => {
		const names = { status: 'In gesprek', previousStatus: 'Nieuw', assignee: 'Eva' };
		const { items } = await deliver(eventOf());
		expect(items).toMatchObject([{ ...names, assigneeEmail: 'eva@example.com' }]);
		place.parameters.simplify = false;
		expect((await deliver(eventOf())).items).toEqual([{ ...eventOf(), resolved: names }]);
		expect(await filtered({ toStatusIds: ['In gesprek'] }, eventOf())).toMatchObject(started);
		expect(await filtered({ toStatusIds: ['Offerte'] }, eventOf())).toEqual(notStarted);
	});

	it('are null if they cannot be looked up, and looked up again after ten seconds', async () => {
		service.setNames(undefined, 500);
		const unknown = { previousStatus: null, assignee: null, assigneeEmail: null, statusId: NEW };
		expect((await deliver(eventOf())).items).toMatchObject([{ status: 'In gesprek', ...unknown }]);
		expect(place.log.join()).toMatch(/names of statuses are left empty.*names of users are/);
		service.setNames(NAMES);
		passTime(10_000);
		const { items } = await deliver(eventOf());
		expect(items).toMatchObject([{ previousStatus: 'Nieuw', assignee: 'Eva' }]);
	});

	it('are those of the account that signs in now, whatever the one before was shown', async () => {
		const metadata = { company_profile_id: Object(place.parameters.options).companyProfileId };
		for (const name of ['Eva', 'Ada']) {
			place.credential.apiToken = name.repeat(10);
			await n8n.activate(place);
			service.setNames({ ...NAMES, users: [{ id: ASSIGNEE, name, email: '' }] });
			expect((await deliver(eventOf({}, metadata))).items).toMatchObject([{ assignee: name }]);
		}
	});

	it("are those of the event's own profile if no other is known", async () => {
		const companyProfileId = nextProfile();
		place.parameters.options = {};
		place.credential.companyProfileId = '';
		await n8n.activate(place);
		service.asked.length = 0;
		const { items } = await deliver(eventOf({}, { company_profile_id: companyProfileId }));
		expect(items).toMatchObject([{ assignee: 'Eva', companyProfileId }]);
		expect(service.asked.map((one) => JSON.stringify(one))).toEqual(
			service.asked.map(() => expect.stringContaining(companyProfileId)),
		);
	});

	it.each<[object, boolean]>([
		[{ toStatusIds: [OLD, NEW.toUpperCase()] }, true],
		[{ fromStatusIds: [OLD], assigneeIds: [ASSIGNEE], pipelineIds: [BACKLOG] }, true],
		[{ toStatusIds: '"Offerte", Nieuw' }, true],
		[
			{ fromStatusIds: ['Nieuw'], assigneeIds: 'EVA@example.com', pipelineIds: ['Pipeline 1'] },
			true,
		],
		[{ pipelineIds: 'pipeline 1', fromStatusIds: ['Offerte'] }, false],
	])('pass the filters %j: %p', async (filters, starts) => {
		expect(await filtered(filters)).toMatchObject(outcome(starts));
	});

	describe('at a service with boards', () => {
		const BOARDS = [
			['Leads', 'LEADS', BACKLOG],
			['Deals', 'DEALS', OLD],
		].map(([board_name, board_type, id], n) => ({
			...{ id: BOARD.replace(/^./, String(n)), board_name, board_type },
			backlogs: [{ id, backlog_name: 'Montage', rank: '0' }],
		}));
		beforeEach(() => (service.boards = BOARDS));

		it.each<[string, boolean]>([
			['montage', true],
			['Leads / Montage', true],
			['Deals / Montage', false],
		])('pass the pipeline filter %s: %p', async (pipelineIds, starts) => {
			expect(await filtered({ pipelineIds })).toMatchObject(outcome(starts));
			const word = /because of the filter 'Pipeline Names or IDs': CRM_BACKLOG_ITEM_STATUS_CHANGE$/;
			expect(place.log).toEqual(starts ? [] : [expect.stringMatching(word)]);
		});

		it('contain the board; the type of the event goes before that of its board', async () => {
			const pipeline = 'Leads / Montage';
			const { items } = await filtered({});
			expect(items).toMatchObject([{ pipeline, recordType: 'deal' }]);
			const untyped = eventOf({}, { item_type: undefined });
			expect((await filtered({}, untyped)).items).toMatchObject([{ pipeline, recordType: 'lead' }]);
		});
	});

	it('are looked up anew after a minute if a filter asks for one that no list contains', async () => {
		await filtered({ fromStatusIds: ['Nieuw'] });
		const renamed = STATUSES.map((one) => ({ ...one, label: `${one.label} 2` }));
		service.setNames({ ...NAMES, statuses: renamed });
		passTime(60_000);
		expect(await filtered({ fromStatusIds: ['Nieuw 2'] })).toMatchObject(started);
		expect(await filtered({ fromStatusIds: ['Gone'] })).toEqual(notStarted);
		expect(place.log.join()).toMatch(/names what no longer exists: "Gone"/);
	});

	it.each<[number, string, number]>([
		[500, 'could not fetch the statuses: ', 10_000],
		[403, 'this account may not read statuses: ask for the permission', 600_000],
	])('that a filter needs but cannot look up (%i): 503 and a failed execution', async (...of) => {
		const [status, why, forgottenMs] = of;
		const filters = { fromStatusIds: ['Nieuw'] };
		service.setNames(undefined, status);
		const answer = { received: false, message: expect.stringContaining('Try again later') };
		const refused = (more: string) => {
			const event = `CRM_BACKLOG_ITEM_STATUS_CHANGE of ${DEAL}, 2026-03-01T08:30:00.000Z${more}`;
			const words = `${event} started nothing: The filter 'Previous Status Names or IDs' cannot be checked: ${why}`;
			const failure = expect.stringContaining(words);
			return { status: 503, answer, items: undefined, failure };
		};
		expect(await filtered(filters)).toEqual(refused(''));
		const list = [eventOf(), eventOf()] as never;
		expect(await filtered(filters, list)).toEqual(refused(', and 1 more'));
		expect(place.log.join()).toContain("refused (503): The filter 'Previous Status Names or IDs'");
		service.setNames(NAMES);
		passTime(forgottenMs);
		expect(await filtered(filters)).toMatchObject(started);
	});

	it('need no list for the status that the event itself names', async () => {
		service.setNames(undefined);
		const filters = { toStatusIds: ['Offerte', 'Gone'], assigneeIds: [ASSIGNEE] };
		expect(await filtered(filters)).toMatchObject(started);
		expect(await filtered({ toStatusIds: 'Nieuw' })).toEqual(notStarted);
	});
});
