import type { INodeCredentialDescription } from 'n8n-workflow';

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

/** Events of the polling trigger. The editor lists each as a trigger of its own (n8n's editor, `useActionsGeneration`). */
export const POLL_EVENTS = [
	['contactCreated', 'Contact: Created', 'A contact was added to an audience'],
	['contactUpdated', 'Contact: Updated', 'A watched field of a contact has another value'],
	['dealAssigned', 'Deal: Assigned', 'A deal was assigned to a user'],
	['dealCreated', 'Deal: Created', 'A deal is new in the history'],
	[
		'dealStatusChanged',
		'Deal: Status Changed',
		'A deal was moved to another status, also across pipelines',
	],
	['dealStuck', 'Deal: Stuck', 'A deal has been in its status for too many days: once per visit'],
	['leadCreated', 'Lead: Created', 'A lead is new in the history'],
	['quotationCreated', 'Quotation: Created', 'A quotation was added'],
	[
		'quotationStatusChanged',
		'Quotation: Status Changed',
		'A quotation was sent, accepted or rejected, or its status changed in another way',
	],
	['quotationUpdated', 'Quotation: Updated', 'A watched field of a quotation has another value'],
].map(([value, name, description]) => ({ name, value, description }));

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
