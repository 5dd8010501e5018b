import {
	assigneeIds,
	bounds,
	filtersOf,
	pipelineIds,
	QUOTATION_STATUSES,
	RECORD_TYPES,
	statusIds,
} from '../../../descriptions/fields';

export const dealFilters = filtersOf(
	[
		...bounds(
			'changedAfter',
			'changedBefore',
			'Any Change',
			'Only deals whose last change of any kind, such as an assignment, was',
		),
		assigneeIds('Only deals assigned to one of these users.'),
		...bounds(
			'enteredAfter',
			'enteredBefore',
			'Entered Status',
			'Only deals that entered their current status, such as Won,',
		),
		{
			displayName: 'Minimum Days in Status',
			name: 'minDaysInStatus',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 7,
			description: 'Only deals in their current status for at least this many 24-hour days',
		},
		{
			displayName: 'Minimum Quotation Days Open',
			name: 'minQuotationDaysOpen',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 10,
			description:
				'Only deals whose quotation was sent, has no answer, and was created at least this many 24-hour days ago',
		},
		pipelineIds,
		{
			displayName: 'Quotation Statuses',
			name: 'quotationStatuses',
			type: 'multiOptions',
			default: [],
			allowArbitraryValues: true,
			description:
				'Only deals whose quotation has one of these statuses. Of several, the newest accepted one counts, otherwise the only one that was sent; deals for which that is unclear are left out.',
			options: [...QUOTATION_STATUSES],
		},
		{
			displayName: 'Record Types',
			name: 'recordTypes',
			type: 'multiOptions',
			default: ['deal'],
			description:
				'Whether to return deals, leads or both. Without this filter leads are left out, if your Sales CRM shows which pipelines contain them.',
			options: [...RECORD_TYPES],
		},
		{
			displayName: 'Results',
			name: 'results',
			type: 'multiOptions',
			default: [],
			description: 'Only deals that are open, won or lost',
			options: [
				{ name: 'Lost', value: 'lost' },
				{ name: 'Open', value: 'open', description: 'Neither won nor lost' },
				{ name: 'Won', value: 'won' },
			],
		},
		statusIds('Only deals in one of these statuses.'),
	],
	'All look at the deal as it is now, and all that are set must match; for deals won last week use results or statusIds with enteredAfter, as changedAfter counts assignments.',
);
