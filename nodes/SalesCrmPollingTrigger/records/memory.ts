import type { IDataObject } from 'n8n-workflow';

import { shortHash, textOf } from '../../utils/text';
import type { Memory } from '../types';

/**
 * What is remembered of a list. The entry of a record is a hash of its ID, then one of each watched field: nine characters
 * for one watched field, such as `status`.
 */
export interface RecordMemory extends Memory {
	/** In the order of the hashes in an entry. */
	watchFields: readonly string[];
	/** The entries of the latest list, joined. */
	seen: string;
	/** The entries that the latest complete list no longer contained, joined. */
	missing: string;
	/** The values of a noted `status`, because an entry has only its hash. */
	statuses?: string[];
	/** Of quotations (`Listing`). */
	byOverview?: boolean;
}

const ID_LENGTH = 6;
const FIELD_LENGTH = 3;

/** In place of the hash of a field that was not watched before. */
const NOT_NOTED = '.'.repeat(FIELD_LENGTH);

export type Noted = ReturnType<typeof notedIn>;

export function notedIn(memory: RecordMemory | undefined, watchFields: readonly string[]) {
	const { seen = '', missing = '', statuses = [], watchFields: fields = [] } = memory ?? {};
	const places = watchFields.map((name) => fields.indexOf(name));
	const length = ID_LENGTH + FIELD_LENGTH * fields.length;
	const entriesIn = (packed: string) =>
		Array.from({ length: packed.length / length }, (_, n) => {
			const entry = packed.slice(n * length, (n + 1) * length);
			const hashes = places.map((place) => (place < 0 ? NOT_NOTED : fieldAt(entry, place)));
			return idHashOf(entry) + hashes.join('');
		});
	return { watchFields, seen: entriesIn(seen), missing: entriesIn(missing), statuses };
}

export type Compared = ReturnType<typeof compareRecords>[number];

/** Each record with its noted entry, undefined for a new one, and the watched fields that differ. */
export function compareRecords(
	records: ReadonlyMap<string, IDataObject>,
	{ seen, missing, statuses, watchFields }: Noted,
	fieldsOf: (record: IDataObject) => IDataObject,
) {
	const entries = new Map([...missing, ...seen].map((entry) => [idHashOf(entry), entry]));
	const statusNotedIn = (entry: string): string | null => {
		const hash = fieldAt(entry, watchFields.indexOf('status'));
		return statuses.find((status) => fieldHash(status) === hash) ?? null;
	};
	return [...records].map(([id, record]) => {
		const fields = watchFields.length > 0 ? fieldsOf(record) : {};
		const entry = idHash(id) + watchFields.map((name) => fieldHash(fields[name])).join('');
		const noted = entries.get(idHashOf(entry));
		const changedFields = watchFields.filter((_name, place) => {
			const old = fieldAt(noted ?? entry, place);
			return old !== NOT_NOTED && old !== fieldAt(entry, place);
		});
		const previousStatus = changedFields.includes('status') ? statusNotedIn(noted!) : null;
		return { record, entry, noted, changedFields, previousStatus };
	});
}

/**
 * With another account, audience or ID field it is still the same list if its records were seen. Up to one in a thousand
 * does not count, because some hashes are equal by chance.
 */
export function isOfList(stored: RecordMemory, source: string, ids: string[]): boolean {
	if (stored.source === source || ids.length === 0) return true;
	const { seen, missing } = notedIn(stored, []);
	const hashes = new Set([...seen, ...missing]);
	return ids.filter((id) => hashes.has(idHash(id))).length > ids.length / 1000;
}

/** Forgets a record that two complete lists in a row, which had others, lacked. @param postponed Stay as noted before. */
export function remembered(
	{ seen, missing, statuses, watchFields }: Noted,
	compared: Compared[],
	postponed: ReadonlySet<Compared>,
	isComplete: boolean,
): Omit<RecordMemory, 'source' | 'byOverview'> {
	const entries = compared.flatMap((one) => (postponed.has(one) ? (one.noted ?? []) : one.entry));
	const listed = new Set(entries.map(idHashOf));
	const isAbsent = (entry: string) => !listed.has(idHashOf(entry));
	const absent = seen.filter(isAbsent);
	const isEvidence = isComplete && entries.length > 0;
	const currentStatuses = () => compared.map(({ record }) => textOf(record.status)).filter(Boolean);
	return {
		watchFields,
		seen: [...(isEvidence ? [] : absent), ...entries].join(''),
		missing: (isEvidence ? absent : missing.filter(isAbsent)).join(''),
		statuses: watchFields.includes('status')
			? [...new Set([...statuses, ...currentStatuses()])]
			: undefined,
	};
}

const idHash = (id: string): string => shortHash(id, ID_LENGTH);

/** A field that is null is the same as none. */
const fieldHash = (value: unknown): string =>
	shortHash(JSON.stringify(value ?? null), FIELD_LENGTH);

const idHashOf = (entry: string): string => entry.slice(0, ID_LENGTH);

const fieldAt = (entry: string, place: number): string =>
	entry.slice(ID_LENGTH + place * FIELD_LENGTH).slice(0, FIELD_LENGTH);
