import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { listHistory } from '../api/deals';
import { hasWords, idOf, listQuotations, titleOf } from '../api/quotations';
import { listWebhooks } from '../api/webhooks';
import { inOrder, mergedDeals } from '../deals/history';
import { dealNow } from '../deals/present';
import type { Connection } from '../transport/connection';
import { containsWords, searchWords } from '../utils/text';
import { forEditor, notEmpty, rowsOf } from './editorConnection';

/**
 * The lists of the editor that are searched and read by and by. No search is known of the service, so the
 * filter is applied here: every word of it occurs in what is shown or in the ID, of a quotation in any of its texts.
 */

type Titles = Array<INodeListSearchItems & { value: string }>;

function isFound(filter: string): (one: Titles[number]) => boolean {
	const words = searchWords(filter);
	return ({ name, value }) => value !== '' && containsWords(`${name} ${value}`, words);
}

/** Where names are equal, the ID tells them apart. */
function toldApart(titles: Titles): Titles {
	const named = new Map<string, string>();
	const shared = new Set<string>();
	for (const { name, value } of titles) {
		if ((named.get(name) ?? value) !== value) shared.add(name);
		named.set(name, value);
	}
	return titles.map(({ name, value }) => ({
		name: shared.has(name) ? `${name} – ${value}` : name,
		value,
	}));
}

/** Each scrolling down gives so many more. */
const SHOWN_AT_A_TIME = 100;

/** A search looks through so many before it asks the user to scroll for more. */
const QUOTATIONS_A_SEARCH = 1000;

/**
 * Quotations, some at a time. The list is read from its beginning each time, for whatever a list needs to be
 * read by is known then; the token is how many rows were looked at.
 */
export async function searchQuotations(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const from = Number(paginationToken);
	const limit = from + (filter.trim() === '' ? SHOWN_AT_A_TIME : QUOTATIONS_A_SEARCH);
	// What is in doubt of the list has no place to be told here.
	const options = { limit, onIncomplete: () => {} };
	const read = async (connection: Connection) => await rowsOf(listQuotations(connection, options));
	const advice = 'Create one in your Sales CRM, or check the company profile.';
	const rows = await rowsFor(this, filter, read, 'quotations', advice);
	const words = searchWords(filter);
	const found = rows.slice(from).filter((row) => idOf(row) !== '' && hasWords(row, words));
	return {
		results: toldApart(found.map((row) => ({ name: titleOf(row), value: idOf(row) }))),
		paginationToken: rows.length === limit ? String(limit) : undefined,
	};
}

/** An empty list says why, but not one that a search does not find. */
const rowsFor = async <T>(
	context: ILoadOptionsFunctions,
	filter: string,
	read: (connection: Connection) => Promise<T[]>,
	what: string,
	advice: string,
): Promise<T[]> =>
	await forEditor(context, async (connection) => {
		const rows = await read(connection);
		return filter.trim() === '' ? notEmpty(rows, what, advice) : rows;
	});

/** Webhooks, in order of name and address where the service shows them, else of id. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const advice = 'Create one, or publish a workflow with the Sales CRM Trigger.';
	const webhooks = await rowsFor(this, filter, listWebhooks, 'webhooks', advice);
	const titles = webhooks.map(({ id, name, url }) => ({
		name: [name, url].filter(Boolean).join(' – ') || id,
		value: id,
	}));
	const byName = (a: Titles[number], b: Titles[number]) => a.name.localeCompare(b.name);
	return { results: toldApart(titles.filter(isFound(filter)).sort(byName)) };
}

/** Deals, the one that changed last first. */
export async function searchDeals(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const advice = 'Create one in your Sales CRM, or check the company profile.';
	const titles = await rowsFor(this, filter, dealTitles, 'deals', advice);
	const found = titles.filter(isFound(filter));
	const from = Number(paginationToken);
	const next = from + SHOWN_AT_A_TIME;
	return {
		results: found.slice(from, next),
		paginationToken: next < found.length ? String(next) : undefined,
	};
}

/** Each letter of a search, and each page, asks again, and the history is read whole every time. */
const DEALS_KEPT_MS = 30_000;

/** What was read last, for one account and profile. */
let keptDeals: { key: string; titles: Promise<Titles>; until: number } | undefined;

async function dealTitles(connection: Connection): Promise<Titles> {
	const { baseUrl, profileId, secrets } = connection;
	const key = JSON.stringify([baseUrl, profileId, ...secrets]);
	if (keptDeals?.key === key && Date.now() < keptDeals.until) return await keptDeals.titles;
	const reading = { key, titles: readTitles(connection), until: Infinity };
	keptDeals = reading;
	reading.titles.then(
		() => (reading.until = Date.now() + DEALS_KEPT_MS),
		() => (reading.until = 0),
	);
	return await reading.titles;
}

async function readTitles(connection: Connection): Promise<Titles> {
	const now = Date.now();
	const deals = mergedDeals(await listHistory(connection)).map((item) => dealNow(item, now));
	const ordered = inOrder(deals, 'newestFirst', ({ lastChangeAt }) => lastChangeAt);
	return toldApart(
		ordered.map(({ item: { id, summary } }) => ({ name: summary || id, value: id })),
	);
}
