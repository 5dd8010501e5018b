import type { IDataObject } from 'n8n-workflow';

import { type CustomerLists, shownCustomers } from '../../api/quotationCustomers';
import { customerFields } from '../../api/quotationItem';
import { needed, readPart, shown, type Source } from '../../api/source';
import { inPieces } from '../../transport/waiting';
import { HOUR_MS } from '../../utils/dates';
import { Remembered } from '../../utils/remembered';
import { WATCH_LABELS } from '../properties';
import type { Poll } from '../types';
import { customerListsOf, documentIdOf, readQuotationList, scopedFor } from './documentLists';

/** As published, only the list of contact persons has these fields of a quotation. */
export const OF_PERSON = ['customer', 'email', 'phone', 'contactDetails'];
/** And only the overview of documents says which contact person it is. */
export const OF_CUSTOMER = [...OF_PERSON, 'requestId', 'contactId'];

/** @param watched Fields that are compared. @throws ServiceError if these cannot be read */
export async function addCustomers(
	poll: Poll,
	records: readonly IDataObject[],
	watched: readonly string[] = [],
): Promise<void> {
	const [lists, scoped] = [await customerListsOf(poll), await scopedFor(poll)];
	if (watched.length > 0) checkComparable(lists, watched);
	const customerOf = shownCustomers(lists, scoped);
	for await (const record of inPieces(records, scoped.signal)) {
		const { requestId, contactId, ...customer } = customerOf({ documentId: documentIdOf(record) });
		Object.assign(record, customerFields(customer));
		record.requestId = requestId ?? record.requestId;
		record.contactId = contactId ?? record.contactId;
	}
	customerOf.hintAtUnknown?.();
}

/** Every quotation would seem to have changed. */
function checkComparable({ documents, contactPersons }: CustomerLists, watched: readonly string[]) {
	const decision = `The watched fields ${watched.join(', ')} cannot be compared`;
	const advice = `Remove them from '${WATCH_LABELS.quotations}'.`;
	needed(documents, decision, advice);
	if (watched.some((name) => OF_PERSON.includes(name))) needed(contactPersons, decision, advice);
}

/**
 * Adds customers, and with `lackExpiry` when quotations expire. An event starts the workflow once, so it waits for them.
 * @throws ServiceError, a temporary one, for an hour
 */
export async function completeDocuments(
	poll: Poll,
	key: string,
	records: readonly IDataObject[],
	lackExpiry = false,
): Promise<void> {
	if (records.length === 0) return;
	const { documents, contactPersons } = await customerListsOf(poll);
	const list = async () => (await readQuotationList(poll)).items;
	const quotations = lackExpiry ? await readPart(list) : undefined;
	waitFor([poll.node, key].join(' '), [
		[`The customers of ${key} are not known`, documents, contactPersons],
		['When quotations expire is not known', ...(quotations ? [quotations] : [])],
	]);
	await addCustomers(poll, records);
	if (!quotations) return;
	const connection = await scopedFor(poll);
	const listed = shown(quotations, [], connection, 'When quotations expire is left empty');
	const expiries = new Map(listed.map((one) => [documentIdOf(one), one.expiresAt]));
	for (const record of records) record.expiresAt = expiries.get(documentIdOf(record)) ?? null;
}

const GIVE_UP_MS = HOUR_MS;

/** When a list could not be read for the first time, by node and source, on the clock of the process. */
const waitingSince = new Remembered<number>(1_000, 2 * GIVE_UP_MS);

function waitFor(key: string, all: Array<[decision: string, ...lists: Array<Source<unknown>>]>) {
	const unread = all.flatMap(([decision, ...lists]) => lists.map((list) => ({ decision, list })));
	const unavailable = unread.find(({ list }) => list.is === 'unavailable');
	if (!unavailable) {
		waitingSince.delete(key);
		return;
	}
	const since = waitingSince.get(key) ?? performance.now();
	if (waitingSince.get(key) === undefined) waitingSince.set(key, since);
	if (performance.now() - since >= GIVE_UP_MS) return;
	needed(unavailable.list, unavailable.decision, 'The polls wait for them for an hour.');
}
