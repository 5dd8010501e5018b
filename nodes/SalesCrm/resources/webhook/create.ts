import { UserError } from '../../../utils/userError';
import { createWebhook } from '../../../api/webhooks';
import { quoted, withoutInvisible } from '../../../utils/text';
import { serviceNamesOf } from '../../../api/events';
import { optionsOf } from '../../../descriptions/fields';
import { WEBHOOK_EVENTS } from '../../../descriptions/triggerFields';
import { operation } from '../../execution/operation';

export const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create webhook',
	description:
		'Create a webhook for another program. The Sales CRM Trigger needs none: it creates its own.',
	builderHint: {
		propertyHint:
			'Only for addresses outside this workflow: to start a workflow use the Sales CRM Trigger, which creates its own webhook and checks who calls it.',
	},
	// A model could have events sent to any address.
	displayOptions: { hide: { '@tool': [true] } },
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
			default: ['dealStatusChanged'],
			required: true,
			allowArbitraryValues: true,
			description:
				"Events to subscribe to. Add others by the Sales CRM's names, with an expression.",
			options: WEBHOOK_EVENTS,
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
		required(parameters.events[0], 'Events');
		const headers = headersOf(parameters.headers);
		// The service may repeat the request in an error.
		for (const value of Object.values(headers)) connection.secrets.add(value);
		const { id, record } = await createWebhook(connection, {
			name: required(parameters.name, 'Name'),
			url: webAddress(required(parameters.url, 'URL')),
			headers,
			events: serviceNamesOf(parameters.events),
		});
		return [{ json: { webhookId: id || null, ...record } }];
	},
});

function required(value: unknown, field: string): string {
	const text = withoutInvisible(value);
	if (text !== '') return text;
	throw new UserError(`'${field}' is empty`, 'Fill it in: the Sales CRM requires it.');
}

function webAddress(url: string): string {
	if (/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) return url;
	throw new UserError("'URL' is not a web address", `Got ${quoted(url)}.`);
}

function headersOf({ header = [] }: Headers): Record<string, string> {
	return Object.fromEntries(
		header.map(({ name, value }) => [required(name, 'Header Name'), value]),
	);
}

interface Headers {
	header?: ReadonlyArray<{ name: string; value: string }>;
}
