import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../../utils/userError';
import { createWebhook } from '../../../api/webhooks';
import { quoted, textOf } from '../../../utils/text';
import { STATUS_CHANGE_EVENT } from '../../../api/types';
import { optionsOf } from '../../execution/commonFields';
import { operation } from '../../execution/operation';

export const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create webhook',
	description: 'Create a webhook',
	builderHint: {
		propertyHint:
			'Only for addresses outside this workflow: to start a workflow use the Sales CRM Trigger, which creates its own webhook and checks who calls it.',
	},
	kind: 'single',
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			description: 'Name of the webhook',
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://example.com/deal-changed',
			description: 'Address that the Sales CRM calls',
		},
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			default: [STATUS_CHANGE_EVENT],
			required: true,
			allowArbitraryValues: true,
			description: 'Events to subscribe to. Add others with an expression.',
			options: [{ name: 'Deal Status Changed', value: STATUS_CHANGE_EVENT }],
		},
		{
			displayName: 'Headers',
			name: 'headers',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add header',
			default: {},
			description: 'Headers to send with each call',
			options: [
				{
					displayName: 'Header',
					name: 'header',
					values: [
						{ displayName: 'Name', name: 'name', type: 'string', default: '' },
						{ displayName: 'Value', name: 'value', type: 'string', default: '' },
					],
				},
			],
		},
		optionsOf([]),
	],
	async run({ connection, parameters }) {
		const { id, record } = await createWebhook(connection, {
			name: required(parameters.name, 'Name'),
			url: webAddress(required(parameters.url, 'URL')),
			headers: headersOf(parameters.headers),
			events: chosenEvents(parameters.events),
		});
		return [{ json: { webhookId: id || null, ...record } }];
	},
});

function required(value: unknown, field: string): string {
	const text = textOf(value).trim();
	if (text !== '') return text;
	throw new UserError(`'${field}' is empty`, 'Fill it in: the Sales CRM requires it.');
}

function chosenEvents(events: string[]): string[] {
	required(events[0], 'Events');
	return events;
}

function webAddress(url: string): string {
	if (/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) return url;
	throw new UserError("'URL' is not a web address", `Got ${quoted(url)}.`);
}

/** RFC 9110, section 5.1: what a header name may consist of. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The map of header names to values, from the pairs entered in the node. */
export function headersOf(entered: IDataObject): Record<string, string> {
	const pairs = (entered.header ?? []) as Array<{ name: string; value: string }>;
	const headers = pairs.map(({ name, value }) => [name, value].map(textOf));
	const unfit = headers.find(([name, value]) => !HEADER_NAME.test(name) || /[\r\n]/.test(value));
	// Not by assignment, which would lose one that is named `__proto__`.
	if (!unfit) return Object.fromEntries(headers) as Record<string, string>;
	throw new UserError(
		`'${unfit[0].slice(0, 80)}' cannot be sent as a header`,
		'A header name has letters, digits and hyphens only; a value is a single line.',
	);
}
