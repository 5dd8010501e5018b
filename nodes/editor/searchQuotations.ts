import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { quotationsPage } from '../service/quotations';
import { lookUp } from './editorConnection';

const PER_PAGE = 50;

/** A search looks through this many pages before it asks the user to scroll for more. */
const MOST_PAGES_A_SEARCH = 5;

/** Fields that may name a quotation; its shape is not shown (interface.md, "Quotation"). */
const TITLES = ['title', 'name', 'subject', 'summary', 'number', 'reference', 'quotation_number'];

/**
 * Quotations for the editor's list, a page at a time. The service has no search, so the filter is
 * applied here, page after page until something fits.
 */
export async function searchQuotations(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await lookUp(this, async (crm) => {
		const wanted = (filter ?? '').trim().toLowerCase();
		let next = Number(paginationToken ?? 0);
		for (let looked = 0; ; ) {
			const { rows, hints } = await quotationsPage(crm, next++, PER_PAGE);
			const results = rows
				.map((row) => ({ name: titleOf(row), value: String(row.id ?? '') }))
				.filter(
					({ name, value }) => value !== '' && `${name} ${value}`.toLowerCase().includes(wanted),
				);
			const more = rows.length >= PER_PAGE && hints.more !== false;
			const goOn = more && results.length === 0 && ++looked < MOST_PAGES_A_SEARCH;
			if (!goOn) return { results, paginationToken: more ? String(next) : undefined };
		}
	});
}

function titleOf(quotation: IDataObject): string {
	const title = TITLES.map((field) => quotation[field]).find(
		(value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
	);
	return title === undefined ? String(quotation.id ?? '') : String(title);
}
