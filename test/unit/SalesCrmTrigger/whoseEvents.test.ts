import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { HookService } from '../../support/hookService';
import { sendToSandbox } from '../../support/sandboxRequests';
import * as n8n from '../../support/triggerContexts';
import { anotherProcess } from '../../support/triggerProcess';
import type { Reply } from '../../support/scripted';

/**
 * A credential that is edited in place, at the sandbox: from customer A's token to B's, or to a renewed one of A. The
 * sandbox refuses the profile of another customer, or answers all the same.
 */

const { API_TOKEN, SECOND_API_TOKEN, PROFILE_ID, SECOND_PROFILE_ID } = identities;
const RENEWED_API_TOKEN = `${API_TOKEN}-2`;

/** The sandbox, signed in to by the credential of the trigger. */
class Signed extends HookService {
	place!: n8n.Place;

	/** Routes that answer 503, by the last word of their path. */
	unavailable: string[] = [];

	async request(options: IHttpRequestOptions): Promise<Reply> {
		if (this.unavailable.includes(options.url.split('/').at(-1)!)) {
			return { statusCode: 503, headers: {}, body: '' };
		}
		return await sendToSandbox(options, String(this.place.credential.apiToken));
	}
}

let place: n8n.Place;
let service: Signed;

const hooks = (profile: string) => [...sandbox.world.profile(profile).subscriptions.values()];
const callsOf = async (profile: string, index = 0, body: object = {}) => {
	const { headers } = hooks(profile)[index];
	const own = { 'x-webhook-secret': headers!['X-Webhook-Secret'] };
	return await n8n.call(place, { headers: own, body });
};
const useToken = (apiToken: string) => (place.credential.apiToken = apiToken);
const publish = async () => {
	await n8n.remove(place);
	await n8n.activate(place);
};
const start = async () => {
	place.process.restart();
	await n8n.activate({ ...place, activation: 'init' });
};
const eventOf = async (profile: string, more: IDataObject = {}) => {
	const [deal] = sandbox.world.profile(profile).deals;
	const metadata = { old_status_id: n8n.PROFILE };
	const { event } = await sandbox.send(
		{ name: 'CRM_BACKLOG_ITEM_STATUS_CHANGE', about: deal.id, metadata },
		profile,
	);
	return { ...event, payload: { ...event.payload, ...more } };
};

beforeEach(() => {
	sandbox.reset();
	service = new Signed();
	place = n8n.placeOf(service);
	service.place = place;
	place.process.restart();
	place.credential = { baseUrl: sandbox.url, companyProfileId: '', apiToken: API_TOKEN };
	// Nothing listens at the address of the trigger.
	place.address = `${sandbox.url}/webhook/${place.webhookId}`;
});

describe.each([
	['strict', 403],
	['lenient', 200],
] as const)('at a service that is %s about profiles', (_, wrongProfileStatus) => {
	beforeEach(() => void (sandbox.switches.wrongProfileStatus = wrongProfileStatus));

	it.each([
		['published again', publish],
		['activated without being deactivated', async () => await n8n.activate(place)],
		['restarted', start],
	])(
		'a trigger with the token of another customer, %s, is registered there',
		async (_how, again) => {
			await publish();
			expect(hooks(PROFILE_ID)).toHaveLength(1);
			const headers = { 'x-webhook-secret': hooks(PROFILE_ID)[0].headers!['X-Webhook-Secret'] };
			useToken(SECOND_API_TOKEN);
			await again();
			for (let n = 0; n < 2; n++) {
				expect(hooks(SECOND_PROFILE_ID)).toHaveLength(1);
				expect(await callsOf(SECOND_PROFILE_ID)).toMatchObject({ status: 200 });
				const event = await eventOf(PROFILE_ID);
				expect(await n8n.call(place, { headers, body: event })).toMatchObject({ status: 401 });
				await start();
			}
			const own = await eventOf(SECOND_PROFILE_ID);
			expect((await callsOf(SECOND_PROFILE_ID, 0, own)).items).toHaveLength(1);
			const [left] = hooks(PROFILE_ID);
			expect(place.log.join()).toContain(`webhook ${left.id} was created with another account`);
			await n8n.remove(place);
			expect(hooks(SECOND_PROFILE_ID)).toEqual([]);
		},
	);

	it('with the token of another customer that is refused, the old one starts nothing any more', async () => {
		await publish();
		const event = await eventOf(PROFILE_ID);
		expect((await callsOf(PROFILE_ID, 0, event)).items).toHaveLength(1);
		useToken(SECOND_API_TOKEN);
		sandbox.switches.faults = ['subscribe', 'subscribeAsPublished'].map((route) => ({
			...{ route, kind: 'status', status: 403, every: 1 },
		}));
		await expect(n8n.activate(place)).rejects.toThrow(/Could not create the webhook/);
		expect(await callsOf(PROFILE_ID, 0, event)).toMatchObject({ status: 401 });
	});
});

describe('a token that was renewed', () => {
	it('keeps its calls, also over a restart, until it is published again, which registers anew', async () => {
		await publish();
		const [{ id: before }] = hooks(PROFILE_ID);
		useToken(RENEWED_API_TOKEN);
		expect(await callsOf(PROFILE_ID)).toMatchObject({ status: 200 });
		service.unavailable = ['list', 'subscribe', 'unsubscribe'];
		await start();
		expect(hooks(PROFILE_ID)[0].id).toBe(before);
		expect((await callsOf(PROFILE_ID, 0, await eventOf(PROFILE_ID))).items).toHaveLength(1);
		service.unavailable = [];
		await publish();
		expect(hooks(PROFILE_ID)).toHaveLength(1);
		expect(hooks(PROFILE_ID)[0].id).not.toBe(before);
		expect(await callsOf(PROFILE_ID)).toMatchObject({ status: 200 });
	});

	it('loses no event if n8n is killed between registering and saving', async () => {
		await publish();
		const saved = structuredClone(place.state);
		useToken(`${API_TOKEN.padEnd(20, '-')}2`.replace(/-+2$/, '-2'));
		await publish();
		const made = hooks(PROFILE_ID)[0].id;
		place.state = saved;
		place.process = anotherProcess();
		const event = await eventOf(PROFILE_ID);
		const calls = async () =>
			await Promise.all(hooks(PROFILE_ID).map(async (_, n) => await callsOf(PROFILE_ID, n, event)));
		expect(hooks(PROFILE_ID).map(({ id }) => id)).toEqual([made]);
		await n8n.activate({ ...place, activation: 'init' });
		expect(await calls()).toContainEqual(expect.objectContaining({ status: 200 }));
	});
});

describe('an event of another profile', () => {
	it('starts nothing, and the log says so once a minute; one of both profiles does', async () => {
		await publish();
		const other = await eventOf(SECOND_PROFILE_ID);
		for (let n = 0; n < 2; n++) {
			expect(await callsOf(PROFILE_ID, 0, other)).toMatchObject({
				status: 200,
				answer: { started: false },
			});
		}
		const words = `an event of another company profile started nothing: it is about ${SECOND_PROFILE_ID}`;
		expect(place.log).toEqual([expect.stringContaining(words)]);
		const shared = { companyProfileId: [SECOND_PROFILE_ID, PROFILE_ID.toUpperCase()] };
		const both = await eventOf(SECOND_PROFILE_ID, shared);
		expect((await callsOf(PROFILE_ID, 0, both)).items).toHaveLength(1);
	});
});
