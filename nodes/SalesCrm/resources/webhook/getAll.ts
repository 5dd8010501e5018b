import { listSubscriptions } from '../../../service/api/subscriptions';
import { requiredProfile } from '../../../service/http/connection';
import { optionsOf } from '../../operation/fields';
import { operation, outputs } from '../../operation/operation';
import { withoutHeaderValues } from './hiddenValues';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'Get the webhooks that are registered for the company profile',
	kind: 'list',
	properties: [optionsOf([])],
	async run({ crm }) {
		requiredProfile(crm);
		return outputs((await listSubscriptions(crm)).map(withoutHeaderValues));
	},
});
