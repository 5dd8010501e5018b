import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { addressOf } from './address';
import type { Connection } from './connection';
import type { Route } from './route';

/** What one request says, beside its route. */
export interface RequestParts {
	/** Values for the `{…}` parts of the path; escaped here. */
	path?: Record<string, string>;
	/** Undefined values are left out. */
	query?: Record<string, string | number | undefined>;
	body?: IDataObject;
	/**
	 * Of a write: a read that shows whether the service answers, where the write itself might be
	 * carried out unseen.
	 */
	probe?: { route: Route; query: Record<string, string | number | undefined> };
}

/** The same, with the kind of answer that is wanted. */
export type WantedParts = RequestParts & { encoding: 'text' | 'stream'; accept: string };

/** One request as n8n's own helper takes it. */
export function requestOptions(
	{ baseUrl }: Connection,
	route: Route,
	parts: WantedParts,
): IHttpRequestOptions {
	const query = Object.entries(parts.query ?? {}).filter(([, value]) => value !== undefined);
	const options: IHttpRequestOptions = {
		method: route.method,
		url: addressOf(baseUrl, route, parts.path),
		headers: { Accept: parts.accept },
		encoding: parts.encoding,
		qs: Object.fromEntries(query),
	};
	if (parts.body !== undefined) {
		// As text, because n8n leaves an empty object out altogether.
		options.body = JSON.stringify(parts.body);
		options.headers!['Content-Type'] = 'application/json';
	}
	return options;
}
