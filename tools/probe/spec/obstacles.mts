import { unescape } from 'node:querystring';
import { type Schema, validate } from '@cfworker/json-schema';
import { uniqBy } from 'es-toolkit';

import { type Finding, finding, type Quote } from '../report.mts';
import { dataIn, type Json, partsOf, quoteOf } from './file.mts';
import { signsIn } from './route.mts';
import { baseOf, isLogin, OURS, type Specification } from './specification.mts';

const { areas, bodies, query } = dataIn('spec/sent.yaml') as {
	areas: Record<string, string[]>;
	bodies: Record<string, Json>;
	query: Json;
};

type Found = [words: string, ...quotes: Array<Quote | undefined>];

/** What will not work, by what people do. */
export function obstaclesOf(specification: Specification): Finding[] {
	return Object.entries(areas).flatMap(([group, names]) => {
		const found = names.flatMap((name) => {
			const { title } = specification.matches.get(name) ?? OURS.get(name)!;
			const own = [...ofRoute(name, specification)];
			return own.map(([words, ...quotes]) => finding(`${title}: ${words}`, '', quotes, group));
		});
		const nothing = finding('Nothing in the specification speaks against it', '', [], group);
		return found.length > 0 ? uniqBy(found, ({ name }) => name) : [nothing];
	});
}

function* ofRoute(name: string, { matches, base }: Specification): Generator<Found> {
	const our = OURS.get(name)!;
	const their = matches.get(name);
	// One of two logins is enough.
	if (!their && isLogin(name) && [...matches.keys()].some(isLogin)) return;
	if (!their) return yield ['it is not in the specification'];
	const { method, addresses, operation, parameters, body, ways } = their;
	if (our.method !== method || !addresses.some((address) => baseOf(our, address) === base))
		yield [
			`it is at ${addresses.join(' and ')}; the package calls ${our.method.toUpperCase()} ${base}${our.path}`,
		];
	const wanted = ways.map(({ words }) => words).join(', or ');
	const quotes = ways.map(({ quote }) => quote);
	if (wanted && !isLogin(name) && ways.every(({ kind }) => kind === 'other'))
		yield [`it wants ${wanted}, which no credential of the package sends`, ...quotes];
	const sent = our.parameters.map((one) => one.name);
	for (const own of parameters) {
		const { in: where, required } = own;
		if (where === 'query' && sent.includes(own.name)) yield* ofQuery(own);
		else if (required === true && where !== 'path' && !signsIn(own))
			yield [`the ${where} parameter \`${own.name}\` is required, and is not sent`, quoteOf(own)];
	}
	if (bodies[name] && body) yield* misfits(bodies[name], body);
	else if (bodies[name] && operation.requestBody)
		yield ['the body is sent as JSON, which is refused', quoteOf(operation, 'requestBody')];
}

/** A query has texts alone. */
function ofQuery({ name, schema }: Json): Found[] {
	const value = query[String(name)];
	const isText = partsOf(schema).some(({ type }) => [type].flat().includes('string'));
	return value === undefined ? [] : misfits(isText ? String(value) : value, schema, String(name));
}

/** Errors that only say that there is one further inside. */
const OUTER = /^(properties|items|allOf|anyOf|oneOf|false)$/;

const stepsOf = (pointer: string) => pointer.split('/').slice(1).map(unescape);
const inside = (value: unknown, steps: string[]) =>
	steps.reduce((at, step) => Object(at)[step] as unknown, value);

/** What a schema refuses of what is sent. */
function misfits(value: unknown, schema: unknown, name = ''): Found[] {
	try {
		// Of the drafts the one that OpenAPI 3.0 was made from.
		const { errors } = validate(value, Object(schema) as Schema, '4', {}, false);
		return errors
			.filter(({ keyword }) => !OUTER.test(keyword))
			.map(({ keyword, keywordLocation, instanceLocation, error }) => {
				const [, own] = /property "(.*)"/i.exec(error) ?? [];
				const steps = [...stepsOf(instanceLocation), ...(own ? [own] : [])];
				const sent = inside(value, steps);
				const path = [name, ...steps].filter(Boolean).join('.').replace(/\.\d+/g, '[]');
				const told = typeof sent === 'object' ? 'an object or a list' : JSON.stringify(sent);
				const holder = Object(inside(schema, stepsOf(keywordLocation).slice(0, -1)));
				return [
					`\`${path}\` is ${sent === undefined ? 'required, and is not sent' : `sent as ${told}, which is refused`}`,
					quoteOf(holder, keyword) ?? quoteOf(holder, 'format'),
				];
			});
	} catch {
		return [[`what it takes is described by no valid JSON Schema`, quoteOf(Object(schema))]];
	}
}
