import type { IWebhookFunctions } from 'n8n-workflow';

import { getContactPerson, personNames } from '../api/contactPersons';
import { type CrmEvent, dealOf } from '../api/events';
import { knownNames } from '../api/nameDirectory';
import { fetchNames } from '../api/names';
import type { Customer } from '../api/quotationItem';
import { forProfile } from '../transport/connection';
import { throttledWarning } from '../transport/hints';
import { recordOf } from '../utils/lists';
import { textOrNull } from '../utils/text';
import { checkFilters, type EventFilters } from './eventFilters';
import { endpointOf, triggerConnection } from './settings';

/**
 * Looks up what an event does not contain: the names of its IDs, and the customer of a document. Both are kept for a
 * minute. Reading the credential costs more than the rest of a call, so it is read only before a fetch.
 */

const NAMES_TIMEOUT_MS = 10_000;
const CUSTOMER_TIMEOUT_MS = 5_000;
const MINUTE_MS = 60_000;

export async function findNames(
	context: IWebhookFunctions,
	event: CrmEvent,
	filters: EventFilters,
) {
	const deal = dealOf(event);
	const found = await knownNames(accountOf(context, event), {
		lacking: (known) => {
			const { statuses, users } = known.names;
			const unlisted = [
				...[deal.statusId, deal.previousStatusId].filter((id) => !recordOf(statuses, id)),
				...[deal.assigneeId, deal.previousAssigneeId].filter((id) => !recordOf(users, id)),
			].filter((id) => id !== null);
			const isUnknown = checkFilters(event, filters, known).unknown.length > 0;
			return isUnknown ? [...unlisted, JSON.stringify(filters)] : unlisted;
		},
		isEnough: (known) => checkFilters(event, filters, known).isPassed,
		fetch: async () => await fetchNames(await connectionFor(context, event, NAMES_TIMEOUT_MS)),
	});
	for (const { of, error } of found.missing) {
		throttledWarning(context, `the ${of} could not be fetched`, error.message);
	}
	return found;
}

type KnownCustomer = { readAt: number; customer: Promise<Partial<Customer>> };

/** By account and contact person, the oldest first. */
const knownCustomers = new Map<string, KnownCustomer>();

/** A document contains only the ID of the contact person. What cannot be read stays empty. */
export async function readCustomer(
	context: IWebhookFunctions,
	event: CrmEvent,
): Promise<Partial<Customer>> {
	const id = event.family === 'document' && textOrNull(Object(event.record.subjects).contactPerson);
	if (!id) return {};
	const key = JSON.stringify([accountOf(context, event), id]);
	for (const [one, { readAt }] of knownCustomers) {
		if (Date.now() - readAt < MINUTE_MS) break;
		knownCustomers.delete(one);
	}
	const known = knownCustomers.get(key) ?? {
		readAt: Date.now(),
		customer: fetchCustomer(context, event, id),
	};
	knownCustomers.set(key, known);
	return await known.customer.catch((error: Error) => {
		knownCustomers.delete(key);
		throttledWarning(context, 'the customer of a document is left empty', error.message);
		return {};
	});
}

async function fetchCustomer(context: IWebhookFunctions, event: CrmEvent, id: string) {
	const connection = await connectionFor(context, event, CUSTOMER_TIMEOUT_MS);
	const { name: customer, email, phone } = personNames(await getContactPerson(connection, id));
	return { customer, email, phone };
}

const accountOf = (context: IWebhookFunctions, { companyProfileId }: CrmEvent): string =>
	JSON.stringify([endpointOf(context), companyProfileId]);

/** Uses the event's own profile if neither node nor credential name one. */
async function connectionFor(context: IWebhookFunctions, event: CrmEvent, timeoutMs: number) {
	const connection = await triggerConnection(context, { maxAttempts: 1, timeoutMs });
	return forProfile(connection, connection.profileId ?? event.companyProfileId);
}
