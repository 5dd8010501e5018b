import type { IDataObject } from 'n8n-workflow';

import { NotedFailure } from '../polling/pollOnce';
import { type MassEdit, massEditByContent, massEditOf } from './massEdit';
import {
	differingFields,
	inLayout,
	isNone,
	isStale,
	markOf,
	MAX_BITS,
	MIN_BITS,
	type MarkLayout,
	withNoted,
} from './marks';
import {
	idFieldFor,
	isOtherIdAltogether,
	isSameWay,
	type ListedRecord,
	listedOnce,
	type RecordRows,
} from './recordKeys';
import {
	bitsThatFit,
	checkRoom,
	type RecordCursor,
	recordCursor,
	type RecordMemory,
	type Remembered,
} from './recordMemory';

/**
 * The records that are new or changed since the last poll, in the list's order, and what to remember
 * once they are handed out.
 *
 * 1. A record is told apart by the field that is its id, else by its content. Of several with one id
 *    the first counts. The field may show only when a second record is there, and fields may come to
 *    be ignored: a record that was seen in the old way is seen in the new one.
 * 2. New is what was not seen. At the first poll all is noted, or all is new, as the user chose.
 * 3. Changed is a seen record that differs from its mark. Where none was kept with the same settings,
 *    the marks are noted, and nothing is told.
 * 4. New ones go before changed ones where not all may be handed out. What is left keeps its mark,
 *    or stays unseen: it comes with the next polls.
 * 5. A record is forgotten once it was absent from two complete lists in a row. A list without
 *    records, or one that may lack some, tells nothing of those that it does not hold.
 * 6. Half of the records, 20 at least, do not change in one field by themselves: somebody edited them
 *    all, or the field differs with each answer. The poll fails, and notes that field alone. Of
 *    records told by their content as many are gone as are new, and the list is noted as it is.
 */
export interface RecordOptions {
	source: string;
	/** Whether changes are told beside new records. */
	watchesChanges: boolean;
	/** Names of fields that do not count. */
	ignored: string[];
	/** At the first poll all is new, in place of noted. */
	startsWithAll: boolean;
	/** Most records handed out at a poll. */
	maxRecords: number;
	/** What counts of a record's content. */
	shapeOf(record: IDataObject): IDataObject;
}

export interface FreshRecord {
	record: IDataObject;
	/** Names of the fields that differ; null for a new record. */
	changedFields: string[] | null;
}

/**
 * @param known What was remembered; undefined at the first poll.
 * @throws NotedFailure (rule 6); UserError where there is more than may be remembered.
 */
export function newRecords(
	known: RecordMemory | undefined,
	list: RecordRows,
	options: RecordOptions,
): { fresh: FreshRecord[]; cursor: RecordCursor } {
	const poll = new RecordPoll(known, list, options);
	poll.failWhereHalfDiffers();
	const isNew = ({ seenAs }: ListedRecord) => seenAs === undefined && !poll.notesAll;
	const isChanged = ({ changedFields }: ListedRecord) => changedFields !== undefined;
	const waiting = [...poll.listed.filter(isNew), ...poll.listed.filter(isChanged)];
	const handedOut = new Set(waiting.slice(0, options.maxRecords));
	const left = new Set(waiting.slice(options.maxRecords));
	return {
		fresh: poll.listed
			.filter((one) => handedOut.has(one))
			.map(({ record, changedFields }) => ({ record, changedFields: changedFields ?? null })),
		cursor: poll.cursor((one) => (left.has(one) ? poll.markBefore(one) : poll.markNow(one))),
	};
}

/** One list beside what was remembered. */
class RecordPoll {
	readonly listed: ListedRecord[];

	/** Rule 2. */
	readonly notesAll: boolean;

	private readonly known: RecordMemory | undefined;

	private readonly idField: string | null;

	/** Undefined where changes are not told. */
	private readonly layout: MarkLayout | undefined;

	/** Layout of the marks that can be compared with. */
	private readonly oldLayout: MarkLayout | undefined;

	/** Seen before, and not in the list, by their keys. */
	private readonly absent: Set<string>;

	constructor(
		known: RecordMemory | undefined,
		private readonly list: RecordRows,
		private readonly options: RecordOptions,
	) {
		const { rows } = list;
		this.idField = idFieldFor(list, known?.idField ?? null, options.ignored, options.shapeOf);
		// Rule 2: a service that names ids in another way starts anew.
		this.known = known && isOtherIdAltogether(rows, known.idField) ? undefined : known;
		this.notesAll = !this.known && !options.startsWithAll;
		const way = { idField: this.idField, ignored: options.ignored };
		this.absent = new Set(this.known?.marks.keys());
		this.listed = listedOnce(rows, way, this.known, this.absent, options.shapeOf);
		this.oldLayout = this.known && isSameWay(this.known, way) ? this.known.layout : undefined;
		this.layout =
			options.watchesChanges && this.idField !== null ? this.layoutFor(rows) : undefined;
		if (!this.known || (this.layout && !this.oldLayout)) {
			checkRoom(this.listed.length + this.absent.size, this.layout);
		}
		if (this.layout && this.oldLayout) this.compare(this.layout);
	}

	private layoutFor(rows: IDataObject[]): MarkLayout {
		const fields = new Set(this.oldLayout?.fields);
		const added = new Set<string>();
		for (const row of rows.map(this.options.shapeOf)) {
			for (const name in row) if (!isNone(row[name])) added.add(name);
		}
		for (const name of this.unwatched) added.delete(name);
		for (const name of [...added].sort()) fields.add(name);
		const count = this.listed.length + this.absent.size;
		const fitting = Math.max(MIN_BITS, bitsThatFit(count, [...fields]));
		return { fields: [...fields], bits: Math.min(this.oldLayout?.bits ?? MAX_BITS, fitting) };
	}

	/** What is never a change: fields that are ignored, and the id. */
	private get unwatched(): string[] {
		return [...this.options.ignored, this.idField ?? ''];
	}

	private readonly shape = ({ record }: ListedRecord) => this.options.shapeOf(record);

	/** Rule 3. */
	private compare(layout: MarkLayout): void {
		for (const one of this.listed) {
			const mark = this.markBefore(one);
			if (mark) one.changedFields = differingFields(mark, this.shape(one), layout);
		}
	}

	/** Rule 6. */
	failWhereHalfDiffers(): void {
		const { listed, known, absent } = this;
		const edit = massEditOf(listed);
		if (edit)
			throw massEditFailure(
				edit,
				this.cursor((one) => this.markWith(one, edit.fields)),
			);
		const isByContent =
			known && [known.idField, this.idField].includes(null) && this.list.doubt === undefined;
		const replaced = isByContent ? massEditByContent(listed, absent.size) : undefined;
		if (replaced) throw massEditFailure(replaced, this.cursor(this.markNow));
	}

	/**
	 * What to remember of the list.
	 * @param markAfter Of a record; undefined for one that stays unseen.
	 */
	cursor(markAfter: (one: ListedRecord) => string | undefined): RecordCursor {
		const listed = new Map(this.listed.map((one) => [one.seenAs ?? one.key, one]));
		const records = new Map<string, Remembered>();
		const note = (one: ListedRecord) => {
			const mark = markAfter(one);
			if (mark !== undefined) records.set(one.key, { mark, isMissing: false });
		};
		// What is remembered keeps its place, so that a list without news leaves the memory as it is.
		for (const key of this.known?.marks.keys() ?? []) {
			const one = listed.get(key);
			listed.delete(key);
			if (one) note(one);
			else this.keepAbsent(key, records);
		}
		for (const one of listed.values()) note(one);
		const { source, ignored } = this.options;
		return recordCursor({ source, ignored, idField: this.idField }, this.layout, records);
	}

	/** Of a record that is handed out, or did not change. */
	readonly markNow = (one: ListedRecord): string => {
		if (!this.layout) return '';
		const before = this.markBefore(one);
		const isAsBefore = before !== undefined && !isStale(before) && !one.changedFields;
		return isAsBefore && before !== '' ? before : markOf(this.shape(one), this.layout);
	};

	/** Of a record that is left for the next poll, in the present layout; undefined for a new one. */
	readonly markBefore = ({ seenAs }: ListedRecord): string | undefined =>
		seenAs === undefined ? undefined : this.keptMark(seenAs);

	/** Rule 6. Of a record that changed in other fields, too, these stay to be told. */
	private markWith(one: ListedRecord, edited: string[]): string | undefined {
		const before = this.markBefore(one);
		const noted = one.changedFields?.filter((name) => edited.includes(name)) ?? [];
		if (!this.layout || !before || noted.length === 0) return before;
		if (noted.length === one.changedFields?.length) return markOf(this.shape(one), this.layout);
		return withNoted(before, this.shape(one), noted, this.layout);
	}

	private keptMark(key: string): string {
		const mark = this.known?.marks.get(key) ?? '';
		return this.layout && this.oldLayout ? inLayout(mark, this.oldLayout, this.layout) : '';
	}

	/** Rule 5. */
	private keepAbsent(key: string, records: Map<string, Remembered>): void {
		const wasMissing = this.known!.missing.has(key);
		const isAbsent = this.list.doubt === undefined && this.listed.length > 0;
		if (isAbsent && wasMissing) return;
		records.set(key, { mark: this.keptMark(key), isMissing: wasMissing || isAbsent });
	}
}

const massEditFailure = ({ message, description }: MassEdit, cursor: RecordCursor): NotedFailure =>
	new NotedFailure(message, description, cursor);
