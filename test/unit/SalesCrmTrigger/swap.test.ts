import '../../support/fastClock';

import { EVENTS } from '../../../nodes/api/eventKinds';
import { POLL_EVENTS } from '../../../nodes/descriptions/triggerFields';
import { assignedTo, movedTo } from '../../support/handCrm';
import { HandPoller } from '../../support/handPoller';
import { HookService } from '../../support/hookService';
import { ANNA, LEADS, STATUSES, TALKING } from '../../support/solarRoof';
import * as n8n from '../../support/triggerContexts';
import { uuid } from '../../support/uuid';

/** A workflow may swap the instant trigger for the polling one, and back: items of the same event have the same keys. */

const contact = (first_name: string) => ({ contact_info: { first_name } });
const quotation = (status: string) => ({ quotation_number: 1, status });

/** How each event happens while the polling trigger is active. */
const CHANGES: Record<string, (crm: HandPoller) => unknown> = {
	dealCreated: (crm) => crm.addDeal(),
	leadCreated: (crm) => crm.addDeal(),
	dealStatusChanged: (crm) => crm.happens(movedTo(TALKING)),
	dealAssigned: (crm) => crm.happens(assignedTo(ANNA.id)),
	contactCreated: (crm) => crm.addContact(contact('An')),
	contactUpdated: (crm) => Object.assign(crm.contacts[0], contact('Anna')),
	quotationCreated: (crm) => crm.addQuotation(quotation('DRAFT')),
	quotationUpdated: (crm) => (crm.quotations[0].status = 'SENT'),
	quotationStatusChanged: (crm) => (crm.quotations[0].status = 'SENT'),
};

async function polledKeys(value: string): Promise<string[]> {
	const poller = new HandPoller({
		...{ events: [value], audienceId: uuid(0xad) },
		...{ watchFields: ['status'], watchContactFields: ['Voornaam'] },
	});
	poller.statuses = STATUSES;
	const board_type = value.startsWith('lead') ? 'LEADS' : 'DEALS';
	const backlogs = [{ id: LEADS, backlog_name: 'Montage', rank: '0' }];
	poller.boards = [{ id: uuid(5), board_name: 'Board', board_type, backlogs }];
	poller.addDeal();
	poller.addContact(contact('An'));
	poller.addQuotation(quotation('DRAFT'));
	await poller.activate();
	CHANGES[value](poller);
	const [item] = await poller.poll();
	expect(item.triggeredBy).toBe(value);
	// Only the polling trigger knows which fields were watched.
	return Object.keys(item).filter((key) => key !== 'changedFields');
}

const IN_BOTH = EVENTS.filter(({ value }) => POLL_EVENTS.some((one) => one.value === value));

it.each(IN_BOTH)('$value', async ({ value, name, serviceName, type, family }) => {
	const about = type === 'LEADS' ? sandbox.world.profile().leads[0].id : undefined;
	const metadata = type === 'DEALS' ? { item_type: type } : {};
	const occurrence = { name: serviceName, about, metadata } as Parameters<typeof sandbox.send>[0];
	const { event } = await sandbox.send(occurrence);
	const body = family === 'contact' ? { ...event, payload: { id: 'c', ...contact('An') } } : event;
	const place = n8n.placeOf(new HookService(), { parameters: { events: [value] } });
	await n8n.activate(place);
	const { items } = await n8n.deliver(place, body);
	expect(Object.keys(items![0])).toEqual(await polledKeys(value));
	expect(POLL_EVENTS).toContainEqual(expect.objectContaining({ value, name }));
});

it('covers all events of the polling trigger that the instant one has', () => {
	const shared = POLL_EVENTS.map(({ value }) => value).filter((value) => value !== 'dealStuck');
	expect(Object.keys(CHANGES).toSorted()).toEqual(shared.toSorted());
	expect(IN_BOTH).toHaveLength(shared.length);
});
