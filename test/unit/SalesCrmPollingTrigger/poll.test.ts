import type { IDataObject } from 'n8n-workflow';

import { failure } from '../../support/failure';
import { HandPoller, PROFILE } from '../../support/handPoller';
import { NEW, ROOF, TALKING } from '../../support/solarRoof';
import { uuid } from '../../support/uuid';

/** One poll after the other, whatever is polled: faults, publications, restarts, other settings. */

jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	return { ...actual, sleep: async (ms: number) => void (await actual.sleep(0), (clock += ms)) };
});

const MOST_POLL_MS = 70_000;

/** The poll's own clock goes on once all else has come to rest; an answer takes no time of its own. */
function timeoutOfPoll(ms: number): AbortSignal {
	const ended = new AbortController();
	let isHeard = true;
	ended.signal.removeEventListener = () => void (isHeard = false);
	const tick = async () => {
		for (const end = clock + ms; clock < end; clock += ms > MOST_POLL_MS ? 0 : 200) {
			await sleep(0);
			if (!isHeard) return;
		}
		ended.abort();
	};
	void tick();
	return ended.signal;
}

const NOW = Date.parse('2026-03-03T12:00:00Z');
const ALL = {
	events: ['dealStatusChanged', 'contactCreated', 'quotationCreated'],
	audienceId: uuid(0xad),
};

let clock = NOW;
let poller: HandPoller;

beforeEach(() => {
	clock = NOW;
	jest.spyOn(Date, 'now').mockImplementation(() => clock);
	jest.spyOn(performance, 'now').mockImplementation(() => clock);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation(timeoutOfPoll);
	poller = new HandPoller(ALL);
	poller.deals = structuredClone([ROOF]);
	poller.contacts = [{ id: 'c0' }];
	poller.quotations = [{ id: 'q0', status: 'open' }];
});

afterEach(() => {
	jest.restoreAllMocks();
	clock = Infinity;
});

let made = 0;

/** To the other one of two statuses. */
function moved(): string {
	const { history } = poller.deals[0];
	const present = history.findLast(({ type }) => type === 'STATUS_CHANGED')?.metaData
		?.propertyValue;
	const entry = {
		id: `move ${++made}`,
		backlogItemId: poller.deals[0].id,
		startTimestamp: clock + made,
		endTimestamp: 0,
		type: 'STATUS_CHANGED',
		metaData: { propertyValue: { _id: present?._id === TALKING ? NEW : TALKING, type: 'STATUS' } },
	};
	history.push(entry);
	return entry.id;
}

function quoted(): string {
	const id = `q${++made}`;
	poller.quotations.push({ id, status: 'open' });
	return id;
}

function joined(): string {
	const id = `c${++made}`;
	poller.contacts.push({ id });
	return id;
}

const keyOf = ({ changeId, contactId, id }: IDataObject) => changeId ?? contactId ?? id;
const keys = (items: IDataObject[]) => items.map(keyOf);
const polled = async () => keys(await poller.poll());
const activated = async () => keys(await poller.activate());

/** A version with other settings is put live. */
const published = async (parameters: IDataObject) => {
	poller.parameters = parameters;
	return await activated();
};

const { sleep } = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');

/** So much time goes by, by the poll's own clock. */
async function gone(ms: number): Promise<void> {
	for (const end = clock + ms; clock < end; ) await sleep(0);
}

const timeout = Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });

describe('a poll that fails', () => {
	it('notes nothing of any source, names the one that failed, and what keeps it from stopping the others', async () => {
		await activated();
		const came = [moved(), joined(), quoted()];
		poller.faults = { quotations: 500 };
		await expect(poller.poll()).rejects.toThrow(
			/^Quotations: Could not list the quotations.*one trigger per source so that one source cannot block/,
		);
		poller.faults = {};
		expect(await polled()).toEqual(came);
	});

	it('at the first activation fails it, with the reason and no word that stops n8n', async () => {
		poller.faults = { history: 401 };
		const error = await poller.tryToActivate().catch((reason: Error) => reason);
		expect(String(error)).toMatch(/Could not fetch the deal history.*401/);
		expect(JSON.stringify(error)).not.toContain('Authorization');
	});
});

describe('the first poll of any activation, where something is remembered', () => {
	const FAULTS: Array<[string, number | Error]> = [
		...[408, 425, 429, 500, 503, 521].map((status): [string, number] => [`${status}`, status]),
		['no answer', timeout],
		['nothing listens', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
	];

	describe.each(['update', 'activate', 'init', 'leadershipChange'])('mode %s', (mode) => {
		it.each(FAULTS)(
			'%s is waited out: the polls on schedule fail aloud, then it goes on',
			async (_what, fault) => {
				await activated();
				const id = moved();
				poller.faults = { history: fault as never };
				expect(await poller.activate(undefined, mode)).toEqual([]);
				expect(poller.log.join()).toMatch(/the first poll failed.*deal history/);
				await expect(poller.poll()).rejects.toThrow('Could not fetch the deal history');
				poller.faults = {};
				expect(await polled()).toEqual([id]);
			},
		);
	});

	it.each([400, 401, 403, 404])('%d fails it: a person has to mend it', async (status) => {
		await activated();
		poller.faults = { history: status };
		await expect(poller.tryToActivate()).rejects.toThrow(`(${status})`);
	});

	it('takes 30 seconds at most, and sends nothing more', async () => {
		await activated();
		poller.before = async () => await gone(60_000);
		poller.faults = { history: timeout };
		expect(await poller.activate()).toEqual([]);
		expect(clock - NOW).toBeLessThan(31_000);
		expect(poller.log.join()).toContain('did not end within 30 seconds');
	});

	it('puts its memory back where another node wrote static data without it', async () => {
		await activated();
		const id = moved();
		poller.putBack(0);
		poller.faults = { history: 503 };
		await activated();
		poller.faults = {};
		poller.stop();
		expect(await activated()).toEqual([id]);
	});
});

it('a memory that is too large fails the poll, and names what fills it', async () => {
	poller.parameters = { ...ALL, events: ['dealAssigned', 'contactCreated'] };
	await activated();
	for (let n = 0; n < 60_000; n++) moved();
	const { message } = await failure(poller.poll());
	expect(message).toMatch(
		/^Deal history: the trigger cannot remember 60,\d+ changes of deals in 24 hours.* 1\.1 MB /,
	);
	expect(message).not.toContain('audience');
});

it('a first read ends after 70 seconds, with the count and what to do', async () => {
	poller.quotations = Array.from({ length: 30_000 }, (_, id) => ({ id }));
	poller.before = async () => await gone(4000);
	poller.parameters = { events: ['quotationCreated'] };
	await expect(poller.activate()).rejects.toThrow(
		/did not end within 70 seconds: [\d,]+ quotations were received.*smaller audience/,
	);
	expect(clock - NOW).toBeLessThan(71_000);
});

describe('a list that announces more than it contains', () => {
	const total = 500;
	const parts: Array<[string, string, () => object]> = [
		['dealStatusChanged', 'history', () => ({ history: poller.deals, total })],
		['contactCreated', 'contacts', () => ({ data: poller.contacts, last: true, total })],
		['quotationCreated', 'quotations', () => ({ data: poller.quotations, last: true, total })],
	];
	const incomplete = /may be incomplete, so existing \w+ could later count as new/;

	it.each(parts)('is not noted for the first time: %s', async (event, list, part) => {
		poller.faults = { [list]: part() as never };
		poller.parameters = { ...ALL, events: [event], start: 'everything' };
		await expect(poller.activate()).rejects.toThrow(/announced 500 entries but returned 1/);
		await expect(poller.fetchTestEvent()).rejects.toThrow(incomplete);
		poller.faults = {};
		expect(await activated()).not.toEqual([]);
	});

	it.each(parts)('nor where the event is chosen later: %s', async (event, list, part) => {
		const others = ALL.events.filter((one) => one !== event);
		await published({ ...ALL, events: others });
		poller.faults = { [list]: part() as never };
		const several =
			/^(Deal history|Contacts|Quotations): .*may be incomplete.*one trigger per source/;
		await expect(published(ALL)).rejects.toThrow(several);
	});

	it.each(parts)('nor where it is that of another account: %s', async (event, list, part) => {
		await published({ ...ALL, events: [event] });
		poller.credential.baseUrl = 'https://other.example';
		const other = { ...poller.deals[0], id: 'other', history: [] };
		[poller.deals, poller.contacts, poller.quotations] = [[other], [{ id: 'a' }], [{ id: 'b' }]];
		poller.faults = { [list]: part() as never };
		if (event === 'dealStatusChanged') moved();
		await expect(poller.poll()).rejects.toThrow(incomplete);
		poller.faults = {};
		expect(await polled()).toEqual([]);
	});

	it('later shows what is new, and the log says why', async () => {
		await activated();
		const came = moved();
		poller.faults = { history: { history: poller.deals, total } as never };
		expect(await polled()).toEqual([came]);
		expect(poller.log).toEqual([expect.stringMatching(/deals may be incomplete.*announced 500/)]);
	});
});

describe('a poll that begins while another one runs', () => {
	/** Begins one poll, then another thing while it waits; what both gave. */
	async function during(then: () => Promise<IDataObject[]>): Promise<unknown[][]> {
		let answer = (): void => undefined;
		poller.asked = [];
		poller.before = async () => await new Promise<void>((resolve) => (answer = resolve));
		const first = poller.poll();
		while (poller.asked.length === 0) await Promise.resolve();
		poller.before = async () => await Promise.resolve();
		const second = await then();
		answer();
		return [keys(await first), keys(second)];
	}

	beforeEach(async () => {
		await activated();
		await poller.poll();
	});

	it('gives nothing', async () => {
		const id = moved();
		expect(await during(async () => await poller.poll())).toEqual([[id], []]);
		expect(await polled()).toEqual([]);
	});

	it('of a new version gives nothing; what n8n may have thrown away comes again', async () => {
		const id = moved();
		expect(await during(async () => await poller.activate())).toEqual([[id], []]);
		expect(await polled()).toEqual([id]);
		expect(await polled()).toEqual([]);
	});

	it('and never ends fails after half an hour, and keeps nothing from the next one', async () => {
		poller.before = async () => await new Promise<void>(() => undefined);
		const endless = poller.poll();
		const id = moved();
		expect(await polled()).toEqual([]);
		poller.before = async () => await Promise.resolve();
		clock += 31 * 60_000;
		await expect(endless).rejects.toThrow('did not end within 1800 seconds');
		expect(await polled()).toEqual([id]);
	});
});

describe('what is remembered', () => {
	it('counts also if the clock is set back', async () => {
		await activated();
		clock -= 3_600_000;
		const id = moved();
		expect(await polled()).toEqual([id]);
		expect(await polled()).toEqual([]);
	});

	it('after two batches in a row: old data bring back the last one alone', async () => {
		await activated();
		const old = poller.writes - 1;
		const first = moved();
		expect(await polled()).toEqual([first]);
		const last = moved();
		expect(await polled()).toEqual([last]);
		poller.putBack(old);
		expect(await activated()).toEqual([last]);
	});

	it.each([
		['text', 'x'],
		['nothing but a moment', { at: NOW }],
		[
			'nothing of ours',
			{ at: NOW, events: 'dealStatusChanged', deals: {}, contacts: [], quotations: 5 },
		],
	])('in another shape (%s) is noted anew, and starts nothing', async (_what, cursor) => {
		poller.store({ cursor });
		expect(await activated()).toEqual([]);
		const id = quoted();
		expect(await polled()).toEqual([id]);
	});
});

describe('an event that is chosen later', () => {
	it.each([{}, { start: 'everything' }])('begins by noting (%j)', async (more) => {
		await published({ events: ['dealStatusChanged'], ...more });
		quoted();
		const id = moved();
		expect(await published({ ...ALL, ...more })).toEqual([id]);
		const next = quoted();
		expect(await polled()).toEqual([next]);
	});

	it('of a source that is read already begins by noting, too', async () => {
		await published({ events: ['quotationCreated'] });
		poller.quotations[0].status = 'won';
		const both = { events: ['quotationCreated', 'quotationUpdated'], watchFields: ['status'] };
		const id = quoted();
		expect(await published(both)).toEqual([id]);
		poller.quotations[0].status = 'lost';
		expect(await polled()).toEqual(['q0']);
	});
});

describe('a source that is set otherwise', () => {
	const rewritten: Array<[string, () => void]> = [
		['http in place of https', () => (poller.credential.baseUrl = 'http://crm.example')],
		['a host written otherwise', () => (poller.credential.baseUrl = 'https://CRM.example:443/')],
		['a profile filled in', () => (poller.credential.companyProfileId = PROFILE)],
		[
			'an ID Field that says the same',
			() => (poller.parameters = { ...ALL, options: { idField: 'id' } }),
		],
	];

	it.each(rewritten)(
		'%s: goes on, nothing comes again and nothing is lost',
		async (_what, rewrite) => {
			poller.parameters = { events: ['quotationCreated'] };
			if (rewrite === rewritten[2][1]) poller.credential.companyProfileId = '';
			await activated();
			const id = quoted();
			rewrite();
			poller.parameters = { ...poller.parameters, events: ['quotationCreated'] };
			expect(await activated()).toEqual([id]);
			expect(await polled()).toEqual([]);
		},
	);

	it('and of which nothing is known is another: what is there is noted', async () => {
		await activated();
		poller.credential.baseUrl = 'https://other.example';
		poller.deals = [{ ...ROOF, history: [] }];
		moved();
		poller.contacts = [{ id: 'x' }];
		poller.quotations = [{ id: 'y' }];
		expect(await activated()).toEqual([]);
		const came = [moved(), quoted()];
		expect(await polled()).toEqual(came);
	});

	it("by a token of another customer, whose profile is the token's, is another: nothing starts", async () => {
		poller.credential.companyProfileId = '';
		poller.parameters = {
			events: ['contactCreated', 'quotationCreated'],
			audienceId: ALL.audienceId,
		};
		await activated();
		poller.credential.apiToken = 'another customer';
		poller.contacts = [{ id: 'x' }];
		poller.quotations = Array.from({ length: 25 }, (_, id) => ({ id: `old ${id}` }));
		expect(await activated()).toEqual([]);
		const id = quoted();
		expect(await polled()).toEqual([id]);
		expect(JSON.stringify(poller.stored)).not.toContain('another customer');
		poller.credential.apiToken = 'the same, renewed';
		const next = joined();
		expect(await activated()).toEqual([next]);
	});

	it('and empty for a while forgets nothing', async () => {
		await activated();
		const last = moved();
		expect(await polled()).toEqual([last]);
		const { deals, contacts, quotations } = poller;
		Object.assign(poller, { deals: [], contacts: [], quotations: [] });
		poller.credential.baseUrl = 'http://crm.example';
		expect(await activated()).toEqual([]);
		Object.assign(poller, { deals, contacts, quotations });
		const id = quoted();
		expect(await polled()).toEqual([id]);
	});

	it('and empty at first is another one, whose first record is new', async () => {
		await activated();
		Object.assign(poller, { deals: [], contacts: [], quotations: [] });
		poller.credential.baseUrl = 'https://other.example';
		expect(await activated()).toEqual([]);
		poller.deals = [{ ...ROOF, history: [] }];
		const came = [moved(), joined(), quoted()];
		expect(await polled()).toEqual(came);
	});

	it('with the same settings what is not known is new, also of a list that was empty', async () => {
		poller.quotations = [];
		await activated();
		const id = quoted();
		expect(await polled()).toEqual([id]);
	});
});

describe('settings', () => {
	it.each<[string, IDataObject, RegExp]>([
		['no event', { events: [] }, /'Trigger On' is empty/],
		[
			'an unknown event',
			{ events: ['dealWon'] },
			/'Trigger On' must be one of contactCreated, .*Got "dealWon"/,
		],
		['an audience that is none', { events: ['contactCreated'], audienceId: 'x' }, /'Audience ID'/],
		['days', { events: ['dealStuck'], daysInStatus: 'many' }, /'Days in Status'/],
		['a start', { start: 'yes' }, /'When First Published' must be one of/],
		['filters', { filters: { toStatusIds: { a: 1 } } }, /'Status'/],
		['a switch', { options: { simplify: 'maybe' } }, /'Simplify' must be true or false/],
	])('%s that cannot be read fail with the name of the field', async (_what, more, why) => {
		poller.parameters = { events: ['dealStatusChanged'], ...more };
		await expect(poller.activate()).rejects.toThrow(why);
	});

	it('a list may be a text with commas, or the JSON text of a list', async () => {
		poller.parameters = { ...ALL, events: '["Quotation: Created"]' };
		await activated();
		expect(await published({ ...ALL, events: 'quotationCreated, dealStatusChanged' })).toEqual([]);
		expect(poller.asked.map(([path]) => path).join()).not.toContain('contacts');
	});
});

it('without a profile goes on with the one that it noted', async () => {
	const profile = { id: uuid(1), name: 'Shop', iban: 'NL00BANK0123456789' };
	Object.assign(poller.credential, { baseUrl: 'https://blank.example', companyProfileId: '' });
	poller.profiles = [profile];
	await poller.activate();
	const first = moved();
	expect(await poller.poll()).toMatchObject([{ changeId: first, companyProfileId: uuid(1) }]);
	// As if another process had noted it, before the account got a second one.
	const { cursor } = poller.stored;
	poller.stop();
	poller.store({ cursor: { ...cursor, profile: { ...(cursor!.profile as object), id: uuid(2) } } });
	await poller.activate();
	const second = moved();
	expect(await poller.poll()).toMatchObject([{ changeId: second, companyProfileId: uuid(2) }]);
	expect(JSON.stringify([poller.log, poller.executions, poller.stored])).not.toContain('NL00');
});
