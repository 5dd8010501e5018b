/** Texts that are made to hurt, against every function that reads texts from outside. */

import details from '../../nodes/api/dealDetails.ts';
import events from '../../nodes/api/events.ts';
import quotations from '../../nodes/api/quotationItem.ts';
import cell from '../../nodes/contacts/cell.ts';
import headers from '../../nodes/contacts/headers.ts';
import keys from '../../nodes/contacts/keys.ts';
import phones from '../../nodes/utils/phones.ts';
import shapes from '../../nodes/contacts/shapes.ts';
import columnNames from '../../nodes/contacts/columns.ts';
import rowValues from '../../nodes/contacts/rowValues.ts';
import contactDetails from '../../nodes/contacts/contactDetails.ts';
import names from '../../nodes/contacts/personName.ts';
import address from '../../nodes/contacts/wholeAddress.ts';
import credential from '../../nodes/transport/credential.ts';
import redact from '../../nodes/transport/redact.ts';
import csv from '../../nodes/utils/csv.ts';
import dates from '../../nodes/utils/dates.ts';
import encoding from '../../nodes/utils/encoding.ts';
import search from '../../nodes/utils/search.ts';
import text from '../../nodes/utils/text.ts';
import uuid from '../../nodes/utils/uuid.ts';
import values from '../../nodes/utils/values.ts';
import { count, type Measure, type Row } from './measure.mts';

type Read = (text: string) => unknown;

/** Each takes the whole text, as long as it is: those that cut it are shown to. */
function readers(): Record<string, Read> {
	const { fieldOf } = headers;
	return {
		readCsv: (file) => {
			for (const record of csv.readCsv(`name,email\n${file}`, ',')) void record;
		},
		findHeader: (file) => csv.findHeader(file, undefined, (name) => fieldOf(name) !== undefined),
		csvLine: (one) => csv.csvLine([one], ','),
		decodeText: (file) => encoding.decodeText(Buffer.from(file, 'latin1')),
		cellText: cell.cellText,
		withoutGuard: cell.withoutGuard,
		guarded: cell.guarded,
		faultOf: (one) => cell.faultOf('a', one, one),
		addressesIn: keys.addressesIn,
		phonesIn: phones.phonesIn,
		numbersIn: phones.numbersIn,
		...readersOfShapes(),
		'a row': readRow,
		contactDetailsOf: (one) =>
			contactDetails.contactDetailsOf({ description: one, address: one } as never),
		keysOf: (one) => keys.keysOf({ Achternaam: [one], Postcode: [one], Straatnaam: [one] }),
		fieldOf,
		wordsIn: names.wordsIn,
		personNameOf: (one) => names.personNameOf(one, one),
		readWholeAddress: address.readWholeAddress,
		readStreet: address.readStreet,
		'ColumnSamples.see': (one) => new columnNames.ColumnSamples().see(0, one),
		shown: text.oneLine,
		folded: text.folded,
		searchWords: text.searchWords,
		containsWords: (one) => text.containsWords(one, ['NOBODY']),
		withoutInvisible: text.withoutInvisible,
		withoutMarkup: text.withoutMarkup,
		readSearch: search.readSearch,
		readTime: (one) => dates.readTime(one, 'a', () => 'utc'),
		toIso: dates.toIso,
		toUuid: (one) => uuid.toUuid(`https://x/${one}`, 'a'),
		toList: (one) => values.toList(one, 'a'),
		splitAtCommas: values.splitAtCommas,
		firstWords: (one) => redact.firstWords(one, ['secret']),
		redact: (one) => redact.redact(one, ['secret', 'x']),
		bareToken: credential.bareToken,
		parseBaseUrl: credential.parseBaseUrl,
		dealDetails: (one) => details.dealDetails({ free_fields: [{ label: one, value: one }] }),
		readQuotation: (one) => quotations.readQuotation({ quotation_number: one, title: one }, 0),
		readEvent: (one) => events.readEvent({ name: one, payload: { summary: one } }),
	};
}

/** What each field makes of a cell. */
const readersOfShapes = (): Record<string, Read> =>
	Object.fromEntries(
		FIELDS.map((field) => [
			`readShape ${field}`,
			(one: string) => {
				shapes.readShape(field, undefined, one);
				shapes.speaksAgainst({ field }, one);
			},
		]),
	);

const FIELDS = Object.keys(shapes.SHAPES) as Array<keyof typeof shapes.SHAPES>;

/** A row of this length, whose nine fields are one text. */
function readRow(all: string): void {
	const one = all.slice(0, all.length / FIELDS.length);
	const columns = columnNames.columnsOf(FIELDS, new columnNames.ColumnSamples());
	rowValues.rowReader(columns)(
		FIELDS.map(() => one),
		true,
	);
}

const UNITS = [
	...[' ', '\t', '\n', '\r', '"', '""', 'x,"', '"a",', '" ', ',', ';', '|', '\n"x', 'a', 'é', 'ł'],
	...['1', '0', '06 ', '1-', '1/', '+', '(', ')', '.', '-', '_', '@', 'a@', 'a@b.', 'a.', '=', "'"],
	...[
		'<',
		'<a',
		'<style ',
		'<script>',
		'<!--',
		'>',
		'&',
		'&amp',
		'{',
		'[',
		'{"a":',
		'\\',
		'%',
		'%4',
	],
	...['eyJ', 'eyJ.', 'secret', 'https://', '\u200B', '\u00A0 ', '\u0301', '\u0301\u0316', '\uD83D'],
	...['1234 AB ', 'a 1 ', '1 a, ', '1234-', 'A1', 'Straat ', '3f2504e0-', 'aB', 'tel', 'Ã', '#'],
];

const SIZES = [100_000, 1_000_000] as const;

/** A text of one unit, alone, and between letters, which keeps patterns from matching in whole. */
const textsOf = (unit: string, size: number): string[] => {
	const run = unit.repeat(Math.ceil(size / unit.length));
	return [run, `x${run}!`];
};

/** In milliseconds; the least of three, because other programs share the machine. */
const costOf = (read: Read, text: string): number => {
	let cost = costOnce(read, text);
	for (let more = 2; more > 0 && cost > MEASURABLE_MS && cost <= SLOW_MS; more--)
		cost = Math.min(cost, costOnce(read, text));
	return cost;
};

const SLOW_MS = 1_000;

/** The lesser of time and processor time: V8 collects garbage beside the work, other programs hold it up. */
function costOnce(read: Read, text: string): number {
	const before = process.cpuUsage();
	const start = performance.now();
	try {
		read(text);
	} catch {
		// An error is an answer, too.
	}
	const { user, system } = process.cpuUsage(before);
	return Math.min((user + system) / 1000, performance.now() - start);
}

const MAX_PIECE_MS = 250;
/** Ten times the text takes ten times as long; the rest is noise. */
const MAX_RATIO = 40;
/** Below, a figure is noise. */
const MEASURABLE_MS = 10;

export const hostile: Measure = {
	name: 'hostile',
	title: 'Texts that are made to hurt',
	about: `Each function that reads texts from outside, with ${count(UNITS.length * 2)} texts of 100 kB and of 1 MB that repeat a few signs. Shown is its worst: the time of the longer one, and how many times that of the shorter one it is. More than ${MAX_PIECE_MS} ms, or more than ${MAX_RATIO} times, fails.`,
	async rows(say) {
		const rows: Row[] = [];
		for (const [name, read] of Object.entries(readers())) {
			let worst = { unit: '', ms: 0, ratio: 0 };
			let steepest = worst;
			for (const unit of UNITS) {
				const [short, long] = SIZES.map((size) => textsOf(unit, size));
				for (const [index, text] of short!.entries()) {
					const cost = costOf(read, text);
					const ms = cost > SLOW_MS ? Infinity : costOf(read, long![index]!);
					const one = { unit: JSON.stringify(unit), ms, ratio: ms / Math.max(cost, MEASURABLE_MS) };
					if (ms > worst.ms) worst = one;
					if (ms > 10 * MEASURABLE_MS && one.ratio > steepest.ratio) steepest = one;
				}
			}
			const isBad = worst.ms > MAX_PIECE_MS || steepest.ratio > MAX_RATIO;
			if (isBad) process.exitCode = 1;
			const shown = isBad && steepest.ratio > MAX_RATIO ? steepest : worst;
			say(`${isBad ? 'FAILS' : 'ok'} ${name} ${shown.unit} ${shown.ms.toFixed(0)} ms`);
			rows.push({
				case: name,
				cells: {
					worst: `\`${shown.unit}\``,
					'1 MB': `${shown.ms.toFixed(0)} ms`,
					'of 100 kB': shown.ratio > 0 ? `${shown.ratio.toFixed(1)} ×` : '',
					'': isBad ? 'fails' : '',
				},
			});
		}
		return rows;
	},
};
