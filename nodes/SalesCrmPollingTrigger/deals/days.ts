import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { FoundNames } from '../../api/names';
import { idsNamed } from '../../deals/namedIds';
import { withoutInvisible } from '../../utils/text';
import { isUuid } from '../../utils/uuid';
import { toJsonObject, toNumber } from '../../utils/values';

/** After how many days in its status a deal counts as stuck: what a person may set, and how it is read. */

export const daysFields: INodeProperties[] = [
	{
		displayName: 'Days in Status',
		name: 'daysInStatus',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 14,
		description: 'Number of 24-hour days after which a deal counts as stuck. Use 0 for never.',
		displayOptions: { show: { events: ['dealStuck'] } },
	},
	{
		displayName: 'Days per Status',
		name: 'daysPerStatus',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Status',
		default: {},
		description:
			'Different days for individual statuses, such as 3 for new deals or 0 for won ones',
		options: [
			{
				displayName: 'Status',
				name: 'status',
				values: [
					{
						displayName: 'Status Name or ID',
						name: 'statusId',
						type: 'options',
						typeOptions: { loadOptionsMethod: 'getStatuses' },
						default: '',
						description:
							'The status that these days are for. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					},
					{
						displayName: 'Days',
						name: 'days',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: 7,
						description:
							'Number of 24-hour days after which a deal in this status counts as stuck. Use 0 for never.',
					},
				],
			},
		],
		displayOptions: { show: { events: ['dealStuck'] } },
	},
	{
		displayName:
			'Deals left in a won or lost status also count as stuck. To exclude them, use "To Status" in the filters, or set 0 days for those statuses in "Days per Status".',
		name: 'endedDealsCount',
		type: 'notice',
		default: '',
		displayOptions: { show: { events: ['dealStuck'] } },
	},
];

/** As a person entered them: statuses may be names. @throws UserError naming the field that cannot be read. */
export function readDays(parameter: (name: string, fallback: unknown) => unknown) {
	const daysOf = (days: unknown, field: string) => toNumber(days, field, { minValue: 0 });
	const { status = [] } = toJsonObject(parameter('daysPerStatus', {}), 'Days per Status');
	return {
		usual: daysOf(parameter('daysInStatus', 14), 'Days in Status'),
		perStatus: ([status].flat() as IDataObject[]).map(({ statusId, days }) => ({
			status: withoutInvisible(statusId),
			days: daysOf(days, 'Days per Status'),
		})),
	};
}

/** Of 24 hours; 0 for never. JSON. */
export interface Days {
	usual: number;
	/** By the ID of the status, in lower case. */
	byStatus: Record<string, number>;
}

/** @throws UserError as for filters (`deals/namedIds`). */
export function resolvedDays(
	{ usual, perStatus }: ReturnType<typeof readDays>,
	found: FoundNames,
	onUnknown: (words: string) => void,
): Days {
	const idsOf = (statuses: string[]) =>
		idsNamed(statuses, 'statuses', 'Days per Status', found, onUnknown);
	// All at once: some may be gone.
	idsOf(perStatus.map(({ status }) => status));
	const byStatus: Days['byStatus'] = {};
	for (const { status, days } of perStatus) {
		const ids = isUuid(status) ? [status] : idsOf([status]);
		for (const id of ids) byStatus[id.toLowerCase()] = days;
	}
	return { usual, byStatus };
}
