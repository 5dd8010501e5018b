import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { HistoryEvent } from '../deals/historyEvents';
import { passes } from '../deals/eventFilters';
import { Failure } from '../values/failure';
import { isObject, toJsonObject } from '../values/json';
import { toList } from '../values/lists';
import { quoted } from '../values/text';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** What is asked for, in a form that can be stored and compared. */
export interface Wanted extends IDataObject {
	/** `statusChanged`, `assigneeChanged`, `otherChange`. */
	changes: string[];
	/** Lists of ids, by the name of the filter; those that are not set are left out. */
	filters: Record<string, string[]>;
}

export interface Settings {
	wanted: Wanted;
	/** Milliseconds to go back from now at the first poll; undefined for new changes only. */
	startMs: number | undefined;
	resolveNames: boolean;
	lookBackMs: number;
	maxChanges: number;
	requestBody: IDataObject;
}

/** @throws Failure naming the parameter that cannot be read. */
export function readSettings(context: IPollFunctions): Settings {
	const options = objectIn(context, 'options');
	const filters = Object.entries(objectIn(context, 'filters'))
		.map(([name, value]): [string, string[]] => [name, toList(value).sort()])
		.filter(([, ids]) => ids.length > 0)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	const changes = toList(context.getNodeParameter('changes', [])).sort();
	if (changes.length === 0) {
		throw new Failure("'Trigger On' is empty", 'Choose which changes start the workflow.');
	}
	const days = context.getNodeParameter('start', 'onlyNew') === 'pastDays';
	return {
		wanted: { changes, filters: Object.fromEntries(filters) },
		startMs: days
			? DAY_MS * atLeast(0, context.getNodeParameter('pastDays', 7), 'Past Days')
			: undefined,
		resolveNames: context.getNodeParameter('resolveNames', true) === true,
		lookBackMs: HOUR_MS * atLeast(0, options.lookBackHours ?? 24, 'Look Back (Hours)'),
		maxChanges: Math.floor(atLeast(1, options.maxChanges ?? 1000, 'Max Changes per Poll')),
		requestBody: toJsonObject(options.requestBody, 'Request Body'),
	};
}

const KIND_BY_TYPE = new Map([
	['STATUS_CHANGED', 'statusChanged'],
	['USER_CHANGED', 'assigneeChanged'],
]);

export const isWanted = ({ changes, filters }: Wanted, event: HistoryEvent): boolean =>
	changes.includes(KIND_BY_TYPE.get(event.entry.type) ?? 'otherChange') && passes(event, filters);

function objectIn(context: IPollFunctions, name: string): IDataObject {
	const value = context.getNodeParameter(name, {});
	return isObject(value) ? value : {};
}

function atLeast(least: number, value: unknown, field: string): number {
	const number = typeof value === 'string' && value.trim() === '' ? NaN : Number(value);
	if (Number.isFinite(number) && number >= least) return number;
	throw new Failure(`'${field}' must be a number of at least ${least}`, `Got ${quoted(value)}.`);
}
