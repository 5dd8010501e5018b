import { now, stopClock } from '../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { failure } from '../../support/failure';
import { PROFILE } from '../../support/handCrm';
import { HandPoller, idOf } from '../../support/handPoller';
import { turn } from '../../support/nodeJs.cjs';
import { ROOF } from '../../support/solarRoof';
import { uuid } from '../../support/uuid';

/** Polls of several sources one after the other, with faults, publications, restarts and other settings. */

const ALL = {
	events: ['dealStatusChanged', 'contactCreated', 'quotationCreated'],
	audienceId: uuid(0xad),
};
const MINUTE = 60_000;

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

const forever = async () => await new Promise<void>(() => undefined);
const atOnce = async () => await Promise.resolve();
const timeout = Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });

/** What a running poll gives if its time is up. */
async function whenTimeIsUp(poll: Promise<IDataObject[]>, limitMs: number) {
	limits.clear();
	const outcome = Promise.allSettled([poll]);
	while (!limits.has(limitMs)) await turn();
	await turn();
	limits.get(limitMs)!.abort();
	const [{ value, reason }] = (await outcome) as [{ value?: IDataObject[]; reason?: Error }];
	return value ?? String(reason);
}

describe('a poll that fails', () => {
	it('notes nothing of any source, and its error names the source and how to separate them', async () => {
		await activated();
		const happened = happenEverywhere();
		poller.faults = { quotations: 500 };
		await expect(poller.poll()).rejects.toThrow(
			/^Quotations: Could not list the quotations.*one trigger per source so that one source cannot block/,
		);
		poller.faults = {};
		expect(await polled()).toEqual(happened);
	});

	it('at the first activation fails it, without the word that makes n8n give up', async () => {
		poller.faults = { history: 401 };
		const error = await failure(poller.tryToActivate());
		expect(error.message).toMatch(/Could not fetch the deal history.*401/);
		expect(JSON.stringify(error)).not.toContain('Authorization');
	});
});

describe('the first poll of an activation, if something is remembered', () => {
	it.each<[string, number | Error]>([
		...[408, 425, 429, 500, 503, 521].map((status): [string, number] => [`${status}`, status]),
		['no answer', timeout],
		['no connection', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
	])(
		'does not fail by a temporary error (%s), but the scheduled polls do',
		async (_what, fault) => {
			await activated();
			const id = poller.happens();
			for (const mode of ['update', 'activate', 'init', 'leadershipChange']) {
				poller.faults = { history: fault as never };
				expect(await poller.activate(undefined, mode)).toEqual([]);
			}
			expect(poller.log.join()).toMatch(/the first poll failed.*deal history/);
			await expect(poller.poll()).rejects.toThrow('Could not fetch the deal history');
			poller.faults = {};
			expect(await polled()).toEqual([id]);
		},
	);

	it.each([400, 401, 403, 404])('fails by %d, which a person has to fix', async (status) => {
		await activated();
		poller.faults = { history: status };
		await expect(poller.tryToActivate()).rejects.toThrow(`(${status})`);
	});

	it('takes 30 seconds at most', async () => {
		await activated();
		poller.before = forever;
		expect(await whenTimeIsUp(poller.activate(), 30_000)).toEqual([]);
		expect(poller.log.join()).toContain('did not end within 30 seconds');
	});

	it('restores its memory if another node wrote static data without it', async () => {
		await activated();
		const id = poller.happens();
		poller.putBack(0);
		poller.faults = { history: 503 };
		await activated();
		poller.faults = {};
		poller.stop();
		expect(await activated()).toEqual([id]);
	});
});

it('a first read ends after 70 seconds, with the count and what to do', async () => {
	for (let n = 0; n < 300; n++) poller.addQuotation();
	poller.before = async () => (poller.asked.length > 1 ? await forever() : await atOnce());
	const activation = poller.publish({ events: ['quotationCreated'] });
	expect(await whenTimeIsUp(activation, 70_000)).toMatch(
		/did not end within 70 seconds: 200 quotations were received.*smaller audience/,
	);
});

it('a memory that is too large fails the poll, and the error names its source', async () => {
	await publish({ ...ALL, events: ['dealAssigned', 'contactCreated'] });
	for (let n = 0; n < 60_000; n++) poller.happens();
	const { message } = await failure(poller.poll());
	expect(message).toMatch(
		/^Deal history: the trigger cannot remember 60,\d+ changes of deals in 24 hours.* 1\.1 MB /,
	);
	expect(message).not.toContain('audience');
});

describe('a list that announces more than it contains', () => {
	const total = 500;
	const lists: Array<[string, string, () => object]> = [
		['dealStatusChanged', 'history', () => ({ history: poller.deals, total })],
		['contactCreated', 'contacts', () => ({ data: poller.contacts, last: true, total })],
		['quotationCreated', 'quotations', () => ({ data: poller.quotations, last: true, total })],
	];
	const isIncomplete = /may be incomplete, so existing \w+ could later count as new/;

	describe.each(lists)('%s', (event, list, part) => {
		const shorten = () => (poller.faults = { [list]: part() as never });

		it('is not noted for the first time', async () => {
			shorten();
			const announced = /announced 500 entries but returned 1/;
			await expect(publish({ ...ALL, events: [event] })).rejects.toThrow(announced);
			await expect(poller.fetchTestEvent()).rejects.toThrow(isIncomplete);
		});

		it('is not noted if the event is chosen later', async () => {
			await publish({ ...ALL, events: ALL.events.filter((one) => one !== event) });
			shorten();
			const error = /^(Deal history|Contacts|Quotations): .*may be incomplete.*one trigger per/;
			await expect(publish(ALL)).rejects.toThrow(error);
		});

		it('is not noted if it is that of another account', async () => {
			await publish({ ...ALL, events: [event] });
			poller.credential.baseUrl = 'https://other.example';
			Object.assign(poller, { deals: [], contacts: [{ id: 'a' }], quotations: [{ id: 'b' }] });
			poller.addDeal();
			shorten();
			await expect(poller.poll()).rejects.toThrow(isIncomplete);
			poller.faults = {};
			expect(await polled()).toEqual([]);
		});
	});
});

describe('a poll that begins while another one runs', () => {
	/** Begins a poll, then does something while its first request waits; what both gave. */
	async function during(then: () => Promise<IDataObject[]>): Promise<unknown[][]> {
		let answer = (): void => undefined;
		poller.asked = [];
		poller.before = async () => await new Promise<void>((resolve) => (answer = resolve));
		const running = poller.poll();
		while (poller.asked.length === 0) await Promise.resolve();
		poller.before = atOnce;
		const second = await then();
		answer();
		return [ids(await running), ids(second)];
	}

	beforeEach(async () => {
		await activated();
		await poller.poll();
	});

	it('gives nothing', async () => {
		const id = poller.happens();
		expect(await during(async () => await poller.poll())).toEqual([[id], []]);
		expect(await polled()).toEqual([]);
	});

	it('by a publication gives nothing; what n8n may have discarded is sent again', async () => {
		const id = poller.happens();
		expect(await during(async () => await poller.activate())).toEqual([[id], []]);
		expect(await polled()).toEqual([id]);
		expect(await polled()).toEqual([]);
	});

	it('is not blocked for ever: a poll ends after half an hour', async () => {
		poller.before = forever;
		const endless = whenTimeIsUp(poller.poll(), 30 * MINUTE);
		const id = poller.happens();
		expect(await polled()).toEqual([]);
		poller.before = atOnce;
		expect(await endless).toContain('did not end within 1800 seconds');
		expect(await polled()).toEqual([id]);
	});
});

it('a clock that is set back hides no change', async () => {
	await activated();
	stopClock(now() - 60 * MINUTE);
	const id = poller.happens();
	expect(await polled()).toEqual([id]);
	expect(await polled()).toEqual([]);
});

it('old static data that another node puts back repeat nothing that the process knows', async () => {
	await activated();
	const old = poller.writes - 1;
	const id = poller.happens();
	expect(await polled()).toEqual([id]);
	expect(await polled()).toEqual([]);
	poller.putBack(old);
	expect(await activated()).toEqual([]);
});

it.each(['onlyNew', 'everything'])(
	'a source of an event that is chosen later is only noted at first (%s)',
	async (start) => {
		await publish({ events: ['dealStatusChanged'], start });
		poller.addQuotation();
		const id = poller.happens();
		expect(await publish({ ...ALL, start })).toEqual([id]);
		const next = poller.addQuotation();
		expect(await polled()).toEqual([next]);
	},
);

describe('with another account', () => {
	const isOther = () => (poller.credential.baseUrl = 'https://other.example');
	const empty = () => Object.assign(poller, { deals: [], contacts: [], quotations: [] });

	it.each<[string, () => void, IDataObject?]>([
		['http instead of https', () => (poller.credential.baseUrl = 'http://crm.example')],
		['a host in capitals', () => (poller.credential.baseUrl = 'https://CRM.example:443/')],
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
		isOther();
		empty();
		poller.addDeal();
		poller.addContact();
		poller.addQuotation();
		expect(await activated()).toEqual([]);
		const happened = happenEverywhere();
		expect(await polled()).toEqual(happened);
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

	it('that is empty for a while nothing is forgotten', async () => {
		await activated();
		const { deals, contacts, quotations } = poller;
		empty();
		poller.credential.baseUrl = 'http://crm.example';
		expect(await activated()).toEqual([]);
		Object.assign(poller, { deals, contacts, quotations });
		const id = poller.addQuotation();
		expect(await polled()).toEqual([id]);
	});

	it('that is empty at first, its first records are new', async () => {
		await activated();
		isOther();
		empty();
		expect(await activated()).toEqual([]);
		poller.deals = [{ ...ROOF, history: [] }];
		const happened = happenEverywhere();
		expect(await polled()).toEqual(happened);
	});
});

it('an empty list is a memory: its first record is new', async () => {
	poller.quotations = [];
	await activated();
	const id = poller.addQuotation();
	expect(await polled()).toEqual([id]);
});

describe('settings', () => {
	it.each<[string, IDataObject, RegExp]>([
		['no event', { events: [] }, /'Trigger On' is empty/],
		[
			'an unknown event',
			{ events: ['dealWon'] },
			/'Trigger On' must be one of contactCreated, .*Got "dealWon"/,
		],
		['an audience', { events: ['contactCreated'], audienceId: 'x' }, /'Audience ID'/],
		['days', { events: ['dealStuck'], daysInStatus: 'many' }, /'Days in Status'/],
		['a start', { start: 'yes' }, /'When First Published' must be one of/],
		['filters', { filters: { toStatusIds: { a: 1 } } }, /'Status'/],
		['a switch', { options: { simplify: 'maybe' } }, /'Simplify' must be true or false/],
	])('with %s that cannot be read fail, and the error names the field', async (...given) => {
		const [, parameters, error] = given;
		await expect(publish(parameters)).rejects.toThrow(error);
	});

	it('a list may be a text with commas, or the JSON text of a list of labels', async () => {
		await publish({ ...ALL, events: '["Quotation: Created"]' });
		expect(await publish({ ...ALL, events: 'quotationCreated, dealStatusChanged' })).toEqual([]);
		expect(poller.asked.map(([path]) => path).join()).not.toContain('contacts');
	});
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
});
