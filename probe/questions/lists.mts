import type { Account } from '../live/account.mts';
import { nameOf } from '../live/fields.mts';
import { idIn, List } from '../live/list.mts';
import { type Answer, noData, type Question, settled, together } from '../report.mts';
import type { Specification } from '../spec/specification.mts';
import type { Parameter } from '../spec/routes.mts';
import { figure, type Told, told, word } from '../told.mts';

/** Lists in pages. Contacts and quotations are asked the same, and expected to agree. */

const unseen = noData(word('the lists were too short to show it'));

/** Asks each list; undefined where it shows nothing. */
const ofLists =
	(ask: (list: List, account: Account) => Promise<Answer<Told> | undefined>) =>
	async (account: Account): Promise<Answer<Told>> => {
		const answers = await Promise.all(List.of(account).map((list) => ask(list, account)));
		return together([...answers.filter((one) => one !== undefined), unseen]);
	};

const LISTS = { listContacts: 'contacts', listQuotations: 'quotations' };

/** The same of both lists once, else each with its name. */
function bySpec(specification: Specification, say: (operation: keyof typeof LISTS) => string | undefined) {
	const said = (Object.keys(LISTS) as Array<keyof typeof LISTS>).flatMap((operation) => {
		const words = specification.route(operation) && say(operation);
		return words === undefined ? [] : { words, name: LISTS[operation] };
	});
	const same = new Set(said.map(({ words }) => words)).size === 1;
	const texts = same ? [said[0]!.words] : said.map(({ words, name }) => `${name}: ${words}`);
	return said.length > 0 ? texts.join('; ') : undefined;
}

const perPage = (specification: Specification): Parameter[] =>
	(Object.keys(LISTS) as Array<keyof typeof LISTS>).flatMap(
		(operation) => specification.route(operation)?.parameters.find(({ name }) => name === 'per_page') ?? [],
	);

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
		row: 'Whether a total is announced, and of what',
		spec: (specification) =>
			bySpec(specification, (operation) => {
				const list = specification.list(operation, LISTS[operation]);
				return list && (list.total ? `\`${list.total}\`` : 'no total');
			}),
		live: ofLists(async (list) => {
			const page = await list.page(0, 50);
			if (!page?.path) return undefined;
			if (page.total === undefined) return settled(word('no total'), { total: 'none' });
			if (page.total > page.rows.length) return settled(word('a total of all rows'), { total: 'all' });
			const more = (await list.ignoresPage()) === false && (await list.rows(1)).length > 0;
			return more && page.total === page.rows.length
				? settled(word('a total of the rows of the page'), { total: 'page' })
				: undefined;
		}),
	},
	{
		row: 'Whether the last page is marked',
		spec: (specification) =>
			bySpec(specification, (operation) => {
				const list = specification.list(operation, LISTS[operation]);
				return list && (list.mark ? `\`${list.mark}\`` : 'no mark');
			}),
		live: ofLists(async (list) => {
			const page = await list.page(0, 50);
			if (!page?.path) return undefined;
			const text = (await list.reply(0, 50))!.text;
			const name = ['last', 'hasMore', 'hasNextPage'].find((one) => new RegExp(`"${one}":\\s*(true|false)`).test(text));
			if (name) return settled(word('there is a mark'), { lastMark: name });
			return page.more === undefined
				? settled(word('no mark'), { lastMark: 'none' })
				: settled(word('there is a mark, of a name that the sandbox has not'));
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
			return typeof form === 'number'
				? settled(told`they are, with ${figure(form)}`, { emptyPage: form })
				: settled(word('they are not: they have no rows'), { emptyPage: form });
		}),
	},
	{
		row: 'Whether every page can be asked for',
		live: ofLists(async (list) => {
			const [near, far] = [await list.emptyForm(await list.behindEnd()), await list.emptyForm(await list.farBehindEnd())];
			if (typeof far === 'string') return settled(word('up to 2,500,000 rows'), { window: null });
			return typeof near === 'string' && far === 400
				? settled(word('no: a page far behind the end is refused'), { window: 10_000 })
				: undefined;
		}),
	},
	{
		row: 'Largest `per_page`',
		spec(specification) {
			const [maximum] = perPage(specification).map(({ shape }) => shape.maximum);
			return maximum === undefined ? undefined : settled(figure(maximum), { largestPageSize: maximum });
		},
		live: ofLists(async (list) => {
			const cap = await list.cap();
			if (cap === null) return settled(word('none up to 1,000 rows'), { pageCap: null });
			return cap === undefined ? undefined : settled(told`${figure(cap)} rows at most`, { pageCap: cap });
		}),
	},
	{
		row: 'Which `per_page` are refused',
		spec(specification) {
			const [shape] = perPage(specification).map((one) => one.shape);
			if (!shape) return undefined;
			if (shape.values) return settled(`all but ${shape.values.join(', ')}`, { pageSizes: shape.values.map(Number) });
			const ends = [shape.minimum && `below ${shape.minimum}`, shape.maximum && `above ${shape.maximum}`];
			return ends.filter(Boolean).join(', ') || undefined;
		},
		live: ofLists(async (list) => {
			if (!(await list.page(0, 50))) return undefined;
			const statuses = [(await list.reply(0, 1))?.status, (await list.reply(0, 1000))?.status];
			const refused = statuses.map((status) => [400, 413, 422].includes(status!));
			if (refused[0]) return settled(word('pages of one row'));
			return refused[1]
				? settled(word('pages of 1,000 rows'))
				: settled(word('neither 1 nor 50 nor 1,000'), { pageSizes: null, largestPageSize: null });
		}),
	},
	{
		row: 'Whether `page` and `per_page` count at all',
		live: ofLists(async (list) => {
			const [page, size] = [await list.ignoresPage(), await list.ignoresSize()];
			if (page === undefined) return undefined;
			const words = page ? word('`page` is ignored') : word('`page` counts');
			if (size === undefined) return settled(words, { ignorePage: page });
			const more = size ? word('`per_page` is ignored') : word('`per_page` counts');
			return settled(told`${words}, ${more}`, { ignorePage: page, ignorePageSize: size });
		}),
	},
	{
		row: 'Whether pages come short before the last',
		live: () => noData(word('what is hidden cannot be seen; the nodes take no short page for the end')),
	},
	{
		row: "Name of a row's id",
		spec: (specification) =>
			bySpec(specification, (operation) => {
				const fields = [...(specification.list(operation, LISTS[operation])?.rows.fields.keys() ?? [])];
				const named = fields.filter((name) => /^_?(u?u?id)$/i.test(name) || /(Id|_id|uuid)$/.test(name));
				return fields.length === 0 ? undefined : named.length > 0 ? `\`${named[0]}\`` : 'no field is named like one';
			}),
		live: ofLists(async (list, { naming }) => {
			const rows = await list.rows();
			if (rows.length < 2) return undefined;
			const id = idIn(rows);
			if (id) return settled(nameOf(id, naming), { idName: id === 'quotationId' ? 'contactId' : id });
			const others = Object.keys(rows[0]!).filter((name) => /(id|uuid|guid|key)$/i.test(name));
			return idIn(rows, others)
				? settled(word('another name'))
				: settled(word('rows have no id'), { idName: 'none' });
		}),
	},
	{
		row: 'Fields that differ in each answer',
		live: ofLists(async (list) => {
			const differing = await list.volatile();
			return differing && settled(differing.length > 0 ? word('there are') : word('none'), { volatileField: differing.length > 0 });
		}),
	},
];
