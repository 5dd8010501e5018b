import { type Account, dataOf } from '../live/account.mts';

import type { Read } from '../live/gate.mts';
import { type Answer, noData, type Question, settled } from '../report.mts';
import { fieldWords } from '../spec/envelope.mts';
import { isObject, type Json, type Shape } from '../spec/schema.mts';
import type { Specification } from '../spec/specification.mts';
import { joined, type Told, told, word } from '../told.mts';

/** History, statuses and users. */

const NAMES = { listHistory: 'history', listStatuses: 'statuses', listUsers: 'users' };
type Whole = keyof typeof NAMES;
const ALL = Object.keys(NAMES) as Whole[];

const NO_PROFILE = noData(word('not asked: give --profile'));
const NO_HISTORY = noData(word('no history entry was seen: give --profile, of one with deals'));

const read = async (account: Account, operation: Whole) =>
	dataOf(await account.ask(operation as Read, account.partsOf(operation as Read)));

/** A bare list, or the one under its name. */
function rowsIn(data: unknown, name: string): Json[] {
	const list = isObject(data) ? data[name] : data;
	return Array.isArray(list) ? list.filter(isObject) : [];
}

const entriesOf = async (account: Account): Promise<Json[]> =>
	rowsIn(await read(account, 'listHistory'), 'history').flatMap(({ history }) =>
		rowsIn(history, 'history'),
	);

/** A field of an entry of a deal's history. */
function entryField(specification: Specification, name: string): Shape | undefined {
	const route = specification.route('listHistory');
	const deals = specification.list('listHistory', 'history')?.rows.fields.get('history');
	const entries = deals && route!.shape(deals.nodes).items;
	const field = entries && route!.shape(entries).fields.get(name);
	return field && route!.shape(field.nodes);
}

const KNOWN = ['STATUS_CHANGED', 'USER_CHANGED'];

export const HISTORY: Question[] = [
	{
		row: 'Types of history entries beyond the two',
		spec(specification) {
			const type = entryField(specification, 'type');
			return type && (type.values?.join(', ') ?? (type.description.trim() || 'any text'));
		},
		async live(account) {
			const entries = await entriesOf(account);
			if (entries.length === 0) return NO_HISTORY;
			const others = entries.some(({ type }) => !KNOWN.includes(String(type)));
			return others ? settled(word('there are others')) : noData(word('no other was seen'));
		},
	},
	{
		row: 'What an empty metaData means',
		async live(account) {
			const entries = await entriesOf(account);
			if (entries.length === 0) return NO_HISTORY;
			const empty = entries.filter(({ metaData }) => !isObject(metaData) || Object.keys(metaData).length === 0);
			return empty.length === 0
				? noData(word('none is empty'))
				: noData(word('some are empty: what that means only people can say'));
		},
	},
	{
		row: 'Allowed values of `status_category`',
		spec(specification) {
			const field = specification.list('listStatuses', 'statuses')?.rows.fields.get('status_category');
			const shape = field && specification.route('listStatuses')!.shape(field.nodes);
			return shape && (shape.values?.join(', ') ?? 'any text');
		},
		async live(account) {
			const statuses = rowsIn(await read(account, 'listStatuses'), 'statuses');
			if (statuses.length === 0) return noData(word('no status was seen: give --profile'));
			return statuses.some(({ status_category: category }) => (category ?? null) !== null)
				? settled(word('other values than null are in use'))
				: noData(word('null everywhere'));
		},
	},
	{ row: 'Other transitions; lifecycles of contacts and quotations' },
	{
		row: 'Whether every item of the history is a deal',
		spec(specification) {
			const rows = specification.list('listHistory', 'history')?.rows;
			const type = rows?.fields.get('item_type') ?? rows?.fields.get('itemType');
			return type && `an item tells its type: ${specification.route('listHistory')!.shape(type.nodes).values?.join(', ') ?? 'any text'}`;
		},
		live: () => noData(word('an item tells no type; where the report lists one more field of it, look there')),
	},
	{
		row: 'Whether history, statuses and users come whole',
		spec(specification) {
			const partial = ALL.flatMap((operation) => {
				const list = specification.list(operation, NAMES[operation]);
				const pages = specification.route(operation)?.inputs.filter(({ name }) => /page|limit|offset|cursor/i.test(name)) ?? [];
				const marks = [list?.total, list?.mark, ...pages.map(({ name }) => name)].filter(Boolean);
				return marks.length > 0 ? [`${NAMES[operation]} may come in parts: ${marks.join(', ')}`] : [];
			});
			const known = ALL.some((operation) => specification.route(operation));
			return known ? partial.join('; ') || settled('nothing speaks of parts', { wholeTotal: 'none' }) : undefined;
		},
		async live(account) {
			if (!account.profile) return NO_PROFILE;
			const said = new Set<string>();
			for (const operation of ALL) {
				const data = await read(account, operation);
				if (data === undefined) continue;
				const { total, hasMore } = (isObject(data) ? data : {}) as { total?: number; hasMore?: boolean };
				const { length } = rowsIn(data, NAMES[operation]);
				said.add(hasMore ? 'hasMore' : total === undefined ? 'none' : total > length ? 'more' : 'right');
			}
			const [one] = said;
			if (said.size !== 1) return noData(word('they differ, or none was answered'));
			return settled(WHOLE[one!]!, { wholeTotal: one });
		},
	},
	{
		row: 'Whether a sign-in that may read the history may read statuses and users',
		async live(account) {
			if ((await read(account, 'listHistory')) === undefined) return NO_HISTORY;
			const both = (await read(account, 'listStatuses')) && (await read(account, 'listUsers'));
			return settled(both ? word('it reads both') : word('it does not read both of them'));
		},
	},
	{
		row: 'Request bodies of history, statuses and users',
		spec(specification) {
			const said = ALL.flatMap((operation) => {
				const route = specification.route(operation);
				if (!route) return [];
				const body = specification.body(operation);
				const words = body ? fieldWords(route, body) || 'any JSON' : 'none';
				return `${NAMES[operation]}: ${words}${route.bodyRequired ? ' (required)' : ''}`;
			});
			return said.length > 0 ? said.join('; ') : undefined;
		},
		async live(account): Promise<Answer<Told>> {
			if (!account.profile) return NO_PROFILE;
			const taken: Whole[] = [];
			for (const operation of ALL) if ((await read(account, operation)) !== undefined) taken.push(operation);
			const names = taken.map((operation) => NAMES[operation] as Told);
			if (taken.length === 3) return settled(word('an empty object is taken by all three'));
			return settled(names.length > 0 ? told`an empty object is taken by ${joined(names)} alone` : word('an empty object is refused by all three'));
		},
	},
];

const WHOLE: Record<string, Told> = {
	none: word('nothing speaks of more'),
	right: word('they announce as many as they hold'),
	more: word('they announce more than they hold'),
	hasMore: word('they say that there is more'),
};
