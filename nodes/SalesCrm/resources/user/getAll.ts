import { listUsers } from '../../../api/deals';
import { optionsOf, requestBody } from '../../../descriptions/fields';
import { limit, limited, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many users',
	description: 'Get the users of the company profile',
	kind: 'list',
	properties: [returnAll, limit, optionsOf([requestBody])],
	async run(call) {
		const { connection, parameters } = call;
		const users = await listUsers(connection, parameters.options.requestBody);
		return limited(users, call, (user) => user);
	},
});
