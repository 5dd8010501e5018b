import { toIdentifier } from '../../../utils/uuid';
import { deleteWebhook } from '../../../api/webhooks';
import { optionsOf } from '../../../descriptions/fields';
import { listOrId } from '../../execution/commonFields';
import { operation } from '../../execution/operation';

export const deleteOperation = operation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete webhook',
	description: 'Delete a webhook of another program. The Sales CRM Trigger deletes its own.',
	displayOptions: { hide: { '@tool': [true] } },
	kind: 'single',
	properties: [
		{
			displayName: 'Webhook',
			name: 'webhookId',
			description: 'The webhook to delete',
			builderHint: {
				propertyHint:
					"The ID of a webhook, as { __rl: true, mode: 'id', value: … }. Those of the Sales CRM Trigger are created and deleted by the trigger itself.",
			},
			...listOrId('searchWebhooks'),
		},
		optionsOf([]),
	],
	async run({ connection, parameters }) {
		const id = toIdentifier(parameters.webhookId, 'Webhook');
		return [{ json: { id, deleted: true, ...(await deleteWebhook(connection, id)) } }];
	},
});
