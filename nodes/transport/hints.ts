import type { IAllExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { withoutMarkup } from '../utils/text';
import type { Connection } from './connection';

/**
 * Tells the user something beside the output where n8n can, else in the log.
 *
 * 1. Doubt and loss are warnings (`warn`), ordinary outcomes are information (`inform`).
 * 2. n8n renders a hint as HTML: names of columns and the words of the service bring none.
 * 3. Equal hints of one run are one, with a count. Its words may still grow after it was given: n8n
 *    keeps the object, and shows it once the node has ended (n8n-core, `execute-context`).
 */
export const warn = (connection: Connection, message: string): void =>
	tell(connection, message, 'warning');

export const inform = (connection: Connection, message: string): void =>
	tell(connection, message, 'info');

function tell({ context }: Connection, words: string, type: 'warning' | 'info'): void {
	const message = withoutMarkup(words);
	if (!('addExecutionHints' in context)) {
		context.logger.warn(`Sales CRM: ${message}`);
		return;
	}
	const given = givenHints.get(context) ?? new Map<string, GivenHint>();
	givenHints.set(context, given);
	const one = given.get(message) ?? { hint: { message, type }, times: 0 };
	given.set(message, one);
	one.times++;
	if (one.times === 1) context.addExecutionHints(one.hint);
	else one.hint.message = `${message} (${one.times} times)`;
}

/** By their words, for each run of a node. */
const givenHints = new WeakMap<IAllExecuteFunctions, Map<string, GivenHint>>();

type GivenHint = { hint: NodeExecutionHint; times: number };

const MINUTE_MS = 60_000;

/** By what was said and where: when, by the clock of `performance`. */
const saidAt = new Map<string, number>();

/** A word in the log, and the same not again for a minute: many calls may have the same reason. */
export function throttledWarning(
	context: Connection['context'],
	words: string,
	details: string,
): void {
	const { id, name } = context.getNode();
	const key = JSON.stringify([context.getWorkflow().id, id, words]);
	const now = performance.now();
	if (now - (saidAt.get(key) ?? -Infinity) < MINUTE_MS) return;
	saidAt.set(key, now);
	context.logger.warn(`${name}: ${words}: ${details}`);
}
