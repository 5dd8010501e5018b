import '../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { EVENTS } from '../../../nodes/api/eventKinds';
import { POLL_EVENTS } from '../../../nodes/descriptions/triggerFields';
import { type Chapter, dealOf, statusOf } from '../../support/deals';
import { HandPoller } from '../../support/handPoller';
import { HookService } from '../../support/hookService';
import * as n8n from '../../support/triggerContexts';
import { uuid } from '../../support/uuid';

/** A workflow swaps the instant trigger for the polling one, and back: items of the same event have the same keys. */

const [PIPELINE, NEW, SENT, ANNA] = [uuid(1), uuid(2), uuid(3), uuid(4)];

const instant = async (value: string, event: object): Promise<string[]> => {
	const service = new HookService();
	const place = n8n.placeOf(service, { parameters: { events: [value] } });
	await n8n.activate(place);
	const headers = { 'x-webhook-secret': service.secretOf(service.ids[0])! };
	const { items } = await n8n.call(place, { headers, body: event });
	return Object.keys(items![0]);
};

type Lists = Partial<Pick<HandPoller, 'deals' | 'contacts' | 'quotations'>>;

/** What is there when it is activated, and at the next poll. */
const polled = async (value: string, before: Lists, after: Lists): Promise<string[]> => {
	const poller = new HandPoller({
		...{ events: [value], audienceId: uuid(0xad) },
		...{ watchFields: ['status'], watchContactFields: ['Voornaam'] },
	});
	poller.statuses = [statusOf(NEW, PIPELINE, 'New', '#1'), statusOf(SENT, PIPELINE, 'Sent', '#2')];
	const board_type = value.startsWith('lead') ? 'LEADS' : 'DEALS';
	const backlogs = [{ id: PIPELINE, backlog_name: 'Montage', rank: '0' }];
	poller.boards = [{ id: uuid(5), board_name: 'Board', board_type, backlogs }];
	await Object.assign(poller, before).activate();
	const [item] = await Object.assign(poller, after).poll();
	expect(item.triggeredBy).toBe(value);
	return Object.keys(item);
};

const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const dealWith = (...story: Chapter[]) => ({ deals: [dealOf('Roof', PIPELINE, story)] });
const CREATED: Chapter = [at(3), 'STATUS_CHANGED', NEW];
const contact = (first_name: string) => ({ contacts: [{ id: 'c', contact_info: { first_name } }] });
const quotation = (status: string) => ({ quotations: [{ id: 'q', quotation_number: 1, status }] });

/** Before and after, for the polling trigger. */
const CASES: Record<string, [before: Lists, after: Lists]> = {
	dealCreated: [{}, dealWith(CREATED)],
	leadCreated: [{}, dealWith(CREATED)],
	dealStatusChanged: [dealWith(CREATED), dealWith(CREATED, [at(1), 'STATUS_CHANGED', SENT])],
	dealAssigned: [dealWith(CREATED), dealWith(CREATED, [at(1), 'USER_CHANGED', ANNA])],
	contactCreated: [{}, contact('An')],
	contactUpdated: [contact('An'), contact('Anna')],
	quotationCreated: [{}, quotation('DRAFT')],
	quotationUpdated: [quotation('DRAFT'), quotation('SENT')],
	quotationStatusChanged: [quotation('DRAFT'), quotation('SENT')],
};

it.each(EVENTS.filter(({ value }) => POLL_EVENTS.some((one) => one.value === value)))(
	'$value',
	async ({ value, serviceName, type, family }) => {
		const about = type === 'LEADS' ? sandbox.world.profile().leads[0].id : undefined;
		const metadata = type === 'DEALS' ? { item_type: type } : {};
		const happening = { name: serviceName, about, metadata } as Parameters<typeof sandbox.send>[0];
		const { event } = await sandbox.send(happening);
		const payload = family === 'contact' ? { id: 'c', contact_info: { first_name: 'An' } } : {};
		const body = { ...event, payload: { ...(family !== 'contact' && event.payload), ...payload } };
		const keys = await polled(value, ...CASES[value]);
		// What was watched is known to the polling trigger alone.
		expect(keys.filter((key) => key !== 'changedFields')).toEqual(await instant(value, body));
	},
);

it('both call an event by the same name', () => {
	const named = new Map(POLL_EVENTS.map(({ value, name }) => [value, name]));
	for (const { value, name } of EVENTS) expect(named.get(value) ?? name).toBe(name);
});

it('looks at what both have', () => {
	const shared: IDataObject[] = POLL_EVENTS.filter(({ value }) => value !== 'dealStuck');
	expect(Object.keys(CASES).toSorted()).toEqual(shared.map(({ value }) => value).toSorted());
});
