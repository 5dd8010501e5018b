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
			displayName: 'Webhook ID',
			name: 'webhookId',
			type: 'string',
			default: '',
			required: true,
			description: 'ID of the subscription, as given when it was registered',
		},
	],
	async run({ crm, parameters }) {
		const id = toIdentifier(parameters.webhookId, 'Webhook ID');
		const answer = await unsubscribe(crm, id);
		return [{ json: isObject(answer) ? { id, deleted: true, ...answer } : { id, deleted: true } }];
	},
});
