import type { IDataObject } from 'n8n-workflow';

import { listContacts } from '../../../api/contacts';
import type { ListOptions } from '../../../pagination/list';
import { createdId } from '../../../transport/writeAnswer';
import { isObject } from '../../../utils/json';
import { infosIn, textsIn } from './audience';
import { byAudience, type Row } from './rows';

/**
 * Looks for rows that may have been created.
 *
 * 1. A listed contact with the very timestamp that we gave to a row, and all its values, proves that row.
 * 2. Absence proves nothing: a row that is not found stays uncertain. So does one with an entered timestamp.
 * 3. One listing of an audience. It ends as soon as all are found, and after 60 seconds in all, with one
 *    try a page.
 */

const MAX_LOOK_UP_MS = 60_000;

/** The time that is left in a run. */
export const lookUpTime = () => ({ leftMs: MAX_LOOK_UP_MS });

const TOO_LONG = `the list took longer than ${MAX_LOOK_UP_MS / 1000} seconds`;

/** @returns What kept it from looking through a list; undefined for nothing. */
export async function lookForUncertain(
	rows: readonly Row[],
	list: ListOptions,
	time: { leftMs: number },
): Promise<string | undefined> {
	const sought = rows.filter(
		({ result }) => result?.outcome === 'uncertain' && result.sentAt !== undefined,
	);
	const startedAt = Date.now();
	let problem: string | undefined;
	for (const group of byAudience(sought)) {
		problem = (await search(group, list, startedAt + time.leftMs)) ?? problem;
	}
	time.leftMs -= Date.now() - startedAt;
	return problem;
}

async function search(
	rows: readonly Row[],
	list: ListOptions,
	endsAt: number,
): Promise<string | undefined> {
	const { connection, audienceId } = rows[0].target!;
	const byTimestamp = new Map(rows.map((row) => [row.result!.sentAt, row]));
	const retry = {
		maxAttempts: 1,
		get timeoutMs() {
			return Math.max(1, endsAt - Date.now());
		},
	};
	let doubt: string | undefined;
	const onIncomplete = (why: string) => (doubt ??= why.replace(/\.$/, ''));
	const options: ListOptions = { ...list, onIncomplete };
	try {
		for await (const contacts of listContacts({ ...connection, retry }, audienceId, options)) {
			for (const contact of contacts) {
				const timestamp = timestampOf(contact);
				const row = byTimestamp.get(timestamp);
				if (!row || !showsAll(contact, row)) continue;
				byTimestamp.delete(timestamp);
				row.result = { outcome: 'foundAfterwards', contactId: createdId(contact) };
			}
			if (byTimestamp.size === 0) return undefined;
			if (Date.now() >= endsAt) return TOO_LONG;
		}
		return doubt;
	} catch (error) {
		return Date.now() >= endsAt ? TOO_LONG : (error as Error).message;
	}
}

/** Whether a contact shows all values of a row, by their names where it shows names. */
function showsAll(contact: IDataObject, { infos }: Row): boolean {
	const shown = infosIn(contact);
	const texts = shown ?? textsIn(contact);
	return infos.every(({ name, value }) =>
		texts.some((one) => one.value.trim() === value.trim() && (!shown || one.name === name)),
	);
}

/** The `time_stamp` of a listed contact, where it shows one. */
function timestampOf({ time_stamp: timestamp, contact }: IDataObject): number | undefined {
	if (typeof timestamp === 'number') return timestamp;
	if (typeof timestamp === 'string') {
		return /^\d{13}$/.test(timestamp) ? Number(timestamp) : Date.parse(timestamp) || undefined;
	}
	return isObject(contact) ? timestampOf(contact) : undefined;
}
