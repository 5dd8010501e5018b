import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { ListName } from '../api/source';
import { shortHash } from '../utils/text';

/** What the next poll continues from. It is saved at the end of a poll, so nothing is lost if the poll fails. */
export interface Cursor {
	/** Milliseconds since the Unix epoch; later than in the previous cursor. */
	at: number;
	events: string[];
	/** The company profile that was found because nobody entered one, and a digest of the account that it belongs to. */
	profile?: { account: string; id: string };
	/** The lists that answered, of this base URL and profile: a 404 later does not mean that they are not offered. */
	answered?: { source: string; lists: ListName[] };
	/** The node that saved it ({@link nodeKey}). */
	owner?: string;
	/** The memory of each source, by its key. */
	[source: string]: unknown;
}

/**
 * A digest of n8n's instance, the workflow and the name of the node. A copied, exported or imported workflow has the static
 * data of the original. The name is in them, too, and two nodes of n8n 1 may share an ID.
 */
export const nodeKey = (context: IPollFunctions): string =>
	shortHash(
		JSON.stringify([context.getInstanceId(), context.getWorkflow().id, context.getNode().name]),
		16,
	);

/** By node. Without a bound: a poll that forgets starts the workflow again. Exported for tests. */
export const processCursors = new Map<string, Cursor>();

/**
 * The newer of the cursor in n8n's static data and the one in this process. n8n writes the static data of all nodes of a
 * workflow together, so another node or an older execution may restore an old one.
 */
export function loadCursor(context: IPollFunctions): Cursor | undefined {
	const node = nodeKey(context);
	const inProcess = processCursors.get(node);
	const stored = context.getWorkflowStaticData('node').cursor as Cursor | undefined;
	if (stored?.owner !== node) {
		if (stored && !inProcess) {
			const words = 'the memory in the static data belongs to another workflow or another n8n';
			context.logger.warn(`${context.getNode().name}: ${words}, so the trigger begins anew`);
		}
		return inProcess;
	}
	if (inProcess && inProcess.at > stored.at) return inProcess;
	// It still exists at the next poll, so n8n did not discard the items that were returned with it.
	processCursors.set(node, stored);
	return stored;
}

/** After a poll with items only n8n's static data get the cursor: if n8n discards the items, they are sent again. */
export function saveCursor(context: IPollFunctions, cursor: Cursor, isEmitted: boolean): void {
	const node = nodeKey(context);
	const owned = { ...cursor, owner: node };
	context.getWorkflowStaticData('node').cursor = owned as IDataObject;
	if (!isEmitted) processCursors.set(node, owned);
}
