import { UserError } from '../utils/userError';
import type { Route } from './route';

/**
 * The base URL as entered in the credential, without a slash at the end. A path in it is kept.
 * @throws UserError when it is no http(s) address.
 */
export function parseBaseUrl(value: unknown): string {
	const text = String(value ?? '').trim();
	let url: URL | undefined;
	if (URL.canParse(text)) url = new URL(text);
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		throw new UserError(
			"The credential's Base URL is not a web address",
			`Got "${text.slice(0, 120)}"; it must start with https:// and name the host of your Sales CRM.`,
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new UserError(
			"The credential's Base URL holds more than an address",
			'Leave out user names, passwords, question marks and hash signs.',
		);
	}
	return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The full address of a route. Parts of the path are escaped, so they cannot lead elsewhere. */
export function addressOf(
	baseUrl: string,
	route: Route,
	pathParts: Record<string, string> = {},
): string {
	const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(pathParts[name]),
	);
	return `${baseUrl}${path}`;
}

/** Scheme, host and port of an address, as a message names them. */
export function originOf(address: string): string {
	return URL.canParse(address) ? new URL(address).origin : 'another address';
}

/** Whether two addresses are one: a service may keep its own spelling of one that it was given. */
export const isSameAddress = (one: string | undefined, other: string): boolean =>
	one !== undefined && spelled(one) === spelled(other);

/** The host in small letters, no port that goes without saying, no slash at the end. */
const spelled = (address: string): string =>
	(URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/, '');

/**
 * Where a redirect leads, when it stays on the same origin; otherwise undefined, for a secret is
 * sent to one host only.
 */
export function sameOriginTarget(from: string, location: unknown): string | undefined {
	if (typeof location !== 'string' || !URL.canParse(location, from)) return undefined;
	const target = new URL(location, from);
	return target.origin === new URL(from).origin ? target.href : undefined;
}
