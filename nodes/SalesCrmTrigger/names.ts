import type { IWebhookFunctions } from 'n8n-workflow';

import { type Connection, credentialTypeOf } from '../service/connection';
import { listStatuses, listUsers } from '../service/dealRecords';
import { Directory } from '../service/directory';
import { type Names, NO_NAMES } from '../service/names';
import type { CrmEvent, Status, User } from '../service/types';
import { subjectOf } from './event';
import { triggerConnection } from './settings';

/** An event waits for names no longer than this, so that it is passed on within two seconds. */
const MOST_WAIT_MS = 1500;

interface Directories {
	statuses: Directory<Status>;
	users: Directory<User>;
}

/** Per credential and profile, for as long as this process lives. */
const known = new Map<string, Directories>();

/** The names of what an event is about. Never throws: an event goes through without names, too. */
export async function namesOf(context: IWebhookFunctions, event: CrmEvent): Promise<Names> {
	const { statusId, previousStatusId, assigneeId } = subjectOf(event);
	try {
		const crm = await triggerConnection(context, { attempts: 1, timeoutMs: 10_000 });
		const { statuses, users } = directoriesOf(context, crm);
		const [statusesById, usersById] = await Promise.all([
			statuses.lookUp([statusId, previousStatusId], () => listStatuses(crm), MOST_WAIT_MS),
			users.lookUp([assigneeId], () => listUsers(crm), MOST_WAIT_MS),
		]);
		return { statuses: statusesById, users: usersById };
	} catch (error) {
		context.logger.warn(`Sales CRM Trigger: names could not be looked up: ${error.message}`);
		return NO_NAMES;
	}
}

function directoriesOf(context: IWebhookFunctions, crm: Connection): Directories {
	const credential = context.getNode().credentials?.[credentialTypeOf(crm.scheme)];
	const key = [credential?.id, crm.baseUrl, crm.profileId].join(' ');
	const warn = (message: string) => context.logger.warn(`Sales CRM Trigger: ${message}`);
	const directories = known.get(key) ?? {
		statuses: new Directory<Status>('statuses', warn),
		users: new Directory<User>('users', warn),
	};
	known.set(key, directories);
	return directories;
}
