import type { INodeProperties } from 'n8n-workflow';

import { type EventFilter, EVENTS } from '../api/eventKinds';
import { OTHER_EVENTS } from '../api/otherEvents';
import {
	assigneeIds,
	authentication,
	filtersOf,
	fromStatusIds,
	optionsOf,
	pipelineIds,
	RECORD_TYPES,
	simplify,
	toStatusIds,
} from '../descriptions/fields';
import {
	DOCUMENT_STATUSES,
	resultNotice,
	RESULTS,
	WEBHOOK_EVENTS,
} from '../descriptions/triggerFields';
import type { Property } from '../parameters/property';

const TRIGGER_ON = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	allowArbitraryValues: true,
	default: ['dealStatusChanged'],
	required: true,
	builderHint: {
		propertyHint:
			'An array of one or more; triggeredBy in each item says which it was. Other events of the Sales CRM are in additionalEvents of the options.',
	},
	options: WEBHOOK_EVENTS,
} as const satisfies Property;

const RECORD_TYPES_OPTION = {
	displayName: 'Record Types',
	name: 'recordTypes',
	type: 'multiOptions',
	default: ['deal'],
	description: 'Whose status changes, assignments and results start the workflow',
	options: [
		...RECORD_TYPES,
		{ name: 'Order', value: 'order' },
		{ name: 'Payment', value: 'payment' },
		{ name: 'Project', value: 'project' },
	],
} as const satisfies Property;

const eachEventOnce = {
	displayName: 'Each Event Once',
	name: 'eachEventOnce',
	type: 'boolean',
	default: true,
	description:
		'Whether to ignore repeated events. Remembers about 2,000. Tests and retries are never ignored.',
} as const satisfies Property;

/** Shows a field only if one of the chosen events uses it, chosen by our name or the service's. */
function shownFor(path: '/events' | 'events', ...filters: EventFilter[]) {
	const kinds = EVENTS.filter((kind) => kind.filters?.some((one) => filters.includes(one)));
	const events = new Set(kinds.flatMap(({ value, serviceName }) => [value, serviceName]));
	return { displayOptions: { show: { [path]: [...events] } } };
}

const filter = <const F extends { readonly name: string }>(field: F) => ({
	...field,
	...shownFor('/events', field.name as EventFilter),
});

const FILTERS = [
	filter(assigneeIds('Only deals and leads assigned to these users.')),
	filter(DOCUMENT_STATUSES),
	filter(pipelineIds),
	filter(fromStatusIds('Only deals that leave one of these statuses.')),
	filter(RESULTS),
	filter(toStatusIds('Only deals that enter one of these statuses, or are created in one.')),
] as const;

/** How to see each chosen event in a test. n8n's own panel cannot depend on the choice. */
const testNotices: INodeProperties[] = EVENTS.map(({ name, value, serviceName, example }) => ({
	displayName: `To test "${name}", press "Execute step", then ${example} in your Sales CRM.`,
	name: `${value}Test`,
	type: 'notice',
	default: '',
	displayOptions: { show: { events: [value, serviceName] } },
}));

/** What a person sets. */
export const parameters = [
	authentication,
	TRIGGER_ON,
	{
		...simplify,
		builderHint: {
			propertyHint:
				'Keep true: flat items. Deals and leads have title, status, previousStatus, assignee, value, email, phone, occurredAt, dealId, statusId and, by label, custom. With false they are the envelope of the service.',
		},
	},
	{
		...filtersOf(FILTERS),
		description:
			'Only events that pass all filters start the workflow. A filter lets events pass that it is not about.',
		...shownFor('events', ...FILTERS.map(({ name }) => name)),
	},
	optionsOf([
		{
			displayName: 'Additional Events',
			name: 'additionalEvents',
			type: 'multiOptions',
			allowArbitraryValues: true,
			default: [],
			description: 'Other events of your Sales CRM. Add further names with an expression.',
			options: OTHER_EVENTS,
		},
		eachEventOnce,
		filter(RECORD_TYPES_OPTION),
		{
			displayName: 'Webhook Name',
			name: 'subscriptionName',
			type: 'string',
			default: '',
			placeholder: 'e.g. n8n: name of the workflow',
			description: 'Name of the webhook in your Sales CRM; a short code is added to keep it unique',
		},
	]),
] as const;

const [signIn, triggerOn, ...others] = parameters as unknown as INodeProperties[];

export const properties: INodeProperties[] = [
	{
		displayName:
			'The Sales CRM must be able to reach this node\'s webhook URL. Otherwise use the "Sales CRM Polling Trigger".',
		name: 'inboundAddress',
		type: 'notice',
		default: '',
	},
	signIn,
	triggerOn,
	resultNotice,
	...testNotices,
	...others,
];
