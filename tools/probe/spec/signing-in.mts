import { isObject, type Json, type Quote, quoteOf, resolved } from './file.mts';
import type { Parameter, Route } from './route.mts';
import { objectAt } from './schema.mts';

/** How a route may be signed in to; `other` is what no credential of the package sends. */
export interface Way {
	kind: 'token' | 'session' | 'oAuth2' | 'none' | 'other';
	/** What goes over the wire, in words. */
	words: string;
	scheme: Json;
	quote?: Quote;
}

export const CREDENTIALS = {
	token: 'Sales CRM API (sends "Authorization: Bearer" and the API token)',
	oAuth2: 'Sales CRM OAuth2 API (sends "Authorization: Bearer" and the access token)',
	session: 'Sales CRM Service Account API (logs in, and sends "X-AUTHORIZATION" and the session)',
};

const isNamed = (name: unknown, wanted: string) => String(name).toLowerCase() === wanted;

function wayOf(scheme: Json, quote: Quote | undefined): Way {
	const { type, name, in: where, scheme: http, flows } = scheme;
	const way = (kind: Way['kind'], words: string) => ({ kind, words, scheme, quote });
	if (type === 'openIdConnect') return way('oAuth2', 'OpenID Connect');
	if (type === 'oauth2') {
		const names = Object.keys(isObject(flows) ? flows : {});
		const isOurs = names.includes('authorizationCode');
		return way(isOurs ? 'oAuth2' : 'other', `OAuth2 with ${names.join(' and ') || 'no flow'}`);
	}
	if (type === 'http' && isNamed(http, 'bearer')) return way('token', 'Authorization: Bearer');
	if (type === 'apiKey' && where === 'header' && isNamed(name, 'authorization'))
		return way('token', 'the header Authorization');
	if (type === 'apiKey' && where === 'header' && isNamed(name, 'x-authorization'))
		return way('session', 'the header X-AUTHORIZATION');
	if (type === 'apiKey') return way('other', `an API key in the ${String(where)} ${String(name)}`);
	return way('other', `${String(type)} ${String(http ?? '')}`.trim());
}

/** Headers that a credential sends, where they are listed as parameters. */
export const signsIn = ({ in: where, name }: Parameter): boolean =>
	where === 'header' && /^(x-)?authorization$/i.test(name);

/** The ways to sign in, each one enough; undefined where nothing is said of it. */
export function waysOf(route: Route): Way[] | undefined {
	const holder = route.operation.security ? route.operation : route.root;
	const declared = holder.security as Json[] | undefined;
	const known = objectAt(route.root.components, 'securitySchemes');
	const together = (names: string[]): Way => {
		const ways = names.map((name) => wayOf(resolved(known[name]) ?? {}, quoteOf(known, name)));
		const [first] = ways;
		if (ways.length === 1) return first!;
		const none = { kind: 'none', words: 'no sign-in', scheme: {}, quote: quoteOf(holder, 'security') };
		if (!first) return none as Way;
		return { ...first, kind: 'other', words: ways.map(({ words }) => words).join(' together with ') };
	};
	const ways = declared?.map((all) => together(Object.keys(all)));
	if (ways?.length === 0) ways.push(together([]));
	const listed = route.parameters.filter(signsIn).map((parameter): Way => {
		const isSession = isNamed(parameter.name, 'x-authorization');
		const quote = quoteOf(parameter.own, 'name');
		const words = `the header ${parameter.name}`;
		return { kind: isSession ? 'session' : 'token', words, scheme: parameter.own, quote };
	});
	if (listed.length === 0) return ways;
	const isRequired = route.parameters.some((one) => signsIn(one) && one.isRequired);
	return isRequired ? listed : [...(ways ?? []), ...listed];
}
