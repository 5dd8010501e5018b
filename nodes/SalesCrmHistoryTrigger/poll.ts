import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { type HistoryEvent, historyOutput } from '../deals/historyEvents';
import { namesIn } from '../deals/eventNames';
import { listHistory } from '../service/api/dealRecords';
import { fetchNames, type Names } from '../service/api/names';
import { type Connection, forProfile, type Scheme } from '../service/http/connection';
import { connect } from '../service/signIn/connect';
import { Failure } from '../values/failure';
import { historyChanges } from './historyChanges';
import type { Memory } from './memory';
import { newChanges } from './newChanges';
import { isWanted, readSettings, type Settings, type Wanted } from './settings';

/** "Fetch Test Event" shows no more than this. */
const TEST_EVENTS = 10;

/** Polls under way, by workflow and node: n8n begins the next one whether or not the last has ended. */
const underWay = new Set<string>();

/** One poll: what is new in the history, or null when nothing is. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return [await testEvents(context)];
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (underWay.has(key)) return null;
	underWay.add(key);
	try {
		return await pollOnce(context);
	} finally {
		underWay.delete(key);
	}
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context);
	const crm = await connection(context);
	const deals = await listHistory(crm, settings.requestBody);
	const now = Date.now();
	const staticData = context.getWorkflowStaticData('node') as { memory?: Memory };
	const { fresh, memory } = newChanges(
		staticData.memory,
		() => historyChanges(deals, crm.profileId),
		{
			source: `${crm.baseUrl} ${crm.profileId ?? ''}`,
			wanted: settings.wanted,
			isWanted: (change) => isWanted(settings.wanted, change.event()),
			wasWanted: (change, before) => isWanted(before as Wanted, change.event()),
			lookBackMs: settings.lookBackMs,
			maxChanges: settings.maxChanges,
			startAt: settings.startMs === undefined ? undefined : now - settings.startMs,
			now,
		},
	);
	const items = await itemsOf(
		context,
		crm,
		settings,
		fresh.map((change) => change.event()),
	);
	// Only now, and whole: a poll that fails before notes nothing, so nothing is lost.
	staticData.memory = memory;
	return items.length > 0 ? [items] : null;
}

/** The newest changes that pass the filters, oldest first, as in a real poll. Remembers nothing. */
async function testEvents(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = readSettings(context);
	const crm = await connection(context);
	const deals = await listHistory(crm, settings.requestBody);
	const newest = [...historyChanges(deals, crm.profileId)]
		.filter((change) => isWanted(settings.wanted, change.event()))
		.sort((a, b) => (a.moment || 0) - (b.moment || 0))
		.slice(-TEST_EVENTS);
	if (newest.length > 0) {
		return await itemsOf(
			context,
			crm,
			settings,
			newest.map((change) => change.event()),
		);
	}
	throw new Failure(
		'There is no change to show',
		deals.length === 0
			? 'The deal history of this company profile is empty.'
			: `None of the changes of ${deals.length} deals is of a kind chosen in 'Trigger On' and passes the filters. Change them, or move a deal in your Sales CRM and try again.`,
	);
}

async function connection(context: IPollFunctions): Promise<Connection> {
	const scheme = context.getNodeParameter('authentication', 'apiToken') as Scheme;
	return forProfile(
		await connect(context, scheme),
		context.getNodeParameter('companyProfileId', ''),
	);
}

async function itemsOf(
	context: IPollFunctions,
	crm: Connection,
	{ resolveNames, requestBody }: Settings,
	events: HistoryEvent[],
): Promise<INodeExecutionData[]> {
	const names =
		resolveNames && events.length > 0
			? await namesFor(context, crm, requestBody, events)
			: undefined;
	return events.map((event) => ({ json: historyOutput(event, names && namesIn(names, event)) }));
}

/** A change goes through without names, too. */
async function namesFor(
	context: IPollFunctions,
	crm: Connection,
	requestBody: IDataObject,
	events: HistoryEvent[],
): Promise<Names | undefined> {
	try {
		return await fetchNames(crm, requestBody, () => ({
			statusIds: events.flatMap(({ statusId, previousStatusId }) => [statusId, previousStatusId]),
			userIds: events.map(({ assigneeId }) => assigneeId),
		}));
	} catch (error) {
		context.logger.warn(`Sales CRM History Trigger: no names could be had: ${error.message}`);
		return undefined;
	}
}
