import type { Line, Quote } from '../report.mts';
import { readUnknowns } from '../unknowns.mts';
import { type Json, objectAt, quoteOf } from './file.mts';
import { quotesOf } from './quotes.mts';
import { hostOf, type Route, type Way } from './route.mts';
import { distinct } from './schema.mts';
import { isLogin, OURS, type Specification, withoutNames } from './specification.mts';

const line = (name: string, words: string, quotes: Array<Quote | undefined> = []): Line => {
	const byText = new Map(quotes.flatMap((quote) => (quote ? [[quote.text, quote]] : [])));
	return { name, words, quotes: [...byText.values()] };
};
/** What to enter in n8n: a line for each field of a form, with the words that say so. */
export function settingsOf(specification: Specification): Line[] {
	const routes = [...specification.matches].filter(([name]) => !isLogin(name));
	const signed = routes.map(([, route]) => route);
	const ways = signed.flatMap((route) => route.ways);
	const oAuth2 = ways.filter(({ kind }) => kind === 'oAuth2').map(({ scheme }) => scheme);
	return [
		baseUrl(specification),
		...credentials(signed),
		...serviceAccount(specification, ways),
		...distinct(oAuth2).flatMap(oAuth2Of),
		...routes.flatMap(([name, route]) => requestBody(name, route)),
	];
}

/** What stands before the path that the package calls; undefined where an address has another path. */
export function baseOf(our: Route, address: string): string | undefined {
	if (!withoutNames(address).endsWith(withoutNames(our.path))) return undefined;
	const parts = our.path.split('/').length;
	return address
		.replace(/\/+$/, '')
		.split('/')
		.slice(0, 1 - parts)
		.join('/');
}

/** The address that fits most routes. */
export function commonBase({ matches }: Specification): string | undefined {
	const bases = [...matches].map(([name, { addresses }]) => baseOf(OURS.get(name)!, addresses[0]!));
	const count = (base: string) => bases.filter((one) => one === base).length;
	const known = bases.filter((base) => base !== undefined);
	return known.sort((some, other) => count(other) - count(some))[0];
}

function baseUrl(specification: Specification): Line {
	const routes = [...specification.matches.values()];
	const servers = distinct(routes.flatMap((route) => route.servers));
	const quotes = servers.map((server) => quoteOf(server));
	const base = commonBase(specification) ?? hostOf(routes[0]?.addresses[0]);
	const host = hostOf(base);
	const path = base.slice(host.length);
	const own = `the address of your Sales CRM${path && ` with ${path} behind it`}`;
	const names = base.match(/\{[^}]*\}/g)?.join(', ');
	const others = servers.length > 1 ? `; ${servers.length} servers are named: choose yours` : '';
	const words = !host
		? `${own}; none is named`
		: /\/(localhost|127\.|0\.0\.0\.0|\[::1\])/.test(host)
			? `${own}; the one that is named is a machine of its makers`
			: base + (names ? `, with ${names} filled in` : '') + others;
	return line('Base URL', words, quotes);
}

const CREDENTIALS: Array<[kind: Way['kind'] | undefined, words: string]> = [
	['token', 'Sales CRM API (sends "Authorization: Bearer" and the API token)'],
	['oAuth2', 'Sales CRM OAuth2 API (sends "Authorization: Bearer" and the access token)'],
	['session', 'Sales CRM Service Account API (logs in, sends "X-AUTHORIZATION" and the session)'],
	['none', 'none is needed'],
	[undefined, 'not a word'],
];

/** Those for most routes first. */
function credentials(signed: Route[]): Line[] {
	const found = CREDENTIALS.map(([kind, words]) => {
		const own = signed.filter(({ ways }) =>
			kind ? ways.some((way) => way.kind === kind) : ways.length === 0,
		);
		const which = own.length === signed.length ? ['all routes'] : own.map(({ title }) => title);
		const ways = own.flatMap((one) => one.ways.filter((way) => way.kind === kind));
		const quotes = ways.map(({ quote }) => quote);
		const told = line('Credential', `${words}, for ${which.join(', ')}`, quotes);
		return { count: own.length, told };
	});
	const there = found.filter(({ count }) => count > 0);
	return there.sort((some, other) => other.count - some.count).map(({ told }) => told);
}

/** The row of tools/sandbox/unknowns.md. */
const SESSION = 'Whether the session is sent with `Bearer`';

function serviceAccount(specification: Specification, ways: Way[]): Line[] {
	const logins = [...specification.matches.keys()].filter(isLogin);
	if (logins.length === 0 && ways.every(({ kind }) => kind !== 'session')) return [];
	const { searches } = readUnknowns().find(({ row }) => row.startsWith(SESSION))!;
	const quotes = quotesOf(searches, specification);
	const paths = logins.map((name) => OURS.get(name)!.path).join(' or ');
	const header =
		quotes.length > 0
			? "With 'Bearer' Prefix; if that is refused, As Is"
			: "not a word; try As Is, then With 'Bearer' Prefix";
	return [line('Login Path', paths || 'not a word'), line('Session Header', header, quotes)];
}

function oAuth2Of(scheme: Json): Line[] {
	const flow = objectAt(objectAt(scheme, 'flows'), 'authorizationCode');
	const { openIdConnectUrl: discovery } = scheme;
	const quote = quoteOf(scheme, 'openIdConnectUrl');
	const said = (name: string, key: string, endpoint: string) => {
		const found = discovery ? `${endpoint} at ${String(discovery)}` : 'not a word';
		return line(name, String(flow[key] ?? found), [quoteOf(flow, key) ?? quote]);
	};
	const scopes = Object.keys(objectAt(flow, 'scopes')).join(' ') || 'not a word';
	return [
		said('Authorization URL', 'authorizationUrl', 'authorization_endpoint'),
		said('Access Token URL', 'tokenUrl', 'token_endpoint'),
		line('Scope', scopes, [quoteOf(flow, 'scopes')]),
	];
}

/** A body that is required: the package sends an empty object unless the option says otherwise. */
function requestBody(name: string, { title, body }: Route): Line[] {
	if (!body || !/^list(History|Statuses|Users)$/.test(name) || body.required.length === 0)
		return [];
	const fields = body.required.map(
		([field]) => `"${field}": <${body.field(field)?.types.join(' or ') || 'any value'}>`,
	);
	const quotes = body.required.flatMap(([field, part]) => [
		quoteOf(part, 'required'),
		...body.parts.map((one) => quoteOf(objectAt(one, 'properties'), field)),
	]);
	return [line('Request Body (an option)', `{ ${fields.join(', ')} } for ${title}`, quotes)];
}
