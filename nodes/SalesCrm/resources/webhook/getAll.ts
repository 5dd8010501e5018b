import { listWebhooks } from '../../../api/webhooks';
import { requiredProfile } from '../../../transport/connection';
import { optionsOf } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'Get the webhooks of the company profile',
	kind: 'list',
	properties: [optionsOf([])],
	async run({ connection }) {
		requiredProfile(connection);
		const webhooks = await listWebhooks(connection);
		return outputs(webhooks.map(({ record }) => record));
	},
});
