import type { Question } from '../report.mts';
import { LISTS } from '../spec/envelope.mts';
import { isObject } from '../spec/schema.mts';
import { fieldWords, says } from './words.mts';

/** History, statuses and users; webhooks, and the calls that they bring. */

const WHOLE = ['listHistory', 'listStatuses', 'listUsers'];

const COMPLETE = {
	none: 'nothing speaks of more',
	right: 'they announce as many as they hold',
	more: 'they announce more than they hold',
	hasMore: 'they say that there is more',
};

export const HISTORY: Question[] = [
	{
		row: 'Types of history entries beyond the two',
		async live({ account }) {
			const { text = '' } = (await account.ask('listHistory')) ?? {};
			const isOther = /"type":\s*"(?!(STATUS|USER)(_CHANGED)?")/.test(text);
			return isOther ? { words: 'there are others', switches: { oddHistory: true } } : undefined;
		},
		spec: says('listHistory', 'rows.history[].type', 'enum', 'description'),
	},
	{ row: 'What an empty metaData means' },
	{
		row: 'Allowed values of `status_category`',
		spec: says('listStatuses', 'rows.status_category', 'enum', 'type'),
	},
	{ row: 'Whether every item of the history is a deal' },
	{ row: 'Other transitions; lifecycles of contacts and quotations' },
	{ row: 'Lifecycle of subscriptions', needsWrite: true },
	{
		row: 'Whether history, statuses and users come whole',
		async live({ account }) {
			const said = new Set<keyof typeof COMPLETE>();
			for (const operation of WHOLE) {
				const data = await account.read(operation);
				const { total, hasMore, ...others } = isObject(data) ? data : {};
				const { length } = (others[LISTS[operation]!] ?? data ?? []) as unknown[];
				const more = total === undefined ? 'none' : Number(total) > length ? 'more' : 'right';
				if (data !== undefined) said.add(hasMore ? 'hasMore' : more);
			}
			const [wholeTotal] = said;
			if (!wholeTotal || said.size > 1) return undefined;
			return { words: COMPLETE[wholeTotal], switches: { wholeTotal } };
		},
		spec(specification) {
			const known = WHOLE.filter((operation) => specification.route(operation));
			const parts = known.flatMap((operation) => {
				const { hasTotal, isMarked } = specification.list(operation) ?? {};
				const inputs = specification.route(operation)!.sent.query.names;
				const paging = inputs.filter((name) => /page|limit|offset|cursor/i.test(name));
				const all = [hasTotal && 'a total', isMarked && 'a mark', ...paging].filter(Boolean);
				return all.map((one) => `${LISTS[operation]}: ${String(one)}`);
			});
			if (parts.length > 0) return parts.join(', ');
			if (known.length === 0) return undefined;
			return { words: 'nothing speaks of parts', switches: { wholeTotal: 'none' } };
		},
	},
	{
		row: 'Request bodies of history, statuses and users',
		live({ account }) {
			const taken = WHOLE.filter((operation) => account.fates.get(operation)?.has('taken'));
			const words = taken.map((operation) => LISTS[operation]).join(', ');
			return words && `an empty object is taken by ${words}`;
		},
		spec(specification) {
			const said = WHOLE.flatMap((operation) => {
				const { sent, bodyRequired } = specification.route(operation) ?? {};
				const body = sent?.body ? fieldWords(sent.body) || 'any JSON' : 'none';
				return sent ? `${LISTS[operation]}: ${body}${bodyRequired ? ' (required)' : ''}` : [];
			});
			return said.join('; ');
		},
	},
];

const needsWrite = true;

export const WEBHOOKS: Question[] = [
	{
		row: 'Allowed values of `method`',
		needsWrite,
		spec: says('subscribe', 'body.method', 'enum', 'type'),
	},
	{
		row: 'Allowed values of `events`, and whether they are the names that come as `eventName`',
		needsWrite,
		spec(specification) {
			const taken = says('subscribe', 'body.events[]', 'enum', 'type')(specification);
			const names = says('event', 'body.eventName', 'enum')(specification);
			return taken && (names ? `${taken}; ${names} comes` : taken);
		},
	},
	{
		row: 'Shape of the elements of `actions`',
		spec: says('listSubscriptions', 'rows.actions[]', 'fields', 'enum', 'type'),
	},
	{
		row: 'Unit of the timestamp of an event',
		needsWrite,
		spec: says('event', 'body.timestamp', 'format', 'description'),
	},
	{ row: 'Delivery guarantees, and repetitions of a delivery', needsWrite },
	{
		row: 'Signing of calls',
		needsWrite,
		spec({ event }) {
			const names = event?.sent.header.names ?? [];
			return names.filter((name) => /sign|secret|hmac|digest/i.test(name)).join(', ');
		},
	},
	{
		row: 'The response a receiver must give',
		needsWrite,
		spec: ({ event }) => event?.responses.map(({ status }) => status).join(', '),
	},
	{
		row: 'Whether the list of webhooks shows addresses',
		spec(specification) {
			const rows = specification.at('listSubscriptions', 'rows');
			const names = [...(rows?.names ?? []), ...(rows?.field('subscription')?.names ?? [])];
			const listShowsUrl = names.some((name) => /^(\w+_?)?url$|^(endpoint|address)$/i.test(name));
			if (names.length === 0) return undefined;
			return { words: listShowsUrl ? 'it does' : 'it does not', switches: { listShowsUrl } };
		},
	},
	{
		row: 'Where the id goes when unsubscribing',
		needsWrite,
		spec(specification) {
			const route = specification.route('unsubscribe');
			const id = route?.sent.query.names.find((name) => /id$/i.test(name));
			if (id) return `into the query, as \`${id}\``;
			if (route?.path.endsWith('}')) return 'into the path';
			return route?.sent.body && `into the body: ${fieldWords(route.sent.body)}`;
		},
	},
	{ row: 'What is answered when there is nothing to unsubscribe', needsWrite },
	{ row: 'Whether the service calls an address before it registers it', needsWrite },
	{ row: 'Whether an address may have two webhooks', needsWrite },
];
