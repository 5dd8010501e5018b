import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listContactPersons, personNames } from '../api/contactPersons';
import { listHistory } from '../api/deals';
import { type DocumentNoun, readDocumentsOf } from '../api/documents';
import { assigneeFields, fetchNames, statusFields } from '../api/names';
import { hasWords, idOf, type ListedQuotation, listQuotations, titleOf } from '../api/quotations';
import { listWebhooks } from '../api/webhooks';
import { sortByTime, mergedDeals } from '../deals/history';
import { dealAt } from '../deals/present';
import type { Connection } from '../transport/connection';
import { serviceTimeMs } from '../utils/dates';
import { matchesSearch, readSearch } from '../utils/search';
import { containsWords, searchWords, textOf } from '../utils/text';
import { allRows, loadForEditor } from './editorConnection';

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

type Title = { name: string; value: string };

function hasAllWords(filter: string): (one: Title) => boolean {
	const words = searchWords(filter);
	return ({ name, value }) => value !== '' && containsWords(`${name} ${value}`, words);
}

/** Adds the ID if several have the same name. */
function withUniqueNames(titles: Title[]): Title[] {
	const times = new Map<string, number>();
	for (const { name } of titles) times.set(name, (times.get(name) ?? 0) + 1);
	const nameOf = ({ name, value }: Title) => (times.get(name) === 1 ? name : `${name} – ${value}`);
	return titles.map((one) => ({ name: nameOf(one), value: one.value }));
}

const SHOWN_AT_A_TIME = 100;

/** How many quotations a search reads before the user has to scroll for more. */
const QUOTATIONS_A_SEARCH = 1000;

const CREATE_ONE = 'Create one in your Sales CRM, or check the company profile.';

export const listSearch = {
	/** The token is the number of quotations that were searched. The list is read from its beginning each time. */
	async searchQuotations(filter = '', paginationToken = '0') {
		const from = Number(paginationToken);
		const words = searchWords(filter);
		const limit = from + (words.length === 0 ? SHOWN_AT_A_TIME : QUOTATIONS_A_SEARCH);
		// The editor cannot show that the list may be incomplete.
		const options = { limit, onIncomplete: () => {} };
		const read = async (connection: Connection) =>
			await allRows(listQuotations(connection, options));
		const rows = await loadForEditor(this, read, 'quotations', CREATE_ONE);
		const found = rows.slice(from).filter((row) => idOf(row.item) !== '' && hasWords(row, words));
		return {
			results: titlesOf(found),
			paginationToken: rows.length === limit ? String(limit) : undefined,
		};
	},

	/** Invoices or contracts, as the resource says. */
	async searchDocuments(filter = '', paginationToken = '0') {
		const words = searchWords(filter);
		const noun = this.getCurrentNodeParameter('resource') as DocumentNoun;
		const read = async (connection: Connection) => await readDocumentsOf(noun, connection);
		const rows = await loadForEditor(this, read, `${noun}s`, CREATE_ONE);
		const found = rows.filter((row) => hasWords(row, words));
		const sorted = sortByTime(found, 'newestFirst', ({ item }) => serviceTimeMs(item.createdAt));
		return pageOf(titlesOf(sorted), paginationToken);
	},

	async searchWebhooks(filter = '') {
		const advice = 'Create one, or publish a workflow with the Sales CRM Trigger.';
		const webhooks = await loadForEditor(this, listWebhooks, 'webhooks', advice);
		const titles = webhooks.map(({ id, name, url }) => ({
			name: [name, url].filter(Boolean).join(' – ') || id,
			value: id,
		}));
		const found = titles.filter(hasAllWords(filter)).sort((a, b) => a.name.localeCompare(b.name));
		return { results: withUniqueNames(found) };
	},

	async searchDeals(filter = '', paginationToken = '0') {
		const search = readSearch(filter);
		const deals = await loadForEditor(this, dealsByLastChange, 'deals', CREATE_ONE);
		const titles = withUniqueNames(
			deals.map(({ name, item: { id } }) => ({ name: name || id, value: id })),
		);
		const found = titles.filter(({ name, value }, n) => {
			const { email, phone } = deals[n].details;
			return matchesSearch(search, `${name} ${value} ${email ?? ''}`, phone);
		});
		return pageOf(found, paginationToken);
	},

	async searchContactPersons(filter = '', paginationToken = '0') {
		const search = readSearch(filter);
		const persons = await loadForEditor(this, listContactPersons, 'contact persons', CREATE_ONE);
		const found = persons
			.map((person) => {
				const { name, email, phone } = personNames(person);
				const value = textOf(person.id);
				return { name: [name, email].filter(Boolean).join(' – ') || value, value, phone };
			})
			.filter(({ name, value, phone }) => matchesSearch(search, `${name} ${value}`, phone))
			.sort((a, b) => a.name.localeCompare(b.name));
		return pageOf(withUniqueNames(found), paginationToken);
	},
} satisfies Record<string, ListSearch>;

const titlesOf = (rows: ListedQuotation[]) =>
	withUniqueNames(rows.map(({ item }) => ({ name: titleOf(item), value: idOf(item) })));

function pageOf(titles: Title[], paginationToken: string): INodeListSearchResult {
	const from = Number(paginationToken);
	const next = from + SHOWN_AT_A_TIME;
	return {
		results: titles.slice(from, next),
		paginationToken: next < titles.length ? String(next) : undefined,
	};
}

/** Named by title, status and assignee, because several deals may have the same title. */
async function dealsByLastChange(connection: Connection) {
	const now = Date.now();
	const [listed, { names }] = await Promise.all([listHistory(connection), fetchNames(connection)]);
	const deals = mergedDeals(listed).map((item) => {
		const deal = dealAt(item, now);
		const { status } = statusFields(names, deal.statusId);
		const { assignee } = assigneeFields(names, deal.assigneeId);
		return { ...deal, name: [item.summary, status, assignee].filter(Boolean).join(' – ') };
	});
	return sortByTime(deals, 'newestFirst', ({ lastChangeAt }) => lastChangeAt);
}
