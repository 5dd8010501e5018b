import { UserError } from './userError';

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
	const ends = `[${delimiter}\r\n]`;
	const [next, behindQuote] = [new RegExp(ends, 'g'), new RegExp(` *(?=${ends}|$)`, 'y')];
	const endAt = (at: number): number => {
		next.lastIndex = at;
		return next.exec(text)?.index ?? text.length;
	};
	/** Undefined where the mark before it closes nothing. */
	const endBehindQuote = (at: number): number | undefined => {
		behindQuote.lastIndex = at;
		return behindQuote.test(text) ? behindQuote.lastIndex : undefined;
	};
	/** Rules 2 and 3: where the mark is that closes a field, and where the field ends. */
	const closing = (opening: number): [at: number, end: number] => {
		for (let at = text.indexOf('"', opening + 1); at >= 0; at = text.indexOf('"', at + 1)) {
			const end = endBehindQuote(at + 1);
			if (text[at + 1] === '"') at++;
			else if (end !== undefined) return [at, end];
			else if (
				[delimiter, '\r', '\n'].includes(text[at - 1]) &&
				/[\r\n]/.test(text.slice(opening, at))
			)
				break;
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

/** The fields of the record that begins there. */
export const fieldsAt = (text: string, delimiter: string, start: number): string[] =>
	readCsv(text, delimiter, start).next().value?.fields ?? [];

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

const DELIMITERS = [',', ';', '\t', '|'];

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
	const headers: CsvHeader[] = [];
	let fault: unknown;
	for (const delimiter of chosen ? [chosen] : DELIMITERS) {
		let [line, tried] = [0, 0];
		try {
			for (const { fields: columns, next } of readCsv(text, delimiter)) {
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
