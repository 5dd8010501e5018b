import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { connect } from '../auth/authenticator';
import { type Connection, forProfile } from '../transport/connection';
import type { Scheme } from '../transport/credential';
import { toNodeError } from '../transport/errors';
import { joined } from '../utils/lists';
import { UserError, wholeError } from '../utils/userError';

/** A person is waiting, so a quick error is better than a long retry. */
const EDITOR_RETRY = { maxAttempts: 2, timeoutMs: 15_000 };

/** Reads a list for the editor. @param what Such as "deals": an empty list is then an error. */
export async function loadForEditor<T>(
	context: ILoadOptionsFunctions,
	read: (connection: Connection) => Promise<T[]>,
	what?: string,
	advice = '',
): Promise<T[]> {
	try {
		const scheme = (context.getCurrentNodeParameter('authentication') ?? 'apiToken') as Scheme;
		const connection = await connect(context, scheme, EDITOR_RETRY);
		const list = await read(forProfile(connection, currentProfile(context)));
		if (list.length > 0 || what === undefined) return list;
		throw new UserError(`This company profile has no ${what}`, advice);
	} catch (error) {
		const failed = toNodeError(context.getNode(), error);
		// The editor shows only the message (n8n, `response-helper`).
		throw Object.assign(failed, { message: wholeError(failed), description: undefined });
	}
}

/** The editor does not evaluate expressions, so the profile of the credential is used in place of one. */
function currentProfile(context: ILoadOptionsFunctions): unknown {
	const profile = context.getCurrentNodeParameter('options.companyProfileId');
	return typeof profile === 'string' && profile.startsWith('=') ? '' : profile;
}

/** All rows of a paged list. */
export async function allRows<T = IDataObject>(pages: AsyncIterable<T[]>): Promise<T[]> {
	const all: T[][] = [];
	for await (const page of pages) all.push(page);
	return joined(all);
}
