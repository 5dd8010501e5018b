import type { Line, Quote } from '../report.mts';
import { type Json, quoteOf } from './file.mts';
import type { Route } from './route.mts';
import { distinct, objectAt } from './schema.mts';
import { type Way, waysOf } from './signing-in.mts';
import { searchOf } from '../unknowns.mts';
import { quotesOf } from './quotes.mts';
import { isLogin, OURS, serverPath, type Specification, withoutNames } from './specification.mts';

const line = (name: string, words: string, quotes: Array<Quote | undefined> = []): Line => {
	const there = quotes.filter((quote) => quote !== undefined);
	const isFirst = ({ text }: Quote, n: number) => there.findIndex((one) => one.text === text) === n;
	return { name, words, quotes: there.filter(isFirst) };
};
const titles = (routes: readonly Route[]) => routes.map(({ title }) => title).join(', ');

/** What to enter in n8n: a line for each field of a form, with the words that say so. */
export function settingsOf(specification: Specification): Line[] {
	const routes = specification.routes.map(([, route]) => route);
	const signed = routes.map((route) => ({ route, ways: waysOf(route) }));
	const ways = signed.flatMap((one) => one.ways ?? []);
	const oAuth2 = ways.filter(({ kind }) => kind === 'oAuth2').map(({ scheme }) => scheme);
	return [
		baseUrl(specification),
		...credentials(signed),
		...serviceAccount(specification, ways),
		...distinct(oAuth2).flatMap(oAuth2Of),
		...profile(routes),
		...specification.routes.flatMap(([name, route]) => requestBody(name, route)),
	];
}

/** What stands before the path that the package calls; undefined where that is another path. */
export function baseOf(our: Route, their: Route, server: Json | undefined): string | undefined {
	const before = server ? serverPath(server) : '';
	const path = withoutNames(before + their.path);
	const own = withoutNames(our.path);
	if (!path.endsWith(own)) return undefined;
	const [host = ''] = /^\w+:\/\/[^/]*/.exec(String(server?.url ?? '')) ?? [];
	const names = before.match(/\{[^}]*\}/g) ?? [];
	return (
		host + path.slice(0, path.length - own.length).replace(/\{\}/g, () => names.shift() ?? '{}')
	);
}

/** The address that fits most routes. */
export function commonBase({ matches }: Specification): string | undefined {
	const bases = [...matches].map(([name, their]) =>
		baseOf(OURS.get(name)!, their, their.servers[0]),
	);
	const count = (base: string) => bases.filter((one) => one === base).length;
	const known = distinct(bases.filter((base) => base !== undefined));
	return known.sort((some, other) => count(other) - count(some))[0];
}

function baseUrl(specification: Specification): Line {
	const servers = distinct([...specification.matches.values()].flatMap((route) => route.servers));
	const quotes = servers.flatMap((server) => [
		...['url', 'description'].map((key) => quoteOf(server, key)),
		...Object.keys(objectAt(server, 'variables')).map((key) =>
			quoteOf(objectAt(server, 'variables'), key),
		),
	]);
	const [host] = /^\w+:\/\/[^/]*/.exec(String(servers[0]?.url)) ?? [];
	const base = commonBase(specification) ?? host ?? '';
	const path = base.replace(/^\w+:\/\/[^/]*/, '');
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

const CREDENTIALS = {
	token: 'Sales CRM API (sends "Authorization: Bearer" and the API token)',
	oAuth2: 'Sales CRM OAuth2 API (sends "Authorization: Bearer" and the access token)',
	session: 'Sales CRM Service Account API (logs in, sends "X-AUTHORIZATION" and the session)',
	none: 'none is needed',
};

/** Those for most routes first. */
function credentials(signed: Array<{ route: Route; ways?: Way[] }>): Line[] {
	const lines = Object.entries(CREDENTIALS).flatMap(([kind, words]) => {
		const own = signed.filter(({ ways }) => ways?.some((way) => way.kind === kind));
		const which =
			own.length === signed.length ? 'all routes' : titles(own.map(({ route }) => route));
		const ways = own.flatMap((one) => one.ways!.filter((way) => way.kind === kind));
		const quotes = ways.map(({ quote }) => quote);
		if (own.length === 0) return [];
		return { count: own.length, line: line('Credential', `${words}, for ${which}`, quotes) };
	});
	lines.sort((some, other) => other.count - some.count);
	const silent = signed.filter(({ ways }) => !ways).map(({ route }) => route);
	const which = silent.length === signed.length ? '' : `, for ${titles(silent)}`;
	const unsaid = silent.length > 0 ? [line('Credential', `not a word${which}`)] : [];
	return [...lines.map((one) => one.line), ...unsaid];
}

function serviceAccount(specification: Specification, ways: Way[]): Line[] {
	const logins = [...specification.matches.keys()].filter(isLogin);
	if (logins.length === 0 && ways.every(({ kind }) => kind !== 'session')) return [];
	const searches = [
		'all header.X-AUTHORIZATION: "bearer"',
		'spec any: "bearer "',
		'login any: "bearer"',
	];
	const quotes = quotesOf(searches.map(searchOf), specification);
	const paths = logins.map((name) => OURS.get(name)!.path).join(' or ');
	const header =
		quotes.length > 0
			? "With 'Bearer' Prefix; As Is if that is refused"
			: "not a word: As Is, or With 'Bearer' Prefix if that is refused";
	return [line('Login Path', paths || 'not a word'), line('Session Header', header, quotes)];
}

function oAuth2Of(scheme: Json): Line[] {
	const flow = objectAt(objectAt(scheme, 'flows'), 'authorizationCode');
	const scopes = Object.keys(objectAt(flow, 'scopes')).join(' ');
	const { openIdConnectUrl } = scheme;
	if (openIdConnectUrl) {
		const words = `authorization_endpoint and token_endpoint at ${String(openIdConnectUrl)}`;
		const name = 'Authorization URL and Access Token URL';
		return [line(name, words, [quoteOf(scheme, 'openIdConnectUrl')])];
	}
	const said = (name: string, key: string, value = String(flow[key] ?? 'not a word')) =>
		line(name, value, [quoteOf(flow, key)]);
	return [
		said('Authorization URL', 'authorizationUrl'),
		said('Access Token URL', 'tokenUrl'),
		said('Scope', 'scopes', scopes || 'none is named'),
	];
}

function profile(routes: Route[]): Line[] {
	const isProfile = ({ name, required }: Json) =>
		required === true && /^(company_)?profile_id$/.test(String(name));
	const needing = routes.filter(({ parameters }) => parameters.some(isProfile));
	const own = needing.flatMap(({ parameters }) => parameters.filter(isProfile));
	const quotes = own.map((one) => quoteOf(one));
	const words = `fill it in: required by ${titles(needing)}`;
	return needing.length > 0 ? [line('Company Profile ID', words, quotes)] : [];
}

/** A body that is required: the package sends an empty object unless the option says otherwise. */
function requestBody(name: string, { title, body }: Route): Line[] {
	const required = body?.required ?? [];
	if (!/^list(History|Statuses|Users)$/.test(name) || required.length === 0) return [];
	const fields = required.map(([field]) => {
		const types = body!.field(field)?.types.join(' or ');
		return `"${field}": <${types || 'any value'}>`;
	});
	const own = body!.parts.map((part) => objectAt(part, 'properties'));
	const quotes = required.flatMap(([field, part]) => [
		quoteOf(part, 'required'),
		...own.map((one) => quoteOf(one, field)),
	]);
	return [line('Request Body (an option)', `{ ${fields.join(', ')} } for ${title}`, quotes)];
}
