import type { Search } from '../unknowns.mts';
import { isObject, type Json, type Quote, quoteOf, quoteWhole, resolved } from './file.mts';
import type { Route } from './route.mts';
import { objectAt, Shape } from './schema.mts';
import { isLogin, listIn, type Specification } from './specification.mts';

/** What is quoted, and of which routes it is said. */
export interface Said extends Quote {
	routes: string[];
}

/** A key with its value, somewhere in a specification. */
interface Entry {
	holder: object;
	key: string;
	/** That of a parameter, where it is one of a list of them. */
	name: string;
	value: unknown;
	depth: number;
}

/** Keys whose own keys are names that somebody chose. */
const NAMED = /^(properties|headers|responses|content|securitySchemes|parameters|scopes|variables|callbacks)$/;
/** Values that are data, and words. */
const DATA = /^(x-)?(enum|const|examples?|default|required|security|type|pattern|format)$/;
const TEXT = /^(description|summary|title|format|examples?|default|bearerFormat)$/;
const DEEPEST = 40;

/** All that is written below some objects, references followed. */
function* entriesIn(starts: readonly unknown[], stop: (key: string) => boolean): Generator<Entry> {
	const seen = new Set<object>();
	function* look(value: unknown, depth: number, isNamed: boolean): Generator<Entry> {
		const holder = Array.isArray(value) ? value : resolved(value);
		if (isObject(value) && holder !== value && '$ref' in value) yield* own(value, depth, isNamed);
		if (holder) yield* own(holder, depth, isNamed);
	}
	function* own(holder: Json | unknown[], depth: number, isNamed: boolean): Generator<Entry> {
		if (seen.has(holder) || depth > DEEPEST) return;
		seen.add(holder);
		for (const [key, value] of Object.entries(holder)) {
			if (key === '$ref' || (!isNamed && stop(key))) continue;
			const isList = Array.isArray(holder);
			const name = isList ? String(objectAt({ of: resolved(value) }, 'of').name ?? '') : key;
			if (!isList || (isNamed && name !== '')) yield { holder, key, name, value, depth };
			if (isNamed || !DATA.test(key))
				yield* look(value, isList ? depth : depth + 1, !isNamed && NAMED.test(key));
		}
	}
	for (const start of starts) yield* look(start, 0, false);
}

const never = () => false;

function isSought({ holder, key, name, value, depth }: Entry, search: Search): boolean {
	const { names, texts, isAll } = search;
	if (value === '' || value === null) return false;
	if (isAll && depth === 0) return true;
	if (names.some((one) => one.test(name))) return true;
	const isText = TEXT.test(key) && !Array.isArray(holder) && typeof value === 'string';
	return isText && texts.some((one) => one.test(value));
}

/** Fields of a schema itself, or what it is where it has none. */
function* fieldsOf(shape: Shape | undefined): Generator<Entry> {
	for (const part of shape?.parts ?? []) {
		const properties = objectAt(part, 'properties');
		for (const [key, value] of Object.entries(properties))
			yield { holder: properties, key, name: key, value, depth: 0 };
		for (const key of ['items', 'additionalProperties', 'enum'])
			if (shape!.names.length === 0 && key in part)
				yield { holder: part, key, name: key, value: part[key], depth: 0 };
	}
}

/** What a place of a route holds. */
function* entriesAt(route: Route, name: string, { place, field, isAll }: Search): Generator<Entry> {
	const within = function* (starts: readonly unknown[]) {
		if (!field) return yield* entriesIn(starts, never);
		for (const { holder, key, name, value } of entriesIn(starts, never))
			if (name === field && (Array.isArray(holder) || !TEXT.test(key)))
				yield* entriesIn([value], (one) => one === 'properties');
	};
	const answer = route.answer?.shape;
	const list = listIn(name, answer);
	if (['query', 'header', 'path'].includes(place)) {
		const own = route.parameters.filter((one) => one.in === place).map((one) => one.own);
		const lists = [route.item.parameters, route.operation.parameters].filter(Array.isArray);
		for (const holder of lists)
			for (const [key, value] of holder.entries()) {
				const parameter = resolved(value);
				if (!parameter || !own.includes(parameter)) continue;
				const called = String(parameter.name);
				if (!field) yield { holder, key: String(key), name: called, value, depth: 0 };
				else if (called === field) yield* entriesIn([parameter], never);
			}
		return;
	}
	if (place === 'body') return yield* isAll ? fieldsOf(route.body) : within(route.body?.parts ?? []);
	if (place === 'answer') return yield* isAll ? fieldsOf(answer) : within(answer?.parts ?? []);
	if (place === 'row')
		return yield* field ? within(list?.rows.parts ?? []) : fieldsOf(list?.rows);
	if (place === 'envelope') {
		if (isAll) return yield* fieldsOf(answer);
		return yield* entriesIn(list?.path.length ? answer!.parts : [], (key) => key === 'items');
	}
	if (place === 'errors') {
		const shapes = route.refusals.map(({ shape }) => shape);
		if (isAll) for (const shape of shapes) yield* fieldsOf(shape);
		else {
			const responses = objectAt(route.operation, 'responses');
			for (const { status } of route.refusals)
				yield { holder: responses, key: status, name: status, value: responses[status], depth: 0 };
			yield* entriesIn(route.refusals.map(({ own }) => own), never);
		}
		return;
	}
	if (place === 'headers') {
		const fine = route.responses.filter(({ status }) => /^2/.test(status));
		return yield* entriesIn(fine.map(({ own }) => own.headers), (key) => NAMED.test(key));
	}
	if (place === 'response') {
		const responses = objectAt(route.operation, 'responses');
		for (const [key, value] of Object.entries(responses))
			if (/^2/.test(key)) yield { holder: responses, key, name: key, value, depth: 0 };
		const fine = route.responses.filter(({ status }) => /^2/.test(status));
		return yield* entriesIn(fine.map(({ own }) => own), never);
	}
	yield* within([route.operation, { parameters: route.item.parameters }]);
}

function routesFor(routes: string, specification: Specification): Array<[name: string, route: Route]> {
	if (routes === 'events') return specification.events.map((route) => ['event', route]);
	return [...specification.matches].filter(
		([name]) =>
			name === routes ||
			(routes === 'all' && !isLogin(name)) ||
			(routes === 'lists' && /^list(Contacts|Quotations)$/.test(name)) ||
			(routes === 'whole' && /^list(History|Statuses|Users)$/.test(name)) ||
			(routes === 'login' && isLogin(name)),
	);
}

/** What a specification says of an unknown: the same words once, with all routes of which they are said. */
export function quotesOf(searches: readonly Search[], specification: Specification): Said[] {
	const found = new Map<string, Said>();
	const take = ({ holder, key }: Entry, title: string) => {
		const value: unknown = Object(holder)[key];
		const parameter = Array.isArray(holder) ? resolved(value) : undefined;
		const quote = parameter && parameter !== value ? quoteWhole(parameter) : quoteOf(holder, key);
		if (!quote) return;
		const said = found.get(quote.text) ?? { ...quote, routes: [] };
		if (title && !said.routes.includes(title)) said.routes.push(title);
		found.set(quote.text, said);
	};
	for (const search of searches) {
		if (search.routes === 'spec') {
			for (const { info, tags, externalDocs, components } of specification.roots) {
				const schemes = objectAt(components, 'securitySchemes');
				const starts = search.place === 'schemes' ? [schemes] : [info, tags, externalDocs, schemes];
				for (const entry of entriesIn(starts, never)) if (isSought(entry, search)) take(entry, '');
			}
			continue;
		}
		for (const [name, route] of routesFor(search.routes, specification))
			for (const entry of entriesAt(route, name, search))
				if (isSought(entry, search)) take(entry, route.title);
	}
	return [...found.values()];
}
