import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { PollBudget } from '../polling/budget';
import { type Polled, pollOnce } from '../polling/pollOnce';
import { listHistory } from '../api/deals';
import { type Connection, forProfile, type Scheme } from '../transport/connection';
import { connect } from '../auth/authenticator';
import { historyChanges } from './historyChanges';
import { itemsOf } from './items';
import { newChanges } from './newChanges';
import { isWanted, optionsOf, readSettings, wasWanted } from './settings';
import { testEvents } from './testEvents';

/** One poll: what is new in the history, or null when nothing is. */
export const poll = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await pollOnce(context, {
		read: async (kept, budget) => await readNew(context, kept, budget),
		sample: async () => await fetchTestEvents(context),
	});

async function readNew(
	context: IPollFunctions,
	kept: unknown,
	budget: PollBudget,
): Promise<Polled> {
	const settings = readSettings(context);
	const connection = budget.limited(await connectTo(context));
	const deals = await listHistory(connection, settings.requestBody);
	const now = Date.now();
	const { fresh, cursor } = newChanges(kept, () => historyChanges(deals, connection.profileId), {
		source: `${connection.baseUrl} ${connection.profileId ?? ''}`,
		wanted: settings.wanted,
		isWanted: (change) => isWanted(settings.wanted, change.event()),
		wasWanted: (change, before) => wasWanted(before, change.event()),
		lookBackMs: settings.lookBackMs,
		maxChanges: settings.maxChanges,
		startAt: now - settings.startMs,
		now,
	});
	const events = fresh.map((change) => change.event());
	return { items: await itemsOf(context, connection, settings, events, budget.leftMs), cursor };
}

async function fetchTestEvents(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = readSettings(context);
	const connection = await connectTo(context);
	const deals = await listHistory(connection, settings.requestBody);
	return await itemsOf(
		context,
		connection,
		settings,
		testEvents(deals, connection.profileId, settings),
	);
}

async function connectTo(context: IPollFunctions): Promise<Connection> {
	const scheme = context.getNodeParameter('authentication', 'apiToken') as Scheme;
	return forProfile(await connect(context, scheme), optionsOf(context).companyProfileId);
}
