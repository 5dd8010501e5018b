import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toNodeError } from '../../transport/errors';
import type { PreparedRun } from './operation';

/**
 * What "Continue" hands on for an item that failed: the message with its advice, and under `item`
 * what came in, so that one sees which row it was. An operation may `show` it in its own way.
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
	show?: PreparedRun['failedItem'],
): INodeExecutionData {
	const error = errorText(context, reason, itemIndex);
	const pairedItem = { item: itemIndex };
	if (show) return { json: show(itemIndex, error), pairedItem };
	const isApart = context.getNode().onError === 'continueErrorOutput';
	const json = isApart ? { error } : { error, item: context.getInputData()[itemIndex].json };
	return { json, pairedItem };
}

/** The message of a failure with its advice. */
export function errorText(context: IExecuteFunctions, reason: unknown, itemIndex?: number): string {
	const { message, description } = toNodeError(context.getNode(), reason, itemIndex);
	return description ? `${message}. ${description}` : message;
}
