import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

import { type Finding, finding, type Quote } from '../report.mts';
import { isObject, type Json, quoteOf } from './file.mts';
import { signsIn } from './route.mts';
import { Shape } from './schema.mts';
import { isAtBase, isLogin, OURS, type Specification } from './specification.mts';

const { areas, bodies, query, dispensable } = parse(
	readFileSync(new URL('sent.yaml', import.meta.url), 'utf8'),
) as {
	areas: Record<string, string[]>;
	bodies: Record<string, Json>;
	query: Json;
	dispensable: string[];
};

type Found = [words: string, ...quotes: Array<Quote | undefined>];

/** What will not work, by what people do. */
export function obstaclesOf(specification: Specification): Finding[] {
	return Object.entries(areas).flatMap(([group, names]) => {
		const found = names.flatMap((name) => [...ofRoute(name, specification)]);
		if (found.length === 0) found.push(['Nothing in the specification speaks against it']);
		const once = new Map(found.map((one) => [one[0], one]));
		return [...once.values()].map(([name, ...quotes]) => finding(name, undefined, quotes, group));
	});
}

function* ofRoute(name: string, { matches, base }: Specification): Generator<Found> {
	const our = OURS.get(name)!;
	const their = matches.get(name);
	// One of two logins is enough.
	if (!their && isLogin(name) && [...matches.keys()].some(isLogin)) return;
	if (!their) return yield [`${our.title} is not in the specification`];
	const { title, operation, parameters, body, ways } = their;
	const found: Found[] = [];
	if (!isAtBase(our, their, base))
		found.push([
			`it is at ${their.addresses.join(' and ')}; the package calls ${our.method.toUpperCase()} ${base}${our.path}`,
		]);
	const wanted = ways.map((way) => way.words).join(', or ');
	if (wanted && !isLogin(name) && ways.every(({ kind }) => kind === 'other'))
		found.push([
			`it wants ${wanted}, which no credential of the package sends`,
			...ways.map(({ quote }) => quote),
		]);
	const sent = our.parameters.map((one) => one.name);
	for (const own of parameters)
		if (own.in === 'query' && sent.includes(own.name)) found.push(...ofQuery(own));
		else if (own.required === true && own.in !== 'path' && !signsIn(own))
			found.push([
				`the ${String(own.in)} parameter \`${String(own.name)}\` is required, and is not sent`,
				quoteOf(own),
			]);
	if (bodies[name] && body) found.push(...misfits(bodies[name], body));
	else if (bodies[name] && operation.requestBody)
		found.push([
			'the package sends JSON, which the body is not',
			quoteOf(operation, 'requestBody'),
		]);
	for (const [words, ...own] of found) yield [`${title}: ${words}`, ...own];
}

function ofQuery({ name, schema }: Json): Iterable<Found> {
	const shape = new Shape([schema]);
	const value = query[String(name)];
	// A query has texts alone.
	const isText = value !== undefined && shape.types.includes('string');
	return misfits(isText ? String(value) : value, shape, String(name));
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

/** What a schema refuses of what is sent; nothing is sent where there is no value. */
function* misfits(value: unknown, shape: Shape, path = ''): Generator<Found> {
	if (value === undefined) return;
	const told = typeof value === 'object' ? `an ${kindOf(value)}` : JSON.stringify(value);
	for (const part of shape.sure)
		for (const [key, refuses] of Object.entries(REFUSALS))
			if (key in part && refuses(part[key] as never, value))
				yield [`\`${path}\` is sent as ${told}, which is refused`, quoteOf(part, key)];
	if (Array.isArray(value)) for (const one of value) yield* misfits(one, shape.items, `${path}[]`);
	if (!isObject(value)) return;
	const within = (name: string) => (path ? `${path}.${name}` : name);
	const closed = shape.sure.find((part) => part.additionalProperties === false);
	for (const [name, inside] of Object.entries(value)) {
		const field = shape.field(name);
		if (field) yield* misfits(inside, field, within(name));
		else if (shape.names.length > 0 && (closed ?? !dispensable.includes(name)))
			yield [
				`\`${within(name)}\` is sent, and is not in the specification`,
				quoteOf(closed, 'additionalProperties'),
			];
	}
	for (const [name, part] of shape.required)
		if (!(name in value))
			yield [`\`${within(name)}\` is required, and is not sent`, quoteOf(part, 'required')];
}
