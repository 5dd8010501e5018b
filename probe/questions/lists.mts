import type { Switches } from '../../sandbox/switches.mts';
import type { OfSpecification, Question } from '../report.mts';
import { type Envelope, LISTS_IN_PAGES } from '../spec/envelope.mts';
import { distinct } from '../spec/schema.mts';
import { says } from './words.mts';

/** Lists in pages: contacts and quotations are asked the same. */

/**
 * @param names Switches that settle it, as far as the pages tell them (`live/list.mts`).
 * @param say Their values in words.
 */
const inPages = (
	names: Array<keyof Switches>,
	say: (...values: unknown[]) => string,
	spec?: OfSpecification,
): Question => ({
	spec,
	live({ pages }) {
		const told = names.filter((name) => name in pages).map((name) => [name, pages[name]]);
		const words = say(...names.map((name) => pages[name]));
		return told.length > 0 ? { words, switches: Object.fromEntries(told) } : undefined;
	},
});

const inEnvelopes =
	(say: (list: Envelope) => string): OfSpecification =>
	(specification) => {
		const lists = LISTS_IN_PAGES.flatMap((name) => specification.list(name) ?? []);
		return distinct(lists.map(say)).join(', ');
	};

const idOf = ({ rows: { names } }: Envelope): string => {
	const isId = (name: string) => /^_?(uu|gu)?id$/i.test(name);
	const id = names.find(isId) ?? names.find((name) => /(Id|_id)$/.test(name));
	return id ? `\`${id}\`` : names.length > 0 ? 'no field is named like one' : '';
};

const largest: OfSpecification = (specification) => {
	const size = specification.at('listContacts', 'query.per_page');
	const largestPageSize = Number(size?.said('maximum'));
	return largestPageSize ? { words: `${largestPageSize}`, switches: { largestPageSize } } : '';
};

const counts = (ignored: unknown) => (ignored ? 'is ignored' : 'counts');

export const IN_PAGES: Record<string, Question> = {
	'How rows are written': inEnvelopes(({ listShape }) =>
		listShape === 'keyed' ? 'an object' : 'an array',
	),
	'Whether a total is announced, and of what': inPages(
		['total'],
		(total) => (total === 'none' ? 'no total' : `of: ${total}`),
		inEnvelopes(({ hasTotal }) => (hasTotal ? 'there is one' : 'no total')),
	),
	'Whether the last page is marked': inPages(
		['lastMark'],
		(mark) => (mark === 'none' ? 'no mark' : `by ${mark}`),
		inEnvelopes(({ isMarked }) => (isMarked ? 'it is' : 'no mark')),
	),
	'How a page without rows is answered, and whether pages behind the last are refused': inPages(
		['emptyPage'],
		(form) => (Number(form) ? `refused with ${form}` : `by ${form}`),
	),
	'Whether every page can be asked for': inPages(['window'], (end) =>
		end ? 'none far behind the end' : 'as far as was asked',
	),
	'Largest `per_page`': inPages(
		['pageCap'],
		(cap) => (cap ? `${cap} rows` : 'none up to 1,000 rows'),
		largest,
	),
	'Which `per_page` are refused': inPages(
		['pageSizes', 'largestPageSize'],
		() => 'neither 1 nor 50 nor 1,000',
		says('listContacts', 'query.per_page', 'enum', 'minimum', 'maximum'),
	),
	'Whether `page` and `per_page` count at all': inPages(
		['ignorePage', 'ignorePageSize'],
		(page, size) =>
			`\`page\` ${counts(page)}${size === undefined ? '' : `, \`per_page\` ${counts(size)}`}`,
	),
	'Whether pages count from 0 or 1': {
		live: ({ pages: { first } }) => (first === undefined ? undefined : `from ${first}`),
		spec: says('listContacts', 'query.page', 'default', 'minimum'),
	},
	"Name of a row's id": inPages(
		['idName'],
		(name) => (name === 'none' ? 'rows have no id' : `\`${name}\``),
		inEnvelopes(idOf),
	),
	'Fields that differ in each answer': inPages(['volatileField'], (isThere) =>
		isThere ? 'there are' : 'none',
	),
};
