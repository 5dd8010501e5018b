import { missingNamesHint } from '../../../api/names';
import { warn } from '../../../transport/hints';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toIdentifier } from '../../../utils/uuid';
import { optionsOf, requestBody } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { dealsInWords, withHistory } from '../history/historyReads';
import { dealId, includeChanges, includeTimeInStatus } from './fields';
import { dealItem } from './output';

export const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get deal',
	description: 'Get how a deal stands now: its status and since when, and its assignee',
	kind: 'single',
	properties: [dealId, optionsOf([includeChanges, includeTimeInStatus, requestBody])],
	prepare: withHistory(async ({ connection, parameters, context }, read) => {
		const id = toIdentifier(parameters.dealId, dealId.displayName);
		const [deal, { names, missing }] = await Promise.all([read.deal(id), read.names()]);
		if (!deal) {
			const { deals } = await read.history();
			throw new UserError(
				`The history holds no deal with the id ${quoted(id)}`,
				`It holds ${dealsInWords(deals.length)}. Choose the deal from the list, or check its id and the company profile.`,
			);
		}
		for (const one of missing) warn(connection, missingNamesHint(one));
		return [{ json: dealItem(deal, names, parameters.options, context) }];
	}),
});
