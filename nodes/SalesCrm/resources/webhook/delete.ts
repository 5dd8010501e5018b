import { toIdentifier } from '../../../values/identifiers';
import { isObject } from '../../../values/json';
import { unsubscribe } from '../../../service/api/subscriptions';
import { operation } from '../../operation/operation';

export const deleteOperation = operation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete a webhook',
	description: 'Unregister a webhook',
	kind: 'single',
	done: 'deleted',
	properties: [
		{
			displayName: 'Webhook',
			name: 'webhookId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description: 'The webhook to unregister',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: 'searchWebhooks', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
				},
			],
		},
	],
	async run({ crm, parameters }) {
		const id = toIdentifier(parameters.webhookId, 'Webhook');
		const answer = await unsubscribe(crm, id);
		return [{ json: isObject(answer) ? { id, deleted: true, ...answer } : { id, deleted: true } }];
	},
});
