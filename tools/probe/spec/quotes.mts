import type { Quote } from '../report.mts';
import type { Search } from '../unknowns.mts';
import { objectAt, quoteOf } from './file.mts';
import type { Route } from './route.mts';
import { listIn, type Specification } from './specification.mts';

/** A key with its value, somewhere in a specification. */
interface Entry {
	holder: object;
	key: string;
	value: unknown;
	/** How many keys are above it. */
	depth: number;
	/** The key, where somebody chose it: the name of a field, a header or a parameter; a status. */
	chosen?: string;
}

/** Keys whose own keys somebody chose. */
const NAMED = /^(properties|headers|responses|content|securitySchemes|parameters|scopes)$/;
/** Values that are data. */
const DATA = /^(enum|const|examples?|default|required|security|type|pattern|format)$/;
const TEXT = /^(description|summary|title|format|examples?|default|bearerFormat)$/;
const DEEPEST = 40;
/** Fields and parameters at the top of a place stand so deep below a list of its parts. */
const TOP = 2;

/** All that is written below a value; `seen` is left out. */
function* below(
	holder: unknown,
	seen = new Set<unknown>(),
	depth = 0,
	areChosen = false,
): Generator<Entry> {
	if (typeof holder !== 'object' || holder === null || seen.has(holder) || depth > DEEPEST) return;
	seen.add(holder);
	const isList = Array.isArray(holder);
	for (const [key, value] of Object.entries(holder)) {
		const name = isList ? String(Object(value).name) : key;
		if (!isList || areChosen)
			yield { holder, key, value, depth, chosen: areChosen ? name : undefined };
		if (areChosen || !DATA.test(key))
			yield* below(value, seen, depth + 1, !areChosen && NAMED.test(key));
	}
}

function isSought({ key, value, depth, chosen }: Entry, search: Search): boolean {
	const { place, field, names, texts, isAll } = search;
	if (value === '' || value === null) return false;
	const isTop = chosen === undefined ? /^(items|enum)$/.test(key) && depth < TOP : depth <= TOP;
	if (isAll) return isTop || field !== undefined;
	// Of a row and of parameters only what is theirs, unless one of them is named.
	if (!field && /^(row|query|header|path)$/.test(place) && !isTop) return false;
	if (names.some((one) => one.test(chosen ?? key))) return true;
	const isText = chosen === undefined && TEXT.test(key) && typeof value === 'string';
	return isText && texts.some((one) => one.test(value));
}

/** All that is written at a place of a route. */
function* entriesAt(route: Route, name: string, { place, field, isAll }: Search): Generator<Entry> {
	const { answer, body, operation, item, responses, refusals, parameters } = route;
	const list = listIn(name, answer);
	const rows = list?.items.parts ?? [];
	const fine = responses.filter((one) => !refusals.includes(one));
	const owns = (some: typeof responses) => some.map(({ own }) => own);
	const asked = { responses: operation.responses };
	const places: Record<string, [start: unknown, without?: unknown[]]> = {
		row: [rows],
		list: [list?.parts, rows],
		envelope: [answer?.parts, rows],
		body: [body?.parts],
		answer: [answer?.parts],
		headers: [owns(fine).map((own) => ({ headers: objectAt(own, 'headers') }))],
		response: [asked, owns(refusals)],
		errors: isAll ? [refusals.flatMap(({ shape }) => shape?.parts ?? [])] : [asked, owns(fine)],
		any: [[operation, { parameters: item.parameters }]],
	};
	const [start, without = []] = places[place] ?? [
		[{ parameters: parameters.filter((one) => one.in === place) }],
	];
	for (const entry of below(start, new Set(without)))
		if (!field || (isAll && entry.chosen === field)) yield entry;
		else if (entry.chosen === field) yield* below(entry.value);
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
