import { personAsCustomer, getContactPerson } from '../api/contactPersons';
import { type CrmEvent, dealOf } from '../api/events';
import { type Names, NO_NAMES } from '../api/names';
import type { Customer } from '../api/quotationItem';
import { throttledWarning } from '../transport/hints';
import { Remembered } from '../utils/remembered';
import { textOrNull } from '../utils/text';
import { type WebhookCall, connectFor, accountAndProfile } from './call';
import { type NameList, nameList, type NameLists, namesIn, inTime } from './nameLists';

/** Looks up what an item shows and its event does not contain. What cannot be read stays empty. */

/** The names of the IDs in an event. */
export async function shownNames(call: WebhookCall, event: CrmEvent): Promise<Names> {
	if (event.family !== 'deal') return NO_NAMES;
	const deal = dealOf(event);
	const statusIds = [deal.statusId, deal.previousStatusId].filter((id) => id !== null);
	const assigneeIds = [deal.assigneeId, deal.previousAssigneeId].filter((id) => id !== null);
	const pipelineIds = [deal.pipelineId ?? deal.statusId].filter((id) => id !== null);
	const list = async <L extends NameList>(
		name: L,
		ids: readonly string[],
		has: (value: NameLists[L], id: string) => boolean,
	) => {
		if (ids.length === 0) return undefined;
		const isEnough = (value: NameLists[L]) => ids.every((id) => has(value, id));
		const reading = nameList(call, event.companyProfileId, name, isEnough);
		return await inTime(reading, (error) => ({ is: 'unavailable', error }) as const);
	};
	const [statuses, users, boards] = await Promise.all([
		list(
			'statuses',
			[...statusIds, ...pipelineIds],
			(all, id) => !statusIds.includes(id) || hasId(all, id),
		),
		list('users', assigneeIds, hasId),
		list(
			'boards',
			pipelineIds,
			({ pipelines }, id) => id !== deal.pipelineId || hasId(pipelines, id),
		),
	]);
	const sources = { statuses, users, pipelines: boards };
	for (const [of, source] of Object.entries(sources)) {
		// Without boards, pipelines have numbers.
		const isNumbered = source === boards && source?.is === 'notOffered';
		if (!source || source.is === 'read' || isNumbered) continue;
		const words = `the names of ${of} are left empty`;
		throttledWarning(call.context, words, source.error.message);
	}
	const { names } = namesIn({ statuses, users, boards });
	return names;
}

const hasId = (all: ReadonlyArray<{ id: string }>, id: string): boolean =>
	all.some((one) => one.id.toLowerCase() === id.toLowerCase());

const CUSTOMER_MS = { maxAttempts: 1, timeoutMs: 5_000 };

/** By account, profile and contact person. */
const customers = new Remembered<Promise<Partial<Customer>>>(500, 60_000);

/** A document contains only the ID of the contact person. */
export async function customerOfEvent(
	call: WebhookCall,
	event: CrmEvent,
): Promise<Partial<Customer>> {
	const id = event.family === 'document' && textOrNull(Object(event.record.subjects).contactPerson);
	if (!id) return {};
	const key = JSON.stringify([accountAndProfile(call, event.companyProfileId), id]);
	const known = customers.get(key);
	const customer = known ?? fetchCustomer(call, event, id);
	if (!known) customers.set(key, customer);
	const leftEmpty = (error: Error) => {
		throttledWarning(call.context, 'the customer of a document is left empty', error.message);
		return {};
	};
	const read = customer.catch((error: Error) => {
		customers.delete(key);
		return leftEmpty(error);
	});
	return await inTime(read, leftEmpty);
}

async function fetchCustomer(
	call: WebhookCall,
	event: CrmEvent,
	id: string,
): Promise<Partial<Customer>> {
	const scoped = await connectFor(call, event.companyProfileId, CUSTOMER_MS);
	return personAsCustomer(await getContactPerson(scoped, id));
}
