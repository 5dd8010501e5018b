import { listContacts } from '../../../../service/api/contacts';
import { Cancelled } from '../../../../service/http/serviceError';
import type { ListOptions } from '../../../../pagination/list';
import { Failure } from '../../../../values/failure';
import { Audience } from './audience';
import type { Key, Kind } from './keys';
import type { Row } from './rows';

/** The audiences of the rows, by place: what was found there, or why it could not be listed. */
export type Audiences = Map<string, Audience | { reason: unknown }>;

/**
 * Lists each audience once, however many rows go there, one audience after the other. One that no
 * row with a key goes to is not listed.
 * @throws Failure when contacts cannot be recognized at all.
 */
export async function listAudiences(
	rows: readonly Row[],
	kinds: readonly Kind[],
	options: ListOptions,
): Promise<Audiences> {
	const places = new Map<string, { first: Row; wanted: Set<Key> }>();
	for (const row of rows) {
		if (row.keys.length === 0) continue;
		const place = places.get(row.place) ?? { first: row, wanted: new Set<Key>() };
		places.set(row.place, place);
		for (const key of row.keys) place.wanted.add(key);
	}
	const audiences: Audiences = new Map();
	for (const [place, { first, wanted }] of places) {
		const audience = new Audience(wanted, kinds);
		const listed = await fill(audience, first, options).catch((reason) => {
			if (reason instanceof Cancelled) throw reason;
			return { reason };
		});
		if (listed === audience && audience.isUnrecognizable) throw unrecognizable(audience);
		audiences.set(place, listed);
	}
	return audiences;
}

async function fill(
	audience: Audience,
	{ crm, draft }: Row,
	options: ListOptions,
): Promise<Audience> {
	for await (const contacts of listContacts(crm, draft.audienceId, { ...options, repeats: true })) {
		for (const contact of contacts) audience.add(contact);
	}
	return audience;
}

const unrecognizable = ({ contacts }: Audience): Failure =>
	new Failure(
		'Existing contacts cannot be recognized here, so nothing was sent',
		`None of the ${contacts} contacts that the service listed shows any personal information, nor an email address. Choose 'Create Anyway' in 'If Contact Exists' to create contacts without looking.`,
	);
