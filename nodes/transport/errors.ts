import { type INode, NodeApiError, type NodeError, NodeOperationError } from 'n8n-workflow';

import { withoutMarkup } from '../utils/text';
import { UserError, wholeError } from '../utils/userError';

export const isTemporaryStatus = (status: number) =>
	[408, 425, 429].includes(status) || status >= 500;

export class ServiceError extends UserError {
	readonly status?: number;
	/** Whether a write may have been carried out without a confirmation. */
	readonly mayHaveHappened: boolean = false;
	/** The part of the description that says so, and the part that quotes the service; empty if there is none. */
	readonly doubt: string = '';
	readonly answered: string = '';
	/** Whether the service itself said so, in data. A web page may come from a proxy. */
	readonly isNotFound: boolean = false;
	/** Whether the answer was JSON or empty. Anything else may come from a proxy. */
	readonly isOfService: boolean = false;
	/** Whether the service may not have this route: 404, 405, INVALID_PERMISSION, or a web page. */
	readonly isNoSuchRoute: boolean = false;
	/** How long the service asked to wait, in milliseconds. */
	readonly retryAfterMs?: number;
	/** Whether a later attempt may succeed: no answer, 408, 425, 429, 5xx, or of a read a web page or a body without a list. */
	readonly isTemporary: boolean;

	constructor(
		message: string,
		description: string,
		details: Partial<Omit<ServiceError, keyof UserError>> = {},
	) {
		super(message, description);
		this.isTemporary = isTemporaryStatus(details.status ?? 0);
		Object.assign(this, details, { description });
	}
}

export const wasNotCarriedOut = (reason: unknown): boolean =>
	reason instanceof ServiceError ? !reason.mayHaveHappened : reason instanceof UserError;

/** The user stopped the run. Nothing failed, and nothing more may be sent. */
export class CancelledError extends Error {
	constructor() {
		// n8n-core looks for this spelling (execution-engine/workflow-execute), or it reports a failed execution.
		super('The execution was canceled');
		this.name = 'CancelledError';
	}
}

/** n8n's own error for a failed item. It contains only the words of a UserError, never its request or stack. */
export function toNodeError(
	node: INode,
	reason: unknown,
	itemIndex?: number,
	addition = '',
): NodeError {
	const isOfN8n = reason instanceof NodeApiError || reason instanceof NodeOperationError;
	const error = isOfN8n ? reason : wrapped(node, reason, itemIndex, addition);
	error.message = safeWords(error.message);
	error.description &&= safeWords(error.description);
	return error;
}

function wrapped(node: INode, reason: unknown, itemIndex: number | undefined, addition: string) {
	const message = messageOf(reason);
	const advice = reason instanceof UserError ? reason.description : '';
	const details = { message, description: [advice, addition].filter(Boolean).join(' '), itemIndex };
	const status = reason instanceof ServiceError ? reason.status : undefined;
	return status
		? new NodeApiError(node, { message }, { ...details, httpCode: String(status) })
		: new NodeOperationError(node, message, details);
}

/** What JavaScript says of data beyond its limits ("Maximum call stack size exceeded") helps nobody. */
function messageOf(reason: unknown): string {
	if (reason instanceof RangeError)
		return 'A value is nested too deep, or is too large, to be read';
	return reason instanceof Error ? reason.message : String(reason);
}

/** n8n never restarts a trigger whose error, even one of n8n, contains "Authorization" (active-workflow-manager). */
const safeWords = (text: string): string =>
	withoutMarkup(text.replaceAll('Authorization', 'Sign-in'));

/** For a failed activation n8n 2 shows the message and n8n 1 the description, so both say everything. */
export function activationError(node: INode, reason: unknown): NodeError {
	const error = toNodeError(node, reason);
	error.message = error.description = wholeError(error);
	return error;
}
