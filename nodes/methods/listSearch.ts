import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listHistory } from '../api/deals';
import { listQuotations } from '../api/quotations';
import { fingerprint } from '../utils/fingerprint';
import { mergedDeals } from '../deals/history';
import { inOrder } from '../deals/outputs';
import { dealNow } from '../deals/present';
import { type Connection, credentialTypeOf } from '../transport/connection';
import { folded, searchWords, textOf } from '../utils/text';
import { lookUp, notEmpty } from './editorConnection';
import { listSubscriptions, subscriptionId, subscriptionUrl } from '../api/webhooks';
import { isObject } from '../utils/json';
import { joined } from '../utils/lists';

/** Each scrolling down gives so many more. */
const QUOTATIONS_A_PAGE = 100;

/** A search looks through so many before it asks the user to scroll for more. */
const QUOTATIONS_A_SEARCH = 1000;

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

/**
 * Quotations for the editor's list, some at a time. No search is known of the service, so the filter is applied
 * here. The list is read from its beginning each time, for whatever a list needs to be read by is known
 * then; the token is how many rows were looked at.
 */
export async function searchQuotations(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const from = Number(paginationToken);
	const limit = from + (wanted === '' ? QUOTATIONS_A_PAGE : QUOTATIONS_A_SEARCH);
	const rows = await lookUp(this, async (connection) => {
		const pages: IDataObject[][] = [];
		// What is in doubt of the list has no place to be told here.
		const options = { limit, onIncomplete: () => {} };
		for await (const page of listQuotations(connection, options)) pages.push(page);
		const all = joined(pages);
		if (wanted !== '') return all;
		return notEmpty(all, 'quotations', 'Make one in your Sales CRM, or check the company profile.');
	});
	const results = rows
		.slice(from)
		.map((row) => ({ name: quotationTitle(row), value: textOf(row.id) }))
		.filter(({ name, value }) => value && `${name} ${value}`.toLowerCase().includes(wanted));
	return { results, paginationToken: rows.length === limit ? String(limit) : undefined };
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
