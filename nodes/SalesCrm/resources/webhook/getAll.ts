import { listSubscriptions } from '../../../api/webhooks';
import { requiredProfile } from '../../../transport/connection';
import { optionsOf } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import { withoutHeaderValues } from './hiddenValues';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'Get the webhooks that are registered for the company profile',
	kind: 'list',
	properties: [optionsOf([])],
	async run({ connection }) {
		requiredProfile(connection);
		return outputs((await listSubscriptions(connection)).map(withoutHeaderValues));
	},
});
