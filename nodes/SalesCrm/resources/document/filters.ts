import type { IDataObject } from 'n8n-workflow';

import { isWithin } from '../../../deals/filters';
import { bounds } from '../../../descriptions/fields';
import type { Property, ValuesOf } from '../../../parameters/property';
import { DAY_MS, serviceTimeMs } from '../../../utils/dates';
import { isChosen } from '../../../utils/lists';
import { listOrId } from '../../execution/commonFields';

export const minDaysOpen = {
	displayName: 'Minimum Days Open',
	name: 'minDaysOpen',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 10,
	description:
		'Only quotations that still wait for an answer and were created at least this many 24-hour days ago',
} as const satisfies Property;

const dealFilter = (records: string) =>
	({
		displayName: 'Deal',
		name: 'dealId',
		description: `Only ${records} that belong to the same request as this deal`,
		...listOrId('searchDeals'),
		required: false,
	}) as const;

/**
 * All filters that are set must match.
 * @param records Such as "quotations".
 * @param statuses To choose from. Others may exist, because as described none are named.
 */
export const filtersFor = (
	records: string,
	statuses: ReadonlyArray<{ name: string; value: string }>,
	more: ReadonlyArray<typeof minDaysOpen> = [],
) =>
	({
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			...bounds('createdAfter', 'createdBefore', 'Created', `Only ${records} created`),
			dealFilter(records),
			...more,
			{
				displayName: 'Status',
				name: 'statuses',
				type: 'multiOptions',
				allowArbitraryValues: true,
				default: [],
				description: `Only ${records} in one of these statuses`,
				options: statuses,
			},
		],
	}) as const;

type Filters = Partial<ValuesOf<ReturnType<typeof filtersFor>['options']>>;

/** @param now When the documents were received (milliseconds since the Unix epoch). */
export function isWanted(
	{ statuses = [], minDaysOpen: minDays, createdAfter, createdBefore }: Filters,
	{ status, daysOpen, createdAt }: IDataObject,
	now: number,
): boolean {
	const ms = serviceTimeMs(createdAt);
	const created = Number.isNaN(ms) ? undefined : ms;
	// `daysOpen` is rounded, and null for a quotation that does not wait for an answer.
	const openSince = typeof daysOpen === 'number' ? created : undefined;
	const latest = minDays === undefined ? undefined : now - minDays * DAY_MS + 1;
	return (
		isChosen(statuses, status as string | null) &&
		isWithin(created, createdAfter, createdBefore) &&
		isWithin(openSince, undefined, latest)
	);
}
