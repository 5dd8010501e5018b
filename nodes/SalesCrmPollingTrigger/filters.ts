import { polledEvents } from '../api/eventKinds';
import {
	assigneeIds,
	filtersOf,
	fromStatusIds,
	pipelineIds,
	RECORD_TYPES,
	toStatusIds,
} from '../descriptions/fields';
import { DOCUMENT_STATUSES, RESULTS } from '../descriptions/triggerFields';
import type { Property } from '../parameters/property';

export const whereChosen = (...events: string[]) => ({ displayOptions: { show: { events } } });

const RECORD_TYPES_FILTER = {
	displayName: 'Record Types',
	name: 'recordTypes',
	type: 'multiOptions',
	default: ['deal'],
	description:
		'Whether status changes, assignments, results and stuck records of deals, leads or both count',
	options: [...RECORD_TYPES],
} as const satisfies Property;

const CREATIONS = ['dealCreated', 'leadCreated'];
export const MOVES = ['dealStatusChanged', ...CREATIONS, 'dealAssigned'];
const IN_STATUS = [...MOVES, 'dealStuck'];
const DEAL_EVENTS = [...IN_STATUS, 'dealClosed'];
const STATUS_CHANGES = polledEvents('statusChanged');

const filterFor = <const F extends object>(field: F, events: string[]) => ({
	...field,
	displayOptions: { show: { '/events': events } },
});

export const filters = {
	...filtersOf([
		filterFor(assigneeIds('Only deals assigned to these users.'), DEAL_EVENTS),
		filterFor(DOCUMENT_STATUSES, STATUS_CHANGES),
		filterFor(pipelineIds, DEAL_EVENTS),
		filterFor(fromStatusIds('Only deals that leave one of these statuses.'), MOVES),
		filterFor(RECORD_TYPES_FILTER, [
			...['dealStatusChanged', 'dealAssigned', 'dealClosed', 'dealStuck'],
		]),
		filterFor(RESULTS, ['dealClosed']),
		filterFor(
			toStatusIds('Only deals that enter one of these statuses, or are stuck in one.'),
			IN_STATUS,
		),
	]),
	description:
		'Only events that pass all filters start the workflow. Status filters let no assignment pass; otherwise a filter lets events pass that it is not about.',
	...whereChosen(...DEAL_EVENTS, ...STATUS_CHANGES),
} as const;
