import type { IDataObject } from 'n8n-workflow';

import { readPage } from '../../nodes/pagination/readPage.ts';
import { isObject } from '../spec/schema.mts';
import { type Account, dataOf, parsed } from './account.mts';
import type { Reply } from './gate.mts';

type Page = NonNullable<ReturnType<typeof readPage>>;

/** The names of ids that the sandbox knows; `contactId` stands for `quotationId` as well. */
const IDS = ['id', '_id', 'uuid', 'contactId', 'quotationId'];
/** No list is this long. */
const FAR_PAGE = 50_000;
const MANY = 1000;
const REFUSALS = [400, 404, 410, 416, 422];

/**
 * What pages of a list tell of it, each asked for once. Undefined throughout: it could not be told.
 */
export class List {
	private constructor(
		private readonly account: Account,
		readonly name: 'contacts' | 'quotations',
	) {}

	/** Those that can be looked at: contacts only in an audience. */
	static of(account: Account): List[] {
		const contacts = account.options.audience === undefined ? [] : [new List(account, 'contacts')];
		return [...contacts, new List(account, 'quotations')];
	}

	async reply(page: number, perPage: number, nth = 1): Promise<Reply | undefined> {
		const { profile, audience } = this.account.options;
		const own = { company_profile_id: profile, page, per_page: perPage };
		return this.name === 'contacts'
			? await this.account.ask('listContacts', { query: { ...own, audience_id: audience } }, nth)
			: await this.account.ask('listQuotations', { query: own }, nth);
	}

	/** Read as the nodes read it. */
	async page(page: number, perPage: number, nth = 1): Promise<Page | undefined> {
		const data = dataOf(await this.reply(page, perPage, nth));
		const first = page > 0 ? await this.page(0, 50) : undefined;
		return data === undefined ? undefined : readPage(data, this.name, first?.path);
	}

	async rows(page = 0, perPage = 50, nth = 1): Promise<IDataObject[]> {
		return (await this.page(page, perPage, nth))?.rows ?? [];
	}

	/** The fields that differ in every row when the same page is asked for again; undefined where other rows came. */
	async volatile(): Promise<string[] | undefined> {
		const [first, again] = [await this.rows(), await this.rows(0, 50, 2)];
		if (first.length === 0 || first.length !== again.length) return undefined;
		const names = [...new Set(first.flatMap((row) => Object.keys(row)))];
		const differing = names.map((name) => ({
			name,
			count: first.filter((row, n) => text(row[name]) !== text(again[n]![name])).length,
		}));
		const changed = differing.filter(({ count }) => count > 0);
		const id = idIn(first);
		if (changed.some(({ name, count }) => name === id || count < first.length)) return undefined;
		return id === undefined && changed.length > 1 ? undefined : changed.map(({ name }) => name);
	}

	async same(one: readonly IDataObject[], other: readonly IDataObject[]): Promise<boolean> {
		const aside = (await this.volatile()) ?? [];
		const id = idIn(one);
		const mark = (row: IDataObject) =>
			text(id ? row[id] : Object.entries(row).filter(([name]) => !aside.includes(name)));
		return one.length === other.length && one.every((row, n) => mark(row) === mark(other[n]!));
	}

	/** Whether a page far behind the end is the first again. */
	async ignoresPage(): Promise<boolean | undefined> {
		const [first, far] = [await this.rows(), await this.rows(FAR_PAGE)];
		if (first.length === 0) return undefined;
		if (far.length === 0) return (await this.reply(FAR_PAGE, 50)) && false;
		if (await this.same(first, far)) return true;
		return (await this.volatile()) ? false : undefined;
	}

	/** Whether page 1 is the first: page 0 is answered like it. Undefined where the list is too short. */
	async firstPage(): Promise<0 | 1 | undefined> {
		if ((await this.ignoresPage()) !== false || !(await this.volatile())) return undefined;
		return (await this.same(await this.rows(), await this.rows(1))) ? 1 : 0;
	}

	/** How many rows there are, where a page holds all of them. */
	async whole(): Promise<number | undefined> {
		const first = await this.firstPage();
		const counts = first !== undefined && (await this.ignoresSize()) === false;
		const { length } = await this.rows(0, MANY);
		if (!counts || length >= MANY) return undefined;
		return (await this.rows(first + 1, MANY)).length === 0 ? length : undefined;
	}

	/** Whether `hasMore` says no more than that a page is as full as was asked; undefined where nothing shows it. */
	async onlyCompares(): Promise<boolean | undefined> {
		const whole = await this.whole();
		const says = (reply: Reply | undefined) => /"hasMore":\s*true/.test(reply?.text ?? '');
		if (whole && (await this.page(0, whole))) return says(await this.reply(0, whole));
		return (await this.cap()) ? !says(await this.reply(0, MANY)) : undefined;
	}

	/** Whether a page of one row has more. */
	async ignoresSize(): Promise<boolean | undefined> {
		const one = (await this.rows(0, 1)).length;
		if (one !== 1) return one > 1 ? true : undefined;
		return (await this.rows()).length > 1 || (await this.rows(0, MANY)).length > 1
			? false
			: undefined;
	}

	/**
	 * The most rows of a page; null where a thousand came. A cap is believed where the row behind so
	 * many is the first of the next page: rows that are taken out after paging make pages short as well.
	 */
	async cap(): Promise<number | null | undefined> {
		const from = await this.firstPage();
		if (from === undefined || (await this.ignoresSize()) !== false) return undefined;
		const [big, next] = [await this.rows(0, MANY), await this.rows(from + 1, MANY)];
		if (big.length === MANY) return null;
		const most = Math.max(big.length, next.length);
		if (next.length === 0 || most === MANY) return undefined;
		const behind = await this.rows(from + most, 1);
		return behind.length === 1 && (await this.same(behind, next.slice(0, 1))) ? most : undefined;
	}

	/** The page right behind the last row of a list that came whole. */
	async behindEnd(): Promise<Reply | undefined> {
		const [from, count] = [await this.firstPage(), await this.whole()];
		return from === undefined || !count ? undefined : await this.reply(from + count, 1);
	}

	async farBehindEnd(): Promise<Reply | undefined> {
		return (await this.ignoresPage()) === false ? await this.reply(FAR_PAGE, 50) : undefined;
	}

	/** The setting of the switch `emptyPage` for the answer to a page without rows. */
	async emptyForm(reply: Reply | undefined): Promise<string | number | undefined> {
		if (!reply || REFUSALS.includes(reply.status)) return reply?.status;
		if (reply.status === 204 || reply.text === '') return 'noBody';
		const data = parsed(reply.text);
		if (data === null) return 'null';
		if (Array.isArray(data)) return data.length === 0 ? 'list' : undefined;
		if (!isObject(data) || reply.status > 299) return undefined;
		const entries = Object.entries(data);
		if (entries.length === 0) return 'object';
		const path = (await this.page(0, 50))?.path ?? [];
		const there = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : at), data);
		if (there === null) return 'null';
		if (Array.isArray(there)) return there.length === 0 ? 'list' : undefined;
		const [[name, value]] = entries as [[string, unknown]];
		if (name === 'message') return 'message';
		if (entries.length === 1 && typeof value === 'number') return 'totalOnly';
		return isObject(data.page) && !('_embedded' in data) ? 'halWithoutEmbedded' : 'missing';
	}
}

const text = (value: unknown) => JSON.stringify(value);

/** The field that every row has and no two share. */
export const idIn = (rows: readonly IDataObject[], names = IDS): string | undefined =>
	names.find((name) => {
		const ids = rows.map((row) => row[name]);
		const areThere = ids.every((id) => typeof id === 'string' || typeof id === 'number');
		return rows.length > 0 && areThere && new Set(ids).size === ids.length;
	});
