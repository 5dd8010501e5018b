import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { HistoryEvent } from '../deals/historyEvents';
import { passes } from '../deals/dealEvent';
import { atLeast, objectIn } from '../polling/settings';
import { DAY_MS, HOUR_MS } from '../utils/dates';
import { UserError } from '../utils/userError';
import { isObject, toJsonObject } from '../utils/json';
import { toList } from '../utils/lists';
import { quoted } from '../utils/text';

/** What is asked for, in a form that can be stored. */
export interface Wanted extends IDataObject {
	/** `statusChanged`, `assigneeChanged`, `otherChange`. */
	changes: string[];
	/** Lists of ids, by the name of the filter; an empty one is not set. */
	filters: Record<string, string[]>;
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
	return {
		wanted: {
			changes: kindsIn(context),
			filters: Object.fromEntries(filters.map(([name, value]) => [name, toList(value)])),
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

const OTHER = 'otherChange';

const KIND_BY_TYPE = new Map([
	['STATUS_CHANGED', 'statusChanged'],
	['USER_CHANGED', 'assigneeChanged'],
]);

const CHANGE_KINDS = [...KIND_BY_TYPE.values(), OTHER];

function kindsIn(context: IPollFunctions): string[] {
	const kinds = toList(context.getNodeParameter('changes', []));
	const unknown = kinds.find((kind) => !CHANGE_KINDS.includes(kind));
	if (kinds.length > 0 && unknown === undefined) return kinds;
	throw new UserError(
		unknown === undefined ? "'Trigger On' is empty" : `'Trigger On' knows no ${quoted(unknown)}`,
		`Choose which changes start the workflow, or let an expression give any of ${CHANGE_KINDS.join(', ')}.`,
	);
}

export const isWanted = ({ changes, filters }: Wanted, event: HistoryEvent): boolean =>
	changes.includes(KIND_BY_TYPE.get(event.entry.type) ?? OTHER) && passes(event, filters);

/** @param before What was asked for at the last poll, as it was stored. */
export const wasWanted = (before: unknown, event: HistoryEvent): boolean =>
	isObject(before) &&
	isWanted({ changes: toList(before.changes), filters: before.filters } as Wanted, event);
