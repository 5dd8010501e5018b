import { type INode, NodeApiError, type NodeError, NodeOperationError } from 'n8n-workflow';

import { withoutMarkup } from '../utils/text';
import { UserError, wholeError } from '../utils/userError';

/** Statuses that a later try may not meet. */
export const isTemporary = (status: number) => [408, 425, 429].includes(status) || status >= 500;

/** A request that failed, or one that could not be sent. */
export class ServiceError extends UserError {
	/** HTTP status of the service's answer; undefined when there was none. */
	readonly status?: number;
	/** A write may have been carried out although no proof of it came back. */
	readonly mayHaveHappened: boolean = false;
	/** The service itself said, in data, that there is no such thing: a page may come from anything in front of it. */
	readonly isNotFound: boolean = false;
	/** The answer may mean that the service does not have this route: 404, 405, INVALID_PERMISSION, or a page. */
	readonly isNoSuchRoute: boolean = false;
	/** How long the service asked to wait before the next request, in milliseconds. */
	readonly retryAfterMs?: number;
	/** A later try may not meet it: no answer, 408, 425, 429 or 5xx. */
	readonly isPassing: boolean;

	constructor(
		message: string,
		description: string,
		details: Partial<Omit<ServiceError, keyof UserError>> = {},
	) {
		super(message, description);
		this.isPassing = isTemporary(details.status ?? 0);
		// The details may be an error, with words of its own.
		Object.assign(this, details, { description });
	}
}

/**
 * Whether a write that threw this was surely not carried out: its input was refused here, or the service
 * refused it plainly. Whatever else is thrown leaves that open.
 */
export const wasNotCarriedOut = (reason: unknown): boolean =>
	reason instanceof ServiceError ? !reason.mayHaveHappened : reason instanceof UserError;

/** The run was stopped by the user: no failure to report, and nothing more may be sent. */
export class CancelledError extends Error {
	constructor() {
		// Spelled as n8n looks for it (n8n-core, execution-engine/workflow-execute): otherwise it takes a
		// stopped execution for one that failed.
		super('The execution was canceled');
		this.name = 'CancelledError';
	}
}

/**
 * n8n's own error for a failure, with the number of the item. Only the words of a UserError are
 * taken over: neither the request nor a stack trace goes along.
 */
export function toNodeError(
	node: INode,
	reason: unknown,
	itemIndex?: number,
	addition = '',
): NodeError {
	let error = reason as NodeError;
	if (!(reason instanceof NodeApiError || reason instanceof NodeOperationError)) {
		const message = reason instanceof Error ? reason.message : String(reason);
		const advice = reason instanceof UserError ? reason.description : '';
		const told = { message, description: [advice, addition].filter(Boolean).join(' '), itemIndex };
		const status = reason instanceof ServiceError ? reason.status : undefined;
		error = status
			? new NodeApiError(node, { message }, { ...told, httpCode: String(status) })
			: new NodeOperationError(node, message, told);
	}
	error.message = safeWords(error.message);
	error.description &&= safeWords(error.description);
	return error;
}

/**
 * n8n never again tries to start a trigger whose error has the word "Authorization" (n8n,
 * active-workflow-manager), be it the service or n8n itself that used it: other words say the same.
 * A description is rendered as HTML, so the words of a file or the service begin no tag.
 */
const safeWords = (text: string): string =>
	withoutMarkup(text.replaceAll('Authorization', 'Sign-in'));

/**
 * The same for an activation: of one that failed n8n 2 shows the message, n8n 1 the description,
 * so each says it all.
 */
export function activationError(node: INode, reason: unknown): NodeError {
	const error = toNodeError(node, reason);
	error.message = error.description = wholeError(error);
	return error;
}
