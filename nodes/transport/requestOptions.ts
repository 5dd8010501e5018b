import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Connection } from './connection';
import type { HttpResponse } from './send';
import { textOf } from '../utils/text';
import { UserError } from '../utils/userError';

/**
 * One request as it is written down, the addresses in it included.
 *
 * 1. A body is sent as text, because n8n leaves an empty object out altogether.
 * 2. A secret is sent to one origin only, that of the Base URL.
 */

/** One thing the service offers. */
export interface Route {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** `{companyProfileId}` is filled in when the request is sent. */
	readonly path: string;
	/**
	 * A read may be sent again after any passing fault, and so may what is idempotent: sent twice, it
	 * leaves the same behind. A write may be sent again only when it is certain that the service did
	 * not carry it out.
	 */
	readonly kind: 'read' | 'write' | 'idempotent';
	/** What the user wanted, to finish the sentence "Could not …". */
	readonly purpose: string;
	/** What the request's ids name, to begin the sentence "… was not found". */
	readonly subject: string;
}

/** What one request says, beside its route. */
export interface RequestParts {
	/** Undefined values are left out. */
	query?: Record<string, string | number | undefined>;
	body?: IDataObject;
}

/** The same, with the kind of answer that is wanted: a stream is a file. */
export type WantedParts = RequestParts & { encoding: 'text' | 'stream'; accept: string };

/** One request as n8n's own helper takes it. */
export function requestOptions(
	{ baseUrl, profileId }: Connection,
	route: Route,
	parts: WantedParts,
): IHttpRequestOptions {
	const query = Object.entries(parts.query ?? {}).filter(([, value]) => value !== undefined);
	const options: IHttpRequestOptions = {
		method: route.method,
		url: addressOf(baseUrl, route, profileId),
		headers: { Accept: parts.accept },
		// As bytes: n8n would read any text as UTF-8, whatever `charset` says.
		encoding: parts.encoding === 'stream' ? 'stream' : 'arraybuffer',
		qs: Object.fromEntries(query),
	};
	if (parts.body !== undefined) {
		options.body = JSON.stringify(parts.body);
		options.headers!['Content-Type'] = 'application/json';
	}
	return options;
}

/** The full address of a route. A profile is a UUID, so it cannot lead elsewhere. */
export const addressOf = (baseUrl: string, { path }: Route, profileId = ''): string =>
	`${baseUrl}${path.replace('{companyProfileId}', profileId)}`;

/**
 * The base URL as entered in the credential, https where it names no scheme, without a slash at the
 * end. A path in it is kept.
 * @throws UserError when it is no http(s) address.
 */
export function parseBaseUrl(value: unknown): string {
	const text = textOf(value).trim();
	const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
	const url = URL.canParse(whole) ? new URL(whole) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		throw new UserError(
			"The credential's Base URL is not a web address",
			`Got "${text.slice(0, 120)}"; enter one such as https://crm.example.com, with the host of your Sales CRM.`,
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

/** Where a redirect leads; undefined where it is none, or names no address. */
export function redirectTarget(
	from: string,
	{ status, headers: { location } }: Pick<HttpResponse, 'status' | 'headers'>,
): URL | undefined {
	const isRedirect = [301, 302, 303, 307, 308].includes(status);
	return isRedirect && location !== undefined && URL.canParse(location, from)
		? new URL(location, from)
		: undefined;
}
