import { listUsers } from '../../../api/deals';
import { cutToLimit, limit, optionsOf, requestBody, returnAll } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import { toJsonObject } from '../../../utils/json';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many users',
	description: 'Get the users of the company profile',
	kind: 'list',
	properties: [returnAll, limit, optionsOf([requestBody])],
	async run({ connection, parameters }) {
		const body = toJsonObject(parameters.options.requestBody, 'Request Body');
		const users = await listUsers(connection, body);
		return outputs(cutToLimit(users, parameters));
	},
});
