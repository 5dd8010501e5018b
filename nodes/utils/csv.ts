import { UserError } from './userError';

interface CsvRecord {
	/** Offsets in the text. */
	readonly start: number;
	readonly next: number;
	readonly fields: string[];
}

/**
 * Reads CSV as in RFC 4180, but a quotation mark that does not close a field is text (`"Jan "de Snelle" Jansen"`).
 * @throws UserError naming the line of a mark that is never closed, which would swallow rows: the file ends, or a field on
 * a later line begins with another mark.
 */
export function* readCsv(
	text: string,
	delimiter: string,
	from = 0,
): Generator<CsvRecord, undefined> {
	const ends = `[${delimiter}\r\n]`;
	const fieldEnd = new RegExp(ends, 'g');
	const blanksToFieldEnd = new RegExp(` *(?=${ends}|$)`, 'y');
	const endAt = (at: number): number => {
		fieldEnd.lastIndex = at;
		return fieldEnd.exec(text)?.index ?? text.length;
	};
	/** Undefined if the mark before it does not close the field. */
	const endAfterQuote = (at: number): number | undefined => {
		blanksToFieldEnd.lastIndex = at;
		return blanksToFieldEnd.test(text) ? blanksToFieldEnd.lastIndex : undefined;
	};
	const beginsLaterField = (at: number, opening: number): boolean =>
		[delimiter, '\r', '\n'].includes(text[at - 1]) && /[\r\n]/.test(text.slice(opening, at));
	const closing = (opening: number): [at: number, end: number] => {
		for (let at = text.indexOf('"', opening + 1); at >= 0; at = text.indexOf('"', at + 1)) {
			const end = endAfterQuote(at + 1);
			if (text[at + 1] === '"') at++;
			else if (end !== undefined) return [at, end];
			else if (beginsLaterField(at, opening)) break;
		}
		const line = text.slice(0, opening).split(/\r\n|\n|\r/).length;
		throw new UserError(
			`The file cannot be read: the quotation mark in line ${line} is never closed`,
			'Correct that line. Inside a quoted field, write a quotation mark twice.',
		);
	};
	let start = from;
	let fields: string[] = [];
	for (let at = from; at < text.length || fields.length > 0; ) {
		const [close, end] = text[at] === '"' ? closing(at) : [undefined, endAt(at)];
		fields.push(
			close === undefined ? text.slice(at, end) : text.slice(at + 1, close).replaceAll('""', '"'),
		);
		at = end + 1;
		if (end < text.length && text[end] === delimiter) continue;
		if (text[end] === '\r' && text[at] === '\n') at++;
		yield { start, next: at, fields };
		start = at;
		fields = [];
	}
}

export const fieldsAt = (text: string, delimiter: string, start: number): string[] =>
	readCsv(text, delimiter, start).next().value?.fields ?? [];

export interface CsvHeader {
	readonly delimiter: string;
	readonly columns: string[];
	/** Its row in a spreadsheet, counted from 1. */
	readonly line: number;
	/** The offset of the next record. */
	readonly next: number;
	readonly known: number;
}

const DELIMITERS = [',', ';', '\t', '|'];

const LINES_TRIED = 10;
const COLUMNS_TRIED = 2_000;

/**
 * Finds delimiter and header together: the pair with the most known columns, then the earliest line, then the most columns.
 * @returns Undefined for a file without a letter or digit. @throws UserError if no delimiter makes it readable.
 */
export function findHeader(
	text: string,
	chosen: string | undefined,
	isKnown: (column: string) => boolean,
): CsvHeader | undefined {
	const headers: CsvHeader[] = [];
	let fault: unknown;
	for (const delimiter of chosen ? [chosen] : DELIMITERS) {
		let line = 0;
		let tried = 0;
		try {
			for (const { fields: columns, next } of readCsv(text, delimiter)) {
				line++;
				if (!columns.some((column) => /[\p{L}\p{N}]/u.test(column))) continue;
				const known = columns.slice(0, COLUMNS_TRIED).filter(isKnown).length;
				headers.push({ delimiter, columns, line, next, known });
				if (++tried === LINES_TRIED) break;
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
	field.includes(delimiter) || /["\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
