import type { IDataObject } from 'n8n-workflow';

import { shortHash } from '../../utils/text';
import type { Memory } from '../types';

/**
 * What is remembered of the records of a list: for each an entry, a hash of the id and one of each watched field. Of one
 * watched field, such as `status`, that is nine characters a record. Two records may have one hash.
 */
export interface RecordMemory extends Memory {
	/** In the order in which their hashes stand. */
	watchFields: string[];
	/** Entries of what the latest list held, one after the other. */
	seen: string;
	/** The same of what was absent from the latest complete list. */
	missing: string;
}

const ID_LENGTH = 6;
const FIELD_LENGTH = 3;

/** In place of the hash of a field that was not watched before. */
const NOT_NOTED = '.'.repeat(FIELD_LENGTH);

export const idHash = (id: string): string => shortHash(id, ID_LENGTH);

/** A field that is null is the same as none. */
export const entryOf = (id: string, fields: IDataObject, watchFields: readonly string[]): string =>
	idHash(id) +
	watchFields.map((name) => shortHash(JSON.stringify(fields[name] ?? null), FIELD_LENGTH)).join('');

/** Its hash. */
export const idOf = (entry: string): string => entry.slice(0, ID_LENGTH);

const fieldAt = (entry: string, place: number): string =>
	entry.slice(ID_LENGTH + place * FIELD_LENGTH).slice(0, FIELD_LENGTH);

/** The watched fields of which an entry differs from what was noted. */
export const differing = (watchFields: readonly string[], noted: string, entry: string) =>
	watchFields.filter((_name, place) => {
		const before = fieldAt(noted, place);
		return before !== NOT_NOTED && before !== fieldAt(entry, place);
	});

/** What was noted, with the fields that are watched now. */
export function entriesIn(packed: string, noted: string[], watchFields: readonly string[]) {
	const places = watchFields.map((name) => noted.indexOf(name));
	const length = ID_LENGTH + FIELD_LENGTH * noted.length;
	return Array.from({ length: packed.length / length }, (_, n) => {
		const entry = packed.slice(n * length, (n + 1) * length);
		const fields = places.map((place) => (place < 0 ? NOT_NOTED : fieldAt(entry, place)));
		return idOf(entry) + fields.join('');
	});
}
