import type { Switches } from '../../sandbox/switches.mts';
import type { Question } from '../report.mts';
import { type Envelope, LISTS_IN_PAGES } from '../spec/envelope.mts';
import { distinct } from '../spec/schema.mts';
import { says } from './words.mts';

/** Lists in pages: contacts and quotations are asked the same. */

/**
 * @param names Switches that settle it, as far as the pages tell them (`live/list.mts`).
 * @param say Their values in words.
 */
const inPages =
	(names: Array<keyof Switches>, say: (...values: unknown[]) => string): Question['live'] =>
	({ pages }) => {
		const told = names.filter((name) => name in pages).map((name) => [name, pages[name]]);
		const words = say(...names.map((name) => pages[name]));
		return told.length > 0 ? { words, switches: Object.fromEntries(told) } : undefined;
	};

const inEnvelopes =
	(say: (list: Envelope) => string): Question['spec'] =>
	(specification) => {
		const lists = LISTS_IN_PAGES.flatMap((name) => specification.list(name) ?? []);
		return distinct(lists.map(say)).join(', ');
	};

const counts = (ignored: unknown) => (ignored ? 'is ignored' : 'counts');

export const IN_PAGES: Question[] = [
	{
		row: 'How rows are written',
		spec: inEnvelopes(({ isKeyed }) => (isKeyed ? 'an object with whole-number keys' : 'an array')),
	},
	{
		row: 'Whether a total is announced, and of what',
		live: inPages(['total'], (total) => (total === 'none' ? 'no total' : `of: ${total}`)),
		spec: inEnvelopes(({ hasTotal }) => (hasTotal ? 'there is one' : 'no total')),
	},
	{
		row: 'Whether the last page is marked',
		live: inPages(['lastMark'], (mark) => (mark === 'none' ? 'no mark' : `by ${mark}`)),
		spec: inEnvelopes(({ isMarked }) => (isMarked ? 'it is' : 'no mark')),
	},
	{
		row: 'How a page without rows is answered, and whether pages behind the last are refused',
		live: inPages(['emptyPage'], (form) => (Number(form) ? `refused with ${form}` : `by ${form}`)),
	},
	{
		row: 'Whether every page can be asked for',
		live: inPages(['window'], (end) => (end ? 'none far behind the end' : 'as far as was asked')),
	},
	{
		row: 'Largest `per_page`',
		live: inPages(['pageCap'], (cap) => (cap ? `${cap} rows` : 'none up to 1,000 rows')),
		spec(specification) {
			const largestPageSize = Number(
				specification.at('listContacts', 'query.per_page')?.said('maximum'),
			);
			return largestPageSize
				? { words: `${largestPageSize}`, switches: { largestPageSize } }
				: undefined;
		},
	},
	{
		row: 'Which `per_page` are refused',
		live: inPages(['pageSizes', 'largestPageSize'], () => 'neither 1 nor 50 nor 1,000'),
		spec: says('listContacts', 'query.per_page', 'enum', 'minimum', 'maximum'),
	},
	{
		row: 'Whether `page` and `per_page` count at all',
		live: inPages(['ignorePage', 'ignorePageSize'], (page, size) => {
			const own = `\`page\` ${counts(page)}`;
			return size === undefined ? own : `${own}, \`per_page\` ${counts(size)}`;
		}),
	},
	{
		row: 'Whether pages count from 0 or 1',
		live: ({ pages: { first } }) => (first === undefined ? undefined : `from ${first}`),
		spec: says('listContacts', 'query.page', 'default', 'minimum'),
	},
	{ row: 'Whether rows are hidden after paging' },
	{
		row: "Name of a row's id",
		live: inPages(['idName'], (name) => (name === 'none' ? 'rows have no id' : `\`${name}\``)),
		spec: inEnvelopes(({ rows: { names } }) => {
			const isId = (name: string) => /^_?(uu|gu)?id$/i.test(name);
			const id = names.find(isId) ?? names.find((name) => /(Id|_id)$/.test(name));
			return id ? `\`${id}\`` : names.length > 0 ? 'no field is named like one' : '';
		}),
	},
	{
		row: 'Fields that differ in each answer',
		live: inPages(['volatileField'], (isThere) => (isThere ? 'there are' : 'none')),
	},
];
