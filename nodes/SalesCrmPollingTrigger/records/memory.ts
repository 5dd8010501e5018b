import type { IDataObject } from 'n8n-workflow';

import { shortHash } from '../../utils/hashes';
import { isObject } from '../../utils/json';

/**
 * What is remembered of the records of a list: ten characters each, a hash of the id and one of the
 * watched fields.
 */
export interface RecordMemory extends IDataObject {
	/** Whose records they are. */
	source: string;
	/** By which fields changes are told. */
	watchFields: string[];
	/** Hashes of id and content, one after the other, of what the latest list held. */
	seen: string;
	/** The same of what was absent from the latest complete list. */
	missing: string;
}

const ID_LENGTH = 6;
const CONTENT_LENGTH = 4;
const ENTRY_LENGTH = ID_LENGTH + CONTENT_LENGTH;

/** In place of a content hash where a change waits to be told, or nothing is watched: equals none. */
export const WAITING = '.'.repeat(CONTENT_LENGTH);

export const idHash = (id: string): string => shortHash(id, ID_LENGTH);

export function contentHash(record: IDataObject, watchFields: readonly string[]): string {
	let content = '';
	for (const name of watchFields) content += `${name}:${comparable(record[name])},`;
	return content === '' ? WAITING : shortHash(content, CONTENT_LENGTH);
}

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

/** Undefined for what is no memory: another node may have written there. */
export function loadRecordMemory(stored: IDataObject | undefined): RecordMemory | undefined {
	if (!stored) return undefined;
	const { source, watchFields, seen, missing } = stored;
	const isWhole = [seen, missing].every(
		(packed) => typeof packed === 'string' && packed.length % ENTRY_LENGTH === 0,
	);
	if (!isWhole || typeof source !== 'string' || !Array.isArray(watchFields)) return undefined;
	return stored as RecordMemory;
}

export function entriesIn(packed = ''): string[] {
	const entries: string[] = [];
	for (let at = 0; at < packed.length; at += ENTRY_LENGTH) {
		entries.push(packed.slice(at, at + ENTRY_LENGTH));
	}
	return entries;
}

export const idOfEntry = (entry: string): string => entry.slice(0, ID_LENGTH);

/** By the hashes of ids. Two records may share one: then both contents stand there. */
export function contentsById(...entries: string[][]): Map<string, string> {
	const contents = new Map<string, string>();
	for (const entry of entries.flat()) {
		const id = idOfEntry(entry);
		contents.set(id, (contents.get(id) ?? '') + entry.slice(ID_LENGTH));
	}
	return contents;
}
