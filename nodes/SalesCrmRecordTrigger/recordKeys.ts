import type { IDataObject } from 'n8n-workflow';

import { ID_FIELDS, idFieldOf } from '../pagination/seenRows';
import { shortHash } from '../polling/hashes';
import { contentOf, isNone } from './marks';

/** By what records are told apart: rule 1 of `newRecords`. */
export interface KeyedBy {
	/** The field that is their id; null where their content tells. */
	idField: string | null;
	/** Names of fields that do not count in the content. */
	ignored: readonly string[];
}

export interface RecordRows {
	/** Of the whole list; some may come twice. */
	rows: IDataObject[];
	/** Those of them that came first. */
	firstPage: IDataObject[];
	/** Why it may lack records. */
	doubt: string | undefined;
}

/** A record as it was listed. */
export interface ListedRecord {
	record: IDataObject;
	key: string;
	/** Its key in the memory; undefined for one that was not seen. */
	seenAs: string | undefined;
	/** In which fields it changed; undefined for one that did not. */
	changedFields: string[] | undefined;
}

type ShapeOf = (record: IDataObject) => IDataObject;

/**
 * Each record once.
 * @param before How the memory tells records apart.
 * @param unseen What the memory holds, by its keys; what is in the list is taken out.
 */
export function listedOnce(
	rows: IDataObject[],
	now: KeyedBy,
	before: KeyedBy | undefined,
	unseen: Set<string>,
	shapeOf: ShapeOf,
): ListedRecord[] {
	const isSame = before && (isSameWay(before, now) || areById(before, now));
	const listed = new Map<string, ListedRecord>();
	for (const record of rows) {
		const key = keyOfRecord(record, now, shapeOf);
		if (listed.has(key)) continue;
		const old = before && !isSame ? keyOfRecord(record, before, shapeOf) : key;
		const seenAs = unseen.delete(old) ? old : undefined;
		listed.set(key, { record, key, seenAs, changedFields: undefined });
	}
	return [...listed.values()];
}

export const isSameWay = (one: KeyedBy, other: KeyedBy): boolean =>
	one.idField === other.idField && JSON.stringify(one.ignored) === JSON.stringify(other.ignored);

/** Then what is ignored makes no difference. */
const areById = (one: KeyedBy, other: KeyedBy): boolean =>
	one.idField !== null && one.idField === other.idField;

/**
 * The field that is the id. One of a usual name is it where it tells the rows of the first page apart,
 * as for the list itself (`SeenRows`). One of another name is none any more once two records share
 * it, but for one that was listed twice.
 * @param before How records were told apart at the last poll.
 */
export function idFieldFor(
	{ rows, firstPage }: RecordRows,
	before: string | null,
	ignored: readonly string[],
	shapeOf: ShapeOf,
): string | null {
	if (rows.length === 0) return before;
	const isUsual = before !== null && ID_FIELDS.includes(before);
	if (isUsual && hasField(rows, before)) return before;
	const ofFirstPage = idFieldOf(firstPage);
	if (ofFirstPage !== undefined && ID_FIELDS.includes(ofFirstPage)) return ofFirstPage;
	const records = new Map(rows.map((row) => [contentOf(shapeOf(row), ignored), row]));
	return idFieldOf([...records.values()], ...(before === null ? [] : [before])) ?? null;
}

/** What tells the records of a list that is read for the first time apart, in order. */
export const keysOfList = (
	list: RecordRows,
	ignored: readonly string[],
	shapeOf: ShapeOf,
): string[] => {
	const way = { idField: idFieldFor(list, null, ignored, shapeOf), ignored };
	return listedOnce(list.rows, way, undefined, new Set(), shapeOf).map(({ key }) => key);
};

/** The service names ids in another way: what was remembered tells nothing any more. */
export const isOtherIdAltogether = (rows: IDataObject[], before: string | null): boolean =>
	before !== null && rows.length > 0 && !hasField(rows, before);

const hasField = (rows: IDataObject[], name: string): boolean =>
	rows.some((row) => isId(row[name]));

const isId = (value: unknown): boolean => !isNone(value) && value !== '';

function keyOfRecord(record: IDataObject, { idField, ignored }: KeyedBy, shapeOf: ShapeOf): string {
	const id = idField === null ? undefined : record[idField];
	if (isId(id)) return shortHash(JSON.stringify(id));
	return shortHash(contentOf(shapeOf(record), ignored));
}
