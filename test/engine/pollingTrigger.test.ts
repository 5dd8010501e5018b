/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../support/noWaiting';

import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { Poller } from '../support/poller';
import { startOver } from '../support/startOver';

/** The polling trigger in n8n's own contexts, with its own request helpers, beside the sandbox. */

const profile = () => sandbox.world.profile();

/** Adds an entry to the history of the first deal. */
function happened(type = 'STATUS_CHANGED'): string {
	const [deal] = profile().deals;
	const [_id, kind] =
		type === 'USER_CHANGED'
			? [profile().users[0].id, 'USER']
			: [profile().statuses[deal.history.length % 5].id, 'STATUS'];
	const entry = {
		id: randomUUID(),
		backlogItemId: deal.id,
		startTimestamp: Date.now() + deal.history.length,
		endTimestamp: 0,
		type,
		metaData: { propertyValue: { _id, type: kind } },
	};
	deal.history.push(entry);
	return entry.id;
}

function quoted(): string {
	const { quotations } = profile();
	const id = randomUUID();
	quotations.push({ ...quotations[0], id });
	return id;
}

const keys = (items: IDataObject[]) => items.map(({ changeId, id }) => changeId ?? id);

const fault = (route: string, status: number) => {
	sandbox.switches.faults = [{ kind: 'status', status, route, every: 1 } as never];
};

const EVENTS = { events: ['dealStatusChanged', 'quotationCreated'] };

beforeEach(async () => await startOver({ quotations: 60 }));

it('the first activation starts nothing, each new thing comes once, what came while n8n was off comes with the next activation', async () => {
	const poller = new Poller({ parameters: EVENTS });
	expect(await poller.activate()).toEqual([]);
	const first = [happened(), quoted()];
	expect(keys(await poller.poll())).toEqual(first);
	expect(await poller.poll()).toEqual([]);
	poller.stop();
	const missed = [happened(), quoted()];
	expect(keys(await poller.activate('init'))).toEqual(missed);
	expect(await poller.poll()).toEqual([]);
});

it.each(['init', 'leadershipChange', 'update', 'activate'] as const)(
	'a service that is down takes nothing down in mode %s where something is remembered',
	async (mode) => {
		const poller = new Poller({ parameters: EVENTS });
		await poller.activate();
		poller.stop();
		const missed = happened();
		fault('listHistory', 503);
		expect(await poller.activate(mode)).toEqual([]);
		await expect(poller.poll()).rejects.toThrow('Could not fetch the deal history');
		sandbox.switches.faults = [];
		expect(keys(await poller.poll())).toEqual([missed]);
		await expect(new Poller({ parameters: { events: ['dealWon'] } }).activate()).rejects.toThrow();
	},
);

it.each(['apiToken', 'serviceAccount'] as const)('contacts, signed in by %s', async (scheme) => {
	const audienceId = identities.EMPTY_AUDIENCE_ID;
	const parameters = { events: ['contactCreated'], audienceId };
	const poller = new Poller({ parameters, scheme });
	expect(await poller.activate()).toEqual([]);
	profile().contacts.add({
		id: randomUUID(),
		contact_type: 'CONSUMER',
		time_stamp: Date.now(),
		standard_personal_infos: [{ name: 'Voornaam', value: 'An' }],
		audience: { id: audienceId, company_profile: { id: identities.PROFILE_ID } },
	});
	expect(await poller.poll()).toMatchObject([{ Voornaam: 'An', triggeredBy: 'contactCreated' }]);
});

it('two triggers of one workflow with the same node id both hand out what they find', async () => {
	const one = new Poller({ parameters: EVENTS });
	const other = new Poller({ name: 'Another', parameters: { events: ['dealAssigned'] } }, one);
	await Promise.all([one.activate(), other.activate()]);
	const made = [happened(), happened('USER_CHANGED')];
	const both = await Promise.all([one.poll(), other.poll()]);
	expect(both.map(keys)).toEqual([[made[0]], [made[1]]]);
});

it('static data that another node put back, with nothing of this one, repeats and loses nothing', async () => {
	const poller = new Poller({ parameters: EVENTS });
	await poller.activate();
	const first = happened();
	expect(keys(await poller.poll())).toEqual([first]);
	await poller.poll();
	poller.putBack({});
	const second = happened();
	expect(keys(await poller.activate())).toEqual([second]);
});

it('"Fetch Test Event" gives the ten newest, and touches no memory', async () => {
	const poller = new Poller({ parameters: { events: ['dealStatusChanged'] } });
	const made = Array.from({ length: 12 }, () => happened());
	expect(keys(await poller.fetchTestEvent())).toEqual(made.slice(2));
	expect(poller.staticData).toEqual({});
});
