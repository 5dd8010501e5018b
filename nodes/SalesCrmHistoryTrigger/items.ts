import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { namesIn } from '../deals/dealEvent';
import { type HistoryEvent, historyOutput } from '../deals/historyEvents';
import { fetchNames, type Names } from '../api/names';
import type { Connection, RetryOptions } from '../transport/connection';
import type { Settings } from './settings';

/** Names are worth no more. */
const NAMES_RETRY: RetryOptions = { maxAttempts: 2, timeoutMs: 10_000 };

/** Both tries and the wait between them end by then. */
const NAMES_TAKE_MS = 25_000;

/**
 * What the workflow is started with. A change goes through without names, too.
 * @param leftMs How long the poll may still take, in milliseconds.
 */
export async function itemsOf(
	context: IPollFunctions,
	connection: Connection,
	{ resolveNames, requestBody }: Settings,
	events: HistoryEvent[],
	leftMs = Infinity,
): Promise<INodeExecutionData[]> {
	const names =
		resolveNames && events.length > 0
			? await namesFor(context, connection, requestBody, leftMs)
			: undefined;
	return events.map((event) => ({ json: historyOutput(event, names && namesIn(names, event)) }));
}

async function namesFor(
	context: IPollFunctions,
	connection: Connection,
	requestBody: IDataObject,
	leftMs: number,
): Promise<Names> {
	const retry = leftMs > NAMES_TAKE_MS ? NAMES_RETRY : { maxAttempts: 1, timeoutMs: leftMs / 2 };
	const { names, missing } = await fetchNames({ ...connection, retry }, requestBody);
	for (const { of, error } of missing) {
		context.logger.warn(`Sales CRM History Trigger: no names of ${of}: ${error.message}`);
	}
	return names;
}
