import { dealDetails } from '../../../api/dealDetails';
import { statusReport } from '../../../deals/statusReport';
import { bounds, optionsOf, requestBody } from '../../../descriptions/fields';
import { inform } from '../../../transport/hints';
import { pluralize } from '../../../utils/text';
import { operation, outputs } from '../../execution/operation';
import { statusFilters } from './getTimeInStatus';
import { historyRead } from './historyReads';

const [after, before] = bounds('after', 'before', '', 'Count what deals entered and left');

export const getStatusReport = operation({
	value: 'getStatusReport',
	name: 'Get Status Report',
	action: 'Get status report',
	description:
		'Get one item per status: how many deals are in it now, entered it and left it in a period, after how many days, and where they went next',
	builderHint: {
		propertyHint:
			'openNow counts deals that are in the status now and not archived, whatever the period; entered counts visits that began in it, and all other figures are of those that ended in it.',
	},
	kind: 'list',
	properties: [
		after,
		before,
		{
			displayName: 'Split by Assignee',
			name: 'splitByAssignee',
			type: 'boolean',
			default: false,
			description:
				'Whether to return an item per status and assignee. The time in a status is split where the assignee changes.',
		},
		statusFilters,
		optionsOf([
			{
				displayName: 'Next as List',
				name: 'nextAsList',
				type: 'boolean',
				default: false,
				description: 'Whether to return where the deals went next as a list, not as text',
			},
			requestBody,
		]),
	],
	async run(call) {
		const { splitByAssignee, ...parameters } = call.parameters;
		const period = { after: parameters.after, before: parameters.before };
		const read = await historyRead(call);
		const { deals, names, filters } = await read.filtered(call);
		const archived = deals.filter((deal) => dealDetails(deal).archived).length;
		if (archived > 0) {
			inform(call.connection, `'openNow' does not count ${pluralize(archived, 'archived deal')}`);
		}
		const { nextAsList = false } = parameters.options;
		const settings = { ...filters, ...period, splitByAssignee, nextAsList };
		const report = statusReport(deals, names, settings);
		return await read.explainIfEmpty(outputs(report));
	},
});
