import { UserError } from '../../../utils/userError';

/**
 * CSV as in RFC 4180, and as people have it.
 *
 * 1. A line ends with CR LF, LF or CR. The last one may have no end.
 * 2. A field that begins with a quotation mark ends at the next one that is not written twice and that a delimiter or a
 *    line end follows; one that closes nothing is a letter (`"Jan "de Snelle" Jansen"`), and so is one elsewhere.
 * 3. One that is never closed is an error that names its line: read on, it would swallow rows in silence. It is known by
 *    the end of the file, or by another that begins a field in a later line.
 * 4. A blank line is a record of one empty field. Records may differ in length.
 */

export interface CsvRecord {
	/** Where it begins: it can be read once more from there. */
	readonly start: number;
	/** Where the next one begins. */
	readonly next: number;
	readonly fields: string[];
}

/** @throws UserError that names the line, counted from 1 in the whole text. */
export function* readCsv(
	text: string,
	delimiter: string,
	from = 0,
): Generator<CsvRecord, undefined> {
	const endsField = (at: number) => at >= text.length || [delimiter, '\r', '\n'].includes(text[at]);
	const ends = new RegExp(`[${delimiter.replace(/[\]\\^-]/, '\\$&')}\r\n]`, 'g');
	const endOfField = (at: number): number => {
		ends.lastIndex = at;
		return ends.exec(text)?.index ?? text.length;
	};
	const afterBlanks = (at: number) => {
		let end = at;
		while (text[end] === ' ' && !endsField(end)) end++;
		return end;
	};
	/** Rules 2 and 3. */
	const closingQuote = (opening: number): number => {
		for (let at = text.indexOf('"', opening + 1); at >= 0; at = text.indexOf('"', at + 1)) {
			if (text[at + 1] === '"') at++;
			else if (endsField(afterBlanks(at + 1))) return at;
			else if (endsField(at - 1) && /[\r\n]/.test(text.slice(opening, at))) break;
		}
		throw neverClosed(text, opening);
	};
	let start = from;
	let fields: string[] = [];
	for (let at = from; at < text.length || fields.length > 0; ) {
		let end = at;
		if (text[at] === '"') {
			const closing = closingQuote(at);
			fields.push(text.slice(at + 1, closing).replaceAll('""', '"'));
			end = afterBlanks(closing + 1);
		} else {
			end = endOfField(at);
			fields.push(text.slice(at, end));
		}
		at = end + 1;
		if (end < text.length && text[end] === delimiter) continue;
		if (text[end] === '\r' && text[at] === '\n') at++;
		yield { start, next: at, fields };
		start = at;
		fields = [];
	}
}

/** The fields of the record that begins there. */
export const fieldsAt = (text: string, delimiter: string, start: number): string[] =>
	readCsv(text, delimiter, start).next().value?.fields ?? [];

function neverClosed(text: string, at: number): UserError {
	const line = text.slice(0, at).split(/\r\n|\n|\r/).length;
	return new UserError(
		`The file cannot be read: the quotation mark in line ${line} is never closed`,
		'Correct that line. Inside a quoted field, write a quotation mark twice.',
	);
}

export interface CsvHeader {
	readonly delimiter: string;
	readonly columns: string[];
	/** Its line in a spreadsheet, counted from 1. */
	readonly line: number;
	/** Where the record behind it begins. */
	readonly next: number;
	/** How many of its columns are known. */
	readonly known: number;
}

export const DELIMITERS = [',', ';', '\t', '|'];

/** A first line `sep=;`, written for Excel, names the delimiter, and is no record. */
const NAMED_DELIMITER = /^"?sep=([^"\r\n])"?(?:\r\n|\n|\r|$)/i;

const LINES_TRIED = 10;
const COLUMNS_TRIED = 2_000;

/**
 * Delimiter and header line, found together: the pair under which the most columns are known, of the first ten lines
 * that are not blank; of equals the first line, and the delimiter that splits it most.
 * @param chosen A delimiter, where one was chosen.
 * @returns undefined for a file without a letter or digit.
 * @throws UserError where a quotation mark keeps all of it from being read.
 */
export function findHeader(
	text: string,
	chosen: string | undefined,
	isKnown: (column: string) => boolean,
): CsvHeader | undefined {
	const named = NAMED_DELIMITER.exec(text);
	const delimiters = chosen ? [chosen] : named ? [named[1]] : DELIMITERS;
	const headers: CsvHeader[] = [];
	let fault: unknown;
	for (const delimiter of delimiters) {
		let [line, tried] = [0, 0];
		try {
			for (const { fields: columns, next } of readCsv(text, delimiter, named?.[0].length)) {
				line++;
				if (!columns.some((column) => /[\p{L}\p{N}]/u.test(column))) continue;
				const known = columns.slice(0, COLUMNS_TRIED).filter(isKnown).length;
				headers.push({ delimiter, columns, line, next, known });
				if (++tried === LINES_TRIED) break;
			}
		} catch (reason) {
			// Under another delimiter it may be read.
			fault = reason;
		}
	}
	if (headers.length === 0 && fault) throw fault;
	return headers.sort(
		(one, other) =>
			other.known - one.known || one.line - other.line || other.columns.length - one.columns.length,
	)[0];
}

/** A line of CSV; what would not come back as it is stands in quotation marks. */
export const csvLine = (record: readonly string[], delimiter: string): string =>
	`${record.map((field) => quotedField(field, delimiter)).join(delimiter)}\r\n`;

const quotedField = (field: string, delimiter: string): string =>
	field.includes(delimiter) || /["\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
