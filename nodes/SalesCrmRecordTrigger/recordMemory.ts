import { HASH_LENGTH, partsOf } from '../polling/hashes';
import { isObject } from '../utils/json';
import { UserError } from '../utils/userError';
import { markLength, MAX_BITS, MIN_BITS, type MarkLayout } from './marks';

/** What the record trigger remembers between two polls (`polling/pollOnce` keeps it). */
export interface RecordCursor {
	/** Whose records they are: another service, profile, audience or kind of record starts anew. */
	source: string;
	/** The field that is their id; null where they are told by their content. */
	idField: string | null;
	/** Names of the fields that did not count. */
	ignored: string[];
	/** See `MarkLayout`; null where changes are not told. */
	fields: string[] | null;
	bits: number;
	/** Hash and mark of each record, one after the other. */
	seen: string;
	/** The same of those that were absent from the latest complete list. */
	missing: string;
}

/** The records seen, by their short hashes. */
export class RecordMemory {
	private constructor(
		readonly idField: string | null,
		readonly ignored: readonly string[],
		readonly layout: MarkLayout | undefined,
		/** Empty where the content was not noted. */
		readonly marks: ReadonlyMap<string, string>,
		readonly missing: ReadonlySet<string>,
	) {}

	/**
	 * What n8n kept, if it is a cursor of this very source. Anything else, such as what another node
	 * wrote there, would hand out all records as new: then the trigger starts anew.
	 */
	static load(stored: unknown, source: string): RecordMemory | undefined {
		if (!isObject(stored) || stored.source !== source) return undefined;
		const { idField, ignored, fields, bits, seen, missing } = stored;
		const isWhole =
			(idField === null || typeof idField === 'string') &&
			Array.isArray(ignored) &&
			(fields === null || Array.isArray(fields)) &&
			Number.isInteger(bits) &&
			typeof seen === 'string' &&
			typeof missing === 'string';
		if (!isWhole) return undefined;
		const layout = fields === null ? undefined : ({ fields, bits } as MarkLayout);
		const length = entryLength(layout);
		if (seen.length % length !== 0 || missing.length % length !== 0) return undefined;
		const marks = new Map<string, string>();
		const absent = new Set<string>();
		for (const entry of partsOf(seen, length)) addTo(marks, entry);
		for (const entry of partsOf(missing, length)) absent.add(addTo(marks, entry));
		return new RecordMemory(idField, ignored as string[], layout, marks, absent);
	}
}

const entryLength = (layout: MarkLayout | undefined): number =>
	HASH_LENGTH + (layout ? markLength(layout) : 0);

/** What stands in place of a mark that is not there. */
const UNMARKED = '.';

function addTo(marks: Map<string, string>, entry: string): string {
	const hash = entry.slice(0, HASH_LENGTH);
	const mark = entry.slice(HASH_LENGTH);
	marks.set(hash, mark.endsWith(UNMARKED) ? '' : mark);
	return hash;
}

/** A record to remember. */
export interface Remembered {
	/** Its mark, empty where its content was not noted. */
	mark: string;
	isMissing: boolean;
}

/** @param records By their hashes. */
export function recordCursor(
	about: Pick<RecordCursor, 'source' | 'idField' | 'ignored'>,
	layout: MarkLayout | undefined,
	records: ReadonlyMap<string, Remembered>,
): RecordCursor {
	const length = layout ? markLength(layout) : 0;
	const seen: string[] = [];
	const missing: string[] = [];
	for (const [hash, { mark, isMissing }] of records) {
		const noted = layout && mark !== '' ? mark : UNMARKED.repeat(length);
		(isMissing ? missing : seen).push(hash + noted);
	}
	return {
		source: about.source,
		idField: about.idField,
		ignored: about.ignored,
		fields: layout?.fields ?? null,
		bits: layout?.bits ?? 0,
		seen: seen.join(''),
		missing: missing.join(''),
	};
}

/** n8n writes static data whole, with each run that begins. */
const MAX_CURSOR_LENGTH = 1_000_000;

/** For what stands in a cursor beside its records, but for the names of fields. */
const BESIDE = 2000;

/** The most bits that fit for each field; fewer than none where not even the records do. */
export function bitsThatFit(count: number, fields: readonly string[]): number {
	const room = MAX_CURSOR_LENGTH - BESIDE - JSON.stringify(fields).length;
	for (let bits = MAX_BITS; bits >= 0; bits--) {
		if (count * entryLength({ fields: [...fields], bits }) <= room) return bits;
	}
	return -1;
}

/** @throws UserError where a trigger begins to remember more than it may. */
export function checkRoom(count: number, layout: MarkLayout | undefined): void {
	if (layout && bitsThatFit(count, layout.fields) < MIN_BITS) {
		throw new UserError(
			`${count} records with ${layout.fields.length} fields each are more than can be watched for changes`,
			"What the trigger remembers of them would take more than 1 MB of n8n's database, which n8n writes with each run. Name fields that do not matter in 'Ignore Fields', or set 'Quotation Events' to Created.",
		);
	}
	const most = Math.floor((MAX_CURSOR_LENGTH - BESIDE) / HASH_LENGTH);
	if (count <= most) return;
	throw new UserError(
		`${count} records are more than the trigger can remember: ${most}`,
		"What it remembers of them would take more than 1 MB of n8n's database, which n8n writes with each run. Choose a smaller audience.",
	);
}
