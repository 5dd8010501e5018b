import type { Quote } from '../report.mts';
import { type Json, objectAt, quoteOf } from './file.mts';

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

/** By what an operation says, else the files; undefined where nothing is said. */
export function waysOf(
	operation: Json,
	parameters: readonly Json[],
	roots: readonly Json[],
): Way[] | undefined {
	const holder = [operation, ...roots].find(({ security }) => Array.isArray(security));
	const schemes = roots.map(({ components }) => objectAt(components, 'securitySchemes'));
	const none = { kind: 'none', words: 'no sign-in', scheme: {} } as const;
	const listed = parameters.filter(signsIn).map((scheme): Way => {
		const apiKey = { ...scheme, type: 'apiKey' };
		return { kind: kindOf(apiKey), words: wordsOf(apiKey), scheme, quote: quoteOf(scheme) };
	});
	if (listed.some(({ scheme }) => scheme.required)) return listed;
	const declared = holder?.security as unknown[] | undefined;
	if (declared?.length === 0 && listed.length === 0)
		return [{ ...none, quote: quoteOf(holder, 'security') }];
	const ways = (declared ?? []).map((together): Way => {
		const names = Object.keys(Object(together));
		const known = schemes.find((one) => names[0]! in one) ?? {};
		const [scheme, ...more] = names.map((name) => objectAt(known, name));
		if (!scheme) return { ...none, quote: quoteOf(holder, 'security') };
		const words = [scheme, ...more].map(wordsOf).join(' together with ');
		const kind = more.length > 0 ? 'other' : kindOf(scheme);
		return { kind, words, scheme, quote: quoteOf(known, names[0]) };
	});
	return declared || listed.length > 0 ? [...ways, ...listed] : undefined;
}
