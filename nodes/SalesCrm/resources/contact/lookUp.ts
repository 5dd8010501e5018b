import type { IDataObject } from 'n8n-workflow';

import { listContacts } from '../../../api/contacts';
import type { ListOptions } from '../../../pagination/list';
import { createdId } from '../../../transport/writeAnswer';
import { textsOf } from './audience';
import { byAudience, type Row } from './rows';

/**
 * Looks for rows that may have been created.
 *
 * 1. A listed contact with the very timestamp that we gave to a row, and all its values, proves that row.
 * 2. Absence proves nothing: a row that is not found stays uncertain, and its reason says so. A row with an
 *    entered timestamp is not looked for.
 * 3. One listing of an audience. It ends as soon as all are found, and after 60 seconds in all, with one
 *    try a page.
 */

const MAX_LOOK_UP_MS = 60_000;

/** The time that is left in a run. */
export const lookUpTime = () => ({ leftMs: MAX_LOOK_UP_MS });

export async function lookForUncertain(
	rows: readonly Row[],
	list: ListOptions,
	time: { leftMs: number },
): Promise<void> {
	const isSought = ({ result }: Row) =>
		result?.outcome === 'uncertain' && result.sentAt !== undefined;
	const endsAt = Date.now() + time.leftMs;
	for (const group of byAudience(rows.filter(isSought))) {
		const failure = await search(group, list, endsAt).catch((error: Error) => error.message);
		const problem = Date.now() >= endsAt ? 'the list took longer than 60 seconds' : failure;
		const reason = problem
			? `It could not be looked for, because ${problem}`
			: 'It was not found in the audience, which proves nothing';
		for (const row of group.filter(isSought)) row.result = { ...row.result!, reason };
	}
	time.leftMs = endsAt - Date.now();
}

/** @throws ServiceError, CancelledError */
async function search(rows: readonly Row[], list: ListOptions, endsAt: number): Promise<void> {
	const { connection, audienceId } = rows[0].target!;
	const byTimestamp = new Map(rows.map((row) => [row.result!.sentAt, row]));
	const retry = {
		maxAttempts: 1,
		get timeoutMs() {
			return Math.max(1, endsAt - Date.now());
		},
	};
	// Whether the list is complete does not matter: absence proves nothing.
	const options: ListOptions = { ...list, onIncomplete: () => {} };
	for await (const contacts of listContacts({ ...connection, retry }, audienceId, options)) {
		for (const contact of contacts) {
			const timestamp = timestampOf(contact);
			const row = byTimestamp.get(timestamp);
			if (!row || !showsAll(contact, row)) continue;
			byTimestamp.delete(timestamp);
			row.result = { outcome: 'foundAfterwards', contactId: createdId(contact) };
		}
		if (byTimestamp.size === 0 || Date.now() >= endsAt) return;
	}
}

/** Whether a contact shows all values of a row. */
function showsAll(contact: IDataObject, { infos }: Row): boolean {
	const shown = new Set(textsOf(contact).map(({ value }) => value.trim()));
	return infos.every(({ value }) => shown.has(value.trim()));
}

/** A count or a text; not a number where it shows none. */
const timestampOf = ({ time_stamp: moment }: IDataObject): number =>
	Number(moment) || Date.parse(String(moment));
