import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { connect } from '../auth/authenticator';
import { type Connection, forProfile } from '../transport/connection';
import type { Scheme } from '../transport/credential';
import { toNodeError } from '../transport/errors';
import { joined } from '../utils/lists';
import { UserError, wholeError } from '../utils/userError';

/**
 * What all lists of the editor have in common: how they are asked for, and that none comes empty
 * without a word.
 */

/** A person is waiting in front of the list: better a quick message than a patient retry. */
const EDITOR_RETRY = { maxAttempts: 2, timeoutMs: 15_000 };

/**
 * Reads a list with the credential and profile that are chosen in the node.
 * @param what Of what it is, such as "deals", and what can be done where there is none: an empty list of the editor
 * says nothing of its own. Left out, it may be empty.
 */
export async function forEditor<T>(
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
		const told = toNodeError(context.getNode(), error);
		// Of a list that fails the editor shows the message alone (n8n, `response-helper`).
		throw Object.assign(told, { message: wholeError(told), description: undefined });
	}
}

/**
 * An expression has no value before the run, and comes as it was entered (n8n-core,
 * execution-engine/node-execution-context/load-options-context): then the credential's profile serves
 * the editor.
 */
function currentProfile(context: ILoadOptionsFunctions): unknown {
	const profile = context.getCurrentNodeParameter('options.companyProfileId');
	return typeof profile === 'string' && profile.startsWith('=') ? '' : profile;
}

/** All rows of a list that comes in pages. */
export async function rowsOf<T = IDataObject>(pages: AsyncIterable<T[]>): Promise<T[]> {
	const all: T[][] = [];
	for await (const page of pages) all.push(page);
	return joined(all);
}
