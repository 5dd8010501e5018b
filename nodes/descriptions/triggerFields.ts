import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import { EVENTS } from '../api/eventKinds';
import type { Property } from '../parameters/property';

/** The credential of each way of signing in (`authentication`). */
export const credentials: INodeCredentialDescription[] = [
	{ name: 'salesCrmApi', authentication: 'apiToken', testedBy: 'testApiToken' },
	{ name: 'salesCrmOAuth2Api', authentication: 'oAuth2' },
	{
		name: 'salesCrmServiceAccountApi',
		authentication: 'serviceAccount',
		testedBy: 'testServiceAccount',
	},
].map(({ authentication, ...credential }) => ({
	...credential,
	required: true,
	displayOptions: { show: { authentication: [authentication] } },
}));

/** Events that the service calls a webhook for. */
export const WEBHOOK_EVENTS = EVENTS.map(({ name, value, description }) => ({
	name,
	value,
	description,
}));

/** Events of the polling trigger. The editor lists each as a trigger of its own (n8n's editor, `useActionsGeneration`). */
export const POLL_EVENTS = [
	...EVENTS.flatMap(({ name, value, polled, description }) =>
		polled ? [{ name, value, description: polled.description ?? description }] : [],
	),
	{
		name: 'Deal: Stuck',
		value: 'dealStuck',
		description: 'A deal has been in its status for too many days: once per visit',
	},
].sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** A team lead may take the event for a column that is called "Won". */
export const resultNotice = {
	displayName:
		'"Deal: Won or Lost" is about the mark of a deal. A move to a column such as "Won" is "Deal: Status Changed", with that column as "Status" in the filters.',
	name: 'resultIsMark',
	type: 'notice',
	default: '',
	displayOptions: { show: { events: ['dealClosed', 'CRM_BACKLOG_ITEM_RESULT_CHANGE'] } },
} as const satisfies INodeProperties;

export const RESULTS = {
	displayName: 'Result',
	name: 'results',
	type: 'multiOptions',
	default: [],
	description: 'Only deals that get one of these marks',
	options: [
		{ name: 'Lost', value: 'lost' },
		{ name: 'Won', value: 'won' },
	],
} as const satisfies Property;

export const DOCUMENT_STATUSES = {
	displayName: 'Document Status',
	name: 'documentStatuses',
	type: 'multiOptions',
	allowArbitraryValues: true,
	default: [],
	description:
		'Only quotations, invoices and contracts that get one of these statuses. Add others with an expression.',
	options: [
		{ name: 'Accepted', value: 'ACCEPTED' },
		{ name: 'Created', value: 'CREATED' },
		{ name: 'Draft', value: 'DRAFT' },
		{ name: 'Expired', value: 'EXPIRED' },
		{ name: 'Paid', value: 'PAID' },
		{ name: 'Partially Paid', value: 'PARTIALLY_PAID' },
		{ name: 'Rejected', value: 'REJECTED' },
		{ name: 'Sent', value: 'SENT' },
	],
} as const satisfies Property;

const isFiltered =
	'(Object.values($parameter["filters"] || {}).some((value) => value && value.length) ? " (filtered)" : "")';

/**
 * An expression that the browser evaluates. It shows the chosen events, and whether filters are set.
 * @param events The choices. Any other text is shown unchanged.
 */
export function subtitleOf(events: ReadonlyArray<{ value: string; name: string }>): string {
	const names = events.map(({ value, name }) => `${value}: "${name}"`).join(', ');
	return `={{ ([$parameter["events"]].flat().map((event) => ({ ${names} })[event] || event).join(", ") || "Additional Events") + ${isFiltered} }}`;
}
