import { isObject, type Json, type Quote, quoteOf } from './file.mts';
import type { Route } from './route.mts';
import { distinct, objectAt, type Shape } from './schema.mts';
import { CREDENTIALS, type Way, waysOf } from './signing-in.mts';
import { isLogin, OURS, serverPath, type Specification, withoutNames } from './specification.mts';

/** What to enter in a form of n8n, and the words that say so. */
export interface Setting {
	field: string;
	value: string;
	quotes: Quote[];
}

const quoted = (...quotes: Array<Quote | undefined>): Quote[] => {
	const there = quotes.filter((quote) => quote !== undefined);
	return there.filter(({ text }, n) => there.findIndex((one) => one.text === text) === n);
};

/** All that a specification says of the forms of the credentials, and of a body that has to be sent. */
export function settingsOf(specification: Specification): Setting[] {
	const routes = [...specification.matches].filter(([name]) => !isLogin(name));
	const signed = routes.map(([, route]) => ({ route, ways: waysOf(route) }));
	const ways = signed.flatMap((one) => one.ways ?? []);
	return [
		...baseUrl(specification),
		...credentials(signed),
		...(ways.some(({ kind }) => kind === 'session') || specification.matches.has('login')
			? serviceAccount(specification, ways)
			: []),
		...ways
			.filter(({ kind, scheme }, n) => kind === 'oAuth2' && ways.findIndex((one) => one.scheme === scheme) === n)
			.flatMap(({ scheme }) => oAuth2(scheme)),
		...profile(routes.map(([, route]) => route)),
		...routes.flatMap(([name, route]) => requestBody(name, route)),
	];
}

/** What stands before the path that the package calls; undefined where that is another path. */
export function baseOf(our: Route, their: Route, server: Json | undefined): string | undefined {
	const path = withoutNames((server ? serverPath(server) : '') + their.path);
	const own = withoutNames(our.path);
	if (!path.endsWith(own)) return undefined;
	const [host = ''] = /^\w+:\/\/[^/]*|^\{[^}]*\}/.exec(String(server?.url ?? '')) ?? [];
	return host + path.slice(0, path.length - own.length);
}

/** The address that fits most routes. */
export function commonBase(specification: Specification): string | undefined {
	const found = [...specification.matches].flatMap(([name, their]) => {
		const base = baseOf(OURS.get(name)!, their, their.servers[0]);
		return base === undefined ? [] : [base];
	});
	const count = (base: string) => found.filter((one) => one === base).length;
	return distinct(found).sort((some, other) => count(other) - count(some))[0];
}

const LOCAL = /^(\w+:\/\/)?(localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker)/;

function baseUrl(specification: Specification): Setting[] {
	const servers = distinct([...specification.matches.values()].flatMap((route) => route.servers));
	const quotes = servers.flatMap((server) =>
		quoted(
			...['url', 'description'].map((key) => quoteOf(server, key)),
			...Object.values(objectAt(server, 'variables')).flatMap((variable) =>
				['default', 'enum', 'description'].map((key) => quoteOf(variable as Json, key)),
			),
		),
	);
	const base = commonBase(specification);
	const [first] = servers;
	const host = base ?? /^\w+:\/\/[^/]*/.exec(String(first?.url ?? ''))?.[0] ?? '';
	const isWhole = /^\w+:\/\//.test(host) && !LOCAL.test(host);
	const path = host.replace(/^\w+:\/\/[^/]*|^\{[^}]*\}/, '');
	const names = [...host.matchAll(/\{([^}]*)\}/g)].map(([name]) => name);
	const others = servers.length > 1 ? `; ${servers.length} servers are named, choose yours` : '';
	const own = `the address of your Sales CRM${path ? ` with ${path} behind it` : ''}`;
	const why = LOCAL.test(host) ? 'the one named is a machine of its makers' : 'it names none';
	const filled = names.length > 0 ? `, with ${names.join(', ')} filled in` : '';
	const value = isWhole ? `${host}${filled}${others}` : `${own} (${why})`;
	return [{ field: 'Base URL', value, quotes }];
}

const listOf = (routes: readonly Route[]) => routes.map(({ title }) => title).join(', ');

function credentials(signed: Array<{ route: Route; ways?: Way[] }>): Setting[] {
	const by = (kind: Way['kind']) =>
		signed.filter(({ ways }) => ways?.some((way) => way.kind === kind));
	const quotesOf = (kind: Way['kind']) =>
		quoted(...signed.flatMap(({ ways = [] }) => ways.filter((way) => way.kind === kind).map(({ quote }) => quote)));
	const kinds = (Object.keys(CREDENTIALS) as Array<keyof typeof CREDENTIALS>)
		.filter((kind) => by(kind).length > 0)
		.sort((some, other) => by(other).length - by(some).length);
	const settings = kinds.map((kind): Setting => {
		const all = by(kind).length === signed.length;
		const which = all ? 'all routes' : listOf(by(kind).map(({ route }) => route));
		return { field: 'Credential', value: `${CREDENTIALS[kind]}, for ${which}`, quotes: quotesOf(kind) };
	});
	const open = by('none');
	if (open.length > 0)
		settings.push({
			field: 'Credential',
			value: `none is needed for ${listOf(open.map(({ route }) => route))}`,
			quotes: quotesOf('none'),
		});
	const silent = signed.filter(({ ways }) => !ways);
	if (silent.length > 0) {
		const which = settings.length > 0 ? ` of ${listOf(silent.map(({ route }) => route))}` : '';
		settings.push({ field: 'Credential', value: `not a word${which}`, quotes: [] });
	}
	return settings;
}

function serviceAccount({ matches }: Specification, ways: Way[]): Setting[] {
	const logins = [...matches].filter(([name]) => isLogin(name));
	const paths = logins.map(([name]) => OURS.get(name)!.path);
	const sessions = ways.filter(({ kind }) => kind === 'session');
	const places = [...sessions.map(({ scheme }) => scheme), ...logins.map(([, route]) => route.operation)];
	const words = quoted(
		...places.flatMap((place) =>
			['description', 'summary', 'bearerFormat'].map((key) =>
				/bearer/i.test(String(place[key] ?? '')) ? quoteOf(place, key) : undefined,
			),
		),
	);
	const header = words.length > 0 ? 'With "Bearer" Prefix; As Is if that is refused' : 'not a word: As Is, or With "Bearer" Prefix if that is refused';
	return [
		{ field: 'Login Path', value: paths.join(' or ') || 'not a word', quotes: [] },
		{ field: 'Session Header', value: header, quotes: words },
	];
}

function oAuth2(scheme: Json): Setting[] {
	const flow = objectAt(objectAt(scheme, 'flows'), 'authorizationCode');
	const said = (field: string, holder: Json, key: string, value = holder[key]): Setting[] =>
		holder[key] === undefined
			? []
			: [{ field, value: String(value) || 'none is named', quotes: quoted(quoteOf(holder, key)) }];
	const scopes = Object.keys(objectAt(flow, 'scopes')).join(' ');
	return [
		...said('Authorization URL', flow, 'authorizationUrl'),
		...said('Access Token URL', flow, 'tokenUrl'),
		...said('Scope', flow, 'scopes', scopes),
		...said(
			'Authorization URL and Access Token URL',
			scheme,
			'openIdConnectUrl',
			`authorization_endpoint and token_endpoint of ${String(scheme.openIdConnectUrl)}`,
		),
	];
}

function profile(routes: Route[]): Setting[] {
	const needing = routes.flatMap((route) =>
		route.parameters
			.filter(({ name, isRequired }) => isRequired && /^(company_)?profile_id$/.test(name))
			.map(({ own }) => ({ route, quote: quoteOf(own, 'name') })),
	);
	if (needing.length === 0) return [];
	const value = `fill it in: required by ${listOf(needing.map(({ route }) => route))}`;
	return [{ field: 'Company Profile ID', value, quotes: quoted(...needing.map(({ quote }) => quote)) }];
}

/** A body that is required: the package sends an empty object unless the option says otherwise. */
function requestBody(name: string, { title, body }: Route): Setting[] {
	const required = body?.required ?? [];
	if (!/^list(History|Statuses|Users)$/.test(name) || !body || required.length === 0) return [];
	const fields = required.map((field) => `"${field}": ${typeOf(body.field(field))}`);
	const quotes = quoted(
		...required.map((field) => quoteOf(body.requiring(field)!, 'required')),
		...required.flatMap((field) =>
			body.parts.map(({ properties }) => isObject(properties) ? quoteOf(properties, field) : undefined),
		),
	);
	return [{ field: 'Request Body (an option)', value: `{ ${fields.join(', ')} } for ${title}`, quotes }];
}

const typeOf = (shape: Shape | undefined) => shape?.types.join(' or ') || 'any value';
