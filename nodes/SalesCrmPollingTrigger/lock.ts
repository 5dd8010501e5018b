import type { IPollFunctions } from 'n8n-workflow';

/** By its name, as n8n keeps its static data: on n8n 1 two nodes may have one id. */
export const nodeKey = (context: IPollFunctions): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().name]);

/** n8n 1.123 waits for an access token without end (`@n8n/client-oauth2`). */
const DEAD_AFTER_MS = 30 * 60_000;

/** When the poll that runs began, by node. Milliseconds since the Unix epoch. */
const runningPolls = new Map<string, number>();

/** A poll of a node that begins while another one runs gives null. After half an hour that one counts as dead. */
export async function alone<T>(context: IPollFunctions, poll: () => Promise<T>): Promise<T | null> {
	const node = nodeKey(context);
	const startedAt = Date.now();
	if (startedAt - (runningPolls.get(node) ?? -Infinity) < DEAD_AFTER_MS) return null;
	runningPolls.set(node, startedAt);
	try {
		return await poll();
	} finally {
		if (runningPolls.get(node) === startedAt) runningPolls.delete(node);
	}
}
