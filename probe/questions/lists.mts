import type { Account } from '../live/account.mts';
import { idIn, List } from '../live/list.mts';
import { type Answer, type Question, settled, together } from '../report.mts';
import type { Envelope } from '../spec/envelope.mts';
import type { Specification } from '../spec/specification.mts';
import { distinct } from '../spec/schema.mts';
import { figure, type Told, told, word } from '../told.mts';

/** Lists in pages. Contacts and quotations are asked the same, and expected to agree. */

/** Asks each list; undefined where it shows nothing. */
const ofLists =
	(ask: (list: List) => Promise<Answer<Told> | undefined>) =>
	async (account: Account): Promise<Answer<Told>> => {
		const answers: Array<Answer<Told> | undefined> = [];
		for (const list of List.of(account)) answers.push(await ask(list));
		return together(answers);
	};

/** What both lists say, once where it is the same. */
const inBoth = (say: (list: Envelope) => string | undefined) => (specification: Specification) => {
	const lists = [
		specification.list('listContacts', 'contacts'),
		specification.list('listQuotations', 'quotations'),
	];
	return distinct(lists.flatMap((list) => (list && say(list)) ?? [])).join(' or ') || undefined;
};

const perPage = (specification: Specification) =>
	['listContacts', 'listQuotations']
		.flatMap((operation) => specification.route(operation)?.inputs ?? [])
		.find(({ name }) => name === 'per_page')?.shape;

const EMPTY: Record<string, Told> = {
	list: word('by an empty list'),
	null: word('by null in place of the list'),
	missing: word('without the list'),
	object: word('by an empty object'),
	noBody: word('without a body'),
	message: word('in words'),
	totalOnly: word('by a total alone'),
	halWithoutEmbedded: word('as HAL without _embedded'),
};

export const IN_PAGES: Question[] = [
	{
		row: 'How rows are written',
		spec: inBoth(({ isKeyed }) => (isKeyed ? 'an object with whole-number keys' : 'an array')),
	},
	{
		row: 'Whether a total is announced, and of what',
		spec: inBoth(({ total }) => (total ? `there is \`${total}\`` : 'no total')),
		live: ofLists(async (list) => {
			const { path, total, rows } = (await list.page(0, 50)) ?? {};
			if (!path || !rows || rows.length === 0) return undefined;
			if (total === undefined) return settled(word('no total'), { total: 'none' });
			const whole = await list.whole();
			if (total > rows.length && total === whole) {
				return settled(word('a total of all rows'), { total: 'all' });
			}
			const from = await list.firstPage();
			const more = from !== undefined && (await list.rows(from + 1)).length > 0;
			if (!more || total !== rows.length) return undefined;
			return settled(word('a total of the rows of the page'), { total: 'page' });
		}),
	},
	{
		row: 'Whether the last page is marked',
		spec: inBoth(({ mark }) => (mark ? `there is \`${mark}\`` : 'no mark')),
		live: ofLists(async (list) => {
			const page = await list.page(0, 50);
			if (!page?.path) return undefined;
			const { text } = (await list.reply(0, 50))!;
			const marks = ['last', 'hasMore', 'hasNextPage'];
			const name = marks.find((one) => new RegExp(`"${one}":\\s*(true|false)`).test(text));
			if (name) {
				const asked = name === 'hasMore' ? await list.onlyCompares() : false;
				const played = asked === undefined ? undefined : { lastMark: asked ? 'asked' : name };
				return settled(
					asked ? word('a mark that only compares with what was asked') : word('there is a mark'),
					played,
				);
			}
			if (page.more !== undefined) return settled(word('there is a mark of another name'));
			return settled(word('no mark'), { lastMark: 'none' });
		}),
	},
	{
		row: 'How a page without rows is answered',
		live: ofLists(async (list) => {
			const form = await list.emptyForm(await list.behindEnd());
			const words = EMPTY[String(form)];
			return words && settled(words, { emptyPage: form });
		}),
	},
	{
		row: 'Whether pages behind the last are refused',
		live: ofLists(async (list) => {
			const form = await list.emptyForm(await list.behindEnd());
			if (form === undefined) return undefined;
			if (typeof form === 'string') return settled(word('they are not: they have no rows'));
			return settled(told`they are, with ${figure(form)}`, { emptyPage: form });
		}),
	},
	{
		row: 'Whether every page can be asked for',
		live: ofLists(async (list) => {
			const near = await list.emptyForm(await list.behindEnd());
			const far = await list.emptyForm(await list.farBehindEnd());
			if (typeof far === 'string')
				return settled(word('yes, as far as was asked'), { window: null });
			if (typeof near !== 'string' || far !== 400) return undefined;
			return settled(word('no: a page far behind the end is refused'), { window: 10_000 });
		}),
	},
	{
		row: 'Largest `per_page`',
		spec(specification) {
			const maximum = perPage(specification)?.said.maximum;
			return maximum ? settled(String(maximum), { largestPageSize: maximum }) : undefined;
		},
		live: ofLists(async (list) => {
			const cap = await list.cap();
			if (cap === undefined) return undefined;
			const words = cap === null ? word('none up to 1,000 rows') : told`${figure(cap)} rows`;
			return settled(words, { pageCap: cap });
		}),
	},
	{
		row: 'Which `per_page` are refused',
		spec(specification) {
			const shape = perPage(specification);
			const { minimum, maximum } = shape?.said ?? {};
			const pageSizes = shape?.values?.map(Number);
			if (pageSizes) return settled(`all but ${pageSizes.join(', ')}`, { pageSizes });
			const ends = [minimum && `below ${minimum}`, maximum && `above ${maximum}`];
			return ends.filter(Boolean).join(', ') || undefined;
		},
		live: ofLists(async (list) => {
			const replies = [await list.reply(0, 50), await list.reply(0, 1), await list.reply(0, 1000)];
			const [usual, one, many] = replies.map((reply) =>
				[400, 413, 422].includes(reply?.status ?? 0),
			);
			if (usual || replies.some((reply) => !reply || reply.status > 422)) return undefined;
			if (one) return settled(word('pages of one row are'));
			if (many) return settled(word('pages of 1,000 rows are'));
			return settled(word('neither 1 nor 50 nor 1,000'), {
				pageSizes: null,
				largestPageSize: null,
			});
		}),
	},
	{
		row: 'Whether `page` and `per_page` count at all',
		live: ofLists(async (list) => {
			const [ignorePage, ignorePageSize] = [await list.ignoresPage(), await list.ignoresSize()];
			if (ignorePage === undefined) return undefined;
			const page = ignorePage ? word('`page` is ignored') : word('`page` counts');
			if (ignorePageSize === undefined) return settled(page, { ignorePage });
			const size = ignorePageSize ? word('`per_page` is ignored') : word('`per_page` counts');
			return settled(told`${page}, ${size}`, { ignorePage, ignorePageSize });
		}),
	},
	{
		row: 'Whether pages count from 0 or 1',
		spec(specification) {
			const inputs = specification.route('listContacts')?.inputs ?? [];
			const { said } = inputs.find(({ name }) => name === 'page')?.shape ?? {};
			const first = said?.default ?? said?.minimum;
			return first === undefined ? undefined : `from ${String(first)}`;
		},
		live: ofLists(async (list) => {
			const first = await list.firstPage();
			return first === undefined
				? undefined
				: settled(first === 0 ? word('from 0') : word('from 1'));
		}),
	},
	{
		row: 'Whether rows are hidden after paging',
		hidden: word('rows that are hidden cannot be seen'),
	},
	{
		row: "Name of a row's id",
		spec: inBoth(({ rows }) => {
			const names = [...rows.fields.keys()];
			const id =
				names.find((name) => /^_?(uu|gu)?id$/i.test(name)) ??
				names.find((name) => /(Id|_id)$/.test(name));
			return names.length === 0 ? undefined : id ? `\`${id}\`` : 'no field is named like one';
		}),
		live: ofLists(async (list) => {
			const rows = await list.rows();
			if (rows.length < 2) return undefined;
			const id = idIn(rows);
			if (id) return settled(id as Told, { idName: id === 'quotationId' ? 'contactId' : id });
			const others = Object.keys(rows[0]!).filter((name) => /(id|uuid|guid|key)$/i.test(name));
			if (idIn(rows, others)) return settled(word('another name'));
			return settled(word('rows have no id'), { idName: 'none' });
		}),
	},
	{
		row: 'Fields that differ in each answer',
		live: ofLists(async (list) => {
			const differing = await list.volatile();
			if (!differing) return undefined;
			const volatileField = differing.length > 0;
			return settled(volatileField ? word('there are') : word('none'), { volatileField });
		}),
	},
];
