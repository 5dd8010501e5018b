import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toNodeError } from '../../transport/errors';

/**
 * What "Continue" hands on for an item that failed: the message with its advice, and under `item`
 * what came in, so that one sees which row it was.
 *
 * To an error output goes the message alone: by that n8n tells the item from a result, and there it
 * adds what came in by itself (n8n-core, execution-engine/workflow-execute, `handleNodeErrorOutput`).
 *
 * The error does not go along as an object: of an item that holds one, n8n replaces the JSON by the
 * bare message (same file, `normalizeNodeErrors`).
 */
export function errorItem(
	context: IExecuteFunctions,
	reason: unknown,
	itemIndex: number,
): INodeExecutionData {
	const { message, description } = toNodeError(context.getNode(), reason, itemIndex);
	const error = description ? `${message}. ${description}` : message;
	const pairedItem = { item: itemIndex };
	const isApart = context.getNode().onError === 'continueErrorOutput';
	const json = isApart ? { error } : { error, item: context.getInputData()[itemIndex].json };
	return { json, pairedItem };
}
