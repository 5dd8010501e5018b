import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../utils/values';
import { nodeKey } from './lock';

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
export interface Cursor extends IDataObject {
	/** When it was noted, in milliseconds since the Unix epoch; later than the one before. */
	at: number;
}

/** By node. */
const knownCursors = new Map<string, Cursor>();

/** Undefined where there is none. */
export function loadCursor(context: IPollFunctions): Cursor | undefined {
	const node = nodeKey(context);
	const cursor = newerOf(context.getWorkflowStaticData('node').cursor, knownCursors.get(node));
	if (cursor) knownCursors.set(node, cursor);
	return cursor;
}

function newerOf(stored: unknown, known: Cursor | undefined): Cursor | undefined {
	if (!isObject(stored) || !Number.isFinite(stored.at)) return known;
	return known && known.at > (stored.at as number) ? known : (stored as Cursor);
}

/** @param isEmitted Whether items are handed out with it (rule 3). */
export function noteCursor(context: IPollFunctions, cursor: Cursor, isEmitted: boolean): void {
	context.getWorkflowStaticData('node').cursor = cursor;
	if (!isEmitted) knownCursors.set(nodeKey(context), cursor);
}
