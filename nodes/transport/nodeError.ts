import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { UserError } from '../utils/userError';
import { ServiceError } from './errors';

type NodeError = NodeApiError | NodeOperationError;

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
	const isOwn = reason instanceof NodeApiError || reason instanceof NodeOperationError;
	return withoutGiveUpWord(isOwn ? reason : told(node, reason, itemIndex, addition));
}

function told(node: INode, reason: unknown, itemIndex?: number, addition?: string): NodeError {
	const message = reason instanceof Error ? reason.message : String(reason);
	const description = [reason instanceof UserError ? reason.description : '', addition]
		.filter(Boolean)
		.join(' ');
	if (reason instanceof ServiceError && reason.status !== undefined) {
		const httpCode = String(reason.status);
		return new NodeApiError(node, { message }, { message, description, httpCode, itemIndex });
	}
	return new NodeOperationError(node, message, { description, itemIndex });
}

/**
 * The same for an activation: of one that failed n8n 2 shows the message, n8n 1 the description,
 * so each says it all.
 */
export function activationError(node: INode, reason: unknown): NodeError {
	const error = toNodeError(node, reason);
	error.message = [error.message, error.description].filter(Boolean).join('. ');
	error.description = error.message;
	return error;
}

/**
 * n8n never again tries to start a trigger whose error holds the word "Authorization", be it the
 * service or n8n itself that used it: what it means is said in other words.
 */
function withoutGiveUpWord(error: NodeError): NodeError {
	const inOtherWords = (text?: string | null) => text?.replaceAll('Authorization', 'Sign-in');
	error.message = inOtherWords(error.message)!;
	error.description = inOtherWords(error.description);
	return error;
}
