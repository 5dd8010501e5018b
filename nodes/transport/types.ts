import type { IDataObject } from 'n8n-workflow';

export interface Route {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** `{companyProfileId}` and the other names are filled in when the request is sent. */
	readonly path: string;
	/** A write is repeated only if it was certainly not carried out; the others after any temporary error. */
	readonly kind: 'read' | 'write' | 'idempotent';
	/** Completes the sentence "Could not …". */
	readonly purpose: string;
	/** Begins the sentence "… was not found". */
	readonly subject: string;
}

export interface RequestParts {
	/** Values of the names in the path, except the profile's. */
	path?: Record<string, string>;
	query?: Record<string, string | number | undefined>;
	body?: IDataObject;
	/** Media types of the file to download; undefined for data. */
	accept?: string;
}

export interface HttpResponse {
	status: number;
	/** With names in lower case. */
	headers: Record<string, string>;
	body: unknown;
	/** The value of the header that signed the request; undefined if n8n never got that far. */
	sentWith?: string;
	/** The origin that answered, if it is another host, to which no credential was sent. */
	otherOrigin?: string;
	/** In the user's words, what was received instead of data. */
	unexpected?: string;
}

/** There is no answer: the connection failed, or n8n refused to send. */
export interface ConnectionError {
	/** A code of Node.js such as ECONNRESET, or the name of n8n's error; empty if n8n refused. */
	code: string;
	message: string;
	/** The host or address that was tried. With a proxy it is the proxy. */
	triedAt?: string;
	otherOrigin?: string;
	advice?: string;
	/** Set if there was no session or access token: for good, or only for now. */
	signIn?: 'refused' | 'later';
	retryAfterMs?: number;
}

export type HttpOutcome = HttpResponse | ConnectionError;

export const isConnectionError = (outcome: HttpOutcome): outcome is ConnectionError =>
	'code' in outcome;
