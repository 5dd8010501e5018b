/** One thing the service offers. `{name}` marks a part of the path that is filled in, escaped, when the request is sent. */
export interface Route {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	readonly path: string;
	/**
	 * A read may be sent again after any passing fault. A write may be sent again only when it is
	 * certain that the service did not carry it out.
	 */
	readonly kind: 'read' | 'write';
	/** What the user wanted, to finish the sentence "Could not …". */
	readonly purpose: string;
}
