import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { listHistory } from '../api/deals';
import { fetchNames, type Names } from '../api/names';
import { namesIn, passes } from '../deals/dealEvent';
import { historyOutput } from '../deals/historyEvents';
import type { PollBudget } from '../polling/budget';
import { type Polled, pollOnce } from '../polling/pollOnce';
import { connectTo, sourceOf } from '../polling/settings';
import type { Connection } from '../transport/connection';
import { DAY_MS, toDays } from '../utils/dates';
import { UserError } from '../utils/userError';
import type { NewChange } from './cursor';
import {
	type DealHistory,
	dealHistories,
	type HistoryChange,
	historyChanges,
	stays,
} from './historyChanges';
import { newChanges } from './newChanges';
import {
	DEAL_CREATED,
	readSettings,
	type Settings,
	triggerKindOf,
	type Wanted,
	wantedBefore,
	wasStayWanted,
} from './settings';
import { DEAL_STUCK, type StuckOptions } from './stuckDeals';

/**
 * One poll: what is new in the history, or null when nothing is.
 *
 * 1. The whole history is read, for the service offers no part of it.
 * 2. What is new in it `newChanges` says, and `pollOnce` keeps what has to be remembered for that.
 * 3. Names are looked up for what is handed out, and only then. A change goes through without them.
 * 4. "Fetch Test Event" shows the newest that pass the filters, new or not: ten at most, and at least
 *    one of each kind asked for, where there is one.
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
	const { wanted, lookBackMs, maxChanges } = settings;
	const connection = budget.limited(await connectTo(context));
	const deals = await readHistory(connection, settings);
	const now = Date.now();
	const { fresh, cursor } = newChanges(kept, () => changesIn(deals, settings), {
		source: sourceOf(connection),
		wanted,
		kindOf: (change, isCreation) => triggerKindOf(change, wanted, isCreation),
		wasWanted: (change, before, isCreation) =>
			triggerKindOf(change, wantedBefore(before), isCreation) !== undefined,
		stuck: stuckOptions(deals, settings, now),
		lookBackMs,
		maxChanges,
		startAt: now - settings.startMs,
		now,
	});
	const extras = budget.limitedForExtras(connection);
	return { items: await itemsOf(fresh, now, extras, settings), cursor };
}

async function readNewest(
	context: IPollFunctions,
	budget: PollBudget,
): Promise<INodeExecutionData[]> {
	const settings = readSettings(context);
	const connection = await connectTo(context);
	const deals = await readHistory(connection, settings);
	const now = Date.now();
	const newest = newestOf(deals, settings, now);
	return await itemsOf(newest, now, budget.limitedForExtras(connection), settings);
}

const readHistory = async (
	connection: Connection,
	{ requestBody }: Settings,
): Promise<DealHistory[]> =>
	dealHistories(await listHistory(connection, requestBody), connection.profileId);

const changesIn = (deals: DealHistory[], { wanted }: Settings): Iterable<HistoryChange> =>
	historyChanges(deals, wanted.changes.includes(DEAL_CREATED) ? wanted.filters : undefined);

/** Undefined where deals that get stuck are not asked for. */
function stuckOptions(
	deals: DealHistory[],
	{ wanted: { daysInStatus, filters } }: Settings,
	now: number,
): StuckOptions<HistoryChange> | undefined {
	if (daysInStatus === undefined) return undefined;
	const afterMs = daysInStatus * DAY_MS;
	return {
		afterMs,
		overdue: (from) => stays(deals, from, now - afterMs),
		isWanted: (stay) => passes(stay.event(), filters),
		wasWanted: (stay, before) => wasStayWanted(stay, wantedBefore(before), now),
	};
}

type ToTell = Pick<NewChange<HistoryChange>, 'change' | 'kind'>;

/** What the workflow is started with (rule 3). */
async function itemsOf(
	found: ToTell[],
	now: number,
	connection: Connection,
	{ resolveNames, requestBody }: Settings,
): Promise<INodeExecutionData[]> {
	const isNamed = resolveNames && found.length > 0;
	const names = isNamed ? await fetchNamesIfPossible(connection, requestBody) : undefined;
	return found.map(({ change, kind }) => {
		const event = change.event();
		const days = kind === DEAL_STUCK ? { daysInStatus: toDays(now - change.moment) } : {};
		const told = { triggeredBy: kind, ...days };
		return { json: historyOutput(event, names && namesIn(names, event), told) };
	});
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
 * What passes the filters (rule 4), oldest first, as in a real poll.
 * @throws UserError that says why there is none.
 */
function newestOf(deals: DealHistory[], settings: Settings, now: number): ToTell[] {
	const { wanted } = settings;
	const passing = new Map<string, ToTell & { at: number }>();
	for (const change of changesIn(deals, settings)) {
		const kind = triggerKindOf(change, wanted, change.created !== undefined);
		if (kind) passing.set(change.key, { change, kind, at: change.moment });
	}
	const stuck = stuckOptions(deals, settings, now);
	for (const stay of stuck?.overdue(-Infinity) ?? []) {
		const at = stay.moment + stuck!.afterMs;
		if (stuck!.isWanted(stay))
			passing.set(`stuck ${stay.key}`, { change: stay, kind: DEAL_STUCK, at });
	}
	if (passing.size === 0) throw nothingToShow(deals.length, wanted);
	// Of two whose moments cannot be read the difference is NaN, which puts neither before the other.
	const inTime = [...passing.values()].sort((a, b) => orFirst(a.at) - orFirst(b.at));
	const ofEachKind = new Map(inTime.map((one) => [one.kind, one])).values();
	const shown = [...new Set([...ofEachKind, ...inTime.toReversed()])].slice(0, MAX_TEST_EVENTS);
	return inTime.filter((one) => shown.includes(one));
}

function nothingToShow(deals: number, { daysInStatus }: Wanted): UserError {
	const orStuck =
		daysInStatus === undefined ? '' : `, and none of the deals is stuck for ${daysInStatus} days`;
	return new UserError(
		'There is no change to show',
		deals === 0
			? 'The deal history of this company profile is empty.'
			: `None of the changes of ${deals} deals is of a kind chosen in 'Trigger On' and passes the filters${orStuck}. Change them, or move a deal in your Sales CRM and try again.`,
	);
}
