import { getContactPerson, personNames } from '../api/contactPersons';
import { type CrmEvent, dealOf } from '../api/events';
import { knownNames } from '../api/nameDirectory';
import { fetchNames } from '../api/names';
import type { Customer } from '../api/quotationItem';
import { forProfile } from '../transport/connection';
import { throttledWarning } from '../transport/hints';
import { recordOf } from '../utils/lists';
import { Remembered } from '../utils/remembered';
import { textOrNull } from '../utils/text';
import type { Call } from './call';
import { checkFilters, type EventFilters } from './eventFilters';
import { endpointOf, triggerConnection } from './settings';

/**
 * Looks up what an event does not contain: the names of its IDs, and the customer of a document. Both are kept for a
 * minute. Reading the credential costs more than the rest of a call, so it is read only before a fetch.
 */

const NAMES_TIMEOUT_MS = 10_000;
const CUSTOMER_TIMEOUT_MS = 5_000;
const MINUTE_MS = 60_000;

export async function findNames(call: Call, event: CrmEvent, filters: EventFilters) {
	const deal = dealOf(event);
	const found = await knownNames(whoseOf(call, event), {
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
		fetch: async () => await fetchNames(await connectionFor(call, event, NAMES_TIMEOUT_MS)),
	});
	for (const { of, error } of found.missing) {
		throttledWarning(call.context, `the ${of} could not be fetched`, error.message);
	}
	return found;
}

/** By account, profile and contact person. */
const knownCustomers = new Remembered<Promise<Partial<Customer>>>(500, MINUTE_MS);

/** A document contains only the ID of the contact person. What cannot be read stays empty. */
export async function readCustomer(call: Call, event: CrmEvent): Promise<Partial<Customer>> {
	const id = event.family === 'document' && textOrNull(Object(event.record.subjects).contactPerson);
	if (!id) return {};
	const key = JSON.stringify([whoseOf(call, event), id]);
	const known = knownCustomers.get(key);
	const customer = known ?? fetchCustomer(call, event, id);
	if (!known) knownCustomers.set(key, customer);
	return await customer.catch((error: Error) => {
		knownCustomers.delete(key);
		throttledWarning(call.context, 'the customer of a document is left empty', error.message);
		return {};
	});
}

async function fetchCustomer(call: Call, event: CrmEvent, id: string): Promise<Partial<Customer>> {
	const connection = await connectionFor(call, event, CUSTOMER_TIMEOUT_MS);
	const { name: customer, email, phone } = personNames(await getContactPerson(connection, id));
	return { customer, email, phone };
}

/** The account and profile that an event is looked up with. An account is told apart for each endpoint. */
const whoseOf = ({ context, subscriber }: Call, { companyProfileId }: CrmEvent): string =>
	JSON.stringify([endpointOf(context), subscriber.account, subscriber.profileId, companyProfileId]);

/** Uses the event's own profile if neither node nor credential name one, nor was one found. */
async function connectionFor(call: Call, event: CrmEvent, timeoutMs: number) {
	const connection = await triggerConnection(call.context, { maxAttempts: 1, timeoutMs });
	const { profileId = call.subscriber.profileId ?? event.companyProfileId } = connection;
	return forProfile(connection, profileId);
}
