import type { IWebhookFunctions } from 'n8n-workflow';

import { credentialTypeOf, type Scheme } from '../transport/connection';
import { listStatuses, listUsers } from '../api/deals';
import { Directory } from '../api/directory';
import type { Status, User } from '../api/types';
import { type DealEvent, type EventNames, namesIn } from '../deals/dealEvent';
import { textOf } from '../utils/text';
import { chosenProfile, triggerConnection } from './settings';

/** An event waits for names no longer than this, so that it is passed on within two seconds. */
const MAX_WAIT_MS = 1500;

interface Directories {
	statuses: Directory<Status>;
	users: Directory<User>;
}

/** Per credential and profile, for as long as this process lives. */
const known = new Map<string, Directories>();

/**
 * The names of what an event is about. Never throws: an event goes through without names, too.
 * The credential is read only when something has to be fetched, for that costs more than the rest.
 */
export async function namesOf(context: IWebhookFunctions, event: DealEvent): Promise<EventNames> {
	const { statusId, previousStatusId, assigneeId } = event;
	const { statuses, users } = directoriesOf(context);
	const connection = async () =>
		await triggerConnection(context, { maxAttempts: 1, timeoutMs: 10_000 });
	const [statusesById, usersById] = await Promise.all([
		statuses.lookUp(
			[statusId, previousStatusId],
			async () => await listStatuses(await connection()),
			MAX_WAIT_MS,
		),
		users.lookUp([assigneeId], async () => await listUsers(await connection()), MAX_WAIT_MS),
	]);
	return namesIn({ statuses: statusesById, users: usersById }, event);
}

function directoriesOf(context: IWebhookFunctions): Directories {
	const scheme = context.getNodeParameter('authentication', 'apiToken') as Scheme;
	const credential = context.getNode().credentials?.[credentialTypeOf(scheme)];
	const key = [credential?.id, textOf(chosenProfile(context))].join(' ');
	const warn = (message: string) => context.logger.warn(`Sales CRM Trigger: ${message}`);
	const directories = known.get(key) ?? {
		statuses: new Directory<Status>('statuses', warn),
		users: new Directory<User>('users', warn),
	};
	known.set(key, directories);
	return directories;
}
