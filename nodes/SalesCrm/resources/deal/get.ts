import { isoOf } from '../../../utils/dates';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toIdentifier } from '../../../utils/uuid';
import { optionsOf, requestBody } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { inWords, withHistory } from '../history/historyReads';
import { asOf, dealId, includeChanges, includeTimeInStatus, readAsOf } from './fields';
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
		const time = readAsOf(parameters.options.asOf, zone);
		const [deal, { names }] = await Promise.all([read.deal(id, time), read.names()]);
		if (deal) {
			const shown = { names, companyProfileId: connection.profileId };
			return [{ json: dealItem(deal, shown, parameters.options, context) }];
		}
		const now = await read.deal(id);
		if (now) {
			throw new UserError(
				`The deal ${quoted(id)} did not exist at that time`,
				`Its first change was at ${isoOf(now.firstChangeAt!)}.`,
			);
		}
		const { deals } = await read.history();
		throw new UserError(
			`No deal with the ID ${quoted(id)} in the history`,
			`The history contains ${inWords(deals.length)}. Choose the deal from the list, or check its ID and the company profile.`,
		);
	}),
});
