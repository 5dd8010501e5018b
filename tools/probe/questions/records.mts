import { readPage } from '../../../nodes/pagination/readPage.ts';
import { dataOf } from '../live/account.mts';
import { fieldWords, type OfSpecification, type Questions, says } from '../report.mts';
import { distinct } from '../spec/schema.mts';
import { envelopeOf, rowsOf } from '../spec/specification.mts';

/** What is read: contacts, quotations, history, statuses, users and webhooks. */

const envelope =
	(operation: string): OfSpecification =>
	(specification) => {
		const { place, beside, rows, listShape } =
			envelopeOf(operation, specification.route(operation)) ?? {};
		const others = beside?.length ? `; beside them ${beside.join(', ')}` : '';
		// Without rows several look alike.
		const switches = rows?.names.length ? { listShape } : undefined;
		return place && { words: `the rows are in ${place}${others}`, switches };
	};

const WHOLE = ['listHistory', 'listStatuses', 'listUsers'];

export const RECORDS: Questions = {
	'Fields of a listed contact': says('listContacts', 'rows', 'fields'),
	'Answer to the list of contacts': envelope('listContacts'),
	'Fields of a quotation': says('listQuotations', 'rows', 'fields'),
	'Answer to the list of quotations, and the shape of a page': envelope('listQuotations'),
	'Answer to a quotation as JSON': says('getQuotationInfo', 'answer', 'fields'),
	'Answer to a quotation as PDF'(specification) {
		const { types: [type] = [], headers = [] } =
			specification.route('getQuotationPdf')?.answer ?? {};
		const isNamed = headers.some((name) => /^content-disposition$/i.test(name));
		const pdfAnswer = (['pdf', 'html', 'json'] as const).find((one) => type?.endsWith(`/${one}`));
		const words = type && `${type}, ${isNamed ? 'with' : 'without'} Content-Disposition`;
		return words && { words, switches: pdfAnswer && { pdfAnswer } };
	},
	'Types of history entries beyond the two': {
		async live({ account }) {
			const { text = '' } = (await account.ask('listHistory')) ?? {};
			const isOther = /"type":\s*"(?!(STATUS|USER)(_CHANGED)?")/.test(text);
			return isOther ? { words: 'there are others', switches: { oddHistory: true } } : undefined;
		},
		spec: says('listHistory', 'rows.history[].type', 'words'),
	},
	'Allowed values of `status_category`': says('listStatuses', 'rows.status_category', 'values'),
	'Whether history, statuses and users come whole': {
		async live({ account }) {
			const page = readPage(dataOf(await account.ask('listHistory')), 'history');
			const { rows = [], total, more } = page ?? {};
			const said = total === undefined ? 'none' : total > rows.length ? 'more' : 'right';
			const wholeTotal = more ? 'hasMore' : said;
			return page && { words: `its total and mark: ${wholeTotal}`, switches: { wholeTotal } };
		},
		spec(specification) {
			const routes = WHOLE.flatMap((operation) => specification.route(operation) ?? []);
			const names = routes.flatMap(({ sent, answer }) => [
				...sent.query.names,
				...(answer?.shape?.names ?? []),
			]);
			const parts = distinct(names).filter((name) => /page|limit|offset|total|more/i.test(name));
			if (routes.length === 0 || parts.length > 0) return parts.join(', ');
			return { words: 'nothing speaks of parts', switches: { wholeTotal: 'none' } };
		},
	},
	'Request bodies of history, statuses and users': {
		live: () => '',
		spec(specification) {
			const said = WHOLE.flatMap((operation) => {
				const { sent } = specification.route(operation) ?? {};
				const body = sent?.body ? fieldWords(sent.body) || 'any JSON' : 'none';
				return sent ? `${rowsOf(operation)}: ${body}` : [];
			});
			return said.join('; ');
		},
	},
	'Fields of a listed webhook, and whether its address is among them'(specification) {
		const rows = specification.at('listSubscriptions', 'rows');
		const names = [...(rows?.names ?? []), ...(rows?.field('subscription')?.names ?? [])];
		const listShowsUrl = names.some((name) => /^(\w+_?)?url$|^(endpoint|address)$/i.test(name));
		const words = rows && fieldWords(rows);
		return words && { words, switches: { listShowsUrl } };
	},
};

/** What an account shows only to whoever writes: new contacts, webhooks, and the calls that they bring. */
export const WRITES: Record<string, OfSpecification> = {
	'Required fields of a new contact'(specification) {
		const contact = specification.at('createContact', 'body.contact');
		const needed = contact?.names.filter((name) => contact.requires(name));
		return needed && (needed.join(', ') || 'none');
	},
	'Allowed values of `contact_type`': says('createContact', 'body.contact.contact_type', 'values'),
	'Answer to creating a contact'(specification) {
		const { answer } = specification.route('createContact') ?? {};
		const names = answer?.shape?.names ?? [];
		const createAnswer = (['contact', 'id'] as const).find((name) => names.includes(name));
		if (answer && !answer.shape)
			return { words: 'nothing is said of a body', switches: { createAnswer: 'empty' } };
		const words = answer?.shape && (fieldWords(answer.shape) || 'anything');
		return words && { words, switches: createAnswer && { createAnswer } };
	},
	'Lifecycle of subscriptions': () => undefined,
	'Allowed values of `method`': says('subscribe', 'body.method', 'values'),
	'Allowed values of `events`, and whether they are the names that come as `eventName`'(all) {
		const taken = says('subscribe', 'body.events[]', 'values')(all);
		const names = says('event', 'body.eventName', 'words')(all);
		return taken && (names ? `${taken}; ${names} comes` : taken);
	},
	'Unit of the timestamp of an event': says('event', 'body.timestamp', 'words'),
	'Delivery guarantees, and repetitions of a delivery': () => undefined,
	'Signing of calls': says('event', 'header', 'fields'),
	'The response a receiver must give': ({ event }) =>
		event?.responses.map(({ status }) => status).join(', '),
	'Where the id goes when unsubscribing'(specification) {
		const { sent, path } = specification.route('unsubscribe') ?? {};
		const id = sent?.query.names.find((name) => /id$/i.test(name));
		if (id) return `into the query, as \`${id}\``;
		if (path?.endsWith('}')) return 'into the path';
		return sent?.body && `into the body: ${fieldWords(sent.body)}`;
	},
	'What is answered when there is nothing to unsubscribe': () => undefined,
	'Whether the service calls an address before it registers it': () => undefined,
	'Whether an address may have two webhooks': () => undefined,
};
