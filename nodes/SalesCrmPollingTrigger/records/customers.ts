import type { IDataObject } from 'n8n-workflow';

import {
	type CustomerLists,
	readCustomerLists,
	shownCustomers,
} from '../../api/quotationCustomers';
import { listQuotationItems } from '../../api/quotations';
import { needed, noteListsSeen } from '../../api/source';
import type { ListOptions } from '../../pagination/list';
import type { Connection } from '../../transport/connection';
import { Remembered } from '../../utils/remembered';
import { HOUR_MS } from '../../utils/dates';
import type { Listing, Poll } from '../types';

/** As published, only the list of contact persons has these fields of a quotation. */
const OF_PERSON = ['customer', 'email', 'phone'];
/** And only the overview of documents says which contact person it is. */
const OF_CUSTOMER = [...OF_PERSON, 'requestId', 'contactId'];

/** The quotations of a poll. Their customers are read if they are watched, and for those that start the workflow. */
export function listWithCustomers(poll: Poll, options: ListOptions, isFirst: boolean): Listing {
	const watched = poll.settings.watchFields.quotations.filter((name) => OF_CUSTOMER.includes(name));
	let published: Connection | undefined;
	let reading: Promise<CustomerLists> | undefined;
	const read = async (scoped: Connection) => await (reading ??= readCustomerLists(scoped));
	/** Called only for a published list. */
	const customers = async (scoped: Connection) => {
		published = poll.scoped = scoped;
		noteListsSeen(scoped, poll.answered);
		// The first poll reads them in any case, because it notes which lists the service offers.
		const lists = watched.length > 0 || isFirst ? await read(scoped) : undefined;
		if (!lists || watched.length === 0) return () => ({});
		checkWatched(lists, watched);
		return shownCustomers(lists, scoped);
	};
	return {
		pages: listQuotationItems(poll.connection, { ...options, customers }),
		async complete(records) {
			if (!published || records.length === 0) return;
			const lists = await read(published);
			waitForCustomers(poll.node, lists);
			const customerOf = shownCustomers(lists, published);
			for (const record of records) {
				const customer = customerOf({ documentId: record.quotationId }) as IDataObject;
				for (const name of OF_CUSTOMER) record[name] = customer[name] ?? record[name];
			}
		},
	};
}

/** @throws ServiceError if a watched field cannot be compared: every quotation would seem to have changed. */
function checkWatched({ documents, contactPersons }: CustomerLists, watched: string[]): void {
	const decision = `The watched fields ${watched.join(', ')} cannot be compared`;
	const advice = "Remove them from 'Watch Fields'.";
	needed(documents, decision, advice);
	if (watched.some((name) => OF_PERSON.includes(name))) needed(contactPersons, decision, advice);
}

const MAX_WAIT_MS = HOUR_MS;

/** When the customers could not be read for the first time, by node, on the clock of the process. */
const outages = new Remembered<number>(1_000, 2 * MAX_WAIT_MS);

/** An event starts the workflow once, so it waits for its customer. @throws ServiceError, a temporary one, for an hour. */
function waitForCustomers(node: string, { documents, contactPersons }: CustomerLists): void {
	const unavailable = [documents, contactPersons].find(({ is }) => is === 'unavailable');
	if (!unavailable) {
		outages.delete(node);
		return;
	}
	const since = outages.get(node) ?? performance.now();
	if (outages.get(node) === undefined) outages.set(node, since);
	if (performance.now() - since < MAX_WAIT_MS) {
		needed<unknown>(
			unavailable,
			'The customers of quotations are not known',
			'The polls wait for them for an hour.',
		);
	}
}
