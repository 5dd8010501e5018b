import type { IDataObject } from 'n8n-workflow';

import { isWithin } from '../../../deals/filters';
import { bounds, QUOTATION_STATUSES } from '../../../descriptions/fields';
import { DAY_MS, serviceTimeMs } from '../../../utils/dates';
import { isChosen } from '../../../utils/lists';
import type { Property, ValuesOf } from '../../../parameters/property';
import { dealFilter } from '../document/dealFilter';

export const statusFilter = <const Options>(records: string, options: Options) =>
	({
		displayName: 'Status',
		name: 'statuses',
		type: 'multiOptions',
		// Which statuses exist is not described.
		allowArbitraryValues: true,
		default: [],
		description: `Only ${records} in one of these statuses`,
		options,
	}) as const;

/** All filters that are set must match. */
export const quotationFilters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	builderHint: {
		propertyHint:
			'statuses is an array such as ["SENT"]. For quotations to follow up use minDaysOpen alone: it lets nothing through that was accepted or rejected.',
	},
	options: [
		...bounds('createdAfter', 'createdBefore', 'Created', 'Only quotations created'),
		dealFilter('quotations'),
		{
			displayName: 'Minimum Days Open',
			name: 'minDaysOpen',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 10,
			description:
				'Only quotations that still wait for an answer and were created at least this many 24-hour days ago',
		},
		statusFilter('quotations', [...QUOTATION_STATUSES]),
	],
} as const satisfies Property;

export type QuotationFilters = Partial<ValuesOf<typeof quotationFilters.options>>;

/** @param now When the quotations were received (milliseconds since the Unix epoch). */
export function wantsQuotation(
	{ statuses = [], minDaysOpen, createdAfter, createdBefore }: QuotationFilters,
	{ status, daysOpen, createdAt }: IDataObject,
	now: number,
): boolean {
	const ms = serviceTimeMs(createdAt);
	const created = Number.isNaN(ms) ? undefined : ms;
	// `daysOpen` is rounded, and null for a quotation that does not wait for an answer.
	const openSince = typeof daysOpen === 'number' ? created : undefined;
	const latest = minDaysOpen === undefined ? undefined : now - minDaysOpen * DAY_MS + 1;
	return (
		isChosen(statuses, status as string | null) &&
		isWithin(created, createdAfter, createdBefore) &&
		isWithin(openSince, undefined, latest)
	);
}
