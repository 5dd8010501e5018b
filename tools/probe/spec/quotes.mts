import type { Quote } from '../report.mts';
import type { Search } from '../unknowns.mts';
import { quoteOf, resolved } from './file.mts';
import type { Route } from './route.mts';
import { objectAt, type Shape } from './schema.mts';
import { listIn, type Specification } from './specification.mts';

/** A key with its value, somewhere in a specification. */
interface Entry {
	holder: object;
	key: string;
	value: unknown;
	/** Keys above it. */
	depth: number;
	/** The key, where somebody chose it: that of a field, a header, a status; of a parameter its name. */
	chosen?: string;
	/** It is quoted whatever its words are. */
	isWhole?: true;
}

/** Keys whose own keys somebody chose. */
const NAMED = /^(properties|headers|responses|content|securitySchemes|parameters|scopes)$/;
/** Values that are data. */
const DATA = /^(enum|const|examples?|default|required|security|type|pattern|format)$/;
const TEXT = /^(description|summary|title|format|examples?|default|bearerFormat)$/;
const DEEPEST = 40;

/** All that is written below an object, references followed. */
function* below(value: unknown, depth = 0, areChosen = false, seen = new Set()): Generator<Entry> {
	const target = Array.isArray(value) ? value : resolved(value);
	for (const holder of new Set([value, target])) {
		if (typeof holder !== 'object' || holder === null || seen.has(holder) || depth > DEEPEST)
			continue;
		seen.add(holder);
		for (const [key, inside] of Object.entries(holder)) {
			if (key === '$ref') continue;
			const isList = Array.isArray(holder);
			const name = isList ? String(resolved(inside)?.name) : key;
			if (!isList || areChosen)
				yield { holder, key, value: inside, depth, chosen: areChosen ? name : undefined };
			if (areChosen || !DATA.test(key))
				yield* below(inside, depth + 1, !areChosen && NAMED.test(key), seen);
		}
	}
}

function isSought({ key, value, depth, chosen, isWhole }: Entry, search: Search): boolean {
	if (value === '' || value === null) return false;
	if (isWhole || (search.isAll && depth === 0)) return true;
	if (search.names.some((one) => one.test(chosen ?? key))) return true;
	const isText = chosen === undefined && TEXT.test(key) && typeof value === 'string';
	return isText && search.texts.some((one) => one.test(value));
}

/** Fields of a schema itself, or what it is where it has none. */
function* fieldsOf(shape: Shape | undefined): Generator<Entry> {
	for (const part of shape?.parts ?? []) {
		const holder = objectAt(part, 'properties');
		for (const key of Object.keys(holder))
			yield { holder, key, value: part, depth: 0, chosen: key };
		const others = ['items', 'additionalProperties', 'enum'].filter((key) => key in part);
		if (shape!.names.length === 0)
			for (const key of others) yield { holder: part, key, value: part, depth: 0 };
	}
}

/** What stands at the top of a place: parameters, or fields. */
function topOf(route: Route, name: string, place: string): Entry[] {
	if (/^(query|header|path)$/.test(place))
		return route.lists.flatMap((holder) =>
			[...holder.entries()].flatMap(([key, value]) => {
				const parameter = resolved(value);
				if (parameter?.in !== place) return [];
				return { holder, key: String(key), value, depth: 0, chosen: String(parameter.name) };
			}),
		);
	const { answer, body, refusals } = route;
	if (place === 'errors') return refusals.flatMap(({ shape }) => [...fieldsOf(shape)]);
	const shapes: Record<string, Shape | undefined> = { answer, body, envelope: answer };
	return [...fieldsOf(place === 'row' ? listIn(name, answer)?.items : shapes[place])];
}

/** All that is written at a place. */
function allOf(route: Route, name: string, place: string): Iterable<Entry> {
	const { answer, body, operation, responses, refusals } = route;
	const list = listIn(name, answer);
	const rows = list?.items.parts ?? [];
	const owns = (some: typeof responses) => new Set<unknown>(some.map(({ own }) => own));
	const fine = responses.filter((one) => !refusals.includes(one));
	const places: Record<string, () => Iterable<Entry>> = {
		row: () => below(rows),
		list: () => below(list?.parts, 0, false, new Set(rows)),
		envelope: () => below(answer?.parts, 0, false, new Set(rows)),
		body: () => below(body?.parts),
		answer: () => below(answer?.parts),
		headers: () => below(fine.map(({ own }) => ({ headers: own.headers }))),
		response: () => below({ responses: operation.responses }, 0, false, owns(refusals)),
		errors: () => below({ responses: operation.responses }, 0, false, owns(fine)),
		any: () => below([operation, { parameters: route.item.parameters }]),
	};
	if (places[place]) return places[place]();
	return topOf(route, name, place).flatMap((entry) => [entry, ...below(entry.value)]);
}

function* entriesFor(
	route: Route,
	name: string,
	search: Search,
	isSeen: boolean,
): Generator<Entry> {
	const { place, field, isAll } = search;
	if (isAll || (!field && /^(row|query|header|path)$/.test(place)))
		return yield* topOf(route, name, place);
	for (const entry of allOf(route, name, place)) {
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
	const take = ({ holder, key, value }: Entry, title?: string) => {
		const target = Array.isArray(holder) && resolved(value) !== value ? resolved(value) : undefined;
		const quote = target ? quoteOf(target) : quoteOf(holder, key);
		if (!quote) return;
		const said = found.get(quote.text) ?? { ...quote, routes: [] };
		if (title && !said.routes.includes(title)) said.routes.push(title);
		found.set(quote.text, said);
	};
	for (const search of searches) {
		// Of an account refusals are noted with what was asked: a made-up ID is refused, too.
		if (isSeen && search.place === 'errors' && !search.isAll) continue;
		if (search.routes === 'spec')
			for (const { info, tags, externalDocs, components } of roots) {
				const schemes = objectAt(components, 'securitySchemes');
				const isAll = search.place === 'schemes';
				const above = isAll ? [] : [{ info, tags, externalDocs }];
				for (const entry of [...below(schemes), ...below(above)])
					if (isSought(entry, search)) take(entry);
			}
		const group = GROUPS[search.routes] ?? new RegExp(`^${search.routes}$`);
		const routes = [...matches].filter(([name]) => group.test(name));
		if (search.routes === 'events') routes.push(...events.map((one): [string, Route] => ['', one]));
		for (const [name, route] of routes)
			for (const entry of entriesFor(route, name, search, isSeen))
				if (isSought(entry, search)) take(entry, route.title);
	}
	return [...found.values()];
}
