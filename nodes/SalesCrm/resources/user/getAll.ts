import { listUsers } from '../../../api/deals';
import { limit, limited, optionsOf, requestBody, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { toJsonObject } from '../../../utils/values';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many users',
	description: 'Get the users of the company profile',
	kind: 'list',
	properties: [returnAll, limit, optionsOf([requestBody])],
	async run(call) {
		const { connection, parameters } = call;
		const body = toJsonObject(parameters.options.requestBody, 'Request Body');
		return limited(await listUsers(connection, body), call, (user) => user);
	},
});
