import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { Failure } from '../../values/failure';
import { ServiceError } from './serviceError';

/**
 * n8n's own error for a failure, with the number of the item. Only the words of a Failure are
 * taken over: neither the request nor a stack trace goes along.
 */
export function toNodeError(
	node: INode,
	reason: unknown,
	itemIndex?: number,
	addition = '',
): NodeApiError | NodeOperationError {
	if (reason instanceof NodeApiError || reason instanceof NodeOperationError) return reason;
	const message = reason instanceof Error ? reason.message : String(reason);
	const description = [reason instanceof Failure ? reason.description : '', addition]
		.filter(Boolean)
		.join(' ');
	if (reason instanceof ServiceError && reason.status !== undefined) {
		const httpCode = String(reason.status);
		return new NodeApiError(node, { message }, { message, description, httpCode, itemIndex });
	}
	return new NodeOperationError(node, message, { description, itemIndex });
}
