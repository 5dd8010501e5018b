import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { DAY_MS } from '../../utils/dates';
import { toJsonObject } from '../../utils/json';
import { textOf } from '../../utils/text';
import { toNumber } from '../../utils/values';

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

/** After how many milliseconds in a status a deal is stuck; Infinity for never. */
export type StuckAfter = (statusId: string | null) => number;

/** @throws UserError naming the field that cannot be read. */
export function readDays(parameter: (name: string, fallback: unknown) => unknown): StuckAfter {
	const usual = msOf(parameter('daysInStatus', 14), 'Days in Status');
	const { status = [] } = toJsonObject(parameter('daysPerStatus', {}), 'Days per Status');
	const rows = [status].flat() as IDataObject[];
	const byStatus = new Map(
		rows.map(({ statusId, days }) => [statusKey(statusId), msOf(days, 'Days per Status')]),
	);
	return (statusId) => byStatus.get(statusKey(statusId)) ?? usual;
}

const statusKey = (id: unknown): string => textOf(id).trim().toLowerCase();

/** Zero days: never. */
const msOf = (days: unknown, field: string): number =>
	Math.round(toNumber(days, field, { minValue: 0 }) * DAY_MS) || Infinity;
