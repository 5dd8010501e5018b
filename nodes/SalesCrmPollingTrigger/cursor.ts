import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/**
 * What a poll goes on from: the memories of its sources, and the events that were chosen.
 *
 * 1. It is noted last of all, and whole: n8n notices no change further inside. A poll that fails notes nothing, so
 *    nothing is lost.
 * 2. A poll goes on from the newer of two: the one in n8n's static data, and the one that this process knows. n8n
 *    writes the static data of all nodes of a workflow in one piece, so an older execution, or a trigger that was not
 *    published anew, puts back the old data of the others.
 * 3. The process knows only what no result hangs on: n8n may throw a result away. So a batch may come again, but is
 *    never lost.
 */
export interface Cursor {
	/** When it was noted, in milliseconds since the Unix epoch; later than the one before. */
	at: number;
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

/** Undefined where there is none. */
export function loadCursor(context: IPollFunctions): Cursor | undefined {
	const node = nodeKey(context);
	const known = knownCursors.get(node);
	const stored = context.getWorkflowStaticData('node').cursor as Cursor | undefined;
	if (!stored?.at || (known && known.at > stored.at)) return known;
	knownCursors.set(node, stored);
	return stored;
}

/** @param isEmitted Whether items are handed out with it (rule 3). */
export function noteCursor(context: IPollFunctions, cursor: Cursor, isEmitted: boolean): void {
	context.getWorkflowStaticData('node').cursor = cursor as IDataObject;
	if (!isEmitted) knownCursors.set(nodeKey(context), cursor);
}
