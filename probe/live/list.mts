import type { IDataObject } from 'n8n-workflow';

import { readPage } from '../../nodes/pagination/readPage.ts';
import type { Switches } from '../../sandbox/switches.mts';
import type { Said } from '../report.mts';
import { isObject } from '../spec/schema.mts';
import { type Account, dataOf, parsed } from './account.mts';
import type { Reply } from './gate.mts';

/** What the pages of a list tell, by the question; a question that is left out could not be told. */
export type Pages = Partial<
	Record<
		| 'total'
		| 'mark'
		| 'behindEnd'
		| 'window'
		| 'cap'
		| 'sizes'
		| 'counts'
		| 'first'
		| 'id'
		| 'volatile',
		Said
	>
>;

/** The names of ids that the sandbox knows; `contactId` stands for `quotationId` as well. */
const IDS = ['id', '_id', 'uuid', 'contactId', 'quotationId'];
/** No list is this long. */
const FAR_PAGE = 50_000;
const MANY = 1000;

const say = (words: string, switches: { [K in keyof Switches]?: unknown }): Said => ({
	words,
	switches: switches as Partial<Switches>,
});

/**
 * Asks for some pages of a list:
 * 1. The first page twice tells what differs by itself; rows are compared by their id, or by the rest.
 * 2. A page far behind the end tells whether `page` counts, page 1 whether pages begin with it.
 * 3. Where both `page` and `per_page` count, a page that holds everything tells the end of the list.
 * 4. A cap is believed where the row behind so many is the first of the next page: rows that are
 *    taken out after paging make pages short as well.
 */
export async function lookAtList(account: Account, operation: string): Promise<Pages> {
	const name = operation === 'listContacts' ? 'contacts' : 'quotations';
	const { query } = account.partsOf(operation);
	const reply = async (page: number, size: number, nth = 1) =>
		await account.ask(operation, { query: { ...query, page, per_page: size } }, nth);
	const read = (of: Reply | undefined, path?: string[]) => {
		const data = dataOf(of);
		return data === undefined ? undefined : readPage(data, name, path);
	};
	const usual = await reply(0, 50);
	const { rows = [], path, total, more } = read(usual) ?? {};
	const rowsOf = async (page: number, size: number, nth?: number) =>
		read(await reply(page, size, nth), path)?.rows ?? [];
	const pages: Pages = {};

	if (rows.length > 1) {
		const id = idIn(rows);
		const other = idIn(rows, Object.keys(rows[0]!).filter(isNamedLikeId));
		if (id) pages.id = say(id, { idName: id === 'quotationId' ? 'contactId' : id });
		else pages.id = other ? 'another name' : say('rows have no id', { idName: 'none' });
	}
	const differing = differingIn(rows, await rowsOf(0, 50, 2));
	if (differing) {
		const volatileField = differing.length > 0;
		pages.volatile = say(volatileField ? 'there are' : 'none', { volatileField });
	}
	const isSame = (some: readonly IDataObject[], others: readonly IDataObject[]) => {
		const steady = (row: IDataObject) =>
			Object.entries(row).filter(([field]) => !differing?.includes(field));
		const own = idIn(some);
		const mark = (row: IDataObject) => text(own ? row[own] : steady(row));
		return some.length === others.length && some.every((row, n) => mark(row) === mark(others[n]!));
	};

	const far = await reply(FAR_PAGE, 50);
	const farRows = await rowsOf(FAR_PAGE, 50);
	const ignorePage = rows.length > 0 && isSame(rows, farRows);
	const counts =
		rows.length > 0 && !ignorePage && (farRows.length > 0 ? differing : far) !== undefined;
	const [one, many] = [(await rowsOf(0, 1)).length, await rowsOf(0, MANY)];
	const ignorePageSize = one > 1;
	const sizeCounts = one === 1 && Math.max(rows.length, many.length) > 1;
	if (ignorePage || counts) {
		const page = `\`page\` ${counts ? 'counts' : 'is ignored'}`;
		pages.counts = say(page, { ignorePage });
		if (ignorePageSize || sizeCounts) {
			const size = `\`per_page\` ${sizeCounts ? 'counts' : 'is ignored'}`;
			pages.counts = say(`${page}, ${size}`, { ignorePage, ignorePageSize });
		}
	}

	const first = isSame(rows, counts && differing ? await rowsOf(1, 50) : []) ? 1 : 0;
	const isNumbered = counts && differing !== undefined;
	if (isNumbered) pages.first = `from ${first}`;
	const isPaged = isNumbered && sizeCounts;
	const next = isPaged ? await rowsOf(first + 1, MANY) : [];
	const whole = isPaged && many.length < MANY && next.length === 0 ? many.length : 0;
	let cap = 0;
	if (isPaged && many.length === MANY) pages.cap = say('none up to 1,000 rows', { pageCap: null });
	else if (next.length > 0 && next.length < MANY) {
		const most = Math.max(many.length, next.length);
		const behind = await rowsOf(first + most, 1);
		if (behind.length === 1 && isSame(behind, next.slice(0, 1))) cap = most;
		if (cap > 0) pages.cap = say(`${cap} rows`, { pageCap: cap });
	}

	const behind = whole > 0 ? emptyForm(await reply(first + whole, 1), path) : undefined;
	const farBehind = counts ? emptyForm(far, path) : undefined;
	if (behind)
		pages.behindEnd = say(EMPTY[behind] ?? `refused with ${behind}`, { emptyPage: behind });
	if (typeof farBehind === 'string')
		pages.window = say('yes, as far as was asked', { window: null });
	else if (typeof behind === 'string' && farBehind === 400)
		pages.window = say('no: a page far behind the end is refused', { window: 10_000 });

	const mark = ['last', 'hasMore', 'hasNextPage'].find((key) =>
		new RegExp(`"${key}":\\s*(true|false)`).test(usual?.text ?? ''),
	);
	const says = async (size: number) => /"hasMore":\s*true/.test((await reply(0, size))?.text ?? '');
	if (path && mark === 'hasMore') {
		pages.mark = 'there is a mark';
		const all = whole > 0 && read(await reply(0, whole)) !== undefined;
		const compares = all ? await says(whole) : cap > 0 ? !(await says(MANY)) : undefined;
		if (compares === true)
			pages.mark = say('it compares with what was asked', { lastMark: 'asked' });
		if (compares === false) pages.mark = say(mark, { lastMark: mark });
	} else if (path && mark) pages.mark = say(mark, { lastMark: mark });
	else if (path) pages.mark = more === undefined ? say('no mark', { lastMark: 'none' }) : 'another';

	if (path && rows.length > 0) {
		const second = isNumbered ? await rowsOf(first + 1, 50) : [];
		if (total === undefined) pages.total = say('no total', { total: 'none' });
		else if (total > rows.length && total === whole)
			pages.total = say('of all rows', { total: 'all' });
		else if (total === rows.length && second.length > 0)
			pages.total = say('of the rows of the page', { total: 'page' });
	}

	const statuses = [usual, await reply(0, 1), await reply(0, MANY)].map((of) => of?.status ?? 500);
	const refused = statuses.map((status) => [400, 413, 422].includes(status));
	if (!refused[0] && statuses.every((status) => status <= 422)) {
		const switches = { pageSizes: null, largestPageSize: null };
		pages.sizes = say('neither 1 nor 50 nor 1,000', switches);
		if (refused[1] || refused[2])
			pages.sizes = `pages of ${refused[1] ? 'one row' : '1,000 rows'} are`;
	}
	return pages;
}

/** The fields that differ in every row when a page is asked for again; undefined where other rows came. */
function differingIn(rows: IDataObject[], again: IDataObject[]): string[] | undefined {
	if (rows.length === 0 || rows.length !== again.length) return undefined;
	const differs = (name: string) => (row: IDataObject, n: number) =>
		text(row[name]) !== text(again[n]![name]);
	const names = Object.keys(Object.assign({}, ...rows));
	const changed = names.filter((name) => rows.some(differs(name)));
	const id = idIn(rows);
	const isOther = changed.some((name) => name === id || !rows.every(differs(name)));
	return isOther || (!id && changed.length > 1) ? undefined : changed;
}

/** Pages without rows, by the setting of the switch `emptyPage`. */
const EMPTY: Record<string, string> = {
	list: 'an empty list',
	null: 'null in place of the list',
	missing: 'without the list',
	object: 'an empty object',
	noBody: 'without a body',
	message: 'in words',
	totalOnly: 'a total alone',
	halWithoutEmbedded: 'HAL without _embedded',
};

/** One of those, or the status that refuses the page. */
function emptyForm(reply: Reply | undefined, path: string[] = []): string | number | undefined {
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

const text = (value: unknown) => JSON.stringify(value);
const isNamedLikeId = (name: string) => /(id|uuid|guid|key)$/i.test(name);

/** The field that every row has and no two share. */
export const idIn = (rows: readonly IDataObject[], names = IDS): string | undefined =>
	names.find((name) => {
		const ids = rows.map((row) => row[name]);
		const areThere = ids.every((id) => typeof id === 'string' || typeof id === 'number');
		return rows.length > 0 && areThere && new Set(ids).size === ids.length;
	});
