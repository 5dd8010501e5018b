import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import { idList, pipelineIds } from './fields';

/**
 * What both triggers ask, which changes of a deal start the workflow and with which names, and what
 * stands below their names on the canvas.
 */

export const idsHint =
	"Statuses, pipelines and users are arrays of names or IDs: labels of statuses, 'Pipeline 2', names or emails of users. Leave a filter out to let everything pass.";

/** The credential of each way of signing in (`authentication`). */
export const credentials: INodeCredentialDescription[] = [
	{
		name: 'salesCrmApi',
		required: true,
		testedBy: 'testApiToken',
		displayOptions: { show: { authentication: ['apiToken'] } },
	},
	{
		name: 'salesCrmOAuth2Api',
		required: true,
		displayOptions: { show: { authentication: ['oAuth2'] } },
	},
	{
		name: 'salesCrmServiceAccountApi',
		required: true,
		testedBy: 'testServiceAccount',
		displayOptions: { show: { authentication: ['serviceAccount'] } },
	},
];

export const assigneeIds = idList({
	name: 'assigneeIds',
	displayName: 'Assignee Names or IDs',
	list: 'getUsers',
	description: 'Only deals assigned to these users.',
}) as unknown as INodeProperties;

export const ofPipelines = pipelineIds as unknown as INodeProperties;

export const fromStatusIds = idList({
	name: 'fromStatusIds',
	displayName: 'From Status Names or IDs',
	list: 'getStatuses',
	description: 'Only deals that leave one of these statuses.',
}) as unknown as INodeProperties;

export const toStatusIds = idList({
	name: 'toStatusIds',
	displayName: 'To Status Names or IDs',
	list: 'getStatuses',
	description: 'Only deals that enter one of these statuses.',
}) as unknown as INodeProperties;

// The subtitles say what a trigger starts on, and by what it is filtered. They are expressions of n8n's,
// worked out in the browser; its `$parameter` holds what is entered.

const FILTERS = `{
	assigneeIds: "Assignee", fromStatusIds: "From Status", pipelineIds: "Pipeline",
	toStatusIds: "To Status",
}`;

const filteredBy = `(
	(names) => names.length ? " (by " + names.join(", ") + ")" : ""
)(Object.entries($parameter["filters"] || {}).filter(([, value]) => value && value.length).map(([name]) => (${FILTERS})[name] || name))`;

const oneLine = (expression: string) => `={{ ${expression.replace(/\s+/g, ' ')} }}`;

export const eventsSubtitle = oneLine(
	`($parameter["events"].length ? "Deal Status Changed" : "Additional Events") + ${filteredBy}`,
);

const POLL_EVENTS = `{
	contactCreated: "Contact Created", contactUpdated: "Contact Updated", dealAssigned: "Deal Assigned", dealCreated: "Deal Created",
	dealStatusChanged: "Deal Status Changed", dealStuck: "Deal Stuck",
	quotationCreated: "Quotation Created", quotationUpdated: "Quotation Updated",
}`;

export const pollingSubtitle = oneLine(
	`$parameter["events"].map((event) => (${POLL_EVENTS})[event] || event).join(", ") + ${filteredBy}`,
);
