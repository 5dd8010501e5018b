import type { IDataObject } from 'n8n-workflow';

import { PERSONAL_INFO_NAMES } from '../../contacts/personalInfos';
import { ID_FIELDS } from '../../pagination/seenRows';
import { warn } from '../../transport/hints';
import { quoted, textOf } from '../../utils/text';
import { UserError } from '../../utils/userError';
import type { Poll } from '../types';
import type { RecordKind } from './kinds';
import type { RecordMemory } from './memory';

/**
 * The records of a list by their IDs.
 * @param stored Undefined for a first poll.
 * @throws UserError if they have no IDs or share them, or if no field is watched.
 */
export async function listRecords(kind: RecordKind, poll: Poll, stored: RecordMemory | undefined) {
	const { updated } = kind.events;
	const { idField, events } = poll.settings;
	const { records: all, ...listing } = await kind.list(poll, stored);
	if (updated && events.includes(updated)) checkWatched(kind, poll, all, stored);
	return { ...listing, records: recordsById(kind, idField, all, stored === undefined) };
}

/** Not all fields can be watched: a signed link or a count of days would change every record at every poll. */
function checkWatched(
	{ key: what, watchLabel, fieldsOf }: RecordKind,
	{ connection, settings }: Poll,
	all: IDataObject[],
	stored: RecordMemory | undefined,
): void {
	const watched = settings.watchFields[what];
	if (watched.length === 0) {
		const advice = 'Choose the fields whose change starts the workflow.';
		throw new UserError(`'${watchLabel}' is empty`, `${advice} ${fieldsSeen(all.map(fieldsOf))}`);
	}
	const seenNames = [...(stored?.watchFields ?? []), ...Object.keys(PERSONAL_INFO_NAMES)];
	const absent = watched.filter(
		(name) => !seenNames.includes(name) && !all.some((record) => name in fieldsOf(record)),
	);
	if (all.length === 0 || absent.length === 0) return;
	const names = absent.map((name) => quoted(name)).join(', ');
	warn(connection, `none of the ${what} has the field ${names} of '${watchLabel}'.`);
}

/**
 * The ID is in the field that the person named if all records have it, otherwise in the first usual field that all have.
 * While a list is read, a record may move to the next page and be listed twice.
 */
function recordsById(
	{ key: what, record: one }: RecordKind,
	idField: string,
	all: IDataObject[],
	isFirst: boolean,
): Map<string, IDataObject> {
	const names = [idField, ...ID_FIELDS, `${one}Id`, `${one}_id`, 'documentId'];
	const field = names.find((name) => all.every((record) => textOf(record[name]) !== ''));
	if (field === undefined) {
		throw noIdError(`Some ${what} have no ID, so new ones cannot be recognized`, all);
	}
	const byId = new Map<string, IDataObject>();
	for (const record of all) {
		const id = textOf(record[field]);
		const other = byId.get(id);
		if (!other) byId.set(id, record);
		else if (isFirst && JSON.stringify(record) !== JSON.stringify(other)) {
			throw noIdError(`Different ${what} share one ID in '${field}'`, all);
		}
	}
	return byId;
}

const noIdError = (message: string, all: IDataObject[]): UserError =>
	new UserError(
		message,
		`New ones cannot be recognized. In the options, enter as 'ID Field' a field that is different in each of them. ${fieldsSeen(all)}`,
	);

/** Only the names, because values may be personal. */
function fieldsSeen(all: IDataObject[]): string {
	const names = [...new Set(all.flatMap(Object.keys))];
	if (names.length === 0) return 'There are none yet, so their fields are not known.';
	return `Their fields are: ${names.slice(0, 40).join(', ')}.`;
}
