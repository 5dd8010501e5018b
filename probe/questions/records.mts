import { readPage } from '../../nodes/pagination/readPage.ts';
import type { OfSpecification, Question } from '../report.mts';
import { LISTS } from '../spec/specification.mts';
import { distinct } from '../spec/schema.mts';
import { fieldWords, says } from './words.mts';

/** What is read: contacts, quotations, history, statuses, users and webhooks. */

const envelope =
	(operation: string): OfSpecification =>
	(specification) => {
		const { place, beside, rows, listShape } = specification.list(operation) ?? {};
		const others = beside?.length ? `; beside them ${beside.join(', ')}` : '';
		// Without rows several look alike.
		const switches = rows?.names.length ? { listShape } : undefined;
		return place && { words: `the rows are in ${place}${others}`, switches };
	};

const WHOLE = ['listHistory', 'listStatuses', 'listUsers'];

export const RECORDS: Record<string, Question> = {
	'Fields of a listed contact': says('listContacts', 'rows', 'fields'),
	'Answer to the list of contacts': envelope('listContacts'),
	'Fields of a quotation': says('listQuotations', 'rows', 'fields'),
	'Answer to the list of quotations, and the shape of a page': envelope('listQuotations'),
	'Answer to a quotation as JSON': says('getQuotationInfo', 'answer', 'fields', 'type'),
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
		spec: says('listHistory', 'rows.history[].type', 'enum', 'description'),
	},
	'Allowed values of `status_category`': says(
		'listStatuses',
		'rows.status_category',
		'enum',
		'type',
	),
	'Whether history, statuses and users come whole': {
		async live({ account }) {
			const page = readPage(await account.read('listHistory'), 'history');
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
				return sent ? `${LISTS[operation]}: ${body}` : [];
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
