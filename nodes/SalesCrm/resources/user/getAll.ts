import type { IDataObject } from 'n8n-workflow';

import { listUsers } from '../../../service/api/dealRecords';
import { cutToLimit, limit, optionsOf, requestBody, returnAll } from '../../operation/fields';
import { operation, outputs } from '../../operation/operation';
import { toJsonObject } from '../../../values/json';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many users',
	description: 'Get the users of the company profile',
	kind: 'list',
	properties: [returnAll, limit, optionsOf([requestBody])],
	async run({ crm, parameters }) {
		const body = toJsonObject(parameters.options.requestBody, 'Request Body');
		const users = await listUsers(crm, body);
		return outputs(cutToLimit(users as unknown as IDataObject[], parameters));
	},
});
