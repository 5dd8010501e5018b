import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

import type { Line, Quote } from '../report.mts';
import { isObject, type Json, quoteOf } from './file.mts';
import { hostOf, type Route, signsIn } from './route.mts';
import { Shape } from './schema.mts';
import { baseOf, commonBase } from './settings.mts';
import { isLogin, listIn, OURS, type Specification, withoutNames } from './specification.mts';

const { areas, bodies, query, dispensable, read } = parse(
	readFileSync(new URL('sent.yaml', import.meta.url), 'utf8'),
) as {
	areas: Record<string, string[]>;
	bodies: Record<string, Json>;
	query: Json;
	dispensable: string[];
	read: Record<string, Json>;
};

type Found = [words: string, ...quotes: Array<Quote | undefined>];

/** What will not work, by what people do. */
export function obstaclesOf(specification: Specification): Line[] {
	return Object.entries(areas).flatMap(([group, names]) => {
		const found = names.flatMap((name) => [...ofRoute(name, specification)]);
		const lines = found.map(([words, ...quotes]) => ({
			...{ group, name: words, quotes: quotes.filter((quote) => quote !== undefined) },
		}));
		if (lines.length > 0) return lines;
		return [{ group, name: 'Nothing in the specification speaks against it' }];
	});
}

function* ofRoute(name: string, specification: Specification): Generator<Found> {
	const { matches } = specification;
	const our = OURS.get(name)!;
	const their = matches.get(name);
	const hasLogin = [...matches.keys()].some(isLogin);
	// One of two logins is enough.
	if (!their && isLogin(name) && hasLogin) return;
	if (!their) return yield [`${our.title} is not in the specification`];
	const sent = bodies[name];
	const { operation, body, answer, title } = their;
	const all = [
		...ofPath(our, their, commonBase(specification)),
		...(isLogin(name) ? [] : ofSignIn(their, hasLogin)),
		...ofParameters(our, their),
		...(sent && body ? misfits(sent, body, 'sent') : []),
		...(read[name] && answer
			? misfits(read[name], listIn(name, answer)?.items ?? answer, 'read')
			: []),
	];
	if (sent && !body && operation.requestBody)
		all.push(['the package sends JSON, which the body is not', quoteOf(operation, 'requestBody')]);
	for (const [words, ...quotes] of all) yield [`${title}: ${words}`, ...quotes];
}

const placesIn = (path: string) => withoutNames(path).split('{}').length - 1;

function* ofPath(our: Route, their: Route, common: string | undefined): Generator<Found> {
	if (our.method !== their.method)
		yield [`the package sends ${our.method.toUpperCase()}`, quoteOf(their.item, their.method)];
	const bases = their.addresses.map((address) => baseOf(our, address));
	const path = their.addresses[0]!.slice(hostOf(their.addresses[0]).length);
	if (placesIn(their.path) > placesIn(our.path))
		yield [`the package sends the ID as a query parameter: ${our.path}?id=…`];
	else if (bases[0] === undefined) yield [`it is at ${path}; the package calls ${our.path}`];
	else if (!bases.includes(common))
		yield [
			`it is at ${bases[0]}${our.path}, other routes at ${common}: one Base URL fits only some`,
		];
}

function* ofSignIn({ ways }: Route, hasLogin: boolean): Generator<Found> {
	const quotes = ways.map(({ quote }) => quote);
	const areAll = (kind: string) => ways.length > 0 && ways.every((way) => way.kind === kind);
	const words = ways.map((way) => way.words).join(', or ');
	if (areAll('other'))
		yield [`it wants ${words}, which no credential of the package sends`, ...quotes];
	if (areAll('session') && !hasLogin)
		yield ['it accepts only a session, and no login is in the specification', ...quotes];
}

function* ofParameters(our: Route, their: Route): Generator<Found> {
	const sent = our.parameters.map(({ name }) => name);
	for (const own of their.parameters) {
		const { in: where, required, schema } = own;
		const name = String(own.name);
		const shape = new Shape([schema]);
		// A query has texts alone.
		const isText = name in query && shape.types.includes('string');
		const value = isText ? String(query[name]) : query[name];
		if (where === 'query' && sent.includes(name)) yield* misfits(value, shape, 'sent', name);
		else if (required === true && where !== 'path' && !signsIn(own))
			yield [
				`the ${String(where)} parameter \`${name}\` is required, and is not sent`,
				quoteOf(own),
			];
	}
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
const LARGEST_INT32 = 2 ** 31;

/** Keywords of a schema, and whether what they say refuses a value. */
const REFUSALS: Record<string, (said: never, value: unknown) => boolean> = {
	type: (said: string | string[], value) =>
		![said].flat().some((type) => String(type).replace('integer', 'number') === kindOf(value)),
	enum: (said: unknown[], value) => ![said].flat().includes(value),
	const: (said: unknown, value) => said !== value,
	format: (said: string, value) => said === 'int32' && Number(value) > LARGEST_INT32,
	minimum: (said: number, value) => Number(value) < said,
	maximum: (said: number, value) => Number(value) > said,
};

/** What a schema refuses of what is sent, and does not have of what is read. */
function* misfits(
	value: unknown,
	shape: Shape,
	verb: 'sent' | 'read',
	path = '',
): Generator<Found> {
	if (value === undefined) return;
	const told = typeof value === 'object' ? `an ${kindOf(value)}` : JSON.stringify(value);
	const outcome = verb === 'sent' ? 'which is refused' : 'which does not fit';
	for (const part of shape.sure)
		for (const [key, refuses] of Object.entries(REFUSALS)) {
			if (!(key in part) || !refuses(part[key] as never, value)) continue;
			yield [`\`${path}\` is ${verb} as ${told}, ${outcome}`, quoteOf(part, key)];
		}
	if (Array.isArray(value)) {
		const all = value.flatMap((one) => [...misfits(one, shape.items, verb, `${path}[]`)]);
		yield* new Map(all.map((found) => [found[0], found])).values();
	}
	if (!isObject(value)) return;
	const within = (name: string) => (path ? `${path}.${name}` : name);
	const closed = shape.sure.find((part) => part.additionalProperties === false);
	for (const [name, inside] of Object.entries(value)) {
		const field = shape.field(name);
		if (field) yield* misfits(inside, field, verb, within(name));
		else if (shape.names.length > 0 && (closed ?? !dispensable.includes(name)))
			yield [
				`\`${within(name)}\` is ${verb}, and is not in the specification`,
				quoteOf(closed, 'additionalProperties'),
			];
	}
	for (const [name, part] of verb === 'sent' ? shape.required : [])
		if (!(name in value))
			yield [`\`${within(name)}\` is required, and is not sent`, quoteOf(part, 'required')];
}
