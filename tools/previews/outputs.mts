import type { IDataObject } from 'n8n-workflow';
import type { Document } from 'openapi-backend';
import contacts from '../../nodes/api/contacts.ts';
import persons from '../../nodes/api/contactPersons.ts';
import details from '../../nodes/api/dealDetails.ts';
import naming from '../../nodes/api/names.ts';
import reading from '../../nodes/api/quotationItem.ts';
import quotations from '../../nodes/api/quotations.ts';
import shape from '../../nodes/deals/change.ts';
import filters from '../../nodes/deals/filters.ts';
import entries from '../../nodes/deals/history.ts';
import present from '../../nodes/deals/present.ts';
import report from '../../nodes/deals/statusReport.ts';
import statusPeriods from '../../nodes/deals/statusPeriods.ts';
import duplicates from '../../nodes/SalesCrm/resources/contact/findDuplicates.ts';
import people from '../../nodes/SalesCrm/resources/contactPerson/get.ts';
import lookingUp from '../../nodes/SalesCrm/resources/contactPerson/lookUp.ts';
import personDeals from '../../nodes/SalesCrm/resources/contactPerson/personDeals.ts';
import statuses from '../../nodes/SalesCrm/resources/status/getAll.ts';
import received from '../../nodes/api/events.ts';
import triggered from '../../nodes/SalesCrmTrigger/items.ts';
import searching from '../../nodes/SalesCrm/resources/contact/search.ts';
import type { Board, BoardPipeline, HistoryItem, Status, User } from '../../nodes/api/types.ts';
import nodes from '../../nodes/SalesCrm/resources/index.ts';
import { ADDRESS, documentsOf, quotationOf } from './documents.mts';
import { exampleOf } from './example.mts';

/**
 * An item per operation, by its name such as `SalesCrm/note/get`, and one per trigger. What is not shaped here is the
 * example of the schema that is named like the resource.
 */
export function outputs(document: Document): Record<string, IDataObject> {
	const shaped = shapedOutputs(document);
	const all = nodes.resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value }) => [`SalesCrm/${resource}/${value}`, resource] as const),
	);
	const others = all.filter(([name]) => !(name in shaped));
	const asDescribed = others.map(([name, resource]) => {
		const schema = resource.replace(/^./, (first) => first.toUpperCase());
		return [name, exampleOf<IDataObject>(document, schema)] as const;
	});
	return { ...Object.fromEntries(asDescribed), ...shaped };
}

/** Puts what the description says through the nodes' own shaping. */
function shapedOutputs(document: Document): Record<string, IDataObject> {
	const example = <T = IDataObject,>(name: string) => exampleOf<T>(document, name);
	const status = example<Status>('Status');
	const user = example<User>('User');
	const earlier = { ...status, id: EARLIER_STATUS, label: 'Nieuw' };
	const names = naming.directoryOf({
		statuses: { is: 'read', value: [earlier, status] },
		users: { is: 'read', value: [user] },
		boards: { is: 'read', value: { pipelines: [pipelineOf(example)], unread: [] } },
	}).names;
	const quotation = quotationOf(example);
	const subscription = example('SubscriptionResult');
	const { id } = subscription.subscription as { id: string };
	const events = eventsOf(example).map((event) => received.readEvent(event)!);
	const searched = [{ text: 'sanne@example.com' }, { text: '+31612345678' }, { text: 'Sanne' }];
	const searchedTwice = {
		value: { contact: example('Contact'), keys: { email: [], phone: [], nameAndAddress: [] } },
		kind: 'email' as const,
		key: 'sanne@example.com',
	};
	const item = history(example);
	const now = item.history.at(-1)!.startTimestamp;
	const context = { names, companyProfileId: example<string>('Uuid') };
	const [first, taken, moved, left] = entries
		.dealChanges(item)
		.map((change) => shape.changeItem(change, context));
	// Of the second move the status before is known, too.
	const changes = [moved!, first!, taken!, left!];
	const period = { after: undefined, before: undefined, splitByAssignee: false };
	const free_fields = [{ label: 'email', value: 'sanne@voorbeeld.example' }, ...FREE_FIELDS];
	const person = people.contactPersonItem({ ...example('ContactPerson'), free_fields });
	const standing = entries.dealAsOf(item, now)!;
	const holds = details.dealDetails({ ...example('Item'), free_fields, technical_labels: LABELS });
	const deal = present.dealRecord(present.dealAt(standing, now, holds), context);

	return {
		'SalesCrm/contact/create': createdRow(example('Contact')),
		'SalesCrm/contact/import': importReport(),
		'SalesCrm/contact/getAll': contacts.simplifyContact(example('Contact')),
		'SalesCrm/contact/search': searching.foundItem(
			searched,
			{ by: 'email', contact: example('Contact') },
			1,
		),
		'SalesCrm/contact/findDuplicates': duplicates.groupItems([[searchedTwice, searchedTwice]])[0]!,
		'SalesCrm/contactPerson/get': person,
		'SalesCrm/contactPerson/getAll': person,
		'SalesCrm/contactPerson/lookUp': lookedUpOf(example, free_fields, names),
		'SalesCrm/deal/get': deal,
		'SalesCrm/deal/getAll': deal,
		'SalesCrm/deal/update': {
			...{ outcome: 'updated', reason: null, before: { statusId: deal.previousStatusId } },
			...deal,
		},
		'SalesCrm/quotation/get': quotation.fetched,
		'SalesCrm/quotation/getAll': quotation.listed,
		'SalesCrm/quotation/download': {
			quotationId: quotation.listed.quotationId,
			fileName: `${quotations.numberAndCustomer(quotation.listed)}.pdf`,
		},
		...documentsOf(example),
		'SalesCrm/history/getAll': fullest(changes),
		'SalesCrm/history/getTimeInStatus': fullest(
			statusPeriods.timeInStatus(item, names, filters.NO_FILTERS, now),
		),
		'SalesCrm/history/getStatusReport': fullest(
			report.statusReport([item], names, { ...filters.NO_FILTERS, ...period }),
		),
		'SalesCrm/status/getAll': statuses.simplifyStatus(status, names),
		'SalesCrm/webhook/create': { webhookId: id, ...subscription },
		'SalesCrm/webhook/getAll': subscription,
		'SalesCrm/webhook/delete': { id, deleted: true },
		SalesCrmPollingTrigger: fullest(
			changes.map((change) =>
				shape.triggerItem({ ...change, triggeredBy: 'dealStuck', daysInStatus: 14.25 }),
			),
		),
		SalesCrmTrigger: fullest(events.map((event) => triggered.simpleItem(event, names))),
	};
}

function lookedUpOf(
	example: <T = IDataObject>(name: string) => T,
	free_fields: IDataObject[],
	names: typeof naming.NO_NAMES,
): IDataObject {
	const summary = example('DocumentSummary');
	const document = (type: string, status: string) => ({
		...summary,
		document_type: type,
		document_status: status,
	});
	return lookingUp.personItem(
		{ ...example('ContactPerson'), free_fields },
		{
			matchedBy: 'phone',
			deals: [
				personDeals.dealOfPerson(
					{ ...example('Item'), free_fields, technical_labels: LABELS },
					names,
				),
			],
			documents: [
				document('QUOTATION', 'ACCEPTED'),
				document('INVOICE', 'SENT'),
				document('CONTRACT', 'SENT'),
			],
			unclear: false,
			companyProfileId: null,
		},
	);
}

/** Two of a deal: as described, and as published with every field. */
function eventsOf(example: <T = IDataObject>(name: string) => T): IDataObject[] {
	const told = example<IDataObject>('DealStatusChange');
	const metadata = { ...(told.metadata as IDataObject), old_status_id: EARLIER_STATUS };
	const others = { result: 'won', old_assignee_id: example<User>('User').id };
	return [
		{ ...told, metadata },
		{
			...told,
			payload: {
				...example<IDataObject>('Item'),
				free_fields: FREE_FIELDS,
				technical_labels: LABELS,
			},
			metadata: { ...metadata, ...others },
		},
	];
}

/** The pipeline of the statuses, as `listPipelines` reads it. */
function pipelineOf(example: <T = IDataObject>(name: string) => T) {
	const board = example<Board>('Board');
	const { id, backlog_name: name } = example<BoardPipeline>('Pipeline');
	const recordType = 'deal' as const;
	return { id, name, boardId: board.id, boardName: board.board_name, recordType };
}

/** As `rowItems` of the room contact makes it. */
function createdRow(contact: IDataObject): IDataObject {
	const { createdAt, contactType, contactId, ...infos } = contacts.simplifyContact(contact);
	return { row: 1, outcome: 'created', reason: null, contactId, ...infos };
}

/** Of a file of three rows, one of which has nothing to be recognized by. */
const importReport = (): IDataObject => ({
	summary:
		'1 of 3 rows was created. 1 already existed, 1 failed. Columns that were not sent: Notes.',
	...{ rows: 3, created: 1, existing: 1, failed: 1, duplicate: 0, otherName: 0, uncertain: 0 },
	...{ empty: 0, wouldCreate: 0 },
	columns: [
		{ column: 'Email', field: 'E-mailadres', values: ['sanne@example.com'], rowsSent: 1 },
		{ column: 'Notes', field: null, values: ['call back'], rowsSent: 0 },
	],
	hints: [
		"1 row contains values that are not sent, such as row 2: Not sent: 'Phone 2' (0201234567).",
	],
	startedAt: '2026-01-12T08:00:00.000Z',
	endedAt: '2026-01-12T08:00:02.000Z',
	failures: [{ row: 4, reason: 'It has no email address to match it by', uncertain: false }],
	warnings: [{ row: 2, warning: "Not sent: 'Phone 2' (0201234567)" }],
});

/** Each kind of value that a deal can contain, so that none of its fields stays without a type. */

const FREE_FIELDS = [
	['phone', '0612345678'],
	['address', ADDRESS],
	['cf_lead_value', { iso_currency: 'EUR', amount: 12_400 }],
	['Type woning', 'Hoekwoning'],
	['_internalConfigurator', false],
].map(([label, value]) => ({ label, value })) as IDataObject[];

const LABELS: IDataObject[] = [{ type: 'DEAL_WON', timestamp: 1_742_380_000_000 }];

/** Of the deal before it came to the status of the example. */
const EARLIER_STATUS = '9d5b1c2e-7f40-4a86-b3d1-20c8e6f5a914';

/** A deal that changed status and assignee twice, so that no field of a change stays without a type. */
function history(example: <T>(name: string) => T): HistoryItem {
	const item = example<HistoryItem>('HistoryItem');
	const [entry] = item.history;
	const { _id } = entry.metaData!.propertyValue!;
	const at = (hour: number, kind: 'STATUS' | 'USER', id = _id) => ({
		...entry,
		type: `${kind}_CHANGED`,
		startTimestamp: entry.startTimestamp + hour * 3_600_000,
		endTimestamp: entry.startTimestamp + (hour + 1) * 3_600_000,
		metaData: { propertyValue: { _id: id, type: kind } },
	});
	const before = at(0, 'STATUS', EARLIER_STATUS);
	return { ...item, history: [before, at(1, 'USER'), at(2, 'STATUS'), at(3, 'USER')] };
}

/** One record with, for each field, the first value that is not null in any of the records. */
function fullest(records: IDataObject[]): IDataObject {
	const fields = Object.keys(records[0]);
	const valueOf = (field: string) =>
		records.map((record) => record[field]).find((value) => value !== null) ?? null;
	return Object.fromEntries(fields.map((field) => [field, valueOf(field)]));
}
