import type { IAllExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { Remembered } from '../utils/remembered';
import { withoutMarkup } from '../utils/text';
import type { Connection } from './connection';

/** Warns of doubt and loss: as a hint of the node, or in the log if n8n shows no hints here. */
export const warn = (connection: Connection, message: string): void =>
	addHint(connection, message, 'warning');

export const inform = (connection: Connection, message: string): void =>
	addHint(connection, message, 'info');

function addHint({ context }: Connection, words: string, type: 'warning' | 'info'): void {
	const message = withoutMarkup(words);
	if (!('addExecutionHints' in context)) {
		context.logger.warn(`Sales CRM: ${message}`);
		return;
	}
	const given = givenHints.get(context) ?? new Map<string, GivenHint>();
	givenHints.set(context, given);
	const one = given.get(message) ?? { hint: { message, type }, times: 0 };
	given.set(message, one);
	// n8n shows the object once the node has ended, so its words may still grow (n8n-core, `execute-context`).
	one.times++;
	if (one.times === 1) context.addExecutionHints(one.hint);
	else one.hint.message = `${message} (${one.times} times)`;
}

const givenHints = new WeakMap<IAllExecuteFunctions, Map<string, GivenHint>>();

type GivenHint = { hint: NodeExecutionHint; times: number };

const MINUTE_MS = 60_000;

const saidLately = new Remembered<true>(1_000, MINUTE_MS);

/** Logs a warning, at most once a minute for the same words, because many calls may have the same reason. */
export function throttledWarning(
	context: Connection['context'],
	words: string,
	details: string,
): void {
	const { id, name } = context.getNode();
	const key = JSON.stringify([context.getWorkflow().id, id, words]);
	if (saidLately.get(key)) return;
	saidLately.set(key, true);
	context.logger.warn(`${name}: ${words}: ${details}`);
}
