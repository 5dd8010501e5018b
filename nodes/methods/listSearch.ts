import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listHistory } from '../api/deals';
import { quotationPages } from '../api/quotations';
import { fingerprint } from '../auth/tokenCache';
import { mergedDeals } from '../deals/history';
import { inOrder } from '../deals/outputs';
import { dealNow } from '../deals/present';
import { type Connection, credentialTypeOf } from '../transport/connection';
import { folded, searchWords, textOf } from '../utils/text';
import { lookUp, notEmpty } from './editorConnection';
import { listSubscriptions, subscriptionId, subscriptionUrl } from '../api/webhooks';
import { isObject } from '../utils/json';

const PER_PAGE = 50;

/** A search looks through this many pages before it asks the user to scroll for more. */
const MAX_PAGES_A_SEARCH = 5;

/** Fields that may name a quotation; which it has is not known (operation `listQuotations`). */
const TITLE_FIELDS = [
	'title',
	'name',
	'subject',
	'summary',
	'number',
	'reference',
	'quotation_number',
];

/** Where the editor's list goes on: handed to the editor as text, and back by it. */
interface ListPosition {
	page: number;
	/** How many came on the first page: a service that caps its pages is asked for that many. */
	size: number;
	/** The first id of the page before: a service that ignores `page` sends it again. */
	first: string;
}

/**
 * Quotations for the editor's list, a page at a time. No search is known of the service, so the filter is
 * applied here, page after page until something fits.
 */
export async function searchQuotations(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await lookUp(this, async (connection) => {
		const wanted = (filter ?? '').trim().toLowerCase();
		let position: ListPosition = paginationToken
			? (JSON.parse(paginationToken) as ListPosition)
			: { page: 0, size: PER_PAGE, first: '' };
		const fetchPage = quotationPages(connection);
		for (let looked = 1; ; looked++) {
			const { rows, more } = await fetchPage(position.page, position.size);
			const found = rows
				.map((row) => ({ name: quotationTitle(row), value: textOf(row.id) }))
				.filter(({ value }) => value !== '');
			const first = found[0]?.value ?? '';
			if (wanted === '' && position.page === 0) {
				const advice = 'Make one in your Sales CRM, or check the company profile.';
				notEmpty(found, 'quotations', advice);
			}
			if (first === '' || first === position.first) return { results: [] };

			const fits = found.filter((one) => `${one.name} ${one.value}`.toLowerCase().includes(wanted));
			const size = position.page === 0 ? rows.length : position.size;
			position = { page: position.page + 1, size, first };
			if (more === false) return { results: fits };
			if (fits.length > 0 || looked === MAX_PAGES_A_SEARCH) {
				return { results: fits, paginationToken: JSON.stringify(position) };
			}
		}
	});
}

function quotationTitle(quotation: IDataObject): string {
	const title = TITLE_FIELDS.map((field) => quotation[field]).find(
		(value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
	);
	return textOf(title ?? quotation.id);
}

/** Webhooks for the editor's list, in order of name and address where the service shows them, else of id. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const entries = await lookUp(this, async (connection) => {
		const all = await listSubscriptions(connection);
		if (wanted !== '') return all;
		return notEmpty(
			all,
			'webhooks',
			'A webhook is there once it was created, or a trigger published.',
		);
	});
	const found = entries.flatMap((entry) => {
		const value = subscriptionId(entry);
		return value === undefined ? [] : [{ name: webhookTitle(entry, value), value }];
	});
	return {
		results: found
			.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted))
			.sort((a, b) => a.name.localeCompare(b.name)),
	};
}

function webhookTitle(entry: object, id: string): string {
	const { subscription } = entry as { subscription?: unknown };
	const said: { name?: unknown } = { ...entry, ...(isObject(subscription) ? subscription : {}) };
	const parts = [textOf(said.name), subscriptionUrl(entry)].filter((part) => part);
	return parts.length > 0 ? parts.join(' – ') : id;
}

const DEALS_A_PAGE = 100;

/** Each letter of a search, and each page, asks again: the history is read whole every time. */
const DEALS_KEPT_MS = 30_000;

interface DealTitle {
	name: string;
	value: string;
}

interface KeptDeals {
	titles: Promise<DealTitle[]>;
	/** Infinity until they have come. */
	keptUntil: number;
}

/** By sign-in and profile. */
const keptDeals = new Map<string, KeptDeals>();

/** Deals for the editor's list, the one that changed last first; searched by words and by id. */
export async function searchDeals(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const titles = await lookUp(this, async (connection) => {
		const all = await dealTitles(connection);
		if (filter.trim() !== '') return all;
		return notEmpty(all, 'deals', 'Make one in your Sales CRM, or check the company profile.');
	});
	const words = searchWords(filter);
	const fits = titles.filter(({ name, value }) => {
		const text = folded(`${name} ${value}`);
		return words.every((word) => text.includes(word));
	});
	const from = Number(paginationToken);
	const next = from + DEALS_A_PAGE;
	return {
		results: fits.slice(from, next),
		paginationToken: next < fits.length ? String(next) : undefined,
	};
}

async function dealTitles(connection: Connection): Promise<DealTitle[]> {
	for (const [key, { keptUntil }] of keptDeals) {
		if (Date.now() >= keptUntil) keptDeals.delete(key);
	}
	const key = await keyOfDeals(connection);
	const kept = keptDeals.get(key);
	if (kept) return await kept.titles;
	const reading: KeptDeals = { titles: readTitles(connection), keptUntil: Infinity };
	keptDeals.set(key, reading);
	reading.titles.then(
		() => (reading.keptUntil = Date.now() + DEALS_KEPT_MS),
		() => keptDeals.delete(key),
	);
	return await reading.titles;
}

/** Of all that was entered to sign in, for two accounts may share a password; not of a session, which ends. */
async function keyOfDeals({ context, scheme, baseUrl, profileId }: Connection): Promise<string> {
	const { apiToken, email, password, loginPath, oauthTokenData } = await context.getCredentials(
		credentialTypeOf(scheme),
	);
	const account = [apiToken, email, password, loginPath, oauthTokenData];
	return fingerprint([scheme, baseUrl, profileId, ...account]);
}

async function readTitles(connection: Connection): Promise<DealTitle[]> {
	const now = Date.now();
	const deals = mergedDeals(await listHistory(connection)).map((item) => dealNow(item, now));
	return inOrder(deals, 'newestFirst', ({ lastChangeAt }) => lastChangeAt).flatMap(({ item }) => {
		const value = textOf(item.id);
		return value === '' ? [] : [{ name: textOf(item.summary) || value, value }];
	});
}
