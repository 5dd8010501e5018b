import { counted } from './text';
import { UserError } from './userError';

interface CsvRecord {
	/** Offsets in the text. */
	readonly start: number;
	readonly next: number;
	readonly fields: string[];
}

/** A longer record is a file that is not CSV, or a quotation mark too many. It bounds the work between two records. */
const MAX_RECORD_CHARACTERS = 1_000_000;
const MAX_CELLS = 16_384;

/**
 * Reads CSV as in RFC 4180, but a quotation mark that does not close a field is text (`"Jan "de Snelle" Jansen"`).
 * @throws UserError naming the line of a record that is too long, or of a mark that is never closed, which would swallow
 * rows: the file ends, or a field on a later line begins with another mark.
 */
export function* readCsv(
	text: string,
	delimiter: string,
	from = 0,
): Generator<CsvRecord, undefined> {
	const fieldEnd = new RegExp(`[${delimiter}\r\n]`, 'g');
	const endAt = (at: number): number => {
		fieldEnd.lastIndex = at;
		return fieldEnd.exec(text)?.index ?? text.length;
	};
	const closing = closingIn(text, delimiter);
	let start = from;
	let fields: string[] = [];
	for (let at = from; at < text.length || fields.length > 0; ) {
		const [close, end] = text[at] === '"' ? closing(at) : [undefined, endAt(at)];
		fields.push(
			close === undefined
				? text.slice(at, end)
				: text
						.slice(at + 1, close)
						.split('""')
						.join('"'),
		);
		if (fields.length > MAX_CELLS || end - start > MAX_RECORD_CHARACTERS) {
			throw unreadable(
				text,
				start,
				`has more than ${counted(MAX_CELLS)} cells or ${counted(MAX_RECORD_CHARACTERS)} characters`,
				'Look for a quotation mark too many.',
			);
		}
		at = end + 1;
		if (end < text.length && text[end] === delimiter) continue;
		if (text[end] === '\r' && text[at] === '\n') at++;
		yield { start, next: at, fields };
		start = at;
		fields = [];
	}
}

/** For an opening mark: where the mark is that closes the field, and where the field ends behind it. @throws UserError */
function closingIn(
	text: string,
	delimiter: string,
): (opening: number) => [at: number, end: number] {
	const blanksToFieldEnd = new RegExp(` *(?=[${delimiter}\r\n]|$)`, 'y');
	/** Undefined if the mark before it does not close the field. */
	const endAfterQuote = (at: number): number | undefined => {
		blanksToFieldEnd.lastIndex = at;
		return blanksToFieldEnd.test(text) ? blanksToFieldEnd.lastIndex : undefined;
	};
	const lineEnd = /[\r\n]|$/g;
	let lineEndAt = -1;
	/** Kept, because a line may have many fields. */
	const lineEndAfter = (at: number): number => {
		if (lineEndAt >= at) return lineEndAt;
		lineEnd.lastIndex = at;
		return (lineEndAt = lineEnd.exec(text)!.index);
	};
	const beginsLaterField = (at: number, opening: number): boolean =>
		[delimiter, '\r', '\n'].includes(text[at - 1]) && at > lineEndAfter(opening);
	return (opening) => {
		for (let at = text.indexOf('"', opening + 1); at >= 0; at = text.indexOf('"', at + 1)) {
			const end = endAfterQuote(at + 1);
			if (text[at + 1] === '"') at++;
			else if (end !== undefined) return [at, end];
			else if (beginsLaterField(at, opening) || at - opening > MAX_RECORD_CHARACTERS) break;
		}
		throw unreadable(
			text,
			opening,
			'has a quotation mark that is never closed',
			'Inside a quoted field, write a quotation mark twice.',
		);
	};
}

function unreadable(text: string, at: number, what: string, advice: string): UserError {
	const line = text.slice(0, at).split(/\r\n|\n|\r/).length;
	return new UserError(
		`The file cannot be read: line ${line} ${what}`,
		`Correct that line. ${advice}`,
	);
}

export const fieldsAt = (text: string, delimiter: string, start: number): string[] =>
	readCsv(text, delimiter, start).next().value?.fields ?? [];

export interface CsvHeader {
	readonly delimiter: string;
	readonly columns: string[];
	/** Its row in a spreadsheet, counted from 1. */
	readonly line: number;
	/** Its offset, and that of the next record. */
	readonly start: number;
	readonly next: number;
	readonly known: number;
}

const DELIMITERS = [',', ';', '\t', '|'];

const LINES_TRIED = 10;
/** The header is sought so far, because blank lines above it are read as well. */
const MAX_LINE = 10_000;
const COLUMNS_TRIED = 2_000;

/**
 * Finds delimiter and header together: the pair with the most known columns, then the earliest line, then the most columns.
 * @returns Undefined for a file without a letter or digit. @throws UserError if no delimiter makes it readable.
 */
export function findHeader(
	text: string,
	chosen: string | undefined,
	isKnown: (column: string, index: number) => boolean,
): CsvHeader | undefined {
	const headers: CsvHeader[] = [];
	let fault: unknown;
	for (const delimiter of chosen ? [chosen] : DELIMITERS) {
		let line = 0;
		let tried = 0;
		try {
			for (const { fields: columns, start, next } of readCsv(text, delimiter)) {
				line++;
				if (columns.some((column) => /[\p{L}\p{N}]/u.test(column))) {
					const known = columns.slice(0, COLUMNS_TRIED).filter(isKnown).length;
					headers.push({ delimiter, columns, line, start, next, known });
					tried++;
				}
				if (tried === LINES_TRIED || line === MAX_LINE || next > MAX_RECORD_CHARACTERS) break;
			}
		} catch (reason) {
			// With another delimiter it may be readable.
			fault = reason;
		}
	}
	if (headers.length === 0 && fault) throw fault;
	return headers.sort(
		(one, other) =>
			other.known - one.known || one.line - other.line || other.columns.length - one.columns.length,
	)[0];
}

export const csvLine = (record: readonly string[], delimiter: string): string =>
	`${record.map((field) => quotedField(field, delimiter)).join(delimiter)}\r\n`;

const quotedField = (field: string, delimiter: string): string =>
	field.includes(delimiter) || /["\r\n]/.test(field) ? `"${field.split('"').join('""')}"` : field;
