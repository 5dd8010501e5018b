import { passTime } from '../../support/fastClock';

import { createHash } from 'node:crypto';

import * as given from '../../support/event';
import { HookService } from '../../support/hookService';
import { nap } from '../../support/nodeJs.cjs';
import * as n8n from '../../support/triggerContexts';
import { anotherProcess } from '../../support/triggerProcess';

/** One call of the service: whether it passes, what it is answered, and what the workflow is started with. */

const { ASSIGNEE, DEAL, eventOf, NEW, OLD } = given;
const SHORT = 'a-short-token';

let service: HookService;
let place: n8n.Place;

beforeEach(async () => {
	service = new HookService();
	place = n8n.placeOf(service);
	place.process.restart();
	await n8n.activate(place);
	place.log.length = 0;
});

const secret = () => service.secretOf(service.ids.at(-1)!)!;
const deliver = async (body: unknown, more: object = {}, at = place) =>
	await n8n.call(at, { headers: { 'x-webhook-secret': secret() }, body, ...more });
const status = async (value: unknown, at = place) =>
	(await n8n.call(at, { headers: { 'x-webhook-secret': value }, body: {} })).status;
const started = { status: 200, answer: { received: true, started: true } };
const notStarted = { status: 200, answer: { received: true, started: false }, items: undefined };

describe('the secret', () => {
	const elsewhere = anotherProcess();
	const publishAnew = async () => {
		await n8n.remove(place);
		await n8n.activate(place);
	};
	/** Seen by another process, to which n8n gives no static data. */
	const blank = () => ({ ...place, process: elsewhere, state: {} });

	it('that was registered passes, and reads no credential', async () => {
		place.onCredential = () => {
			throw new TypeError('It was read');
		};
		expect(await status(secret())).toBe(200);
	});

	it.each<[string, (right: string) => unknown]>([
		['another value', (right) => right.slice(0, 14) + 'b'.repeat(43)],
		['one that is shorter', (right) => right.slice(0, -1)],
		['another case', (right) => right.toUpperCase()],
		['none', () => undefined],
		['the header twice, as n8n may give it in a list', (right) => [right, right]],
		['more than 200 characters', (right) => right + 'A'.repeat(200)],
	])('%s: 401, whatever the body, and one word a minute in the log', async (_what, value) => {
		const headers = { 'x-webhook-secret': value(secret()) };
		for (const body of [eventOf(), undefined, 'x', eventOf()]) {
			expect(await n8n.call(place, { headers, body })).toEqual({
				status: 401,
				answer: { received: false, message: 'This call does not carry the secret of the webhook.' },
				items: undefined,
			});
		}
		expect(place.log).toEqual([expect.stringMatching(/^warn: .*a call was refused \(401\)/)]);
		expect(place.log.join()).not.toContain(secret());
	});

	it.each<[string, object, object]>([
		['a token with blanks around it', { apiToken: ` ${'x'.repeat(20)}\n` }, {}],
		[
			'a client secret',
			{ apiToken: undefined, clientSecret: 'x'.repeat(20), oauthTokenData: {} },
			{ authentication: 'oAuth2' },
		],
		[
			'a password',
			{ apiToken: undefined, password: 'x'.repeat(20), email: 'a' },
			{ authentication: 'serviceAccount' },
		],
	])('under %s is known to any process at any time', async (_what, credential, parameters) => {
		Object.assign(place.credential, credential);
		Object.assign(place.parameters, parameters);
		await publishAnew();
		expect(await status(secret(), blank())).toBe(200);
		expect(await status(secret().slice(0, -43) + 'B'.repeat(43), blank())).toBe(401);
	});

	it('is a new one for each registration; static data keep its time and hash, never the secret', async () => {
		for (const apiToken of [place.credential.apiToken, SHORT]) {
			place.credential.apiToken = apiToken;
			await publishAnew();
			const before = secret();
			await publishAnew();
			expect(secret()).not.toBe(before);
			expect(place.state.secret).toEqual({
				time: Number(secret().slice(0, 13)),
				hash: createHash('sha256').update(secret()).digest('base64url'),
			});
			expect(JSON.stringify(place.state)).not.toContain(secret().slice(14));
			expect([await status(secret()), await status(before)]).toEqual([200, 401]);
		}
	});

	it('passes where another trigger put static data of an earlier registration back, as n8n has it', async () => {
		const putBack = structuredClone(place.state);
		const before = secret();
		await publishAnew();
		place.process.restart();
		const states = [putBack, { ...putBack, secret: undefined }, place.state];
		for (const state of states) {
			expect(await status(secret(), { ...place, state })).toBe(200);
			expect(await status(secret(), { ...blank(), state })).toBe(200);
		}
		expect(await status(before)).toBe(401);
	});

	it('that is not noted costs one reading of the credential in some seconds, whoever sends it', async () => {
		let reads = 0;
		const elsewhere = { ...blank(), onCredential: () => void reads++ };
		const strange = `${Date.now() + 9e9}.${'A'.repeat(43)}`;
		const burst = await Promise.all(
			[secret(), strange, secret(), strange].map(async (one) => await status(one, elsewhere)),
		);
		expect(burst).toEqual([200, 401, 200, 401]);
		const atOnce = reads;
		for (let n = 0; n < 20; n++) await status(strange, elsewhere);
		expect(reads).toBe(atOnce);
		// What is no secret of ours, or too early to be one, needs no credential.
		reads = 0;
		passTime(10_000);
		for (const one of ['beef', `${Number(secret().slice(0, 13)) - 1}.${'A'.repeat(43)}`]) {
			await status(one, { ...elsewhere, state: place.state });
		}
		expect(reads).toBe(0);
	});

	it('is another for each endpoint, profile and choice of events', async () => {
		const others = [
			{ workflowId: 'wF2' },
			{ webhookId: 'another' },
			{ isTest: true },
			{ parameters: { events: ['CRM_OTHER'] } },
			{ parameters: { ...place.parameters, options: { companyProfileId: n8n.OTHER_PROFILE } } },
			{ credential: { ...place.credential, apiToken: 'z'.repeat(30) } },
		];
		for (const other of others) {
			passTime(10_000);
			expect(await status(secret(), { ...blank(), ...other })).toBe(401);
		}
	});

	it('of a short token is random: whoever does not know its hash refuses it', async () => {
		const short = n8n.placeOf(service);
		short.credential.apiToken = SHORT;
		await n8n.activate(short);
		expect(await status(secret(), { ...short, state: {} })).toBe(200);
		expect(await status(secret(), { ...short, process: elsewhere })).toBe(200);
		expect(await status(secret(), { ...short, process: elsewhere, state: {} })).toBe(401);
	});

	it('is refused where nothing is registered and the credential cannot stand in for it', async () => {
		const none = n8n.placeOf(service);
		for (const apiToken of [SHORT, '', undefined]) {
			none.credential.apiToken = apiToken;
			expect(await status('undefined', none)).toBe(401);
		}
		none.onCredential = () => {
			throw new TypeError('Deleted');
		};
		expect(await status('x', none)).toBe(401);
	});
});

describe('the body', () => {
	const json = JSON.stringify(eventOf());

	it.each<[string, unknown, object]>([
		['as n8n read it', eventOf(), {}],
		['as the bytes of a plain text', json, { isUnread: true }],
	])('%s starts the workflow with one item', async (_what, body, more) => {
		const told = await deliver(body, more);
		expect(told).toMatchObject(started);
		expect(told.items).toMatchObject([
			{ dealId: DEAL, statusId: NEW, title: 'Zonnepanelen familie Bakker' },
		]);
	});

	it.each([{}, { type: 'ping' }, { zen: 'x' }])('%j is a ping: 200', async (body) => {
		expect(await deliver(body)).toEqual(notStarted);
		expect(await deliver(JSON.stringify(body), { isUnread: true })).toEqual(notStarted);
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['no JSON', 'hello'],
		['half a JSON', json.slice(0, 200)],
		['null', 'null'],
		['an empty list', []],
		['a list of what is no event', [{}, [eventOf()], 'x', { payload: {} }]],
		['no name of the event', { ...eventOf(), eventName: undefined }],
	])('%s: 400, and a word in the log', async (_what, body) => {
		for (const isUnread of [true, false]) {
			expect(await deliver(body, { isUnread })).toEqual({
				status: 400,
				answer: { received: false, message: 'The body is not an event of the Sales CRM.' },
				items: undefined,
			});
		}
		expect(place.log).toEqual([expect.stringMatching(/^warn: .*The body is not an event/)]);
	});
});

describe('a list of events in one body', () => {
	const WON = given.BOARD;
	const list = (...ids: string[]) => ids.map((status_id) => eventOf({ status_id }, { status_id }));

	it.each([{}, { isUnread: true }])('gives an item for each that passes (%j)', async (how) => {
		place.parameters.filters = { toStatusIds: [NEW, WON] };
		const told = await deliver(list(WON, DEAL, NEW, OLD), how);
		expect(told).toMatchObject({ ...started, items: [{ statusId: WON }, { statusId: NEW }] });
		expect(told.items).toHaveLength(2);
		expect(await deliver(list(DEAL, OLD), how)).toEqual(notStarted);
	});

	it('keeps each event as received, without Simplify', async () => {
		place.parameters.simplify = false;
		const events = list(NEW, WON);
		expect((await deliver(events)).items).toMatchObject(events);
	});

	it('what is no event among them is left out, with a word in the log', async () => {
		const told = await deliver([{ ping: true }, ...list(NEW), null, 'x', ...list(WON)]);
		expect(told).toMatchObject({ ...started, items: [{ statusId: NEW }, { statusId: WON }] });
		expect(place.log).toContainEqual(expect.stringMatching(/not events were left out: 3 of 5$/));
	});
});

describe('an event', () => {
	it.each([
		'crm_backlog_item_status_change',
		' CRM_BACKLOG_ITEM_STATUS_CHANGE ',
		'backlog_item.moved',
	])('named %p that names a previous status is a status change', async (eventName) => {
		const told = await deliver({ ...eventOf(), eventName });
		expect(told).toMatchObject(started);
		expect(told.items).toMatchObject([
			{ triggeredBy: 'dealStatusChanged', changeType: 'STATUS_CHANGED' },
		]);
	});

	it('of a deal that was put where it stands starts nothing', async () => {
		expect(await deliver(eventOf({}, { old_status_id: NEW }))).toEqual(notStarted);
		expect(await deliver(eventOf({}, { old_status_id: null }))).toMatchObject(started);
	});

	it('of a lead starts nothing unless leads were chosen; the log says how, once a minute', async () => {
		const lead = eventOf({}, { item_type: ' leads ' });
		for (let n = 0; n < 3; n++) expect(await deliver(lead)).toEqual(notStarted);
		expect(place.log).toEqual([
			expect.stringMatching(/it is about LEADS: choose Lead in the option 'Record Types'$/),
		]);
		for (const item_type of ['deals', undefined]) {
			expect(await deliver(eventOf({}, { item_type }))).toMatchObject(started);
		}
		expect(await deliver(eventOf({}, { item_type: 'TASKS' }))).toEqual(notStarted);
		place.parameters.options = { recordTypes: 'Lead' };
		expect((await deliver(lead)).items).toMatchObject([{ recordType: 'lead' }]);
		expect(await deliver(eventOf())).toEqual(notStarted);
		expect(await deliver(eventOf({}, { item_type: 'TASKS' }))).toEqual(notStarted);
	});

	it('that may be of a deal or a lead, and does not say it, starts nothing, with a word in the log', async () => {
		place.parameters.events = ['dealCreated'];
		const created = (item_type?: string) =>
			eventOf(
				{},
				{ item_type, old_status_id: undefined },
				{ eventName: 'CRM_BACKLOG_ITEM_CREATED' },
			);
		expect(await deliver(created('LEADS'))).toEqual(notStarted);
		expect(place.log).toEqual([]);
		expect(await deliver(created())).toEqual(notStarted);
		expect(place.log).toEqual([expect.stringContaining('"CRM_BACKLOG_ITEM_CREATED" was received')]);
		expect(await deliver(created('DEALS'))).toMatchObject(started);
	});

	it('by another name that was not asked for starts nothing; the log names both, once a minute', async () => {
		const other = { eventName: 'CRM_OTHER', payload: {} };
		for (let n = 0; n < 3; n++) expect(await deliver(other)).toEqual(notStarted);
		expect(place.log).toEqual([
			expect.stringMatching(/"CRM_OTHER" was received, subscribed to: dealStatusChanged$/),
		]);
		passTime(60_000);
		await deliver(other);
		expect(place.log).toHaveLength(2);
	});

	it.each([[null], [[]], [undefined]])(
		'by another name that was asked for starts the workflow, also with a payload that is %p',
		async (payload) => {
			place.parameters.options = { additionalEvents: '["Crm_Other"]' };
			place.parameters.simplify = 'False';
			const event = { eventName: 'CRM_OTHER', ...(payload !== undefined && { payload }) };
			expect((await deliver(event)).items).toEqual([
				{ ...event, resolved: { status: null, previousStatus: null, assignee: null } },
			]);
		},
	);

	it.each<[object, boolean]>([
		[{ toStatusIds: [NEW] }, true],
		[{ toStatusIds: [OLD, NEW.toUpperCase()] }, true],
		[{ fromStatusIds: [OLD] }, true],
		[{ assigneeIds: [ASSIGNEE], pipelineIds: [given.BACKLOG] }, true],
		[{ assigneeIds: [NEW] }, false],
		[{ toStatusIds: null, fromStatusIds: '', pipelineIds: [] }, true],
	])('with filters %j starts the workflow: %p', async (filters, starts) => {
		place.parameters.filters = filters;
		expect(await deliver(eventOf())).toMatchObject(starts ? started : notStarted);
	});
});

const STATUSES = [
	{ id: OLD, label: 'Nieuw', backlog_id: given.BACKLOG },
	{ id: NEW, label: 'Offerte', backlog_id: given.BACKLOG },
];
const USERS = [{ id: ASSIGNEE, name: 'Eva', email: 'eva@example.com' }];

let profiles = 0;
const nextProfile = () => n8n.PROFILE.replace(/.{4}$/, String(1000 + ++profiles));

function tellNames(): void {
	service.is.names = { statuses: STATUSES, users: USERS };
	// Names are kept for each profile.
	place.parameters.options = { companyProfileId: nextProfile() };
}

describe('names', () => {
	beforeEach(tellNames);

	const itemOf = async (event = eventOf(), at = place) => (await deliver(event, {}, at)).items![0];

	it('are looked up, once for many events', async () => {
		const expected = {
			// The event's own.
			status: 'In gesprek',
			previousStatus: 'Nieuw',
			assignee: 'Eva',
			assigneeEmail: 'eva@example.com',
		};
		const place2 = { ...place, state: structuredClone(place.state) };
		await Promise.all([itemOf(), itemOf(), itemOf(eventOf(), place2)]);
		expect(await itemOf()).toMatchObject(expected);
		expect(service.namesAsked).toHaveLength(2);
		place.parameters.simplify = false;
		const { status, previousStatus, assignee } = expected;
		expect(await itemOf()).toEqual({
			...eventOf(),
			resolved: { status, previousStatus, assignee },
		});
	});

	it('that cannot be had are those of the event, else null', async () => {
		service.is.names = undefined;
		expect(await itemOf()).toMatchObject({
			status: 'In gesprek',
			previousStatus: null,
			assignee: null,
			assigneeEmail: null,
			statusId: NEW,
		});
		expect(place.log).toEqual([
			expect.stringContaining('the statuses could not be fetched'),
			expect.stringContaining('the users could not be fetched'),
		]);
		service.is.names = { statuses: STATUSES, users: USERS };
		passTime(10_000);
		expect(await itemOf()).toMatchObject({ previousStatus: 'Nieuw', assignee: 'Eva' });
	});

	it("are those of the event's own profile, where neither node nor credential names one", async () => {
		const own = nextProfile();
		place.parameters.options = {};
		place.credential.companyProfileId = '';
		const event = eventOf({}, { company_profile_id: own });
		expect(await itemOf(event)).toMatchObject({ assignee: 'Eva', companyProfileId: own });
		expect(service.namesAsked.every((path) => path.includes(own))).toBe(true);
	});
});

describe('a filter by name', () => {
	beforeEach(tellNames);

	const event = () => eventOf({ status_label: 'Offerte' });
	const filtered = async (filters: object, body = event()) => {
		place.parameters.filters = filters;
		return await deliver(body);
	};

	it.each<[object, boolean]>([
		[{ toStatusIds: ['offerte '] }, true],
		[{ toStatusIds: 'Nieuw' }, false],
		[{ toStatusIds: '"Nieuw", "Offerte"' }, true],
		[{ toStatusIds: '"Offerte", Nieuw' }, true],
		[{ fromStatusIds: ['Nieuw'], assigneeIds: 'EVA@example.com' }, true],
		[{ assigneeIds: ['Eva'], pipelineIds: ['Pipeline 1'] }, true],
		[{ pipelineIds: 'pipeline 1', fromStatusIds: ['Offerte'] }, false],
	])('%j starts the workflow: %p', async (filters, starts) => {
		expect(await filtered(filters)).toMatchObject(starts ? started : notStarted);
		expect(place.log).toEqual([]);
	});

	it('shows and compares the pipeline of the status, whichever one the event still names', async () => {
		const moved = [STATUSES[0], { ...STATUSES[1], backlog_id: OLD }];
		service.is.names = { statuses: moved, users: USERS };
		const { items } = await filtered({ pipelineIds: 'Pipeline 2' });
		expect(items).toMatchObject([{ pipeline: 'Pipeline 2', pipelineId: OLD }]);
	});

	describe('of a pipeline that boards name', () => {
		const BOARDS = [
			['Leads', 'LEADS', given.BACKLOG],
			['Deals', 'DEALS', OLD],
		].map(([board_name, board_type, id], n) => ({
			...{ id: given.BOARD.replace(/^./, String(n)), board_name, board_type },
			backlogs: [{ id, backlog_name: 'Montage', rank: '0' }],
		}));
		beforeEach(() => {
			service.is.boards = BOARDS;
			// Whether boards are offered is remembered.
			place.credential.baseUrl = `https://crm.example/${profiles}`;
		});

		it.each<[string, boolean]>([
			['montage', true],
			['Leads / Montage', true],
			['Deals / Montage', false],
			['Pipeline 1', true],
		])('%s starts the workflow: %p', async (pipelineIds, starts) => {
			const told = await filtered({ pipelineIds });
			expect(told).toMatchObject(starts ? started : notStarted);
			if (starts) expect(told.items).toMatchObject([{ pipeline: 'Leads / Montage' }]);
			expect(place.log).toEqual([]);
		});

		it('is answered 503 while it cannot be looked up; without such a filter the event passes', async () => {
			service.is.boards = 500;
			expect((await filtered({})).items).toMatchObject([
				{ pipeline: null, pipelineId: given.BACKLOG, assignee: 'Eva' },
			]);
			expect(place.log).toEqual([
				expect.stringMatching(/the pipelines could not be fetched: .*\(500\)/),
			]);
			expect(await filtered({ pipelineIds: ['Montage'] })).toMatchObject({ status: 503 });
			service.is.boards = BOARDS;
			passTime(10_000);
			expect(await filtered({ pipelineIds: ['Montage'] })).toMatchObject(started);
		});
	});

	it('compares the name that a status has now, in the event itself and in the list', async () => {
		expect(await filtered({ toStatusIds: ['Offerte'], fromStatusIds: ['Nieuw'] })).toMatchObject(
			started,
		);
		// The event itself says it before the list does.
		const renamed = eventOf({ status_label: 'Offerte 2' });
		expect(await filtered({ toStatusIds: ['Offerte 2'] }, renamed)).toMatchObject(started);
		service.is.names!.statuses = STATUSES.map((one) => ({ ...one, label: `${one.label} 2` }));
		expect(await filtered({ toStatusIds: ['Offerte 2'] }, renamed)).toMatchObject(started);
		expect(await filtered({ toStatusIds: ['Offerte'] }, renamed)).toMatchObject(notStarted);
		expect(await filtered({ fromStatusIds: ['Nieuw 2'] }, renamed)).toMatchObject(started);
		expect(place.log.join()).toMatch(
			/a filter names what no longer exists: Unknown status "Offerte"/,
		);
	});

	it.each<[string, object, string]>([
		['a status', { fromStatusIds: ['Nieuw'] }, 'Nieuw'],
		['a user', { assigneeIds: ['Eva'] }, 'Eva'],
		['a pipeline', { pipelineIds: ['Pipeline 1'] }, 'Pipeline 1'],
	])(
		'that cannot be looked up (%s) is answered 503, with a word in the log',
		async (...[, filters, name]) => {
			service.is.names = undefined;
			const answer = { received: false, message: expect.stringContaining('Try again later') };
			const refused = { status: 503, answer, items: undefined };
			expect(await filtered(filters)).toEqual(refused);
			expect(await filtered(filters, [event(), event()] as never)).toEqual(refused);
			expect(place.log.join()).toMatch(
				new RegExp(`refused \\(503\\): The \\w+ "${name}" could not be looked up`),
			);
			service.is.names = { statuses: STATUSES, users: USERS };
			passTime(10_000);
			expect(await filtered(filters)).toMatchObject(started);
		},
	);

	it('of the status that the event itself names needs no list', async () => {
		service.is.names = undefined;
		const filters = { toStatusIds: ['Offerte', 'Gone'], assigneeIds: [ASSIGNEE] };
		expect(await filtered(filters)).toMatchObject(started);
		expect(await filtered({ toStatusIds: 'Nieuw' })).toEqual(notStarted);
		expect(await filtered({ toStatusIds: 'Nieuw', fromStatusIds: 'Nieuw' })).toMatchObject({
			status: 503,
		});
	});

	it('that may be new is no unknown one while the list cannot be read anew: 503', async () => {
		expect(await filtered({ fromStatusIds: ['Nieuw'] })).toMatchObject(started);
		service.is.names = undefined;
		expect(await filtered({ fromStatusIds: ['Nieuw'] })).toMatchObject(started);
		expect(await filtered({ fromStatusIds: ['Offerte 2'] })).toMatchObject({ status: 503 });
	});

	describe('of a status that was created after the names were read', () => {
		const WON = { id: given.BOARD, label: 'Won', backlog_id: given.BACKLOG };
		const create = () => (service.is.names = { statuses: [...STATUSES, WON], users: USERS });
		const won = { status_id: WON.id, status_label: 'Won' };

		it('lets the first event through that enters it, and shows its pipeline', async () => {
			await filtered({ toStatusIds: ['Won'] });
			create();
			const told = await filtered({ toStatusIds: ['Won'] }, eventOf(won, { status_id: WON.id }));
			expect(told.items).toMatchObject([{ status: 'Won', pipeline: 'Pipeline 1' }]);
		});

		it('lets the first event through that leaves it, however young the list is', async () => {
			for (const filters of [{}, { fromStatusIds: ['Won'] }]) await filtered(filters);
			create();
			const left = eventOf({}, { old_status_id: WON.id });
			expect(await filtered({ fromStatusIds: ['Won'] }, left)).toMatchObject(started);
		});

		it('or renamed, too', async () => {
			await filtered({});
			const renamed = { ...STATUSES[0], label: 'Won' };
			service.is.names!.statuses = [renamed, STATUSES[1]];
			expect(await filtered({ fromStatusIds: ['Won'] })).toMatchObject(started);
		});
	});

	it('waits for a slow list; an event that no filter holds back does not', async () => {
		const { request } = service;
		service.request = async (options) => {
			const answer = await request.call(service, options);
			await nap(30);
			return answer;
		};
		const free = await filtered({ toStatusIds: ['Offerte'] });
		expect(free.items).toMatchObject([{ status: 'Offerte', previousStatus: null }]);
		const needed = await filtered({ fromStatusIds: ['Nieuw'] });
		expect(needed.items).toMatchObject([{ previousStatus: 'Nieuw' }]);
	});

	it('that nothing has costs two reads at most for 400 events, and the log says so', async () => {
		const gone = { toStatusIds: ['Gone'], assigneeIds: ['Nobody'] };
		const users = { assignee_id: given.BOARD };
		await filtered(gone);
		for (let n = 0; n < 200; n++) await filtered(gone, eventOf(users));
		const burst = Array.from({ length: 200 }, async () => await filtered(gone, eventOf(users)));
		for (const told of await Promise.all(burst)) expect(told).toEqual(notStarted);
		expect(service.namesAsked).toHaveLength(2 * 2);
		expect(place.log).toEqual([
			expect.stringMatching(/a filter names what no longer exists: Unknown status "Gone"$/),
		]);
	});

	it('by ID needs no list; of one that is gone the log says so once a minute', async () => {
		service.is.names = undefined;
		expect(await filtered({ toStatusIds: [NEW] })).toMatchObject(started);
		service.is.names = { statuses: STATUSES, users: USERS };
		passTime(10_000);
		place.log.length = 0;
		for (let n = 0; n < 3; n++) {
			expect(await filtered({ toStatusIds: [given.BOARD] })).toMatchObject(notStarted);
		}
		expect(place.log).toEqual([expect.stringContaining(given.BOARD)]);
	});
});
