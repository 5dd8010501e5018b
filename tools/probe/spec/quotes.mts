import type { Quote } from '../report.mts';
import type { Search } from '../unknowns.mts';
import { type Json, quoteOf, resolved } from './file.mts';
import type { Route } from './route.mts';
import { objectAt } from './schema.mts';
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
	/** Quoted whatever its words are. */
	isWhole?: true;
}

/** Keys whose own keys somebody chose. */
const NAMED = /^(properties|headers|responses|content|securitySchemes|parameters|scopes)$/;
/** Values that are data. */
const DATA = /^(enum|const|examples?|default|required|security|type|pattern|format)$/;
const TEXT = /^(description|summary|title|format|examples?|default|bearerFormat)$/;
const DEEPEST = 40;
/** Fields and parameters at the top of a place stand so deep below a list of its parts. */
const TOP = 2;

/** All that is written below a value, references followed; `seen` is left out. */
function* below(value: unknown, seen = new Set(), depth = 0, areChosen = false): Generator<Entry> {
	const target = Array.isArray(value) ? value : resolved(value);
	for (const holder of new Set([value, target])) {
		if (typeof holder !== 'object' || holder === null || seen.has(holder) || depth > DEEPEST)
			continue;
		seen.add(holder);
		for (const [key, inside] of Object.entries(holder)) {
			if (key === '$ref') continue;
			const isList = Array.isArray(holder);
			const name = isList ? String(resolved(inside)?.name) : key;
			const chosen = areChosen ? name : undefined;
			if (!isList || areChosen) yield { holder, key, value: inside, depth, chosen };
			if (areChosen || !DATA.test(key))
				yield* below(inside, seen, depth + 1, !areChosen && NAMED.test(key));
		}
	}
}

function isSought({ key, value, depth, chosen, isWhole }: Entry, search: Search): boolean {
	const { place, field, names, texts, isAll } = search;
	if (value === '' || value === null) return false;
	const isTop = chosen === undefined ? /^(items|enum)$/.test(key) && depth < TOP : depth <= TOP;
	if (isWhole || isAll) return isWhole ?? isTop;
	// Of a row and of parameters only what is theirs, unless one of them is named.
	if (!field && /^(row|query|header|path)$/.test(place) && !isTop) return false;
	if (names.some((one) => one.test(chosen ?? key))) return true;
	const isText = chosen === undefined && TEXT.test(key) && typeof value === 'string';
	return isText && texts.some((one) => one.test(value));
}

/** All that is written at a place of a route. */
function entriesAt(route: Route, name: string, { place, isAll }: Search): Iterable<Entry> {
	const { answer, body, operation, responses, refusals, parameters } = route;
	const list = listIn(name, answer);
	const rows = list?.items.parts ?? [];
	const owns = (some: typeof responses) => some.map(({ own }) => own);
	const fine = responses.filter((one) => !refusals.includes(one));
	const asked = { responses: operation.responses };
	const places: Record<string, [start: unknown, without?: unknown[]]> = {
		row: [rows],
		list: [list?.parts, rows],
		envelope: [answer?.parts, rows],
		body: [body?.parts],
		answer: [answer?.parts],
		headers: [fine.map(({ own }) => ({ headers: own.headers }))],
		response: [asked, owns(refusals)],
		errors: isAll ? [refusals.flatMap(({ shape }) => shape?.parts ?? [])] : [asked, owns(fine)],
		any: [[operation, { parameters: route.item.parameters }]],
	};
	const own = { parameters: parameters.filter((one) => one.in === place) };
	const [start, without = []] = places[place] ?? [[own]];
	return below(start, new Set(without));
}

function* entriesFor(
	route: Route,
	name: string,
	search: Search,
	isSeen: boolean,
): Generator<Entry> {
	const { field } = search;
	for (const entry of entriesAt(route, name, search)) {
		if (!field) yield entry;
		else if (entry.chosen !== field) continue;
		else if (isSeen) yield { ...entry, isWhole: true };
		else yield* below(entry.value);
	}
}

const GROUPS: Record<string, RegExp> = {
	all: /^(?!login)/,
	lists: /^list(Contacts|Quotations)$/,
	whole: /^list(History|Statuses|Users)$/,
	login: /^login/,
};

/** What is said above all routes. */
const above = ({ info, tags, externalDocs, components }: Json, place: string): Generator<Entry> => {
	const schemes = [{ securitySchemes: objectAt(components, 'securitySchemes') }];
	return below(place === 'schemes' ? schemes : [info, tags, externalDocs, schemes]);
};

/**
 * What a specification says of an unknown: the same words once, with all routes of which they are said.
 * @param isSeen Whether it was written down from the answers of an account, where a field itself tells.
 */
export function quotesOf(
	searches: readonly Search[],
	{ matches, events, roots }: Specification,
	isSeen = false,
): Quote[] {
	const found = new Map<string, Quote & { routes: string[] }>();
	const take = (entries: Iterable<Entry>, search: Search, title?: string) => {
		for (const entry of entries) {
			if (!isSought(entry, search)) continue;
			const { holder, key, value } = entry;
			const quote = Array.isArray(holder) ? quoteOf(resolved(value)) : quoteOf(holder, key);
			if (!quote) continue;
			const said = found.get(quote.text) ?? { ...quote, routes: [] };
			if (title && !said.routes.includes(title)) said.routes.push(title);
			found.set(quote.text, said);
		}
	};
	for (const search of searches) {
		// Of an account refusals are noted with what was asked: a made-up ID is refused, too.
		if (isSeen && search.place === 'errors' && !search.isAll) continue;
		if (search.routes === 'spec') for (const root of roots) take(above(root, search.place), search);
		const group = GROUPS[search.routes] ?? new RegExp(`^${search.routes}$`);
		const routes = [...matches].filter(([name]) => group.test(name));
		if (search.routes === 'events') routes.push(...events.map((one): [string, Route] => ['', one]));
		for (const [name, route] of routes)
			take(entriesFor(route, name, search, isSeen), search, route.title);
	}
	return [...found.values()];
}
