import { dataOf } from '../live/account.mts';
import type { Seen } from '../live/seen.mts';
import type { Question } from '../report.mts';
import { LISTS } from '../spec/envelope.mts';
import { isObject } from '../spec/schema.mts';
import { fieldsAt, fieldWords, valuesAt } from './words.mts';

/** History, statuses and users; webhooks, and the calls that they bring. */

const WHOLE = ['listHistory', 'listStatuses', 'listUsers'];

const read = async ({ account }: Seen, operation: string) => dataOf(await account.ask(operation));

const URL_FIELD = /^(url|target_?url|callback_?url|endpoint|address)$/i;

const COMPLETE = {
	none: 'nothing speaks of more',
	right: 'they announce as many as they hold',
	more: 'they announce more than they hold',
	hasMore: 'they say that there is more',
};

export const HISTORY: Question[] = [
	{
		row: 'Types of history entries beyond the two',
		spec(specification) {
			const type = specification.at('listHistory', 'rows.history[].type');
			return type?.values?.join(', ') ?? (type?.description.trim() || undefined);
		},
		async live({ account }) {
			const { text = '' } = (await account.ask('listHistory')) ?? {};
			const isOther = /"type":\s*"(?!(STATUS|USER)(_CHANGED)?")/.test(text);
			return isOther ? { words: 'there are others', switches: { oddHistory: true } } : undefined;
		},
	},
	{ row: 'What an empty metaData means' },
	{
		row: 'Allowed values of `status_category`',
		spec: valuesAt('listStatuses', 'rows.status_category'),
	},
	{ row: 'Whether every item of the history is a deal' },
	{ row: 'Other transitions; lifecycles of contacts and quotations' },
	{ row: 'Lifecycle of subscriptions', needsWrite: true },
	{
		row: 'Whether history, statuses and users come whole',
		spec(specification) {
			const parts = WHOLE.flatMap((operation) => {
				const { hasTotal, isMarked } = specification.list(operation) ?? {};
				const inputs = specification.route(operation)?.inputs.map(({ name }) => name) ?? [];
				const paging = inputs.filter((name) => /page|limit|offset|cursor/i.test(name));
				const all = [hasTotal && 'a total', isMarked && 'a mark', ...paging].filter(Boolean);
				return all.map((one) => `${LISTS[operation]}: ${String(one)}`);
			});
			if (!WHOLE.some((operation) => specification.route(operation))) return undefined;
			if (parts.length > 0) return parts.join(', ');
			return { words: 'nothing speaks of parts', switches: { wholeTotal: 'none' } };
		},
		async live(seen) {
			const said = new Set<keyof typeof COMPLETE>();
			for (const operation of WHOLE) {
				const data = await read(seen, operation);
				const { total, hasMore, ...others } = isObject(data) ? data : {};
				const { length } = (others[LISTS[operation]!] ?? data ?? []) as unknown[];
				const more = total === undefined ? 'none' : Number(total) > length ? 'more' : 'right';
				if (data !== undefined) said.add(hasMore ? 'hasMore' : more);
			}
			const [wholeTotal] = said;
			if (!wholeTotal || said.size > 1) return undefined;
			return { words: COMPLETE[wholeTotal], switches: { wholeTotal } };
		},
	},
	{
		row: 'Whether a sign-in that may read the history may read statuses and users',
		async live(seen) {
			if ((await read(seen, 'listHistory')) === undefined) return undefined;
			const both = (await read(seen, 'listStatuses')) && (await read(seen, 'listUsers'));
			return both ? 'it reads both' : 'it does not read both of them';
		},
	},
	{
		row: 'Request bodies of history, statuses and users',
		spec(specification) {
			const said = WHOLE.flatMap((operation) => {
				const route = specification.route(operation);
				const body = route?.body ? fieldWords(route.body) || 'any JSON' : 'none';
				const words = `${LISTS[operation]}: ${body}${route?.bodyRequired ? ' (required)' : ''}`;
				return route ? words : [];
			});
			return said.join('; ') || undefined;
		},
		async live(seen) {
			const taken: string[] = [];
			for (const operation of WHOLE) {
				if ((await read(seen, operation)) !== undefined) taken.push(LISTS[operation]!);
			}
			return taken.length > 0 ? `an empty object is taken by ${taken.join(', ')}` : undefined;
		},
	},
];

export const WEBHOOKS: Question[] = [
	{
		row: 'Allowed values of `method`',
		needsWrite: true,
		spec: valuesAt('subscribe', 'body.method'),
	},
	{
		row: 'Allowed values of `events`; other event names',
		needsWrite: true,
		spec: valuesAt('subscribe', 'body.events[]'),
	},
	{
		row: 'Whether `events` takes the names that come as `eventName`',
		needsWrite: true,
		spec(specification) {
			const names = specification.at('event', 'body.eventName')?.values;
			const taken = specification.at('subscribe', 'body.events[]')?.values;
			if (!names || !taken) return undefined;
			return names.every((name) => taken.includes(name)) ? 'it does' : `${names.join(', ')} comes`;
		},
	},
	{
		row: 'Shape of the elements of `actions`',
		spec: (specification) =>
			fieldsAt('listSubscriptions', 'rows.actions[]')(specification) ||
			valuesAt('listSubscriptions', 'rows.actions[]')(specification),
	},
	{
		row: 'Unit of the timestamp of an event',
		needsWrite: true,
		spec(specification) {
			const moment = specification.at('event', 'body.timestamp');
			return (
				[moment?.said('format'), moment?.description.trim()].filter(Boolean).join(', ') || undefined
			);
		},
	},
	{ row: 'Delivery guarantees, and repetitions of a delivery', needsWrite: true },
	{
		row: 'Signing of calls',
		needsWrite: true,
		spec({ event }) {
			const names = event?.parameters.map(({ name }) => name) ?? [];
			return names.filter((name) => /sign|secret|hmac|digest/i.test(name)).join(', ') || undefined;
		},
	},
	{
		row: 'The response a receiver must give',
		needsWrite: true,
		spec: ({ event }) => event?.responses.map(({ status }) => status).join(', '),
	},
	{
		row: 'Whether the list of webhooks shows addresses',
		spec(specification) {
			const rows = specification.list('listSubscriptions')?.rows;
			const names = [...(rows?.names ?? []), ...(rows?.field('subscription')?.names ?? [])];
			const listShowsUrl = names.some((name) => URL_FIELD.test(name));
			if (names.length === 0) return undefined;
			return { words: listShowsUrl ? 'it does' : 'it does not', switches: { listShowsUrl } };
		},
	},
	{
		row: 'Where the id goes when unsubscribing',
		needsWrite: true,
		spec(specification) {
			const route = specification.route('unsubscribe');
			const id = route?.inputs.find(({ name }) => /id$/i.test(name));
			if (id) return `into the ${id.in}, as \`${id.name}\``;
			return route?.body && `into the body: ${fieldWords(route.body)}`;
		},
	},
	{ row: 'What is answered when there is nothing to unsubscribe', needsWrite: true },
	{ row: 'Whether the service calls an address before it registers it', needsWrite: true },
	{ row: 'Whether an address may have two webhooks', needsWrite: true },
];
