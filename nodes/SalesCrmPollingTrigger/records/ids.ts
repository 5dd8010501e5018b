import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../utils/text';
import { UserError } from '../../utils/userError';

/** What tells the records of a list apart, and what is seen of their fields. */

export interface ListedRecord {
	id: string;
	record: IDataObject;
}

/** A list as it came. */
export interface RecordList {
	pages: IDataObject[][];
	/** Why it may lack records; undefined where it is complete. */
	incompleteReason: string | undefined;
}

/**
 * Each record once, by its id. One that comes again on another page was pushed there while the list
 * was read, so the first counts; at the first poll it must be the same, too.
 * @param idFields Names of the field that is the id: the first that the records have.
 * @throws UserError where a record has none, or two different ones share one.
 */
export function recordsById(
	pages: IDataObject[][],
	idFields: readonly string[],
	what: string,
	isFirst: boolean,
): ListedRecord[] {
	const field =
		idFields.find((name) => pages.every((page) => page.every((record) => hasId(record, name)))) ??
		idFields.find((name) => pages.some((page) => page.some((record) => hasId(record, name))));
	const byId = new Map<string, { record: IDataObject; page: IDataObject[] }>();
	for (const page of pages) {
		for (const record of page) {
			if (field === undefined || !hasId(record, field)) throw noId(pages, what, field);
			const id = textOf(record[field]);
			const other = byId.get(id);
			if (!other) byId.set(id, { record, page });
			else if ((isFirst || other.page === page) && !isSame(record, other.record)) {
				throw sharedId(pages, what, field);
			}
		}
	}
	return [...byId].map(([id, { record }]) => ({ id, record }));
}

const hasId = (record: IDataObject, name: string): boolean => textOf(record[name]) !== '';

const isSame = (one: IDataObject, other: IDataObject): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

const CHOOSE = "Name a field that is different in each of them in 'ID Field', in the options.";

const noId = (pages: IDataObject[][], what: string, field: string | undefined): UserError =>
	new UserError(
		field === undefined
			? `The ${what} have no ID that new ones could be told by`
			: `Not all ${what} have an ID in '${field}'`,
		`${CHOOSE} ${fieldsSeen(pages)}`,
	);

const sharedId = (pages: IDataObject[][], what: string, field: string): UserError =>
	new UserError(
		`Different ${what} share one ID in '${field}'`,
		`So new ones could not be told. ${CHOOSE} ${fieldsSeen(pages)}`,
	);

const MAX_FIELDS = 40;

/** Names alone: values may be anything. */
export function fieldsSeen(pages: IDataObject[][]): string {
	const names = [...new Set(pages.flatMap((page) => page.flatMap(Object.keys)))];
	const more = names.length > MAX_FIELDS ? ', …' : '';
	return `Their fields are: ${names.slice(0, MAX_FIELDS).join(', ')}${more}.`;
}
