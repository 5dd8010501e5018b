import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { passes } from '../deals/dealEvent';
import { atLeast, objectIn } from '../polling/settings';
import { DAY_MS, HOUR_MS } from '../utils/dates';
import { UserError } from '../utils/userError';
import { isObject, toJsonObject } from '../utils/json';
import { quoted } from '../utils/text';
import { toList } from '../utils/values';
import type { HistoryChange } from './historyChanges';
import { DEAL_STUCK } from './stuckDeals';

/** What is asked for, in a form that can be stored. */
export interface Wanted extends IDataObject {
	/** Kinds, as 'Trigger On' has them. */
	changes: string[];
	/** Lists of ids, by the name of the filter; an empty one is not set. */
	filters: Record<string, string[]>;
	/** After how many days in a status a deal is stuck; undefined where that is not asked for. */
	daysInStatus?: number;
}

export interface Settings {
	wanted: Wanted;
	/** Milliseconds to go back from now at the first poll; minus infinity for new changes only. */
	startMs: number;
	resolveNames: boolean;
	lookBackMs: number;
	maxChanges: number;
	requestBody: IDataObject;
}

/** @throws UserError naming the parameter that cannot be read. */
export function readSettings(context: IPollFunctions): Settings {
	const options = objectIn(context, 'options');
	const filters = Object.entries(objectIn(context, 'filters'));
	const hasPastDays = context.getNodeParameter('start', 'onlyNew') === 'pastDays';
	const changes = kindsIn(context);
	return {
		wanted: {
			changes,
			filters: Object.fromEntries(filters.map(([name, value]) => [name, toList(value, name)])),
			...(changes.includes(DEAL_STUCK) && { daysInStatus: daysIn(context) }),
		},
		startMs: hasPastDays
			? DAY_MS * atLeast(0, context.getNodeParameter('pastDays', 7), 'Past Days')
			: -Infinity,
		resolveNames: context.getNodeParameter('resolveNames', true) === true,
		lookBackMs: HOUR_MS * atLeast(0, options.lookBackHours ?? 24, 'Look Back (Hours)'),
		maxChanges: Math.floor(atLeast(1, options.maxChanges ?? 1000, 'Max Changes per Poll')),
		requestBody: toJsonObject(options.requestBody, 'Request Body'),
	};
}

export const DEAL_CREATED = 'dealCreated';

const OTHER = 'otherChange';

const KIND_BY_TYPE = new Map([
	['STATUS_CHANGED', 'statusChanged'],
	['USER_CHANGED', 'assigneeChanged'],
]);

const TRIGGER_KINDS = [...KIND_BY_TYPE.values(), OTHER, DEAL_CREATED, DEAL_STUCK];

function kindsIn(context: IPollFunctions): string[] {
	const kinds = toList(context.getNodeParameter('changes', []), 'Trigger On');
	const unknown = kinds.find((kind) => !TRIGGER_KINDS.includes(kind));
	if (kinds.length > 0 && unknown === undefined) return kinds;
	throw new UserError(
		unknown === undefined ? "'Trigger On' is empty" : `'Trigger On' knows no ${quoted(unknown)}`,
		`Choose which changes start the workflow, or let an expression give any of ${TRIGGER_KINDS.join(', ')}.`,
	);
}

const daysIn = (context: IPollFunctions): number =>
	atLeast(0, context.getNodeParameter('daysInStatus', 14), 'Days in Status');

/**
 * Which of the kinds asked for a change is; undefined where it is not asked for. The creation of its
 * deal goes before what else it is.
 */
export function triggerKindOf(
	change: HistoryChange,
	{ changes, filters }: Wanted,
	isCreation: boolean,
): string | undefined {
	if (isCreation && changes.includes(DEAL_CREATED)) {
		const creation = change.deal.creation(filters);
		if (creation && passes(creation, filters)) return DEAL_CREATED;
	}
	const event = change.event();
	const kind = KIND_BY_TYPE.get(event.entry.type ?? '') ?? OTHER;
	return changes.includes(kind) && passes(event, filters) ? kind : undefined;
}

/**
 * Whether a stay that is overdue now was wanted before, too. One that was not overdue by the days of
 * then was not asked for yet.
 */
export const wasStayWanted = (stay: HistoryChange, before: Wanted, now: number): boolean =>
	stay.moment + (before.daysInStatus ?? Infinity) * DAY_MS > now ||
	passes(stay.event(), before.filters);

/** What was asked for at the last poll, as it was stored; nothing where that cannot be read. */
export function wantedBefore(stored: unknown): Wanted {
	if (!isObject(stored)) return { changes: [], filters: {} };
	const filters = (isObject(stored.filters) ? stored.filters : {}) as Wanted['filters'];
	return { ...stored, changes: toList(stored.changes, 'Trigger On'), filters };
}
