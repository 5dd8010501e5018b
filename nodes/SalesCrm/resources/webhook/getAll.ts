import { listWebhooks } from '../../../api/webhooks';
import { withProfile } from '../../../api/profiles';
import { optionsOf } from '../../../descriptions/fields';
import { limit, limited } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { isTool } from '../../execution/tool';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many webhooks',
	description:
		'Get the webhooks of the company profile: those of other programs and those of Sales CRM Triggers',
	kind: 'list',
	properties: [optionsOf([])],
	async run({ connection, context }) {
		const webhooks = await listWebhooks(await withProfile(connection));
		const parameters = { returnAll: !isTool(context), limit: limit.default };
		return limited(webhooks, { parameters }, ({ record }) => record);
	},
});
