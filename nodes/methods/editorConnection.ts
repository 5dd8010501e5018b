import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { type Connection, forProfile, type Scheme } from '../transport/connection';
import { toNodeError } from '../transport/errors';
import { connect } from '../auth/authenticator';

/** A person is waiting in front of the list: better a quick message than a patient retry. */
const EDITOR_RETRY = { maxAttempts: 2, timeoutMs: 15_000 };

/** Runs a look-up for the editor with the sign-in and profile chosen in the node. */
export async function lookUp<T>(
	context: ILoadOptionsFunctions,
	fetch: (connection: Connection) => Promise<T>,
): Promise<T> {
	try {
		const scheme = (context.getCurrentNodeParameter('authentication') ?? 'apiToken') as Scheme;
		const connection = await connect(context, scheme, EDITOR_RETRY);
		return await fetch(forProfile(connection, currentProfile(context)));
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** An expression has no value before the run: then the credential's profile serves the editor. */
function currentProfile(context: ILoadOptionsFunctions): unknown {
	const profile = context.getCurrentNodeParameter('options.companyProfileId');
	return typeof profile === 'string' && profile.startsWith('=') ? '' : profile;
}
