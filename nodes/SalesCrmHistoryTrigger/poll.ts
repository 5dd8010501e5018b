import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { listHistory } from '../service/api/dealRecords';
import { type Connection, forProfile, type Scheme } from '../service/http/connection';
import { connect } from '../service/signIn/connect';
import { alone } from '../polling/pollLock';
import { historyChanges } from './historyChanges';
import { itemsOf } from './items';
import { newChanges } from './newChanges';
import { isWanted, optionsOf, readSettings, wasWanted } from './settings';
import { testEvents } from './testEvents';

/** One poll: what is new in the history, or null when nothing is. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return [await fetchTestEvents(context)];
	const staticData = context.getWorkflowStaticData('node');
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	return await alone(key, staticData, async (isOvertaken) => {
		const settings = readSettings(context);
		const crm = await connection(context);
		const deals = await listHistory(crm, settings.requestBody);
		const now = Date.now();
		const { fresh, memory } = newChanges(
			staticData.memory,
			() => historyChanges(deals, crm.profileId),
			{
				source: `${crm.baseUrl} ${crm.profileId ?? ''}`,
				wanted: settings.wanted,
				isWanted: (change) => isWanted(settings.wanted, change.event()),
				wasWanted: (change, before) => wasWanted(before, change.event()),
				lookBackMs: settings.lookBackMs,
				maxChanges: settings.maxChanges,
				startAt: now - settings.startMs,
				now,
			},
		);
		const events = fresh.map((change) => change.event());
		const items = await itemsOf(context, crm, settings, events);
		if (isOvertaken()) return null;
		// Only now, and whole: a poll that fails before notes nothing, so nothing is lost.
		staticData.memory = memory;
		return items.length > 0 ? [items] : null;
	});
}

async function fetchTestEvents(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = readSettings(context);
	const crm = await connection(context);
	const deals = await listHistory(crm, settings.requestBody);
	return await itemsOf(context, crm, settings, testEvents(deals, crm.profileId, settings));
}

async function connection(context: IPollFunctions): Promise<Connection> {
	const scheme = context.getNodeParameter('authentication', 'apiToken') as Scheme;
	return forProfile(await connect(context, scheme), optionsOf(context).companyProfileId);
}
