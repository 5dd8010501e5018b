import { readFileSync } from 'node:fs';
import { partition } from 'es-toolkit';

import type { Quote } from './report.mts';
import { objectAt, partsOf, quoteOf } from './spec/file.mts';
import type { Route } from './spec/route.mts';
import { listIn, type Specification } from './spec/specification.mts';

export type Search = ReturnType<typeof searchOf>;
export type Unknown = ReturnType<typeof readUnknowns>[0];

const PAGE = new URL('../sandbox/unknowns.md', import.meta.url);

/** Fields of a specification that hold sentences, or what is like one. */
const TEXT = 'description|summary|title|format|examples?|default|bearerFormat';

/** Patterns of paths as `below` writes them. */
function searchOf([, routes = '', place = '', field, all = '']: RegExpMatchArray) {
	const isAll = all === '*';
	const words = all.replaceAll('*', '[^/@]*').split(/,\s*/);
	const [texts, names] = partition(words, (word) => word.startsWith('"'));
	// Of a row and of parameters only what is theirs is sought, unless one of them is named.
	const isTop = isAll || /^(row|query|header|path)$/.test(place);
	const above = field ? `/${field}(/.*)?[/@]` : isTop ? '^(/|@(?=items))' : '[/@]';
	return {
		...{ routes, place, field, isAll },
		at: new RegExp(`${above}(${names.join('|') || '(?!)'})$`, 'i'),
		textsAt: new RegExp(`${above}(${TEXT})$`, 'i'),
		texts: new RegExp(`(?<!\\w)(${texts.join('|').replaceAll('"', '') || '(?!)'})`, 'i'),
	};
}

/**
 * The rows of tools/sandbox/unknowns.md, and the words by which each is looked for (its last column):
 * 1. `routes place: words`. Routes are operationIds of openapi.yaml, or `lists` (contacts and quotations),
 *    `whole` (history, statuses, users), `login`, `events`, `all`, `spec` (what is said above all routes).
 * 2. Places are `query`, `header`, `path`, `body`, `answer`, `row` and `list` in it, `envelope` around
 *    them, `headers`, `response`, `errors`, `any`. `query.per_page` is that parameter alone.
 * 3. A word is a name of a field, parameter, header or keyword; `*` stands for any letters, alone for all at
 *    the top of a place, or for a field as a whole.
 * 4. A word in quotes is looked for in texts: "at most".
 * 5. `reads` are lines about what an account answered, by words in them.
 */
export function readUnknowns() {
	let section = '';
	return readFileSync(PAGE, 'utf8')
		.split('\n')
		.flatMap((line) => {
			section = /^## (.*)/.exec(line)?.[1] ?? section;
			const cells = line.split(' | ');
			const words = cells.at(-1)!;
			if (!/^\| (?!Not shown|---)/.test(line) || cells.length < 4) return [];
			const searches = [...words.matchAll(/`(\w+) (\w+)(?:\.([\w-]+))?: ([^`]+)`/g)].map(searchOf);
			const reads = [...words.matchAll(/`reads: ([^`]+)`/g)].map(([, word]) => word!);
			return { section, row: cells[0]!.slice(2), searches, reads };
		});
}

/** A value, somewhere in a specification. */
interface Entry {
	/** `/contact/contact_type@enum`: the names that somebody chose, and the keyword below them. */
	path: string;
	value: unknown;
	quote?: Quote;
}

/** Keys whose own keys somebody chose: names of fields, headers or parameters; statuses. */
const NAMED = /^(properties|headers|responses|content|securitySchemes|parameters|scopes)$/;
/** Values that are data. */
const DATA = /^(enum|const|examples?|default|required|security|type|pattern|format)$/;

/** All that is written there; `seen` is left out. */
function* below(holder: unknown, seen = new Set(), path = '', isNamed = false): Generator<Entry> {
	if (typeof holder !== 'object' || holder === null || seen.has(holder)) return;
	seen.add(holder);
	const isList = Array.isArray(holder);
	for (const [key, value] of Object.entries(holder)) {
		const own = isNamed ? `${path}/${isList ? String(Object(value).name) : key}` : path;
		const quote = isList ? quoteOf(value) : quoteOf(holder, key);
		if (isNamed || !isList) yield { path: isNamed ? own : `${path}@${key}`, value, quote };
		if (isNamed || !DATA.test(key)) yield* below(value, seen, own, !isNamed && NAMED.test(key));
	}
}

const isSought = ({ path, value }: Entry, { at, textsAt, texts }: Search): boolean =>
	at.test(path)
		? value !== '' && value !== null
		: textsAt.test(path) && typeof value === 'string' && texts.test(value);

/** What stands at a place of a route. */
function entriesAt(route: Route, name: string, { place, isAll }: Search): Generator<Entry> {
	const { answer, body, operation, item, responses, parameters } = route;
	const list = listIn(name, answer);
	const rows = partsOf(list).map(({ items }) => items);
	const [refused, fine] = partition(responses, ({ isRefusal }) => isRefusal);
	const owns = (some: typeof responses) => some.map(({ own }) => own);
	const asked = { responses: operation.responses };
	const places: Record<string, [start: unknown, without?: unknown[]]> = {
		row: [rows],
		list: [[list], rows],
		envelope: [[answer], rows],
		body: [[body]],
		answer: [[answer]],
		headers: [owns(fine).map((own) => ({ headers: objectAt(own, 'headers') }))],
		response: [asked, owns(refused)],
		errors: isAll ? [refused.map(({ schema }) => schema)] : [asked, owns(fine)],
		any: [[operation, { parameters: item.parameters }]],
	};
	const parameter = { parameters: parameters.filter((one) => one.in === place) };
	const [start, without] = places[place] ?? [parameter];
	return below(start, new Set(without));
}

const GROUPS: Record<string, RegExp> = {
	all: /^(?!login)/,
	lists: /^list(Contacts|Quotations)$/,
	whole: /^list(History|Statuses|Users)$/,
	login: /^login/,
};

export const groupOf = (routes: string): RegExp => GROUPS[routes] ?? new RegExp(`^${routes}$`);

/** What a specification says of an unknown. */
export function quotesOf(searches: readonly Search[], specification: Specification): Quote[] {
	const { matches, events, roots } = specification;
	return searches.flatMap((search) => {
		const found = (entries: Iterable<Entry>, routes?: string[]) =>
			[...entries].flatMap((entry) =>
				entry.quote && isSought(entry, search) ? [{ ...entry.quote, routes }] : [],
			);
		const above = search.routes === 'spec' ? roots : [];
		const routes = [...matches].filter(([name]) => groupOf(search.routes).test(name));
		if (search.routes === 'events') routes.push(...events.map((one): [string, Route] => ['', one]));
		return [
			...above.flatMap(({ info, tags, externalDocs, components }) => {
				const schemes = { securitySchemes: objectAt(components, 'securitySchemes') };
				const texts = search.place === 'schemes' ? [] : [info, tags, externalDocs];
				return found(below([...texts, schemes]));
			}),
			...routes.flatMap(([name, route]) => found(entriesAt(route, name, search), [route.title])),
		];
	});
}
