import { requestRows } from '../pagination/list';
import { type Authenticator, type Connection, noProfileError } from '../transport/connection';
import { CancelledError } from '../transport/errors';
import { Remembered } from '../utils/remembered';
import { counted, oneLine, textOf } from '../utils/text';
import { UserError } from '../utils/userError';
import { routes } from './routes';
import { readList } from './source';

interface Profile {
	readonly id: string;
	readonly name: string;
}

const READ = { maxAttempts: 1, timeoutMs: 10_000 };

/** The only profile of an account. Several or none are not remembered: the account may be invited to one meanwhile. */
const foundProfiles = new Remembered<string>(500);

/** By the sign-in of a run. The records contain bank data and keys, so only ID and name are kept. */
const readInRun = new WeakMap<Authenticator, Promise<readonly Profile[]>>();

/** Adds the only profile of the account, unless the connection has one. @throws UserError if there are several. */
export async function withProfile(
	connection: Connection,
): Promise<Connection & { readonly profileId: string }> {
	const { account, profileId } = connection;
	if (profileId !== undefined) return { ...connection, profileId };
	const found = foundProfiles.get(account.key) ?? (await onlyProfile(connection));
	if (account.namesUser) foundProfiles.set(account.key, found);
	const onProfileDenied = () => foundProfiles.delete(account.key);
	return { ...connection, profileId: found, onProfileDenied };
}

/** For requests that do not name the profile in their path. An API token belongs to one profile, so it needs none. */
export const withProfileIfNeeded = async (connection: Connection): Promise<Connection> =>
	connection.scheme === 'apiToken' ? connection : await withProfile(connection);

/** As {@link withProfile}, but without a profile for an API token if its profile cannot be found. */
export const withProfileIfPossible = async (connection: Connection): Promise<Connection> =>
	await withProfile(connection).catch((reason: unknown) => {
		if (connection.scheme !== 'apiToken' || reason instanceof CancelledError) throw reason;
		return connection;
	});

/** A service as described does not list any, and neither does a server that is not a Sales CRM. */
const NO_LIST = 'The Sales CRM lists none. If everything fails this way, check the Base URL';

async function onlyProfile(connection: Connection): Promise<string> {
	const profiles = await readProfiles(connection).catch((reason: unknown) => {
		// After a refused sign-in, filling in the profile would not help.
		const isRefused = connection.authenticator.refusals.has(routes.listProfiles.published);
		if (reason instanceof CancelledError || isRefused) throw reason;
		throw noProfileError(reason as Error);
	});
	if (profiles.length === 1) return profiles[0].id;
	if (profiles.length === 0) throw noProfileError(new Error(NO_LIST));
	throw new UserError(
		`The credential has access to ${counted(profiles.length)} company profiles`,
		`Enter the ID of one in 'Company Profile ID' of the credential, or in the options of this node: ${profileNames(profiles)}.`,
	);
}

const MAX_SHOWN = 20;

/** Such as "Solar (…), Roofs (…) and 3 more", with IDs in brackets. */
export function profileNames(profiles: readonly Profile[]): string {
	const some = profiles.slice(0, MAX_SHOWN).map(({ id, name }) => `${oneLine(name)} (${id})`);
	const more = profiles.length - some.length;
	return `${some.join(', ')}${more > 0 ? ` and ${counted(more)} more` : ''}`;
}

/** Empty if the service does not offer the list. */
async function readProfiles(connection: Connection): Promise<readonly Profile[]> {
	const { authenticator } = connection;
	const list = async () => await listProfiles(connection);
	const reading =
		readInRun.get(authenticator) ??
		readList(connection, 'profiles', list).then((source) => {
			if (source.is === 'read') return source.value;
			if (source.is === 'notOffered') return [];
			throw source.error;
		});
	readInRun.set(authenticator, reading);
	return await reading.catch((reason: unknown) => {
		readInRun.delete(authenticator);
		throw reason;
	});
}

/** Operation `listProfiles`. */
export async function listProfiles(connection: Connection): Promise<readonly Profile[]> {
	const asked = { ...connection, retry: READ };
	const rows = await requestRows(asked, routes.listProfiles.published, 'profiles', {});
	return rows
		.map(({ id, name }) => ({ id: textOf(id), name: textOf(name) }))
		.filter(({ id }) => id !== '');
}
