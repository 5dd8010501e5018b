import type { IDataObject } from 'n8n-workflow';

import type { ListOptions } from '../../pagination/list';
import { warn } from '../../transport/hints';
import { textOf } from '../../utils/text';
import { UserError } from '../../utils/userError';
import type { SourceContext } from '../poll';
import type { RecordKind } from './kinds';
import { idHash } from './memory';

/**
 * The records of a list, each once, by its id.
 *
 * 1. The id is the field that the person names, where the list has it, else the first of the usual names
 *    that all records have.
 * 2. Where records have none, or two different ones share one, new ones could not be told: that is an
 *    error, and names the fields that were seen.
 * 3. A record that comes again on another page was pushed there while the list was read: the first
 *    counts. At the first poll it must be the same, too.
 * 4. Where the first list may lack records, it is read once more, and both count: what it lacks would
 *    come as new later, records of years.
 */

export interface ListedRecord {
	id: string;
	hash: string;
	record: IDataObject;
}

interface RecordList {
	records: ListedRecord[];
	/** Why records may be missing; undefined where the list is complete. */
	incompleteReason: string | undefined;
}

/** @throws UserError where the records cannot be told apart, or no field that is watched is there. */
export async function listRecords(
	kind: RecordKind,
	context: SourceContext,
	isFirst: boolean,
): Promise<RecordList> {
	const { connection, settings } = context;
	const { pages, incompleteReason } = await listPages(kind, context);
	checkWatched(kind, settings, pages);
	const { idField } = settings.records;
	const idFields = idField === '' ? kind.idFields : [idField, ...kind.idFields];
	const records = recordsById(pages, idFields, kind.what, isFirst);
	if (incompleteReason !== undefined) {
		warn(connection, `the list of ${kind.what} may lack some. ${incompleteReason}`);
	}
	if (isFirst && incompleteReason !== undefined) {
		const again = await listPages(kind, context);
		for (const [id, one] of recordsById(again.pages, idFields, kind.what, false)) {
			if (!records.has(id)) records.set(id, one);
		}
	}
	return {
		records: [...records].map(([id, { record }]) => ({ id, hash: idHash(id), record })),
		incompleteReason,
	};
}

async function listPages(
	{ list, what }: RecordKind,
	{ connection, settings: { records }, run }: SourceContext,
) {
	const read: { pages: IDataObject[][]; incompleteReason?: string } = { pages: [] };
	let count = 0;
	const options: ListOptions = {
		pageSize: records.pageSize,
		repeats: true,
		onIncomplete: (why) => void (read.incompleteReason = why),
	};
	for await (const page of list(connection, records, options)) {
		read.pages.push(page);
		count += page.length;
		run.progress = `${count} ${what}`;
	}
	return read;
}

/** Without this, a signed link or a count of days would change every quotation at every poll. */
function checkWatched(
	{ updated, what }: RecordKind,
	{ events, records: { watchFields } }: SourceContext['settings'],
	pages: IDataObject[][],
): void {
	if (!events.includes(updated)) return;
	const records = pages.flat();
	const isThere = (name: string) => records.some((record) => name in record);
	if (watchFields.length > 0 && (records.length === 0 || watchFields.some(isThere))) return;
	throw new UserError(
		watchFields.length === 0
			? "'Watch Fields' is empty"
			: `None of the ${what} has a field of 'Watch Fields'`,
		`Choose the fields of which a change starts the workflow. ${fieldsSeen(pages)}`,
	);
}

interface OnPage {
	record: IDataObject;
	page: IDataObject[];
}

/** Rules 1 to 3. */
function recordsById(
	pages: IDataObject[][],
	idFields: readonly string[],
	what: string,
	isFirst: boolean,
): Map<string, OnPage> {
	const all = pages.flat();
	const field =
		idFields.find((name) => all.every((record) => textOf(record[name]) !== '')) ??
		idFields.find((name) => all.some((record) => textOf(record[name]) !== ''));
	const byId = new Map<string, OnPage>();
	for (const page of pages) {
		for (const record of page) {
			const id = field === undefined ? '' : textOf(record[field]);
			if (id === '')
				throw noIdError(`Some ${what} have no ID, so new ones cannot be recognized`, pages);
			const other = byId.get(id);
			if (!other) byId.set(id, { record, page });
			else if ((isFirst || other.page === page) && !isSame(record, other.record)) {
				throw noIdError(`Different ${what} share one ID in '${field}'`, pages);
			}
		}
	}
	return byId;
}

const isSame = (one: IDataObject, other: IDataObject): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

const noIdError = (message: string, pages: IDataObject[][]): UserError =>
	new UserError(
		message,
		`New ones cannot be recognized. In the options, enter as 'ID Field' a field that is different in each of them. ${fieldsSeen(pages)}`,
	);

const MAX_FIELDS = 40;

/** Names alone: values may be anything. */
function fieldsSeen(pages: IDataObject[][]): string {
	const names = [...new Set(pages.flatMap((page) => page.flatMap(Object.keys)))];
	const more = names.length > MAX_FIELDS ? ', …' : '';
	if (names.length === 0) return 'There is none yet, so their fields are not known.';
	return `Their fields are: ${names.slice(0, MAX_FIELDS).join(', ')}${more}.`;
}
