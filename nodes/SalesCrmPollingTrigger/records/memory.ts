import type { IDataObject } from 'n8n-workflow';

import { shortHash } from '../../utils/text';
import { isObject } from '../../utils/values';

/**
 * What is remembered of the records of a list: a hash of the id, and one of each watched field. Of one watched field,
 * such as `status`, that is nine characters a record.
 */
export interface RecordMemory extends IDataObject {
	/** Whose records they are. */
	source: string;
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

/** The watched fields of a record, as they are remembered. */
export const contentHash = (fields: IDataObject, watchFields: readonly string[]): string =>
	watchFields.map((name) => shortHash(comparable(fields[name]), FIELD_LENGTH)).join('');

/** The order of an object's keys, and of a list of plain values, makes no difference. */
function comparable(value: unknown): string {
	if (Array.isArray(value)) {
		const parts = value.map(comparable);
		const isPlain = value.every((one) => typeof one !== 'object' || one === null);
		return `[${(isPlain ? parts.sort() : parts).join()}]`;
	}
	// A field that is null is the same as none.
	if (!isObject(value)) return JSON.stringify(value) ?? 'null';
	const parts = Object.keys(value)
		.sort()
		.map((name) => `${JSON.stringify(name)}:${comparable(value[name])}`);
	return `{${parts.join()}}`;
}

const fieldAt = (content: string, place: number): string =>
	content.slice(place * FIELD_LENGTH, (place + 1) * FIELD_LENGTH);

/** The watched fields of which the content differs from what was noted. */
export const differing = (watchFields: readonly string[], noted: string, content: string) =>
	watchFields.filter((_name, place) => {
		const before = fieldAt(noted, place);
		return before !== NOT_NOTED && before !== fieldAt(content, place);
	});

/** Undefined for what is no memory: another node may have written there. */
export function loadRecordMemory(stored: IDataObject | undefined): RecordMemory | undefined {
	if (!stored) return undefined;
	const { source, watchFields, seen, missing } = stored;
	if (typeof source !== 'string' || !Array.isArray(watchFields)) return undefined;
	const length = ID_LENGTH + FIELD_LENGTH * watchFields.length;
	const isWhole = [seen, missing].every(
		(packed) => typeof packed === 'string' && packed.length % length === 0,
	);
	return isWhole ? (stored as RecordMemory) : undefined;
}

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
	const entries: Entry[] = [];
	for (let at = 0; at < packed.length; at += length) {
		const content = packed.slice(at + ID_LENGTH, at + length);
		entries.push({
			hash: packed.slice(at, at + ID_LENGTH),
			content: places.map((n) => (n < 0 ? NOT_NOTED : fieldAt(content, n))).join(''),
		});
	}
	return entries;
}

export const packed = (entries: readonly Entry[]): string =>
	entries.map(({ hash, content }) => hash + content).join('');
