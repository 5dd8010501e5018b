import type { Quote } from '../report.mts';
import { type Json, quoteOf, resolved, scopeOf } from './file.mts';
import type { Route } from './route.mts';
import { objectAt } from './schema.mts';

/** How a route may be signed in to. No credential of the package sends `other`. */
export interface Way {
	kind: 'token' | 'session' | 'oAuth2' | 'none' | 'other';
	/** What goes over the wire. */
	words: string;
	scheme: Json;
	quote?: Quote;
}

function kindOf({ type, name, in: where, scheme, flows }: Json): Way['kind'] {
	const header = type === 'apiKey' && where === 'header' ? String(name).toLowerCase() : '';
	if (header === 'x-authorization') return 'session';
	if (header === 'authorization' || /^bearer$/i.test(String(scheme))) return 'token';
	const isOAuth2 = type === 'oauth2' && 'authorizationCode' in Object(flows);
	return isOAuth2 || type === 'openIdConnect' ? 'oAuth2' : 'other';
}

function wordsOf({ type, name, in: where, scheme, flows }: Json): string {
	if (type === 'apiKey') return `an API key in the ${String(where)} ${String(name)}`;
	if (type === 'oauth2') return `OAuth2 with ${Object.keys(Object(flows)).join(' and ')}`;
	return `${String(type)} ${String(scheme ?? '')}`.trim();
}

/** Headers that a credential sends, where they are listed as parameters. */
export const signsIn = ({ in: where, name }: Json): boolean =>
	where === 'header' && /^(x-)?authorization$/i.test(String(name));

/** The ways to sign in, each one enough; undefined where nothing is said of it. */
export function waysOf(route: Route): Way[] | undefined {
	const places = [route.operation, route.root, scopeOf(route.root)];
	const holder = places.find(({ security }) => Array.isArray(security)) ?? {};
	const declared = holder.security as Json[] | undefined;
	const schemes = places.map(({ components }) => objectAt(components, 'securitySchemes'));
	const wayOf = (all: Json): Way => {
		const [name, ...others] = Object.keys(Object(all));
		if (name === undefined)
			return { kind: 'none', words: 'no sign-in', scheme: {}, quote: quoteOf(holder, 'security') };
		const known = schemes.find((one) => name in one) ?? {};
		const [scheme = {}, ...more] = [name, ...others].map((one) => resolved(known[one]) ?? {});
		const words = [scheme, ...more].map(wordsOf).join(' together with ');
		return {
			kind: more.length > 0 ? 'other' : kindOf(scheme),
			words,
			scheme,
			quote: quoteOf(known, name),
		};
	};
	const ways = declared?.length === 0 ? [wayOf({})] : declared?.map(wayOf);
	const listed = route.parameters.filter(signsIn).map((own): Way => {
		const scheme = { ...own, type: 'apiKey' };
		return { kind: kindOf(scheme), words: wordsOf(scheme), scheme: own, quote: quoteOf(own) };
	});
	if (listed.length === 0) return ways;
	return listed.some(({ scheme }) => scheme.required) ? listed : [...(ways ?? []), ...listed];
}
