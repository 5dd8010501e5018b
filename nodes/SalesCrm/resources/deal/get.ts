import { readMoment, toIso } from '../../../utils/dates';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toIdentifier } from '../../../utils/uuid';
import { optionsOf, requestBody } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { dealsInWords, namesShown, withHistory } from '../history/historyReads';
import { asOf, dealId, includeChanges, includeTimeInStatus } from './fields';
import { dealItem } from './output';

export const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get deal',
	description:
		'Get a deal as it is now or was on a past day: its status and since when, and its assignee',
	kind: 'single',
	properties: [dealId, optionsOf([asOf, includeChanges, includeTimeInStatus, requestBody])],
	prepare: withHistory(async ({ connection, parameters, context, zone }, read) => {
		const id = toIdentifier(parameters.dealId, dealId.displayName);
		const moment = readMoment(parameters.options.asOf, asOf.displayName, zone);
		const [deal, found] = await Promise.all([read.deal(id, moment), read.names()]);
		if (!deal) {
			const { deals } = await read.history();
			const now = moment !== undefined && (await read.deal(id));
			if (now) {
				throw new UserError(
					`The deal ${quoted(id)} did not exist yet`,
					`Its first change was at ${toIso(now.firstChangeAt)}.`,
				);
			}
			throw new UserError(
				`The history holds no deal with the id ${quoted(id)}`,
				`It holds ${dealsInWords(deals.length)}. Choose the deal from the list, or check its id and the company profile.`,
			);
		}
		const shown = { names: namesShown(connection, found), companyProfileId: connection.profileId };
		return [{ json: dealItem(deal, shown, parameters.options, context) }];
	}),
});
