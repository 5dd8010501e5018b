import {
	assigneeIds,
	filtersOf,
	fromStatusIds,
	pipelineIds,
	QUOTATION_STATUSES,
	RECORD_TYPES,
	toStatusIds,
} from '../descriptions/fields';
import type { Property } from '../parameters/property';

export const whereChosen = (...events: string[]) => ({ displayOptions: { show: { events } } });

const RECORD_TYPES_FILTER = {
	displayName: 'Record Types',
	name: 'recordTypes',
	type: 'multiOptions',
	default: ['deal'],
	description:
		'Whether status changes, assignments and stuck records of deals, leads or both count',
	options: [...RECORD_TYPES],
} as const satisfies Property;

const DOCUMENT_STATUSES = {
	displayName: 'Document Status',
	name: 'documentStatuses',
	type: 'multiOptions',
	allowArbitraryValues: true,
	default: [],
	description: 'Only quotations that get one of these statuses. Add others with an expression.',
	options: [...QUOTATION_STATUSES],
} as const satisfies Property;

const CREATIONS = ['dealCreated', 'leadCreated'];
export const MOVES = ['dealStatusChanged', ...CREATIONS, 'dealAssigned'];
const DEAL_EVENTS = [...MOVES, 'dealStuck'];

const filterFor = <const F extends object>(field: F, events: string[]) => ({
	...field,
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
} as const;
