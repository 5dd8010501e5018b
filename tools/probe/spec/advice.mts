import { unescape } from 'node:querystring';
import { type Schema, validate } from '@cfworker/json-schema';
import { uniq, uniqBy } from 'es-toolkit';

import { type Finding, finding, type Quote } from '../report.mts';
import { quotesOf, readUnknowns } from '../unknowns.mts';
import { dataIn, isObject, type Json, objectAt, partsOf, quoteOf } from './file.mts';
import { hostOf, type Route, signsIn, type Way } from './route.mts';
import { baseOf, isLogin, OURS, type Specification } from './specification.mts';

/** What to enter in n8n: a line for each field of a form, with the words that say so. */
export function settingsOf(specification: Specification): Finding[] {
	const routes = [...specification.matches].filter(([name]) => !isLogin(name));
	const signed = routes.map(([, route]) => route);
	const ways = signed.flatMap((route) => route.ways);
	const oAuth2 = ways.filter(({ kind }) => kind === 'oAuth2').map(({ scheme }) => scheme);
	return [
		baseUrl(specification),
		...credentials(signed),
		...serviceAccount(specification, ways),
		...uniq(oAuth2).flatMap(oAuth2Of),
		...routes.flatMap(([name, route]) => requestBody(name, route)),
	];
}

function baseUrl({ base, matches }: Specification): Finding {
	const servers = uniq([...matches.values()].flatMap((route) => route.servers));
	const names = base.match(/\{[^}]*\}/g)?.join(', ');
	const path = base && `, with ${base} behind it`;
	const words = [
		hostOf(base) ? base : `the address of your Sales CRM, which is not named${path}`,
		...(names ? [`with ${names} filled in`] : []),
		...(servers.length > 1 ? ['or another that is named'] : []),
	];
	return finding(
		'Base URL',
		words.join(', '),
		servers.map((server) => quoteOf(server)),
	);
}

const CREDENTIALS: Array<[kind: Way['kind'] | 'unsaid', words: string]> = [
	['token', 'Sales CRM API (sends "Authorization: Bearer" and the API token)'],
	['oAuth2', 'Sales CRM OAuth2 API (sends "Authorization: Bearer" and the access token)'],
	['session', 'Sales CRM Service Account API (logs in, sends "X-AUTHORIZATION" and the session)'],
	['none', 'none is needed'],
	['unsaid', 'not a word'],
];

/** Those for most routes first. */
function credentials(signed: Route[]): Finding[] {
	const found = CREDENTIALS.map(([kind, words]) => {
		const waysIn = ({ ways }: Route) => ways.filter((way) => way.kind === kind);
		const isOwn = (one: Route) => waysIn(one).length > 0 || (kind === 'unsaid' && !one.ways[0]);
		const own = signed.filter(isOwn);
		const which = own.length === signed.length ? ['all routes'] : own.map(({ title }) => title);
		const quotes = own.flatMap(waysIn).map(({ quote }) => quote);
		return { own, told: finding('Credential', `${words}, for ${which.join(', ')}`, quotes) };
	});
	found.sort((some, other) => other.own.length - some.own.length);
	return found.filter(({ own }) => own.length > 0).map(({ told }) => told);
}

function serviceAccount(specification: Specification, ways: Way[]): Finding[] {
	const logins = [...specification.matches.keys()].filter(isLogin);
	if (logins.length === 0 && ways.every(({ kind }) => kind !== 'session')) return [];
	const { searches } = readUnknowns().find(({ row }) => row.includes('session is sent'))!;
	const quotes = quotesOf(searches, specification);
	const paths = logins.map((name) => OURS.get(name)!.path).join(' or ') || 'not a word';
	const header =
		quotes.length > 0
			? "With 'Bearer' Prefix; if that is refused, As Is"
			: "not a word; try As Is, then With 'Bearer' Prefix";
	return [finding('Login Path', paths), finding('Session Header', header, quotes)];
}

const OAUTH2: Array<[field: string, key: string]> = [
	['Authorization URL', 'authorizationUrl'],
	['Access Token URL', 'tokenUrl'],
	['Scope', 'scopes'],
];

function oAuth2Of(scheme: Json): Finding[] {
	const flow = objectAt(objectAt(scheme, 'flows'), 'authorizationCode');
	return OAUTH2.map(([field, key]) => {
		const said = isObject(flow[key]) ? Object.keys(flow[key]).join(' ') : flow[key];
		return finding(field, String(said || 'not a word'), [quoteOf(flow, key) ?? quoteOf(scheme)]);
	});
}

/** A body that is required: the package sends an empty object unless the option says otherwise. */
function requestBody(name: string, { title, body }: Route): Finding[] {
	const isSent = /^list(History|Statuses|Users)$/.test(name);
	const parts = partsOf(isSent && body).filter(({ required }) => Array.isArray(required));
	const fields = parts.flatMap(({ required, properties }) =>
		(required as string[]).map(
			(field) => `"${field}": <${String(objectAt(properties, field).type ?? 'any value')}>`,
		),
	);
	const quotes = parts.map((part) => quoteOf(part, 'required'));
	const words = `{ ${fields.join(', ')} } for ${title}`;
	return fields.length > 0 ? [finding('Request Body (an option)', words, quotes)] : [];
}

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
				const holder = inside(schema, stepsOf(keywordLocation).slice(0, -1));
				return [
					`\`${path}\` is ${sent === undefined ? 'required, and is not sent' : `sent as ${told}, which is refused`}`,
					quoteOf(holder, keyword) ?? quoteOf(holder, 'format'),
				];
			});
	} catch {
		return [['what it takes is described by no valid JSON Schema', quoteOf(schema)]];
	}
}
