import type { IDataObject } from 'n8n-workflow';

import { shortHash } from '../../utils/text';
import type { Memory } from '../types';

/**
 * What is remembered of the records of a list: a hash of the id, and one of each watched field. Of one watched field,
 * such as `status`, that is nine characters a record.
 */
export interface RecordMemory extends Memory {
	/** In the order in which their hashes stand. */
	watchFields: string[];
	/** Hashes of what the latest list held, one after the other. */
	seen: string;
	/** The same of what was absent from the latest complete list. */
	missing: string;
}

const ID_LENGTH = 6;
const FIELD_LENGTH = 3;

/** In place of the hash of a field that was not watched before. */
const NOT_NOTED = '.'.repeat(FIELD_LENGTH);

export const idHash = (id: string): string => shortHash(id, ID_LENGTH);

/** The watched fields of a record, as they are remembered. A field that is null is the same as none. */
export const contentHash = (fields: IDataObject, watchFields: readonly string[]): string =>
	watchFields.map((name) => shortHash(JSON.stringify(fields[name] ?? null), FIELD_LENGTH)).join('');

const fieldAt = (content: string, place: number): string =>
	content.slice(place * FIELD_LENGTH, (place + 1) * FIELD_LENGTH);

/** The watched fields of which the content differs from what was noted. */
export const differing = (watchFields: readonly string[], noted: string, content: string) =>
	watchFields.filter((_name, place) => {
		const before = fieldAt(noted, place);
		return before !== NOT_NOTED && before !== fieldAt(content, place);
	});

/** A record that was noted. */
export interface Entry {
	hash: string;
	content: string;
}

/** What was noted, with the fields that are watched now. */
export function entriesIn(
	packed: string,
	noted: string[],
	watchFields: readonly string[],
): Entry[] {
	const places = watchFields.map((name) => noted.indexOf(name));
	const length = ID_LENGTH + FIELD_LENGTH * noted.length;
	return Array.from({ length: packed.length / length }, (_, n) => {
		const content = packed.slice(n * length + ID_LENGTH, (n + 1) * length);
		return {
			hash: packed.slice(n * length, n * length + ID_LENGTH),
			content: places.map((at) => (at < 0 ? NOT_NOTED : fieldAt(content, at))).join(''),
		};
	});
}

export const packed = (entries: readonly Entry[]): string =>
	entries.map(({ hash, content }) => hash + content).join('');
