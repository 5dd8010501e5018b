import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** What the next poll goes on from. It is noted at the end, so a poll that fails notes nothing and nothing is lost. */
export interface Cursor {
	/** In milliseconds since the Unix epoch; later than that of the cursor before. */
	at: number;
	events: string[];
	/** The company profile that was found if nobody entered one, and the account that it belongs to. */
	profile?: { account: string; id: string };
	/** The memory of each source, by its key. */
	[source: string]: unknown;
}

/** By its name, as n8n keeps static data; two nodes of n8n 1 may share an ID. */
export const nodeKey = (context: IPollFunctions): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().name]);

const knownCursors = new Map<string, Cursor>();

/**
 * The newer of the cursor in n8n's static data and the one that this process knows. n8n writes the static data of all
 * nodes of a workflow in one piece, so another node or an older execution may put back an old one.
 */
export function loadCursor(context: IPollFunctions): Cursor | undefined {
	const node = nodeKey(context);
	const known = knownCursors.get(node);
	const stored = context.getWorkflowStaticData('node').cursor as Cursor | undefined;
	if (!stored || (known && known.at > stored.at)) return known;
	// It still exists at the next poll, so n8n did not discard the items that were returned with it.
	knownCursors.set(node, stored);
	return stored;
}

/** A poll that returned items is remembered only in n8n's static data: if n8n discards the items, they are sent again. */
export function noteCursor(context: IPollFunctions, cursor: Cursor, isEmitted: boolean): void {
	context.getWorkflowStaticData('node').cursor = cursor as IDataObject;
	if (!isEmitted) knownCursors.set(nodeKey(context), cursor);
}
