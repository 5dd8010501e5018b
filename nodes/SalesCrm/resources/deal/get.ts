import type { IDataObject } from 'n8n-workflow';

import { findItem, type DealItem } from '../../../api/items';
import { shown } from '../../../api/source';
import type { Names } from '../../../api/names';
import { changeItem } from '../../../deals/change';
import { NO_FILTERS } from '../../../deals/filters';
import { dealChanges } from '../../../deals/history';
import { type Deal, dealRecord, withItem } from '../../../deals/present';
import { timeInStatus } from '../../../deals/statusPeriods';
import { isoOf } from '../../../utils/dates';
import type { Connection } from '../../../transport/connection';
import { recordOf } from '../../../utils/lists';
import { pluralize, quoted } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toIdentifier } from '../../../utils/uuid';
import { optionsOf, requestBody } from '../../../descriptions/fields';
import { listOrId } from '../../execution/commonFields';
import { type Call, operation } from '../../execution/operation';
import type { Property } from '../../../parameters/property';
import { isTool } from '../../execution/tool';
import { historyRead } from '../history/historyReads';

const dealId = {
	displayName: 'Deal',
	name: 'dealId',
	description: 'The deal to get',
	builderHint: {
		propertyHint:
			"The ID of a deal, as { __rl: true, mode: 'id', value: expr('{{ $json.dealId }}') } where an item brings it: all triggers of deals and Deal: Get Many call it dealId. A title is not an ID: look for it with Deal: Get Many.",
	},
	...listOrId('searchDeals'),
} as const satisfies Property;

export const presentOptions = [
	{
		displayName: 'As Of',
		name: 'asOf',
		type: 'dateTime',
		typeOptions: { isPast: true },
		default: '',
		description:
			'Show deals as they were at this time, in the time zone of the workflow. A date alone means the end of that day. Deals removed since then are missing. Title, value, email, phone, address, custom fields and quotations are those of today. Leave empty for the present.',
		builderHint: {
			propertyHint:
				"For what the pipeline looked like at the end of a day: '2026-10-01', or at a time: expr('{{ $now.minus({ weeks: 1 }) }}'). Filters, sort and daysInStatus are also of that time.",
		},
	},
	{
		displayName: 'Include Changes',
		name: 'includeChanges',
		type: 'boolean',
		default: false,
		description: 'Whether to add what happened to the deal, oldest first, as a list of changes',
	},
	{
		displayName: 'Include Time in Status',
		name: 'includeTimeInStatus',
		type: 'boolean',
		default: false,
		description: 'Whether to add how long the deal was in each status',
	},
	requestBody,
] as const satisfies readonly Property[];

export const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get deal',
	description:
		'Get a deal as it is now or was on a past day. Reads the full deal history once per run.',
	kind: 'single',
	properties: [dealId, optionsOf(presentOptions)],
	async run(call) {
		const {
			dealId: entered,
			options: { asOf },
		} = call.parameters;
		const id = toIdentifier(entered, 'Deal');
		const read = await historyRead(call);
		const { connection } = read;
		const [deal, { names }] = await Promise.all([read.deal(id, asOf), read.names()]);
		if (deal) {
			const item = await itemOf(connection, deal, names);
			const whole = item ? withItem(deal, item, asOf) : deal;
			return [{ json: dealItem(whole, names, { ...call, connection }) }];
		}
		const current = await read.deal(id);
		if (current) {
			throw new UserError(
				`The deal ${quoted(id)} did not exist at that time`,
				`Its first change was at ${isoOf(current.firstChangeAt!)}.`,
			);
		}
		const { deals } = await read.history();
		throw new UserError(
			`No deal with the ID ${quoted(id)} in the history`,
			`The history contains ${pluralize(deals.length, 'deal')}. Choose the deal from the list, or check its ID and the company profile.`,
		);
	},
});

/** What only the deal's own route shows, such as its description; undefined if it cannot be read. */
async function itemOf(
	connection: Connection,
	{ item: { id, backlogId } }: Deal,
	{ pipelines }: Names,
): Promise<DealItem | undefined> {
	if (!recordOf(pipelines, backlogId)?.boardId) return undefined;
	const source = await findItem(connection, backlogId, id);
	return shown(source, undefined, connection, 'Description and request are left empty');
}

/** A model gets only the latest changes of a deal, because all of them may be too long to read. */
const MAX_CHANGES_OF_TOOL = 50;

interface Included {
	options: { includeChanges?: boolean; includeTimeInStatus?: boolean };
}

type DealCall = Pick<Call<Included>, 'connection' | 'context' | 'parameters'>;

export function dealItem(
	deal: Deal,
	names: Names,
	{ connection, context, parameters: { options } }: DealCall,
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
