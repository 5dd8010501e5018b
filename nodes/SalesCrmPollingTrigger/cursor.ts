import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** What the next poll continues from. It is saved at the end of a poll, so nothing is lost if the poll fails. */
export interface Cursor {
	/** Milliseconds since the Unix epoch; later than in the previous cursor. */
	at: number;
	events: string[];
	/** The company profile that was found if nobody entered one, and the account that it belongs to. */
	profile?: { account: string; id: string };
	/** The memory of each source, by its key. */
	[source: string]: unknown;
}

/** Contains the name of the node, as n8n's static data do, because two nodes of n8n 1 may share an ID. */
export const nodeKey = (context: IPollFunctions): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().name]);

const knownCursors = new Map<string, Cursor>();

/**
 * The newer of the cursor in n8n's static data and the one in this process. n8n writes the static data of all nodes of a
 * workflow together, so another node or an older execution may restore an old one.
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

/** After a poll with items only n8n's static data get the cursor: if n8n discards the items, they are sent again. */
export function saveCursor(context: IPollFunctions, cursor: Cursor, isEmitted: boolean): void {
	context.getWorkflowStaticData('node').cursor = cursor as IDataObject;
	if (!isEmitted) knownCursors.set(nodeKey(context), cursor);
}
