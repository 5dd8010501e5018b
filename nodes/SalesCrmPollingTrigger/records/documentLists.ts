import type { IDataObject } from 'n8n-workflow';

import { withProfile } from '../../api/profiles';
import { type CustomerLists, readDocuments, readPersons } from '../../api/quotationCustomers';
import { summaryItem } from '../../api/quotationItem';
import { listQuotationItems } from '../../api/quotations';
import { noteListsSeen, type Source } from '../../api/source';
import { inPieces } from '../../transport/waiting';
import { pushTo } from '../../utils/lists';
import { counted, textOf } from '../../utils/text';
import type { Poll } from '../types';

/** The lists of documents and their customers. In one poll each is read once, for all sources that need it. */

/** With the profile, which the paths of the published lists contain. */
export const scopedFor = async (poll: Poll) =>
	await poll.once('profile', async () => {
		const scoped = (poll.scoped = await withProfile(poll.connection));
		noteListsSeen(scoped, poll.answered);
		return scoped;
	});

/** Items by type of document, without customers and expiry. */
export interface Overview {
	byType: ReadonlyMap<string, IDataObject[]>;
	incompleteReason: string | undefined;
}

export const readOverview = async (poll: Poll): Promise<Source<Overview>> =>
	await poll.once('overview', async () => {
		const scoped = await scopedFor(poll);
		let incompleteReason: string | undefined;
		const rows = await readDocuments(scoped, (why) => void (incompleteReason = why));
		if (rows.is !== 'read') return rows;
		poll.progress = `${counted(rows.value.length)} documents`;
		const now = Date.now();
		const byType = new Map<string, IDataObject[]>();
		for await (const row of inPieces(rows.value, scoped.signal)) {
			const item = summaryItem(row, now);
			if (item) pushTo(byType, textOf(item.documentType ?? 'QUOTATION'), item);
		}
		return { is: 'read', value: { byType, incompleteReason } } as const;
	});

/** In pages as described, in one piece and without customers as published. @throws ServiceError */
export const readQuotationList = async (poll: Poll) =>
	await poll.once('quotations', async () => {
		let isPublished = false;
		let incompleteReason: string | undefined;
		const onIncomplete = (why: string) => void (incompleteReason = why);
		/** Called only for a published list. */
		const customers = async () => {
			isPublished = true;
			return () => ({});
		};
		const { pageSize } = poll.settings;
		const options = { pageSize, repeats: true, onIncomplete, customers };
		const items = await gathered(poll, 'quotations', listQuotationItems(poll.connection, options));
		return { items, isPublished, incompleteReason };
	});

export const documentIdOf = ({ quotationId, documentId }: IDataObject): string =>
	textOf(quotationId ?? documentId).toLowerCase();

export const customerListsOf = async (poll: Poll): Promise<CustomerLists> =>
	await poll.once('customers', async () => {
		const overview = await readOverview(poll);
		const contactPersons = await readPersons(await scopedFor(poll));
		if (overview.is !== 'read') return { documents: overview, contactPersons };
		return { documents: { is: 'read', value: ownersIn(overview.value) }, contactPersons };
	});

const ownersIn = ({ byType }: Overview) =>
	new Map(
		[...byType.values()].flat().map(({ quotationId, documentId, contactId, requestId }) => {
			const owner = { contactId, requestId } as { contactId: string; requestId: string };
			return [documentIdOf({ quotationId, documentId }), owner];
		}),
	);

/** All records of a list in pages, which are counted meanwhile. */
export async function gathered(
	poll: Poll,
	what: string,
	pages: AsyncIterable<IDataObject[]>,
): Promise<IDataObject[]> {
	const all: IDataObject[] = [];
	for await (const page of pages) {
		for (const record of page) all.push(record);
		poll.progress = `${counted(all.length)} ${what}`;
	}
	return all;
}
