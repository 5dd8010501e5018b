import type { IDataObject } from 'n8n-workflow';

import { fetchStatusNames, hintAtLackingNames, type Names, statusFields } from '../../../api/names';
import type { Status } from '../../../api/types';
import { resolvedFilters } from '../../../deals/namedIds';
import {
	filtersOf,
	optionsOf,
	pipelineIds,
	requestBody,
	simplify,
} from '../../../descriptions/fields';
import { warn } from '../../../transport/hints';
import { isChosen } from '../../../utils/lists';
import { limit, limited, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many statuses',
	description: 'Get the statuses a deal can have, with their pipeline, label and color',
	kind: 'list',
	properties: [returnAll, limit, simplify, filtersOf([pipelineIds]), optionsOf([requestBody])],
	async run(call) {
		const { connection, parameters } = call;
		const directory = await fetchStatusNames(connection, parameters.options.requestBody);
		hintAtLackingNames(connection, directory);
		const onUnknown = (words: string) => warn(connection, words);
		const { pipelineIds: chosen = [] } = resolvedFilters(parameters.filters, directory, onUnknown);
		const { names } = directory;
		const all = [...names.pipelines.values()].flatMap(({ statuses }) => statuses);
		const wanted = all.filter((status) => isChosen(chosen, status.backlog_id));
		return limited(wanted, call, (status) =>
			parameters.simplify ? simplifyStatus(status, names) : status,
		);
	},
});

/** The keys that other items have as well, then whatever else the service sends. */
export function simplifyStatus(sent: Status, names: Names): IDataObject {
	const { id: statusId, backlog_id: pipelineId, label: status, color: statusColor, ...rest } = sent;
	const { pipeline } = statusFields(names, statusId);
	return { status, pipeline, statusColor, statusId, pipelineId, ...rest };
}
