import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

const MINUTE_MS = 60_000;

/** By what was said and where: when, by the clock of `performance`. */
const saidAt = new Map<string, number>();

/** A word in the log, and the same not again for a minute: many calls may have the same reason. */
export function throttledWarning(
	context: IExecuteFunctions | IWebhookFunctions,
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
