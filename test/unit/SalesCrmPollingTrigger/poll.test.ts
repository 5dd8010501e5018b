import { stopClock } from '../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { answerOf, FAILURES } from '../../support/failures';
import { assignedTo, type Fault, PROFILE } from '../../support/handCrm';
import { HandPoller, idOf } from '../../support/handPoller';
import { json } from '../../support/scripted';
import { turn } from '../../support/nodeJs.cjs';
import { ROOF } from '../../support/solarRoof';
import { uuid } from '../../support/uuid';

/** Polls of several sources one after the other, with faults, publications, restarts and other settings. */

const ALL = {
	events: ['dealStatusChanged', 'contactCreated', 'quotationCreated'],
	audienceId: uuid(0xad),
};

let poller: HandPoller;

/** The time limit of each poll, by its milliseconds: a test says when it is reached. */
const limits = new Map<number, AbortController>();

beforeEach(() => {
	stopClock(Date.parse('2026-03-03T12:00:00Z'));
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const limit = new AbortController();
		limits.set(ms, limit);
		return limit.signal;
	});
	isHanging = false;
	poller = new HandPoller(ALL);
	poller.deals = structuredClone([ROOF]);
	poller.addContact();
	poller.addQuotation();
});

const ids = (items: IDataObject[]) => items.map(idOf);
const polled = async () => ids(await poller.poll());
const activated = async () => ids(await poller.activate());
const publish = async (parameters: IDataObject) => ids(await poller.publish(parameters));
/** One new thing in each source. */
const happenEverywhere = () => [poller.happens(), poller.addContact(), poller.addQuotation()];

let isHanging = false;
const forever = async () => {
	isHanging = true;
	await new Promise<void>(() => undefined);
};

/** What a poll that hangs gives if its time is up. */
async function whenTimeIsUp(poll: Promise<IDataObject[]>, limitMs: number) {
	const outcome = Promise.allSettled([poll]);
	while (!isHanging) await turn();
	limits.get(limitMs)!.abort();
	const [{ value, reason }] = (await outcome) as [{ value?: IDataObject[]; reason?: Error }];
	return value ?? String(reason);
}

it('a poll that fails notes nothing of any source, and its error names the source and how to separate them', async () => {
	await activated();
	const happened = happenEverywhere();
	poller.faults = { quotations: 500 };
	await expect(poller.poll()).rejects.toThrow(
		/^Quotations: Could not list the quotations.*one trigger per source so that one source cannot block/,
	);
	poller.faults = {};
	expect(await polled()).toEqual(happened);
});

describe('the first poll of an activation, if something is remembered', () => {
	const PASSING = FAILURES.filter(({ is, name }) => is === 'unavailable' && name !== '401');

	it.each(PASSING.map((failure) => [failure.name, failure] as const))(
		'does not fail by what may pass (%s), but the scheduled polls do',
		async (_what, failure) => {
			await activated();
			const id = poller.happens();
			poller.faults = { history: answerOf(failure) as Fault };
			expect(await activated()).toEqual([]);
			expect(poller.log.join()).toMatch(/the first poll failed.*deal history/);
			await expect(poller.poll()).rejects.toThrow('Could not fetch the deal history');
			poller.faults = {};
			expect(await polled()).toEqual([id]);
		},
	);

	it('fails by what a person has to fix', async () => {
		await activated();
		poller.faults = { history: 401 };
		await expect(poller.activate()).rejects.toThrow('(401)');
	});

	it('repeats and loses nothing after another node put old static data back', async () => {
		await activated();
		const first = poller.happens();
		expect(await polled()).toEqual([first]);
		expect(await polled()).toEqual([]);
		const id = poller.happens();
		poller.putBack(1);
		poller.faults = { history: 503 };
		expect(await activated()).toEqual([]);
		poller.faults = {};
		poller.stop();
		expect(await activated()).toEqual([id]);
	});

	it('takes 30 seconds at most', async () => {
		await activated();
		poller.before = forever;
		expect(await whenTimeIsUp(poller.activate(), 30_000)).toEqual([]);
		expect(poller.log.join()).toContain('did not end within 30 seconds');
	});
});

it('a first read ends after 70 seconds, with the count and what to do', async () => {
	for (let n = 0; n < 300; n++) poller.addQuotation();
	poller.before = async () => (poller.asked.length > 1 ? await forever() : undefined);
	const activation = poller.publish({ events: ['quotationCreated'] });
	expect(await whenTimeIsUp(activation, 70_000)).toMatch(
		/did not end within 70 seconds: 200 quotations were received.*smaller audience/,
	);
});

it.each<[string, string, () => object]>([
	['dealStatusChanged', 'history', () => ({ history: poller.deals })],
	['contactCreated', 'contacts', () => ({ data: poller.contacts, last: true })],
	['quotationCreated', 'quotations', () => ({ data: poller.quotations, last: true })],
])(
	'%s: a list that announces more than it contains is not noted for the first time',
	async (event, list, part) => {
		poller.faults = { [list]: { ...part(), total: 500 } as never };
		const announced = /announced 500 entries but returned 1/;
		await expect(publish({ ...ALL, events: [event] })).rejects.toThrow(announced);
		const isIncomplete = /may be incomplete, so existing \w+ could later count as new/;
		await expect(poller.fetchTestEvent()).rejects.toThrow(isIncomplete);
	},
);

it('a poll that begins while another one runs gives nothing; what n8n may have discarded is sent again', async () => {
	await activated();
	await poller.poll();
	const id = poller.happens();
	let answer = (): void => undefined;
	poller.asked = [];
	poller.before = async () => await new Promise<void>((resolve) => (answer = resolve));
	const running = poller.poll();
	while (poller.asked.length === 0) await Promise.resolve();
	poller.before = async () => undefined;
	expect([await polled(), await activated()]).toEqual([[], []]);
	answer();
	expect(ids(await running)).toEqual([id]);
	expect(await polled()).toEqual([id]);
	expect(await polled()).toEqual([]);
});

it.each(['onlyNew', 'everything'])(
	'an event that is chosen later is only noted at first (%s)',
	async (start) => {
		await publish({ events: ['dealStatusChanged', 'quotationCreated'], start });
		poller.addContact();
		poller.happens(assignedTo(uuid(1)));
		const id = poller.happens();
		const events = [...ALL.events, 'dealAssigned'];
		expect(await publish({ ...ALL, events, start })).toEqual([id]);
		const happened = [poller.happens(assignedTo(uuid(2))), poller.addContact()];
		expect(await polled()).toEqual(happened);
	},
);

describe('with another account', () => {
	const empty = () => Object.assign(poller, { deals: [], contacts: [], quotations: [] });

	const usesHttp = () => {
		poller.credential.baseUrl = String(poller.credential.baseUrl).replace('https', 'http');
	};

	it.each<[string, () => void]>([
		['http instead of https', usesHttp],
		['a profile filled in', () => (poller.credential.companyProfileId = PROFILE)],
		['the usual field as ID Field', () => (poller.parameters.options = { idField: 'id' })],
	])('that is the same one (%s) nothing is lost or repeated', async (what, change) => {
		if (what.includes('profile')) poller.credential.companyProfileId = '';
		await publish({ events: ['quotationCreated'] });
		const id = poller.addQuotation();
		change();
		expect(await activated()).toEqual([id]);
		expect(await polled()).toEqual([]);
	});

	it('what exists there is only noted', async () => {
		await activated();
		poller.credential.baseUrl = 'https://other.example';
		empty();
		poller.addDeal();
		poller.addContact();
		poller.addQuotation();
		expect(await activated()).toEqual([]);
		const happened = happenEverywhere();
		expect(await polled()).toEqual(happened);
	});

	it('or another audience, what exists there is only noted', async () => {
		await activated();
		poller.contacts = [];
		poller.addContact();
		expect(await publish({ ...ALL, audienceId: uuid(1) })).toEqual([]);
		const id = poller.addContact();
		expect(await polled()).toEqual([id]);
	});

	it('by the token alone, what exists there is only noted, and no token is stored', async () => {
		poller.credential.companyProfileId = '';
		await publish({ ...ALL, events: ['contactCreated', 'quotationCreated'] });
		poller.credential.apiToken = 'another customer';
		empty();
		poller.addContact();
		for (let n = 0; n < 25; n++) poller.addQuotation();
		expect(await activated()).toEqual([]);
		const id = poller.addQuotation();
		expect(await polled()).toEqual([id]);
		expect(JSON.stringify(poller.stored)).not.toContain('another customer');
		poller.credential.apiToken = 'the same customer, renewed';
		const next = poller.addContact();
		expect(await activated()).toEqual([next]);
	});
});

describe('what another node noted, in the static data of a workflow', () => {
	it.each<[string, () => unknown]>([
		['that is a copy', () => (poller.workflowId += ' copied')],
		['imported into another n8n', () => (poller.instanceId = 'another n8n')],
		['of another name', () => (poller.nodeName = 'Polling1')],
	])('%s counts for nothing: it begins anew, and the log says so', async (_what, become) => {
		await activated();
		happenEverywhere();
		poller.stop();
		become();
		expect(await activated()).toEqual([]);
		const aboutMemory = () => poller.log.filter((words) => words.includes('memory'));
		expect(aboutMemory()).toEqual([
			expect.stringMatching(/^Polling.*another workflow.*begins anew/),
		]);
		const happened = happenEverywhere();
		expect(await polled()).toEqual(happened);
		poller.stop();
		expect(await activated()).toEqual([]);
		expect(aboutMemory()).toHaveLength(1);
	});

	it('but not in its own workflow, restored in its own n8n; and while the process lives, its own memory counts', async () => {
		await activated();
		const { stored } = poller;
		const happened = happenEverywhere();
		poller.store({ cursor: { ...stored.cursor, owner: 'somebody else' } });
		expect(await activated()).toEqual(happened);
		poller.store(stored);
		poller.stop();
		expect(await activated()).toEqual(happened);
		expect(poller.log.join()).not.toContain('memory');
	});

	it('says nothing about the node, and of accounts and profiles nothing but digests', async () => {
		await activated();
		const text = JSON.stringify(poller.stored);
		for (const one of ['this n8n', poller.workflowId, 'token-1']) expect(text).not.toContain(one);
	});
});

it('an empty list is a memory: its first record is new', async () => {
	poller.quotations = [];
	await activated();
	const id = poller.addQuotation();
	expect(await polled()).toEqual([id]);
});

it.each<[string, IDataObject, RegExp]>([
	['no event', { events: [] }, /'Trigger On' is empty/],
	[
		'an unknown event',
		{ events: ['dealWon'] },
		/'Trigger On' must be one of contactCreated, .*Got "dealWon"/,
	],
	['filters', { filters: { toStatusIds: { a: 1 } } }, /'Status Names or IDs'/],
	['a switch', { options: { simplify: 'maybe' } }, /'Simplify' must be true or false/],
])('settings with %s that cannot be read fail, and the error names the field', async (...given) => {
	const [, parameters, error] = given;
	await expect(publish(parameters)).rejects.toThrow(error);
});

it('a profile that nobody entered is found once, noted and kept', async () => {
	Object.assign(poller.credential, { baseUrl: 'https://blank.example', companyProfileId: '' });
	poller.profiles = [{ id: uuid(1), name: 'Shop', iban: 'NL00BANK0123456789' }];
	await poller.activate();
	const first = poller.happens();
	expect(await poller.poll()).toMatchObject([{ changeId: first, companyProfileId: uuid(1) }]);
	// As if another process had noted it, before the account got a second one.
	const { cursor } = poller.stored;
	poller.stop();
	poller.store({ cursor: { ...cursor, profile: { ...(cursor!.profile as object), id: uuid(2) } } });
	await poller.activate();
	const second = poller.happens();
	expect(await poller.poll()).toMatchObject([{ changeId: second, companyProfileId: uuid(2) }]);
	expect(JSON.stringify([poller.log, poller.executions, poller.stored])).not.toContain('NL00');
	// The credential was edited to hold the token of another customer.
	poller.credential.apiToken = 'another customer';
	poller.profiles = [{ id: uuid(3), name: 'Roofs' }];
	poller.deals = [];
	poller.addDeal();
	expect(await poller.activate()).toEqual([]);
	const third = poller.happens();
	expect(await poller.poll()).toMatchObject([{ changeId: third, companyProfileId: uuid(3) }]);
});

it('a profile that was entered is not noted, and one that denies access is found anew', async () => {
	Object.assign(poller.credential, { baseUrl: 'https://left.example', companyProfileId: uuid(1) });
	poller.profiles = [{ id: uuid(2), name: 'Shop' }];
	await poller.activate();
	expect(poller.stored.cursor!.profile).toBeUndefined();
	poller.credential.companyProfileId = '';
	await poller.activate();
	const id = poller.happens();
	expect(await poller.poll()).toMatchObject([{ changeId: id, companyProfileId: uuid(2) }]);
	poller.profiles = [{ id: uuid(3), name: 'Roofs' }];
	poller.faults = { history: json({ message: 'COMPANY_PROFILE_ACCESS_DENIED' }, 403) };
	// The one that was noted, then the one that the process remembers.
	for (let n = 0; n < 2; n++) await expect(poller.poll()).rejects.toThrow('no access to this comp');
	poller.faults = {};
	const next = poller.happens();
	expect(await poller.poll()).toMatchObject([{ changeId: next, companyProfileId: uuid(3) }]);
});
