import type { INodeProperties } from 'n8n-workflow';

import {
	assigneeIds,
	filtersOf,
	fromStatusIds,
	pipelineIds,
	QUOTATION_STATUSES,
	RECORD_TYPES,
	toStatusIds,
} from '../descriptions/fields';

export const whereChosen = (...events: string[]): Pick<INodeProperties, 'displayOptions'> => ({
	displayOptions: { show: { events } },
});

export const RECORD_TYPES_FILTER = {
	displayName: 'Record Types',
	name: 'recordTypes',
	type: 'multiOptions',
	default: ['deal'],
	description:
		'Whether status changes, assignments and stuck records of deals, leads or both count',
	options: [...RECORD_TYPES],
} as const satisfies INodeProperties;

export const DOCUMENT_STATUSES = {
	displayName: 'Document Status',
	name: 'documentStatuses',
	type: 'multiOptions',
	allowArbitraryValues: true,
	default: [],
	description: 'Only quotations that get one of these statuses. Add others with an expression.',
	options: [...QUOTATION_STATUSES],
} as const satisfies INodeProperties;

const CREATIONS = ['dealCreated', 'leadCreated'];
export const MOVES = ['dealStatusChanged', ...CREATIONS, 'dealAssigned'];
const DEAL_EVENTS = [...MOVES, 'dealStuck'];

const filterFor = (field: unknown, events: string[]) => ({
	...(field as INodeProperties),
	displayOptions: { show: { '/events': events } },
});

export const filters = {
	...filtersOf([
		filterFor(assigneeIds('Only deals assigned to these users.'), DEAL_EVENTS),
		filterFor(DOCUMENT_STATUSES, ['quotationStatusChanged']),
		filterFor(pipelineIds, DEAL_EVENTS),
		filterFor(fromStatusIds('Only deals that leave one of these statuses.'), MOVES),
		filterFor(RECORD_TYPES_FILTER, ['dealStatusChanged', 'dealAssigned', 'dealStuck']),
		filterFor(
			toStatusIds('Only deals that enter one of these statuses, or are stuck in one.'),
			DEAL_EVENTS,
		),
	]),
	description:
		'Only events that pass all filters start the workflow. Status filters let no assignment pass; all others let events pass that they are not about.',
	...whereChosen(...DEAL_EVENTS, 'quotationStatusChanged'),
} as unknown as INodeProperties;
