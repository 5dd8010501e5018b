import type { Quote } from '../report.mts';
import type { Search } from '../unknowns.mts';
import { objectAt, quoteOf } from './file.mts';
import type { Route } from './route.mts';
import { listIn, type Specification } from './specification.mts';

/** A key with its value, somewhere in a specification. */
interface Entry {
	holder: object;
	/** In a list of parameters their name. */
	key: string;
	value: unknown;
	/** Whether somebody chose the key: the name of a field, a header or a parameter; a status. */
	isName: boolean;
	/** Whether it is a name, or what a list holds, at the top of the place that is searched. */
	isTop: boolean;
}

/** Keys whose own keys somebody chose. */
const NAMED = /^(properties|headers|responses|content|securitySchemes|parameters|scopes)$/;
/** Values that are data. */
const DATA = /^(enum|const|examples?|default|required|security|type|pattern|format)$/;
const TEXT = /^(description|summary|title|format|examples?|default|bearerFormat)$/;
/** Fields and parameters at the top of a place stand so deep below a list of its parts. */
const TOP = 2;

/** All that is written below a value; `seen` is left out. */
function* below(
	holder: unknown,
	seen = new Set<unknown>(),
	depth = 0,
	isName = false,
): Generator<Entry> {
	if (typeof holder !== 'object' || holder === null || seen.has(holder)) return;
	seen.add(holder);
	const isList = Array.isArray(holder);
	for (const [own, value] of Object.entries(holder)) {
		const key = isList ? String(Object(value).name) : own;
		const isTop = depth <= TOP && (isName || key === 'items');
		if (isName || !isList) yield { holder, key, value, isName, isTop };
		if (isName || !DATA.test(key)) yield* below(value, seen, depth + 1, !isName && NAMED.test(key));
	}
}

function isSought({ key, value, isName, isTop }: Entry, search: Search): boolean {
	const { place, field, names, texts, isAll } = search;
	if (value === '' || value === null) return false;
	// Of a row and of parameters only what is theirs, unless one of them is named.
	if (!field && !isTop && (isAll || /^(row|query|header|path)$/.test(place))) return false;
	if (names.test(key)) return true;
	return !isName && TEXT.test(key) && typeof value === 'string' && texts.test(value);
}

/** All that is written at a place of a route. */
function* entriesAt(route: Route, name: string, { place, field, isAll }: Search): Generator<Entry> {
	const { answer, body, operation, item, responses, parameters } = route;
	const list = listIn(name, answer);
	const rows = list?.items.parts ?? [];
	const refused = responses.filter(({ isRefusal }) => isRefusal);
	const fine = responses.filter(({ isRefusal }) => !isRefusal);
	const owns = (some: typeof responses) => some.map(({ own }) => own);
	const asked = { responses: operation.responses };
	const places: Record<string, [start: unknown, without?: unknown[]]> = {
		row: [rows],
		list: [list?.parts, rows],
		envelope: [answer?.parts, rows],
		body: [body?.parts],
		answer: [answer?.parts],
		headers: [owns(fine).map((own) => ({ headers: objectAt(own, 'headers') }))],
		response: [asked, owns(refused)],
		errors: isAll ? [refused.flatMap(({ shape }) => shape?.parts ?? [])] : [asked, owns(fine)],
		any: [[operation, { parameters: item.parameters }]],
	};
	const [start, without = []] = places[place] ?? [
		[{ parameters: parameters.filter((one) => one.in === place) }],
	];
	for (const entry of below(start, new Set(without))) {
		const isField = entry.isName && entry.key === field;
		if (!field || (isAll && isField)) yield entry;
		else if (isField) yield* below(entry.value);
	}
}

const GROUPS: Record<string, RegExp> = {
	all: /^(?!login)/,
	lists: /^list(Contacts|Quotations)$/,
	whole: /^list(History|Statuses|Users)$/,
	login: /^login/,
};

/** What a specification says of an unknown: the same words once, with all routes of which they are said. */
export function quotesOf(
	searches: readonly Search[],
	{ matches, events, roots }: Specification,
): Quote[] {
	const found = new Map<string, Quote & { routes: string[] }>();
	const take = (entries: Iterable<Entry>, search: Search, title?: string) => {
		for (const entry of entries) {
			if (!isSought(entry, search)) continue;
			const { holder, key, value } = entry;
			const quote = Array.isArray(holder) ? quoteOf(Object(value)) : quoteOf(holder, key);
			if (!quote) continue;
			const said = found.get(quote.text) ?? { ...quote, routes: [] };
			if (title && !said.routes.includes(title)) said.routes.push(title);
			found.set(quote.text, said);
		}
	};
	for (const search of searches) {
		for (const { info, tags, externalDocs, components } of search.routes === 'spec' ? roots : []) {
			const schemes = { securitySchemes: objectAt(components, 'securitySchemes') };
			const texts = search.place === 'schemes' ? [] : [info, tags, externalDocs];
			take(below([...texts, schemes]), search);
		}
		const group = GROUPS[search.routes] ?? new RegExp(`^${search.routes}$`);
		const routes = [...matches].filter(([name]) => group.test(name));
		if (search.routes === 'events') routes.push(...events.map((one): [string, Route] => ['', one]));
		for (const [name, route] of routes) take(entriesAt(route, name, search), search, route.title);
	}
	return [...found.values()];
}
