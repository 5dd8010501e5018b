import { listStatuses } from '../../../api/deals';
import { cutToLimit, limit, optionsOf, requestBody, returnAll } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import { pipelineIds } from '../../../descriptions/fields';
import { isChosen } from '../../../utils/lists';
import { toJsonObject } from '../../../utils/json';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many statuses',
	description: 'Get the statuses a deal can have, with label and color',
	kind: 'list',
	properties: [
		returnAll,
		limit,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [pipelineIds],
		},
		optionsOf([requestBody]),
	],
	async run({ connection, parameters }) {
		const body = toJsonObject(parameters.options.requestBody, 'Request Body');
		const wanted = parameters.filters.pipelineIds ?? [];
		const statuses = await listStatuses(connection, body);
		const rows = statuses.filter((s) => isChosen(wanted, s.backlog_id));
		return outputs(cutToLimit(rows, parameters));
	},
});
