import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

import type { Line, Quote } from '../report.mts';
import { isObject, type Json, quoteOf } from './file.mts';
import type { Route } from './route.mts';
import { Shape } from './schema.mts';
import { baseOf, commonBase } from './settings.mts';
import { signsIn, waysOf } from './signing-in.mts';
import { isLogin, OURS, serverPath, type Specification, withoutNames } from './specification.mts';

const SENT = parse(readFileSync(new URL('sent.yaml', import.meta.url), 'utf8')) as {
	areas: Record<string, string[]>;
	bodies: Record<string, Json>;
	dispensable: string[];
	query: Json;
};

type Found = [words: string, ...quotes: Array<Quote | undefined>];

/** What will not work, by what people do. */
export function obstaclesOf(specification: Specification): Line[] {
	const { matches } = specification;
	const hasLogin = [...matches.keys()].some(isLogin);
	const base = commonBase(specification);
	return Object.entries(SENT.areas).flatMap(([group, names]) => {
		const lines = names.flatMap((name): Line[] => {
			const our = OURS.get(name)!;
			const their = matches.get(name);
			// One of two logins is enough.
			if (!their && isLogin(name) && hasLogin) return [];
			if (!their) return [{ group, name: `${our.title} is not in the specification` }];
			const body = SENT.bodies[name];
			return [
				...ofRoute(our, their, base),
				...(isLogin(name) ? [] : ofSignIn(their, hasLogin)),
				...ofParameters(our, their),
				...(body ? ofBody(body, their) : []),
			].map(([words, ...quotes]) => ({
				...{ group, name: `${their.title}: ${words}` },
				quotes: quotes.filter((quote) => quote !== undefined),
			}));
		});
		if (lines.length > 0) return lines;
		return [{ group, name: 'Nothing in the specification speaks against it' }];
	});
}

const placesIn = (path: string) => withoutNames(path).split('{}').length - 1;

function* ofRoute(our: Route, their: Route, common: string | undefined): Generator<Found> {
	if (our.method !== their.method)
		yield [`the package sends ${our.method.toUpperCase()}`, quoteOf(their.item, their.method)];
	const servers = their.servers.length > 0 ? their.servers : [undefined];
	const bases = servers.map((server) => baseOf(our, their, server));
	const [first] = their.servers;
	if (placesIn(their.path) > placesIn(our.path))
		yield [`the package sends the ID as a query parameter: ${our.path}?id=…`];
	else if (bases[0] === undefined)
		yield [
			`it is at ${(first ? serverPath(first) : '') + their.path}; the package calls ${our.path}`,
		];
	else if (!bases.includes(common))
		yield [
			`it is at ${bases[0]}${our.path}, other routes at ${common}: one Base URL fits only some`,
		];
}

function* ofSignIn(their: Route, hasLogin: boolean): Generator<Found> {
	const ways = waysOf(their) ?? [];
	const quotes = ways.map(({ quote }) => quote);
	const areAll = (kind: string) => ways.length > 0 && ways.every((way) => way.kind === kind);
	const words = ways.map((way) => way.words).join(', or ');
	if (areAll('other'))
		yield [`it wants ${words}, which no credential of the package sends`, ...quotes];
	if (areAll('session') && !hasLogin)
		yield ['it accepts only a session, and no login is in the specification', ...quotes];
}

function* ofParameters(our: Route, their: Route): Generator<Found> {
	const sent = new Set(our.parameters.map(({ name }) => name));
	for (const own of their.parameters) {
		const { in: where, required, schema } = own;
		const name = String(own.name);
		const shape = new Shape([schema]);
		// A query has texts alone.
		const isText = name in SENT.query && shape.types.includes('string');
		const value = isText ? String(SENT.query[name]) : SENT.query[name];
		if (where === 'query' && sent.has(name)) yield* misfits(value, shape, name);
		else if (required === true && where !== 'path' && !signsIn(own))
			yield [
				`the ${String(where)} parameter \`${name}\` is required, and is not sent`,
				quoteOf(own),
			];
	}
}

function* ofBody(sent: Json, { body, operation }: Route): Generator<Found> {
	if (body) yield* misfits(sent, body, '');
	else if (operation.requestBody)
		yield ['the package sends JSON, which the body is not', quoteOf(operation, 'requestBody')];
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
const LARGEST_INT32 = 2 ** 31;

/** Keywords of a schema, and whether what they say refuses a value. */
const REFUSALS: Record<string, (said: never, sent: unknown) => boolean> = {
	type: (said: string | string[], sent) =>
		![said].flat().some((type) => String(type).replace('integer', 'number') === kindOf(sent)),
	enum: (said: unknown[], sent) => ![said].flat().includes(sent),
	const: (said: unknown, sent) => said !== sent,
	format: (said: string, sent) => said === 'int32' && Number(sent) > LARGEST_INT32,
	minimum: (said: number, sent) => Number(sent) < said,
	maximum: (said: number, sent) => Number(sent) > said,
};

/** What a schema refuses of what is sent. */
function* misfits(sent: unknown, shape: Shape, path: string): Generator<Found> {
	if (sent === undefined) return;
	const told = typeof sent === 'object' ? `an ${kindOf(sent)}` : JSON.stringify(sent);
	for (const part of shape.sure)
		for (const [key, refuses] of Object.entries(REFUSALS)) {
			if (!(key in part) || !refuses(part[key] as never, sent)) continue;
			yield [`\`${path}\` is sent as ${told}, which is refused`, quoteOf(part, key)];
		}
	if (Array.isArray(sent)) {
		const all = sent.flatMap((one) => [...misfits(one, shape.items, `${path}[]`)]);
		yield* new Map(all.map((found) => [found[0], found])).values();
	}
	if (!isObject(sent)) return;
	const within = (name: string) => (path ? `${path}.${name}` : name);
	const closed = shape.sure.find((part) => part.additionalProperties === false);
	for (const [name, value] of Object.entries(sent)) {
		const field = shape.field(name);
		if (field) yield* misfits(value, field, within(name));
		else if (shape.names.length > 0 && (closed ?? !SENT.dispensable.includes(name)))
			yield [
				`\`${within(name)}\` is sent, and is not in the specification`,
				quoteOf(closed, 'additionalProperties'),
			];
	}
	for (const [name, part] of shape.required.filter(([one]) => !(one in sent)))
		yield [`\`${within(name)}\` is required, and is not sent`, quoteOf(part, 'required')];
}
