import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Connection } from './connection';
import type { HttpResponse, Route, WantedParts } from './types';

/**
 * One request as it is written down, the addresses in it included.
 *
 * 1. A body is sent as text, because n8n leaves an empty object out altogether.
 * 2. A secret is sent to one origin only, that of the Base URL.
 */

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
