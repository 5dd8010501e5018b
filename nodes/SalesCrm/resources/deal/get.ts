import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../../../api/names';
import { changeItem } from '../../../deals/change';
import { NO_FILTERS } from '../../../deals/filters';
import { dealChanges } from '../../../deals/history';
import { type Deal, dealRecord } from '../../../deals/present';
import { timeInStatus } from '../../../deals/visits';
import { isoOf } from '../../../utils/dates';
import { quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toIdentifier } from '../../../utils/uuid';
import { optionsOf, requestBody } from '../../execution/commonFields';
import { type Call, operation } from '../../execution/operation';
import { isTool } from '../../execution/parameters';
import { inWords, withHistory } from '../history/historyReads';
import { asOf, dealId, includeChanges, includeTimeInStatus, readAsOf } from './fields';

export const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get deal',
	description:
		'Get a deal as it is now or was on a past day: its status and since when, and its assignee',
	kind: 'single',
	properties: [dealId, optionsOf([asOf, includeChanges, includeTimeInStatus, requestBody])],
	prepare: withHistory(async (call, read) => {
		const { parameters, zone } = call;
		const id = toIdentifier(parameters.dealId, dealId.displayName);
		const time = readAsOf(parameters.options.asOf, zone);
		const [deal, { names }] = await Promise.all([read.deal(id, time), read.names()]);
		if (deal) return [{ json: dealItem(deal, names, call) }];
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

/** Of a deal's changes, a model is given the latest: all would fill what it can read. */
const MAX_CHANGES_OF_TOOL = 50;

type Included = { includeChanges?: boolean; includeTimeInStatus?: boolean };

/** A deal as an item, with what the options add. */
export function dealItem(
	deal: Deal,
	names: Names,
	{
		connection,
		parameters: { options },
		context,
	}: Pick<Call<{ options: Included }>, 'connection' | 'parameters' | 'context'>,
): IDataObject {
	const { item: listed, now } = deal;
	const known = { names, companyProfileId: connection.profileId };
	const item = dealRecord(deal, known);
	if (options.includeChanges) {
		const changes = dealChanges(listed).map((change) => changeItem(change, known));
		const most = isTool(context) ? MAX_CHANGES_OF_TOOL : Infinity;
		item.changes = changes.slice(-most);
		if (changes.length > most) item.changesOmitted = changes.length - most;
	}
	if (options.includeTimeInStatus) {
		item.timeInStatus = timeInStatus(listed, names, NO_FILTERS, now);
	}
	return item;
}
