import { uniq } from 'es-toolkit';

import { type Finding, finding } from '../report.mts';
import { quotesOf, readUnknowns } from '../unknowns.mts';
import { isObject, type Json, objectAt, partsOf, quoteOf } from './file.mts';
import { hostOf, type Route, type Way } from './route.mts';
import { isLogin, OURS, type Specification } from './specification.mts';

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
	const quotes = servers.map((server) => quoteOf(server));
	return finding('Base URL', words.join(', '), quotes);
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

/** The row of tools/sandbox/unknowns.md. */
const SESSION = 'Whether the session is sent with `Bearer`';

function serviceAccount(specification: Specification, ways: Way[]): Finding[] {
	const logins = [...specification.matches.keys()].filter(isLogin);
	if (logins.length === 0 && ways.every(({ kind }) => kind !== 'session')) return [];
	const { searches } = readUnknowns().find(({ row }) => row.startsWith(SESSION))!;
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
