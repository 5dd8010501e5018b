import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { HandPoller } from '../support/handPoller';
import { HookService } from '../support/hookService';
import { sendToSandbox } from '../support/sandboxRequests';
import * as n8n from '../support/triggerContexts';
import type { Reply } from '../support/scripted';

/** One event of the sandbox through both triggers: a workflow can swap the two. */

const { API_TOKEN, PROFILE_ID } = identities;

class Hooks extends HookService {
	request = async (options: IHttpRequestOptions): Promise<Reply> =>
		await sendToSandbox(options, API_TOKEN);
}

class Poller extends HandPoller {
	request = async (options: IHttpRequestOptions): Promise<Reply> =>
		await sendToSandbox(options, API_TOKEN);
}

let place: n8n.Place;
let poller: Poller;

/** Publishes both triggers with an event. */
async function publish(event: string): Promise<void> {
	const credential = { baseUrl: sandbox.url, companyProfileId: PROFILE_ID, apiToken: API_TOKEN };
	place = n8n.placeOf(new Hooks(), { credential, parameters: { events: [event] } });
	place.process.restart();
	// Nothing listens there: the event is delivered by hand.
	place.address = `${sandbox.url}/webhook/${place.webhookId}`;
	await n8n.activate(place);
	poller = new Poller({ events: [event] });
	poller.credential = credential;
	expect(await poller.activate()).toEqual([]);
}

async function itemsOf(event: unknown): Promise<[instant: IDataObject, polled: IDataObject]> {
	const [{ headers }] = [...sandbox.world.profile().subscriptions.values()];
	const secret = { 'x-webhook-secret': headers!['X-Webhook-Secret'] };
	const deliver = async () => await n8n.call(place, { headers: secret, body: event as object });
	// The clock of these tests waits for no names; the second call has those that the first one asked for.
	await deliver();
	const polled = await poller.poll();
	const { items } = await deliver();
	expect([items, polled]).toMatchObject([[{}], [{}]]);
	expect(Object.keys(polled[0])).toEqual(Object.keys(items![0]));
	return [items![0], polled[0]];
}

/** ISO 8601, without milliseconds: an event has its time in seconds. */
const second = ({ occurredAt }: IDataObject) => String(occurredAt).slice(0, 19);

const pick = (item: IDataObject, ...keys: string[]) =>
	Object.fromEntries(keys.map((key) => [key, item[key]]));

beforeEach(() => {
	sandbox.reset();
	sandbox.switches.only = 'published';
});

it.each(['won', 'lost'] as const)('a deal that is %s', async (result) => {
	const open = sandbox.world
		.profile()
		.deals.filter(({ labels }) => labels.every(({ type }) => !type!.startsWith('DEAL_')));
	await publish('dealClosed');
	const { event } = await sandbox.closeDeal(open[0].id, result);
	const [instant, polled] = await itemsOf(event);
	expect(polled).toMatchObject({ dealId: open[0].id, result, triggeredBy: 'dealClosed' });
	expect(second(polled)).toBe(second(instant));
	const same = ['dealId', 'result', 'title', 'status', 'assignee', 'pipeline', 'value', 'custom'];
	const also = ['recordType', 'changeType', 'changeId', 'previousStatus', 'email'];
	expect(pick(polled, ...same, ...also)).toEqual(pick(instant, ...same, ...also));
});

it.each([
	['invoiceCreated', 'INVOICE', 'DOCUMENT_INVOICE_CREATED'],
	['quotationStatusChanged', 'QUOTATION', 'DOCUMENT_STATUS_UPDATED'],
] as const)('%s', async (chosen, type, name) => {
	const quotation = sandbox.world.profile().quotations.find(({ status }) => status === 'SENT')!;
	await publish(chosen);
	quotation.status = 'ACCEPTED';
	const document = sandbox.world
		.profile()
		.documents.find((one) => one.type === type && one.number === quotation.number)!;
	const { event } = await sandbox.send({ name, about: document.id });
	const [instant, polled] = await itemsOf(event);
	const untold = ['occurredAt', 'eventName', 'eventId', 'daysOpen', 'expiresAt'];
	const shown = Object.keys(polled).filter((key) => !untold.includes(key));
	expect(pick(polled, ...shown)).toEqual(pick(instant, ...shown));
	expect(polled).toMatchObject({
		triggeredBy: chosen,
		documentType: type,
		number: document.number,
	});
});
