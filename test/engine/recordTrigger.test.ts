/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../support/noWaiting';

import { Poller } from '../support/poller';
import { joinedAudience, quotations, quoted } from '../support/recordPoller';
import { startOver } from '../support/startOver';
import { RECORD_TRIGGER } from '../support/workflow';

/** The record trigger in n8n's own contexts, with its own request helpers. */

const ids = (items: Array<{ id?: unknown }>) => items.map(({ id }) => id);
const trigger = (parameters = {}, more: object = {}) =>
	new Poller(
		{ parameters: { record: 'quotation', ...parameters }, ...more },
		undefined,
		RECORD_TRIGGER,
	);

beforeEach(async () => await startOver({ quotations: 60 }));

it('the first activation starts nothing, each new quotation comes once, what came while n8n was off comes with the next activation', async () => {
	const poller = trigger();
	expect(await poller.activate()).toEqual([]);
	const first = quoted();
	expect(ids(await poller.poll())).toEqual([first]);
	expect(await poller.poll()).toEqual([]);
	poller.stop();
	const missed = quoted();
	expect(ids(await poller.activate('init'))).toEqual([missed]);
	expect(await poller.poll()).toEqual([]);
});

it('a quotation that changed comes with the names of its fields', async () => {
	const poller = trigger({ event: 'createdOrUpdated' });
	await poller.activate();
	quotations()[0].status = 'Anders';
	expect(await poller.poll()).toMatchObject([
		{ id: quotations()[0].id, status: 'Anders', changedFields: ['status'] },
	]);
	expect(await poller.poll()).toEqual([]);
});

it.each(['apiToken', 'serviceAccount'] as const)('contacts, signed in by %s', async (scheme) => {
	const audienceId = identities.EMPTY_AUDIENCE_ID;
	const poller = trigger({ record: 'contact', audienceId }, { scheme });
	expect(await poller.activate()).toEqual([]);
	const id = joinedAudience({ Voornaam: 'An' });
	expect(await poller.poll()).toMatchObject([{ id, Voornaam: 'An' }]);
});

it('a service that is down at the start of n8n takes nothing down, and later polls fail aloud', async () => {
	const poller = trigger();
	await poller.activate();
	poller.stop();
	const id = quoted();
	sandbox.switches.faults = [{ route: 'listQuotations', kind: 'status', status: 403, every: 1 }];
	expect(await poller.activate('init')).toEqual([]);
	await expect(poller.poll()).rejects.toThrow(/Could not list the quotations/);
	sandbox.switches.faults = [];
	expect(ids(await poller.poll())).toEqual([id]);
});

if (n8nLine === '2') {
	it('where n8n ends polls by itself, one ends before that and notes nothing', async () => {
		const poller = trigger();
		await poller.activate();
		const id = quoted();
		sandbox.switches.latencyMs = 3000;
		await expect(poller.pollWithin(1200)).rejects.toThrow(/within the 1 seconds that n8n gives it/);
		sandbox.switches.latencyMs = 0;
		expect(ids(await poller.pollWithin(36_000))).toEqual([id]);
	});
}

it('"Fetch Test Event" gives ten records of the list, and touches no memory', async () => {
	const poller = trigger();
	const items = await poller.fetchTestEvent();
	expect(ids(items)).toEqual(
		quotations()
			.slice(0, 10)
			.map(({ id }) => id),
	);
	expect(poller.staticData).toEqual({});
});
