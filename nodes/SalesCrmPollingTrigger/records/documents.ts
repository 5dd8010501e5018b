import type { IDataObject } from 'n8n-workflow';

import { hintAtUnlisted } from '../../api/quotationCustomers';
import { needed, type Source } from '../../api/source';
import { warn } from '../../transport/hints';
import type { Listing, Poll } from '../types';
import { addCustomers, completeDocuments, OF_CUSTOMER, OF_PERSON } from './customers';
import {
	type Overview,
	customerListsOf,
	documentIdOf,
	readOverview,
	readQuotationList,
	scopedFor,
} from './documentLists';
import type { RecordMemory } from './memory';

/** Invoices and contracts are only in the overview of documents. @throws ServiceError */
export async function recordsOfType(
	poll: Poll,
	previous: RecordMemory | undefined,
	{ type, key }: { type: string; key: string },
): Promise<Listing> {
	const advice = `Remove the events of ${key} from 'Trigger On'.`;
	const overview = needed(await readOverview(poll), `New and changed ${key} are not known`, advice);
	await noteLists(poll, previous);
	return {
		records: overview.byType.get(type) ?? [],
		incompleteReason: overview.incompleteReason,
		complete: async (records) => await completeDocuments(poll, key, records),
	};
}

/** @throws ServiceError */
export async function quotationRecords(
	poll: Poll,
	previous: RecordMemory | undefined,
): Promise<Listing> {
	const { isPublished, ...listing } = await listEither(poll, previous);
	if (!isPublished) return listing;
	await noteLists(poll, previous);
	const ofOthers = listing.byOverview ? OF_PERSON : OF_CUSTOMER;
	const watched = poll.settings.watchFields.quotations.filter((name) => ofOthers.includes(name));
	if (watched.length > 0) await addCustomers(poll, listing.records, watched);
	const { byOverview = false } = listing;
	return {
		...listing,
		complete: async (records) => await completeDocuments(poll, 'quotations', records, byOverview),
	};
}

/** The first poll reads all lists, because it notes which ones the service offers. */
async function noteLists(poll: Poll, previous: RecordMemory | undefined): Promise<void> {
	if (!previous) await customerListsOf(poll);
}

/** From the overview, or from the list of quotations. */
async function listEither(poll: Poll, previous: RecordMemory | undefined) {
	let byOverview = await isByOverview(poll, previous);
	const overview = byOverview ? await readOverview(poll) : undefined;
	if (overview?.is === 'unavailable') needed(overview, 'New and changed quotations are not known');
	if (overview?.is === 'read') {
		const { byType, incompleteReason } = overview.value;
		const records = byType.get('QUOTATION') ?? [];
		return { records, incompleteReason, byOverview, isPublished: true };
	}
	if (overview) byOverview = await isWhole(poll, overview, []);
	const { items: records, ...list } = await readQuotationList(poll);
	return { records, ...list, byOverview };
}

/** Decided at each activation, when both lists are read. Undefined if the overview cannot be read now. */
async function isByOverview(
	poll: Poll,
	previous: RecordMemory | undefined,
): Promise<boolean | undefined> {
	// Only the list of quotations says when they expire.
	if (poll.settings.watchFields.quotations.includes('expiresAt')) return false;
	if (previous?.byOverview !== undefined && !poll.isActivation) return previous.byOverview;
	const { items, isPublished } = await readQuotationList(poll);
	return isPublished && (await isWhole(poll, await readOverview(poll), items));
}

/** Whether the overview contains these quotations. If not, the log says why their list is read from now on. */
async function isWhole(
	poll: Poll,
	overview: Source<Overview>,
	quotations: readonly IDataObject[],
): Promise<boolean | undefined> {
	const scoped = await scopedFor(poll);
	if (overview.is === 'unavailable') return undefined;
	if (overview.is !== 'read') {
		warn(scoped, `${overview.error.message}. Each poll reads the list of quotations.`);
		return false;
	}
	const listed = overview.value.byType.get('QUOTATION') ?? [];
	const ids = new Set(listed.map(documentIdOf));
	const lacking = quotations.filter((one) => !ids.has(documentIdOf(one)));
	hintAtUnlisted(scoped, lacking.length, quotations.length);
	return lacking.length === 0;
}
