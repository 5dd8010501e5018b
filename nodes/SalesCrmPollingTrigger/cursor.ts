import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/**
 * What a poll goes on from. It is noted last of all, and whole, because n8n notices no change further inside: a poll
 * that fails notes nothing, so nothing is lost.
 */
export interface Cursor {
	/** When it was noted, in milliseconds since the Unix epoch; later than the one before. */
	at: number;
	/** Those that were chosen. */
	events: string[];
	/** The company profile that was found out, if nobody entered one, and the account that it is of. */
	profile?: { account: string; id: string };
	/** The memory of each source, by its key. */
	[source: string]: unknown;
}

/** By its name, as n8n keeps its static data: on n8n 1 two nodes may have one id. */
export const nodeKey = (context: IPollFunctions): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().name]);

/** By node. */
const knownCursors = new Map<string, Cursor>();

/**
 * The newer of two, the one in n8n's static data and the one that this process knows: n8n writes the static data of all
 * nodes of a workflow in one piece, so an older execution, or a trigger that was not published anew, puts back old ones.
 */
export function loadCursor(context: IPollFunctions): Cursor | undefined {
	const node = nodeKey(context);
	const known = knownCursors.get(node);
	const stored = context.getWorkflowStaticData('node').cursor as Cursor | undefined;
	if (!stored?.at || (known && known.at > stored.at)) return known;
	// It is still there at the next poll, so n8n did not discard what was returned with it.
	knownCursors.set(node, stored);
	return stored;
}

/**
 * A poll that returned items is remembered in n8n's static data only, because n8n may discard the result: the batch is
 * then sent again.
 */
export function noteCursor(context: IPollFunctions, cursor: Cursor, isEmitted: boolean): void {
	context.getWorkflowStaticData('node').cursor = cursor as IDataObject;
	if (!isEmitted) knownCursors.set(nodeKey(context), cursor);
}
