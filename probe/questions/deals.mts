import { type Account, dataOf } from '../live/account.mts';
import { noData, type Question, settled } from '../report.mts';
import { fieldWords } from '../spec/envelope.mts';
import { eventRouteOf } from '../spec/events.mts';
import { isObject, type Shape } from '../spec/schema.mts';
import type { Specification } from '../spec/specification.mts';
import { joined, type Told, told, word } from '../told.mts';

/** History, statuses and users; webhooks, and the calls that they bring. */

const NAMES = { listHistory: 'history', listStatuses: 'statuses', listUsers: 'users' };
const WHOLE = Object.entries(NAMES);

const read = async (account: Account, operation: string) =>
	dataOf(await account.ask(operation, account.partsOf(operation)));

const values = (shape: Shape | undefined): string | undefined =>
	shape && (shape.values?.join(', ') ?? `any ${shape.types.join(' or ') || 'value'}`);

const eventField = ({ root }: Specification, name: string): Shape | undefined => {
	const route = eventRouteOf(root);
	const field = route?.shape(route.body).fields.get(name);
	return field && route!.shape(field.nodes);
};

const sent = (specification: Specification, name: string) =>
	specification.field(specification.body('subscribe'), name);

const listed = (specification: Specification) =>
	specification.list('listSubscriptions', 'subscriptions')?.rows;

const URL_FIELD = /^(url|target_?url|callback_?url|endpoint|address)$/i;

export const HISTORY: Question[] = [
	{
		row: 'Types of history entries beyond the two',
		spec(specification) {
			const deal = specification.list('listHistory', 'history')?.rows;
			const type = specification.field(
				specification.items(specification.field(deal, 'history')),
				'type',
			);
			return type?.values?.join(', ') ?? (type?.description.trim() || undefined);
		},
		async live(account) {
			const text = (await account.ask('listHistory', account.partsOf('listHistory')))?.text ?? '';
			const types = [...text.matchAll(/"type":\s*"(\w+)"/g)].map(([, type]) => type!);
			const known = ['STATUS_CHANGED', 'USER_CHANGED', 'STATUS', 'USER'];
			if (types.length === 0)
				return noData(word('no entry was seen: give --profile, of one with deals'));
			return types.some((type) => !known.includes(type))
				? settled(word('there are others'), { oddHistory: true })
				: noData(word('no other was seen'));
		},
	},
	{ row: 'What an empty metaData means', hidden: word('only people can say') },
	{
		row: 'Allowed values of `status_category`',
		spec(specification) {
			const status = specification.list('listStatuses', 'statuses')?.rows;
			const category = specification.field(status, 'status_category');
			return category && (category.types.length > 0 ? values(category) : undefined);
		},
	},
	{ row: 'Whether every item of the history is a deal', hidden: word('an item tells no type') },
	{
		row: 'Other transitions; lifecycles of contacts and quotations',
		hidden: word('one look shows none'),
	},
	{ row: 'Lifecycle of subscriptions', hidden: 'needs a write' },
	{
		row: 'Whether history, statuses and users come whole',
		spec(specification) {
			const parts = WHOLE.flatMap(([operation, name]) => {
				const list = specification.list(operation, name);
				const paging = specification.route(operation)?.inputs.map((input) => input.name) ?? [];
				const all = [
					list?.total,
					list?.mark,
					...paging.filter((one) => /page|limit|offset|cursor/i.test(one)),
				];
				return all.filter(Boolean).map((one) => `${name}: ${one}`);
			});
			if (!WHOLE.some(([operation]) => specification.route(operation))) return undefined;
			return parts.join(', ') || settled('nothing speaks of parts', { wholeTotal: 'none' });
		},
		async live(account) {
			const said = new Set<string>();
			for (const [operation, name] of WHOLE) {
				const data = await read(account, operation);
				const { total, hasMore, ...others } = isObject(data) ? data : {};
				const { length } = ((others[name] ?? data) as unknown[] | undefined) ?? [];
				const more = total === undefined ? 'none' : Number(total) > length ? 'more' : 'right';
				if (data !== undefined) said.add(hasMore ? 'hasMore' : more);
			}
			const [wholeTotal] = said;
			if (said.size !== 1) return noData(word('they differ, or none was answered: give --profile'));
			return settled(WORDS[wholeTotal!]!, { wholeTotal });
		},
	},
	{
		row: 'Whether a sign-in that may read the history may read statuses and users',
		async live(account) {
			if ((await read(account, 'listHistory')) === undefined)
				return noData(word('it read no history'));
			const both = (await read(account, 'listStatuses')) && (await read(account, 'listUsers'));
			return settled(both ? word('it reads both') : word('it does not read both of them'));
		},
	},
	{
		row: 'Request bodies of history, statuses and users',
		spec(specification) {
			const said = WHOLE.flatMap(([operation, name]) => {
				const route = specification.route(operation);
				const body = specification.body(operation);
				const words = body ? fieldWords(route!, body) || 'any JSON' : 'none';
				return route ? `${name}: ${words}${route.bodyRequired ? ' (required)' : ''}` : [];
			});
			return said.join('; ') || undefined;
		},
		async live(account) {
			const taken: Told[] = [];
			for (const [operation, name] of WHOLE) {
				if ((await read(account, operation)) !== undefined) taken.push(name as Told);
			}
			if (taken.length === 0) return noData(word('none was answered: give --profile'));
			return settled(told`an empty object is taken by ${joined(taken)}`);
		},
	},
];

const WORDS: Record<string, Told> = {
	none: word('nothing speaks of more'),
	right: word('they announce as many as they hold'),
	more: word('they announce more than they hold'),
	hasMore: word('they say that there is more'),
};

export const WEBHOOKS: Question[] = [
	{
		row: 'Allowed values of `method`',
		hidden: 'needs a write',
		spec: (specification) => values(sent(specification, 'method')),
	},
	{
		row: 'Allowed values of `events`; other event names',
		hidden: 'needs a write',
		spec: (specification) => values(specification.items(sent(specification, 'events'))),
	},
	{
		row: 'Whether `events` takes the names that come as `eventName`',
		hidden: 'needs a write',
		spec(specification) {
			const names = eventField(specification, 'eventName')?.values;
			const taken = specification.items(sent(specification, 'events'))?.values;
			if (!names || !taken) return undefined;
			return names.every((name) => taken.includes(name)) ? 'it does' : `${names.join(', ')} comes`;
		},
	},
	{
		row: 'Shape of the elements of `actions`',
		spec(specification) {
			const elements = specification.items(specification.field(listed(specification), 'actions'));
			if (!elements || elements.types.length === 0) return undefined;
			return fieldWords(specification.route('listSubscriptions')!, elements) || values(elements);
		},
	},
	{
		row: 'Unit of the timestamp of an event',
		hidden: 'needs a write',
		spec(specification) {
			const { said, description = '' } = eventField(specification, 'timestamp') ?? {};
			return [said?.format, description.trim()].filter(Boolean).join(', ') || undefined;
		},
	},
	{ row: 'Delivery guarantees, and repetitions of a delivery', hidden: 'needs a write' },
	{
		row: 'Signing of calls',
		hidden: 'needs a write',
		spec({ root }) {
			const names = (eventRouteOf(root)?.parameters ?? []).map(({ name }) => name);
			return names.filter((name) => /sign|secret|hmac|digest/i.test(name)).join(', ') || undefined;
		},
	},
	{
		row: 'The response a receiver must give',
		hidden: 'needs a write',
		spec: ({ root }) =>
			eventRouteOf(root)
				?.responses.map(({ status }) => status)
				.join(', '),
	},
	{
		row: 'Whether the list of webhooks shows addresses',
		spec(specification) {
			const rows = listed(specification);
			const inside = specification.field(rows, 'subscription');
			const names = [...(rows?.fields.keys() ?? []), ...(inside?.fields.keys() ?? [])];
			const listShowsUrl = names.some((name) => URL_FIELD.test(name));
			if (names.length === 0) return undefined;
			return settled(listShowsUrl ? 'it does' : 'it does not', { listShowsUrl });
		},
	},
	{
		row: 'Where the id goes when unsubscribing',
		hidden: 'needs a write',
		spec(specification) {
			const route = specification.route('unsubscribe');
			const id = route?.inputs.find(({ name }) => /id$/i.test(name));
			const body = specification.body('unsubscribe');
			if (id) return `into the ${id.in}, as \`${id.name}\``;
			return body && `into the body: ${fieldWords(route!, body)}`;
		},
	},
	{ row: 'What is answered when there is nothing to unsubscribe', hidden: 'needs a write' },
	{ row: 'Whether the service calls an address before it registers it', hidden: 'needs a write' },
	{ row: 'Whether an address may have two webhooks', hidden: 'needs a write' },
];
