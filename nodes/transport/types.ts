import type { IDataObject } from 'n8n-workflow';

/** What goes out and what comes back. */

/** One thing the service offers. */
export interface Route {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** `{companyProfileId}` and other parts are filled in when the request is sent. */
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
	/** What the parts of the path are, such as `{ id }`; the profile is known. */
	path?: Record<string, string>;
	/** Undefined values are left out. */
	query?: Record<string, string | number | undefined>;
	body?: IDataObject;
	/** The types of a file that is wanted; left out, data is. */
	accept?: string;
}

/** What came back from the service, whatever its status. */
export interface HttpResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: unknown;
	/** The header that the request was signed with; undefined when n8n did not get that far. */
	sentWith?: string;
	/** The origin that answered, where that is another host's: it was sent no session or token. */
	elsewhere?: string;
	/** What came in place of what was asked for, in the user's words. */
	unlike?: string;
}

/** No answer at all: the connection failed, or n8n itself refused to send. */
export interface ConnectionError {
	/** The code of Node.js, such as ECONNRESET, or n8n's name for the error; empty when n8n refused. */
	code: string;
	message: string;
	/** The origin that was asked, if that is another host's. */
	elsewhere?: string;
	/** What can be done about it, where its message does not say that. */
	advice?: string;
	/** Set when there was no session or access token to be had: for good, or it may be had later. */
	signIn?: 'refused' | 'later';
	/** When that is, in milliseconds from then. */
	retryAfterMs?: number;
}

export type HttpOutcome = HttpResponse | ConnectionError;

export const isConnectionError = (outcome: HttpOutcome): outcome is ConnectionError =>
	'code' in outcome;
