import { UserError } from '../../../utils/userError';

/**
 * CSV as in RFC 4180, and as people have it.
 *
 * 1. A line ends with CR LF, LF or CR. The last one may have no end.
 * 2. A field that begins with a quotation mark ends at the next one that is not written twice;
 *    delimiters and line ends inside belong to it. Elsewhere a quotation mark is a sign like any other.
 * 3. A quoted field that never ends, or that goes on behind its end, is an error that names the line:
 *    read on, it would swallow rows in silence.
 * 4. A blank line is a record of one empty field. Records may differ in length.
 * 5. The delimiter is the one that the header line holds most of, outside of quotes. A first line
 *    `sep=;`, written for Excel, names it, and is no record.
 */

const DELIMITERS = [',', ';', '\t'];

const NAMED_DELIMITER = /^"?sep=([^"\r\n])"?(?:\r\n|\n|\r|$)/i;
const LINE_END = /\r\n|\n|\r/;
const QUOTED = /"(?:[^"]|"")*"/g;
const LONGEST_HEADER = 100_000;

/** The delimiter of a file, and where its records begin. */
export function csvFormatOf(text: string): { delimiter: string; start: number } {
	const named = NAMED_DELIMITER.exec(text);
	if (named) return { delimiter: named[1], start: named[0].length };
	const lines = text.slice(0, LONGEST_HEADER).replace(QUOTED, '""').split(LINE_END);
	const header = lines.find((line) => line.trim() !== '') ?? '';
	const uses = DELIMITERS.map((delimiter) => header.split(delimiter).length);
	return { delimiter: DELIMITERS[uses.indexOf(Math.max(...uses))], start: 0 };
}

export interface CsvRecord {
	/** Where it begins: it can be read once more from there. */
	readonly start: number;
	readonly fields: string[];
}

/** @throws UserError that names the line, counted from 1 in the whole text. */
export function* readCsv(
	text: string,
	delimiter: string,
	from = 0,
): Generator<CsvRecord, undefined> {
	const sign = delimiter.charCodeAt(0);
	const endsField = (at: number) => {
		const code = text.charCodeAt(at);
		return code === sign || code === CR || code === LF || at >= text.length;
	};
	let start = from;
	let fields: string[] = [];
	for (let at = from; at < text.length || fields.length > 0; ) {
		let end = at;
		if (text.charCodeAt(at) === QUOTE) {
			const closing = closingQuote(text, at);
			fields.push(text.slice(at + 1, closing).replaceAll('""', '"'));
			end = closing + 1;
			while (text.charCodeAt(end) === BLANK && !endsField(end)) end++;
			if (!endsField(end)) throw badQuote(text, closing, 'ends a field, but text follows it');
		} else {
			while (!endsField(end)) end++;
			fields.push(text.slice(at, end));
		}
		at = end + 1;
		if (end < text.length && text.charCodeAt(end) === sign) continue;
		if (text.charCodeAt(end) === CR && text.charCodeAt(at) === LF) at++;
		yield { start, fields };
		start = at;
		fields = [];
	}
}

/** The fields of the record that begins there. */
export const fieldsAt = (text: string, delimiter: string, start: number): string[] =>
	readCsv(text, delimiter, start).next().value?.fields ?? [];

const QUOTE = 0x22;
const BLANK = 0x20;
const CR = 0x0d;
const LF = 0x0a;

function closingQuote(text: string, opening: number): number {
	let at = text.indexOf('"', opening + 1);
	while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
	if (at >= 0) return at;
	throw badQuote(text, opening, 'begins a field that never ends');
}

const badQuote = (text: string, at: number, problem: string): UserError =>
	new UserError(
		`The file cannot be read: the quotation mark in line ${text.slice(0, at).split(LINE_END).length} ${problem}`,
		'Correct that line. Inside a quoted field, write a quotation mark twice.',
	);

/** One line a record; what would not come back as it is stands in quotation marks. */
export const writeCsv = (records: readonly string[][], delimiter: string): string =>
	records
		.map((record) => `${record.map((field) => quotedField(field, delimiter)).join(delimiter)}\r\n`)
		.join('');

const quotedField = (field: string, delimiter: string): string =>
	field.includes(delimiter) || /["\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
