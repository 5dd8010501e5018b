import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { listHistory } from '../api/deals';
import { fetchNames, type Names } from '../api/names';
import type { HistoryItem } from '../api/types';
import { namesIn } from '../deals/dealEvent';
import { type HistoryEvent, historyOutput } from '../deals/historyEvents';
import type { PollBudget } from '../polling/budget';
import { type Polled, pollOnce } from '../polling/pollOnce';
import { connectTo, sourceOf } from '../polling/settings';
import type { Connection } from '../transport/connection';
import { UserError } from '../utils/userError';
import { type HistoryChange, historyChanges } from './historyChanges';
import { newChanges } from './newChanges';
import { isWanted, readSettings, type Settings, wasWanted } from './settings';

/**
 * One poll: what is new in the history, or null when nothing is.
 *
 * 1. The whole history is read, for the service offers no part of it.
 * 2. What is new in it `newChanges` says, and `pollOnce` keeps what has to be remembered for that.
 * 3. Names are looked up for what is handed out, and only then. A change goes through without them.
 * 4. "Fetch Test Event" shows the newest changes that pass the filters, new or not.
 */
export const poll = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await pollOnce(context, {
		read: async (kept, budget) => await readNew(context, kept, budget),
		sample: async (budget) => await readNewest(context, budget),
	});

async function readNew(
	context: IPollFunctions,
	kept: unknown,
	budget: PollBudget,
): Promise<Polled> {
	const settings = readSettings(context);
	const connection = budget.limited(await connectTo(context));
	const deals = await listHistory(connection, settings.requestBody);
	const now = Date.now();
	const { fresh, cursor } = newChanges(kept, () => historyChanges(deals, connection.profileId), {
		source: sourceOf(connection),
		wanted: settings.wanted,
		isWanted: (change) => isWanted(settings.wanted, change.event()),
		wasWanted: (change, before) => wasWanted(before, change.event()),
		lookBackMs: settings.lookBackMs,
		maxChanges: settings.maxChanges,
		startAt: now - settings.startMs,
		now,
	});
	const events = fresh.map((change) => change.event());
	return { items: await itemsOf(events, budget.limitedForExtras(connection), settings), cursor };
}

async function readNewest(
	context: IPollFunctions,
	budget: PollBudget,
): Promise<INodeExecutionData[]> {
	const settings = readSettings(context);
	const connection = await connectTo(context);
	const deals = await listHistory(connection, settings.requestBody);
	const events = newestEvents(deals, connection.profileId, settings);
	return await itemsOf(events, budget.limitedForExtras(connection), settings);
}

/** What the workflow is started with (rule 3). */
async function itemsOf(
	events: HistoryEvent[],
	connection: Connection,
	{ resolveNames, requestBody }: Settings,
): Promise<INodeExecutionData[]> {
	const isNamed = resolveNames && events.length > 0;
	const names = isNamed ? await fetchNamesIfPossible(connection, requestBody) : undefined;
	return events.map((event) => ({ json: historyOutput(event, names && namesIn(names, event)) }));
}

async function fetchNamesIfPossible(connection: Connection, body: IDataObject): Promise<Names> {
	const { names, missing } = await fetchNames(connection, body);
	const { logger } = connection.context;
	for (const { of, error } of missing) {
		logger.warn(`Sales CRM History Trigger: no names of ${of}: ${error.message}`);
	}
	return names;
}

/** "Fetch Test Event" shows no more than this. */
const MAX_TEST_EVENTS = 10;

/** Where a moment cannot be read, nothing says that the change is new. */
const orFirst = (moment: number): number => (Number.isFinite(moment) ? moment : -Infinity);

/**
 * The newest changes that pass the filters, oldest first, as in a real poll.
 * @throws UserError that says why there is none.
 */
function newestEvents(
	deals: HistoryItem[],
	profileId: string | undefined,
	{ wanted }: Settings,
): HistoryEvent[] {
	const passing = new Map<string, HistoryChange>();
	for (const change of historyChanges(deals, profileId)) {
		if (isWanted(wanted, change.event())) passing.set(change.key, change);
	}
	if (passing.size === 0) {
		throw new UserError(
			'There is no change to show',
			deals.length === 0
				? 'The deal history of this company profile is empty.'
				: `None of the changes of ${deals.length} deals is of a kind chosen in 'Trigger On' and passes the filters. Change them, or move a deal in your Sales CRM and try again.`,
		);
	}
	// Of two whose moments cannot be read the difference is NaN, which puts neither before the other.
	const inTime = [...passing.values()].sort((a, b) => orFirst(a.moment) - orFirst(b.moment));
	return inTime.slice(-MAX_TEST_EVENTS).map((change) => change.event());
}
