import type { IDataObject } from 'n8n-workflow';

import { isWithin } from '../../../deals/filters';
import { bounds, QUOTATION_STATUSES } from '../../../descriptions/fields';
import { readTime, serviceTimeMs } from '../../../utils/dates';
import { isChosen } from '../../../utils/lists';
import { withoutInvisible } from '../../../utils/text';
import { toIdentifier } from '../../../utils/uuid';
import { listOrId } from '../../execution/commonFields';
import type { Property, ValuesOf } from '../../execution/parameters';

const dealId = {
	displayName: 'Deal',
	name: 'dealId',
	description: 'Only quotations that belong to the same request as this deal',
	...listOrId('searchDeals'),
	required: false,
} as const satisfies Property;

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
		dealId,
		{
			displayName: 'Minimum Days Open',
			name: 'minDaysOpen',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 10,
			description:
				'Only quotations that still wait for an answer and were created at least this many 24-hour days ago',
		},
		{
			displayName: 'Status',
			name: 'statuses',
			type: 'multiOptions',
			// Which statuses exist is not described.
			allowArbitraryValues: true,
			default: [],
			description: 'Only quotations in one of these statuses',
			options: [...QUOTATION_STATUSES],
		},
	],
} as const satisfies Property;

type Entered = Partial<ValuesOf<typeof quotationFilters.options>>;

export const readFilters = (entered: Entered, zone: string) => ({
	dealId:
		withoutInvisible(entered.dealId) === '' ? undefined : toIdentifier(entered.dealId, 'Deal'),
	statuses: entered.statuses ?? [],
	minDaysOpen: entered.minDaysOpen,
	createdAfter: readTime(entered.createdAfter, 'Created After', zone),
	createdBefore: readTime(entered.createdBefore, 'Created Before', zone),
});

export function wantsQuotation(
	{ statuses, minDaysOpen, createdAfter, createdBefore }: ReturnType<typeof readFilters>,
	{ status, daysOpen, createdAt }: IDataObject,
): boolean {
	const created = serviceTimeMs(createdAt);
	return (
		isChosen(statuses, status as string | null) &&
		isWithin(Number.isNaN(created) ? undefined : created, createdAfter, createdBefore) &&
		(minDaysOpen === undefined || (typeof daysOpen === 'number' && daysOpen >= minDaysOpen))
	);
}
