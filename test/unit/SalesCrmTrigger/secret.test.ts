import '../../support/noWaiting';

import { createHmac } from 'node:crypto';

import { eventOf } from '../../support/event';
import { HookService } from '../../support/hookService';
import * as n8n from '../../support/triggerContexts';
import { anotherProcess } from '../../support/triggerProcess';

/** Which calls carry a secret that counts, whatever n8n made of the static data. */

const HEADER = 'X-Webhook-Secret';
const STRONG = 'a token of more than twenty characters';
const MINUTE_MS = 60_000;

/** An event that nobody asked for. */
const UNWANTED = { eventName: 'CRM_UNWANTED' };

let service: HookService;
let place: n8n.Place;
let credentialsRead: number;

/** Another process of n8n, such as one that serves webhooks in queue mode. */
const elsewhere = anotherProcess();

beforeEach(() => {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'], now: 1_767_225_600_000 });
	service = new HookService();
	place = n8n.placeOf(service);
	elsewhere.restart();
	place.credential.apiToken = STRONG;
	credentialsRead = 0;
	place.onCredential = () => void credentialsRead++;
});

afterEach(() => jest.useRealTimers());

const secret = () => service.secretOf(service.ids.at(-1)!)!;

/** Seen by another process, to which n8n gives no static data. */
const blank = (): Partial<n8n.Place> => ({ process: elsewhere, state: {} });

/** The credential is read only from now on. */
const activateUnread = async () => {
	await n8n.activate(place);
	credentialsRead = 0;
};

/** The status that a call with a secret is answered. */
async function status(value: unknown, more: Partial<n8n.Place> = {}): Promise<number> {
	const headers = { [HEADER.toLowerCase()]: value } as Record<string, string>;
	const told = await n8n.call({ ...place, ...more }, { headers, body: UNWANTED });
	return told.status;
}

/** A registration more, of which the one before could not be removed. */
async function registerAgain(): Promise<string> {
	jest.advanceTimersByTime(1000);
	place.parameters.events = [`CRM_${service.hooks.size}`];
	service.meet('unsubscribe', 500);
	await n8n.activate(place);
	return secret();
}

describe('one process, the data as they were left', () => {
	it('the registered value lets a call in, and reads no credential', async () => {
		await activateUnread();
		expect(await status(secret())).toBe(200);
		expect(credentialsRead).toBe(0);
	});

	it.each<[string, (right: string) => unknown]>([
		['another value', () => 'beef'.repeat(16)],
		[
			'another in its last character',
			(right) => right.slice(0, -1) + (right.endsWith('A') ? 'B' : 'A'),
		],
		['a longer value', (right) => `${right}0`],
		['a shorter value', (right) => right.slice(0, -1)],
		['its number alone', (right) => right.split('.')[0]],
		[
			'a higher number with the same MACs',
			(right) => right.replace(/^\d+/, (n) => String(Number(n) + 1)),
		],
		['upper case', (right) => right.toUpperCase()],
		['an empty value', () => ''],
		['no header', () => undefined],
		['the header twice, as n8n may give it in a list', (right) => [right, right]],
		['the header twice, as Node.js joins it', (right) => `${right}, ${right}`],
		['more than 200 characters', (right) => right + 'A'.repeat(200)],
		['something that is no text', () => 5],
	])('%s is refused, and reads no credential', async (_what, value) => {
		await activateUnread();
		expect(await status(value(secret()))).toBe(401);
		expect(credentialsRead).toBe(0);
	});

	it('nothing registered, nothing in the credential: every call is refused', async () => {
		place.credential.apiToken = 'short';
		for (const value of ['', undefined, 'undefined', 'x']) expect(await status(value)).toBe(401);
	});

	it('the one before is refused from the moment the new one is there', async () => {
		await n8n.activate(place);
		const older = secret();
		const newer = await registerAgain();
		expect([await status(older), await status(newer)]).toEqual([401, 200]);
		expect(place.log).toContainEqual(expect.stringContaining('left-over webhook'));
	});

	it('one removed is refused, and does not come back with the data of before', async () => {
		await n8n.activate(place);
		const removed = secret();
		const again = { ...place, state: structuredClone(place.state) };
		await n8n.remove(place);
		expect([await status(removed), await status(removed, again)]).toEqual([401, 401]);
		service.is.down = true;
		expect(await n8n.checkExists(again)).toBe(false);
	});

	it('one of the original does not open a copy of the workflow, which took its static data along', async () => {
		await n8n.activate(place);
		const copy = { workflowId: 'wF2', state: structuredClone(place.state) };
		expect([await status(secret(), copy), await status(secret())]).toEqual([401, 200]);
	});

	it('one of the test URL does not open the production URL, nor the other way round', async () => {
		await n8n.activate(place);
		const production = secret();
		const test = { ...place, isTest: true, state: {} };
		await n8n.activate(test);
		expect(await status(secret(), test)).toBe(200);
		expect([await status(secret()), await status(production, test)]).toEqual([401, 401]);
		expect(await status(secret(), blank())).toBe(401);
	});

	it.each([
		['with the static data of the test', (own: object) => own],
		['with none', () => ({})],
	])('the end of a test takes its own webhook away and no other, %s', async (_what, stateOf) => {
		await n8n.activate(place);
		const production = secret();
		const test = { ...place, isTest: true, state: {} };
		await n8n.activate(test);
		await n8n.remove({ ...test, state: stateOf(test.state) });
		expect(service.hooks.size).toBe(1);
		expect([secret(), await status(secret())]).toEqual([production, 200]);
		await n8n.remove(place);
		expect(service.hooks.size).toBe(0);
	});
});

describe('while it is being registered', () => {
	const registering = async (during: (value: string) => Promise<boolean>) => {
		service.ping = async ({ headers }) => await during(headers[HEADER]);
		await n8n.activate(place);
	};

	it.each([
		['this process', () => place.process],
		['another that knows nothing of it yet', () => elsewhere],
	])('a call is let in by %s', async (_which, process) => {
		await registering(
			async (value) => (await status(value, { process: process(), state: {} })) === 200,
		);
		expect(await status(secret())).toBe(200);
	});

	it('the one before is still let in, and stays in force when it comes to nothing', async () => {
		await n8n.activate(place);
		const before = secret();
		place.parameters.events = ['CRM_OTHER'];
		const answers: number[] = [];
		let other = '';
		const failed = registering(async (value) => {
			other = value;
			answers.push(await status(before), await status(value), await status(before));
			return false;
		});
		await expect(failed).rejects.toThrow('Could not register the webhook');
		expect(answers).toEqual([200, 200, 200]);
		expect([await status(before), await status(other), await status(before)]).toEqual([
			200, 401, 200,
		]);
	});

	it('a step that n8n gave up, and that ends late, does not take the place of the next', async () => {
		let answer = (): void => undefined;
		const answered = new Promise<boolean>((resolve) => (answer = () => resolve(true)));
		service.ping = async () => await answered;
		const late = n8n.activate({ ...place, state: {} });
		for (let turn = 0; turn < 1000 && !service.routes.endsWith('subscribe'); turn++) {
			await Promise.resolve();
		}
		service.ping = undefined;
		await n8n.activate(place);
		const newest = secret();
		answer();
		await late;
		expect(await status(newest, { state: {} })).toBe(200);
		expect(await status(secret(), { state: {} })).toBe(401);
	});

	it('one whose answer was lost is refused here: it may call all the same', async () => {
		service.meet('subscribe', 'lost');
		await expect(n8n.activate(place)).rejects.toThrow('it may have been carried out');
		expect(await status(secret())).toBe(401);
	});
});

describe('static data of before were put back', () => {
	it.each([
		['old', () => structuredClone(place.state)],
		['none', () => ({})],
	])(
		'%s: the newest is let in by every process, and the older refused once it was seen',
		async (_what, stored) => {
			await n8n.activate(place);
			const older = secret();
			const state = stored();
			const newer = await registerAgain();
			for (const process of [place.process, elsewhere]) {
				expect(await status(newer, { process, state })).toBe(200);
				expect(await status(older, { process, state })).toBe(401);
				expect(await status(newer, { process, state })).toBe(200);
			}
		},
	);

	it('a credential of a person, or a short one, cannot stand in for what is gone: 401, and the log says so', async () => {
		place.credential.apiToken = 'x'.repeat(19);
		await n8n.activate(place);
		expect(await status(secret(), blank())).toBe(401);
		expect(place.log).toContainEqual(
			expect.stringMatching(/warn: .*cannot be checked.*Publish the workflow again/),
		);
		expect(await status(secret())).toBe(200);
	});

	it('a key that is known is not set aside for that of the credential', async () => {
		await n8n.activate(place);
		const [number] = secret().split('.').map(Number);
		const state = structuredClone(place.state);
		const derived = secret().split('.')[2];
		const forged = `${number}.${'A'.repeat(43)}.${derived}`;
		expect(await status(forged, blank())).toBe(200);
		elsewhere.restart();
		const lower = { ...state, number: number - 1, ['secret']: undefined };
		expect(await status(forged, { process: elsewhere, state: lower })).toBe(401);
		expect(await status(secret(), { process: elsewhere, state: lower })).toBe(200);
	});

	it('the key once seen is kept: the credential is not asked again', async () => {
		await n8n.activate(place);
		const state = structuredClone(place.state);
		const newer = await registerAgain();
		await status('x', { process: elsewhere, state });
		credentialsRead = 0;
		expect(await status(newer, blank())).toBe(200);
		expect(credentialsRead).toBe(0);
	});

	it('forged calls cost one reading of the credential a minute', async () => {
		await activateUnread();
		const forged = secret().replace(/\.[^.]+$/, `.${'A'.repeat(43)}`);
		const call = async () => await status(forged, blank());
		for (let n = 0; n < 5; n++) expect(await call()).toBe(401);
		expect(credentialsRead).toBe(1);
		jest.advanceTimersByTime(MINUTE_MS);
		expect(await call()).toBe(401);
		expect(credentialsRead).toBe(2);
	});

	it('a MAC under a key of our own making opens nothing', async () => {
		await n8n.activate(place);
		const number = Date.now() + 5000;
		const mac = createHmac('sha256', 'guess').update(`${number}`).digest('base64url');
		expect(await status(`${number}.${mac}.${mac}`)).toBe(401);
		expect(await status(`${number}.${mac}.${mac}`, blank())).toBe(401);
	});
});

it('after a restart that found the webhook in order, and with static data overwritten, it is let in and removed', async () => {
	await n8n.activate(place);
	place.process.restart();
	expect(await n8n.checkExists(place)).toBe(true);
	place.state = {};
	const { credential } = place;
	expect(await status(secret(), { credential: { ...credential, apiToken: 'short' } })).toBe(200);
	await n8n.remove(place);
	expect(service.ids).toEqual([]);
});

it('a ping of a registration that then fails makes no process deaf for the one that is kept', async () => {
	place.credential.companyProfileId = '';
	await n8n.activate(place);
	const kept = secret();
	const other = { process: elsewhere, state: structuredClone(place.state) };
	place.process.restart();
	const pinged: number[] = [];
	service.ping = async ({ headers }) => {
		const call = { headers: { [HEADER.toLowerCase()]: headers[HEADER] }, body: {} };
		pinged.push((await n8n.call({ ...place, ...other }, call)).status);
		return true;
	};
	service.meet('subscribe', 500);
	await n8n.activate(place);
	expect(pinged).toEqual([200]);
	expect([await status(kept), await status(kept, other)]).toEqual([200, 200]);
});

it('a credential that cannot be read for a moment costs no minute of events', async () => {
	await n8n.activate(place);
	const failing = () => {
		throw new Error('The database is away');
	};
	expect(await status(secret(), { ...blank(), onCredential: failing })).toBe(401);
	expect(await status(secret(), blank())).toBe(200);
});

it('the log is told of refused calls once a minute, and never a secret', async () => {
	await n8n.activate(place);
	place.log.length = 0;
	for (let n = 0; n < 3; n++) await status('beef');
	await status(undefined);
	expect(place.log).toEqual([expect.stringMatching(/^warn: .*a call was refused \(401\)/)]);
	jest.advanceTimersByTime(MINUTE_MS);
	await status(undefined);
	expect(place.log).toHaveLength(2);
	expect(place.log.join()).not.toContain(secret());
	expect(place.log.join()).not.toContain('beef');
});

it('a ping is answered 200 and starts nothing', async () => {
	await n8n.activate(place);
	const headers = { [HEADER.toLowerCase()]: secret() };
	for (const body of [{}, { ping: true }, { type: 'verification', challenge: 'x' }]) {
		expect(await n8n.call(place, { headers, body })).toEqual({
			status: 200,
			answer: { received: true, started: false },
			items: undefined,
		});
	}
	expect(await n8n.call(place, { headers, body: eventOf() })).toMatchObject({ items: [{}] });
});
