import type { IDataObject } from 'n8n-workflow';

import { readPage } from '../../../nodes/pagination/readPage.ts';
import type { Switches } from '../../sandbox/switches.mts';
import { type Account, dataOf, parsed, type Reply } from '../live/account.mts';
import { type OfSpecification, type Question, type Questions, says } from '../report.mts';
import { distinct, isObject } from '../spec/schema.mts';
import { type Envelope, envelopeOf, rowsOf } from '../spec/specification.mts';

/** Lists in pages: contacts and quotations are asked the same. */

/** @param names Switches that settle it, as far as its pages tell them. */
const inPages = (names: Array<keyof Switches>, spec?: OfSpecification): Question => ({
	spec,
	live({ pages }) {
		const told = names
			.filter((name) => pages[name] !== undefined)
			.map((name) => [name, pages[name]]);
		const words = told.map(([name, value]) => `${name}: ${WORDS[`${value}`] ?? value}`).join(', ');
		return told.length > 0 ? { words, switches: Object.fromEntries(told) } : undefined;
	},
});
const WORDS: Record<string, string> = { null: 'no limit was met', true: 'yes', false: 'no' };

const inEnvelopes =
	(say: (list: Envelope) => string): OfSpecification =>
	(specification) => {
		const lists = ['listContacts', 'listQuotations'].flatMap(
			(name) => envelopeOf(name, specification.route(name)) ?? [],
		);
		return distinct(lists.map(say)).join(', ');
	};

const idOf = ({ rows: { names } }: Envelope): string => {
	const usual = names.find((name) => /^_?(uu|gu)?id$/i.test(name));
	const id = usual ?? names.find((name) => /(Id|_id)$/.test(name));
	return id ? `\`${id}\`` : '';
};

const largest: OfSpecification = (specification) => {
	const size = specification.at('listContacts', 'query.per_page');
	const largestPageSize = Number(size?.said('maximum'));
	return largestPageSize ? { words: `${largestPageSize}`, switches: { largestPageSize } } : '';
};

export const IN_PAGES: Questions = {
	'How rows are written': inEnvelopes(({ listShape }) =>
		listShape === 'keyed' ? 'an object' : 'an array',
	),
	'Whether a total is announced, and of what': inPages(
		['total'],
		inEnvelopes(({ hasTotal }) => (hasTotal ? 'there is one' : 'no total')),
	),
	'Whether the last page is marked': inPages(
		['lastMark'],
		inEnvelopes(({ isMarked }) => (isMarked ? 'it is' : 'no mark')),
	),
	'How a page without rows is answered, and whether pages behind the last are refused': inPages([
		'emptyPage',
	]),
	'Whether every page can be asked for': inPages(['window']),
	'Largest `per_page`': inPages(['pageCap'], largest),
	'Which `per_page` are refused': inPages(
		['pageSizes', 'largestPageSize'],
		says('listContacts', 'query.per_page', 'limits'),
	),
	'Whether `page` and `per_page` count at all': inPages(['ignorePage', 'ignorePageSize']),
	'Whether pages count from 0 or 1': {
		live: ({ pages: { first } }) => (first === undefined ? undefined : `from ${first}`),
		spec: says('listContacts', 'query.page', 'limits'),
	},
	"Name of a row's id": inPages(['idName'], inEnvelopes(idOf)),
	'Fields that differ in each answer': inPages(['volatileField']),
};

/** What the pages of a list tell: switches of the sandbox that play it, and the number of its first page. */
export type Pages = Record<string, unknown>;

/** The names of ids that the sandbox knows; `contactId` stands for `quotationId` as well. */
const IDS = ['id', '_id', 'uuid', 'contactId', 'quotationId'];
/** No list is this long. */
const FAR_PAGE = 50_000;
const MANY = 1000;

/**
 * Asks for some pages of a list. What cannot be told is left out:
 * 1. The first page comes twice. Where other rows come, the list changes, and tells nothing else.
 * 2. A page far behind the end tells whether `page` counts, page 1 whether pages begin with it.
 * 3. Where both `page` and `per_page` count, a page that holds everything tells the end of the list.
 * 4. A cap is believed where the row behind so many is the first of the next page: rows that are
 *    taken out after paging make pages short as well.
 */
export async function lookAtList(account: Account, operation: string): Promise<Pages> {
	let path: string[] | undefined;
	const page = async (number: number, size: number, time?: string) => {
		const reply = await account.ask(operation, { page: number, per_page: size }, undefined, time);
		const data = dataOf(reply);
		const read = data === undefined ? undefined : readPage(data, rowsOf(operation), path);
		return { reply, read, rows: read?.rows ?? [] };
	};
	const usual = await page(0, 50);
	const { rows } = usual;
	path = usual.read?.path;
	const pages: Pages = {};
	if (!path) return pages;

	const id = idIn(rows);
	const others = Object.keys(rows[0] ?? {}).filter((name) => /(id|uuid|guid|key)$/i.test(name));
	if (rows.length > 1 && id) pages.idName = id === 'quotationId' ? 'contactId' : id;
	else if (rows.length > 1 && !idIn(rows, others)) pages.idName = 'none';

	const again = (await page(0, 50, 'again')).rows;
	if (!isSame(rows, again)) return pages;
	const differs = rows.map((row, n) => text(row) !== text(again[n]));
	if (new Set(differs).size === 1) pages.volatileField = differs[0];

	const far = await page(FAR_PAGE, 50);
	const one = await page(0, 1);
	const many = await page(0, MANY);
	const refused = [usual, one, many].some(({ reply }) => (reply?.status ?? 500) > 299);
	if (!refused) Object.assign(pages, { pageSizes: null, largestPageSize: null });
	const ignorePage = rows.length > 0 && isSame(rows, far.rows);
	const counts = rows.length > 0 && !ignorePage && far.reply !== undefined;
	const ignorePageSize = one.rows.length > 1;
	const sizeCounts = one.rows.length === 1 && Math.max(rows.length, many.rows.length) > 1;
	if (ignorePage || counts) {
		pages.ignorePage = ignorePage;
		if (ignorePageSize || sizeCounts) pages.ignorePageSize = ignorePageSize;
	}

	const { total, more } = usual.read!;
	const isThere = (key: string) => usual.reply!.text.includes(`"${key}":`);
	// `hasMore` may compare the page with what was asked: it is left open.
	if (more === undefined) pages.lastMark = 'none';
	else pages.lastMark = ['last', 'hasNextPage'].find(isThere);
	if (rows.length > 0 && total === undefined) pages.total = 'none';
	if (!counts) return pages;

	const second = (await page(1, 50)).rows;
	const first = isSame(rows, second) ? 1 : 0;
	pages.first = first;
	const next = first === 0 ? second : (await page(2, 50)).rows;
	if (total === rows.length && next.length > 0) pages.total = 'page';
	if (!sizeCounts) return pages;

	const nextMany = (await page(first + 1, MANY)).rows;
	if (many.rows.length === MANY) pages.pageCap = null;
	else if (nextMany.length > 0) {
		const cap = Math.max(many.rows.length, nextMany.length);
		const behind = await page(first + cap, 1);
		if (behind.rows.length === 1 && isSame(behind.rows, nextMany.slice(0, 1))) pages.pageCap = cap;
	}

	const whole = nextMany.length === 0 ? many.rows.length : MANY;
	const farForm = emptyForm(far.reply, path);
	if (typeof farForm === 'string') pages.window = null;
	if (whole === MANY || whole === 0) return pages;
	const form = emptyForm((await page(first + whole, 1)).reply, path);
	if (!form) return pages;
	pages.emptyPage = form;
	if (typeof form === 'string' && farForm === 400) pages.window = 10_000;
	if (total === whole && total > rows.length) pages.total = 'all';
	return pages;
}

const text = (value: unknown) => JSON.stringify(value);

/** By their ids, or else by all that they hold. */
function isSame(some: readonly IDataObject[], others: readonly IDataObject[]): boolean {
	const id = idIn(some);
	const marks = (rows: readonly IDataObject[]) => text(rows.map((row) => (id ? row[id] : row)));
	return marks(some) === marks(others);
}

/** The form of a page without rows, by the setting of the switch `emptyPage`, or the status that refuses it. */
function emptyForm(reply: Reply | undefined, path: string[]): string | number | undefined {
	if (!reply || [400, 404, 410, 416, 422].includes(reply.status)) return reply?.status;
	if (reply.status === 204 || reply.text === '') return 'noBody';
	const data = parsed(reply.text);
	if (data === null) return 'null';
	if (reply.status > 299 || typeof data !== 'object') return undefined;
	if (text(data) === '{}') return 'object';
	const there = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : at), data);
	if (there === null) return 'null';
	if (Array.isArray(there)) return there.length === 0 ? 'list' : undefined;
	const [[name, value], ...others] = Object.entries(data) as [[string, unknown]];
	if (name === 'message') return 'message';
	if (others.length === 0 && typeof value === 'number') return 'totalOnly';
	const isHal = 'page' in data && isObject(data.page) && !('_embedded' in data);
	return isHal ? 'halWithoutEmbedded' : 'missing';
}

/** The field that every row has and no two share. */
export const idIn = (rows: readonly IDataObject[], names = IDS): string | undefined =>
	names.find((name) => {
		const ids = rows.map((row) => row[name]);
		const areThere = ids.every((id) => typeof id === 'string' || typeof id === 'number');
		return rows.length > 0 && areThere && new Set(ids).size === ids.length;
	});
