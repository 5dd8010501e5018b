import { listContacts, simplifyContact } from '../../../api/contacts';
import { toUuid } from '../../../utils/uuid';
import { audienceId, pageSize } from '../../../descriptions/fields';
import { limit, listOptions, optionsOf, returnAll } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'Get the contacts of an audience',
	kind: 'list',
	properties: [
		audienceId,
		returnAll,
		limit,
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		optionsOf([pageSize]),
	],
	async *run({ connection, parameters }) {
		const audience = toUuid(parameters.audienceId, 'Audience ID');
		for await (const rows of listContacts(connection, audience, listOptions(parameters))) {
			yield outputs(parameters.simplify ? rows.map(simplifyContact) : rows);
		}
	},
});
