import type { Pages } from '../live/list.mts';
import type { Question } from '../report.mts';
import { type Envelope, LISTS_IN_PAGES } from '../spec/envelope.mts';
import type { Specification } from '../spec/specification.mts';
import { together } from './words.mts';

/** Lists in pages. Contacts and quotations are asked the same, and expected to agree. */

/** @param told What the pages tell of it (`live/list.mts`). */
const inPages = (row: string, told: keyof Pages, spec?: Question['spec']): Question => ({
	row,
	spec,
	live: ({ pages }) => together(pages.map((one) => one[told])),
});

const inEnvelopes =
	(say: (list: Envelope) => string | undefined): Question['spec'] =>
	(specification) => {
		const lists = LISTS_IN_PAGES.flatMap((operation) => specification.list(operation) ?? []);
		return together(lists.map(say));
	};

const parameter = (specification: Specification, name: string) => {
	const routes = LISTS_IN_PAGES.map((operation) => specification.route(operation));
	return routes.flatMap((route) => route?.inputs ?? []).find((one) => one.name === name)?.shape;
};

export const IN_PAGES: Question[] = [
	{
		row: 'How rows are written',
		spec: inEnvelopes(({ isKeyed }) => (isKeyed ? 'an object with whole-number keys' : 'an array')),
	},
	inPages(
		'Whether a total is announced, and of what',
		'total',
		inEnvelopes(({ hasTotal }) => (hasTotal ? 'there is one' : 'no total')),
	),
	inPages(
		'Whether the last page is marked',
		'mark',
		inEnvelopes(({ isMarked }) => (isMarked ? 'it is' : 'no mark')),
	),
	inPages('How a page without rows is answered', 'behindEnd'),
	inPages('Whether pages behind the last are refused', 'behindEnd'),
	inPages('Whether every page can be asked for', 'window'),
	inPages('Largest `per_page`', 'cap', (specification) => {
		const largestPageSize = Number(parameter(specification, 'per_page')?.said('maximum'));
		if (!largestPageSize) return undefined;
		return { words: String(largestPageSize), switches: { largestPageSize } };
	}),
	inPages('Which `per_page` are refused', 'sizes', (specification) => {
		const size = parameter(specification, 'per_page');
		const pageSizes = size?.values?.map(Number);
		if (pageSizes) return { words: `all but ${pageSizes.join(', ')}`, switches: { pageSizes } };
		const [least, most] = [size?.said('minimum'), size?.said('maximum')];
		const ends = [least && `below ${String(least)}`, most && `above ${String(most)}`];
		return ends.filter(Boolean).join(', ') || undefined;
	}),
	inPages('Whether `page` and `per_page` count at all', 'counts'),
	inPages('Whether pages count from 0 or 1', 'first', (specification) => {
		const page = parameter(specification, 'page');
		const first = page?.said('default') ?? page?.said('minimum');
		return first === undefined ? undefined : `from ${String(first)}`;
	}),
	{ row: 'Whether rows are hidden after paging' },
	inPages(
		"Name of a row's id",
		'id',
		inEnvelopes(({ rows: { names } }) => {
			const isId = (name: string) => /^_?(uu|gu)?id$/i.test(name);
			const id = names.find(isId) ?? names.find((name) => /(Id|_id)$/.test(name));
			return id ? `\`${id}\`` : names.length > 0 ? 'no field is named like one' : undefined;
		}),
	),
	inPages('Fields that differ in each answer', 'volatile'),
];
