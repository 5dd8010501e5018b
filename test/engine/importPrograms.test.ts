import '../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { goOn } from '../support/contactRuns';
import { ORDINARY, PROGRAMS } from '../support/importPrograms';
import {
	createdThere,
	fileItem,
	type Report,
	rowsOf,
	startImport,
	textOf,
} from '../support/importRuns';
import { importSource } from '../support/nodeJs.cjs';
import { startOver } from '../support/startOver';

/** Files of programs: no field is wrong in silence, nobody is lost in silence or created twice, and there is no false alarm. */

interface Imported {
	report: Report;
	/** What became of each filled row, as {@link PROGRAMS} has it. */
	rows: string[];
	files: Record<'notImported' | 'otherNames' | 'imported', string | undefined>;
}

/** The list of contacts has an end that is marked: others are waited for, once for each file. */
async function beginAnew() {
	await startOver();
	sandbox.switches.lastMark = 'hasMore';
}

/** All files in one run, with a report each. */
async function importAll(contents: Array<string | Buffer>, more: IDataObject = {}) {
	const before = createdThere().length;
	const items = contents.map((content) => fileItem({ content }));
	const set = { audienceId: identities.EMPTY_AUDIENCE_ID, options: { concurrency: 1 }, ...more };
	const run = await startImport(items, set, goOn).ended;
	const created = createdThere().slice(before);
	const imported: Imported[] = [];
	for (const item of run.items('Sales CRM')) {
		const [notImported, otherNames, isIn] = await Promise.all(
			['notImported', 'otherNames', 'imported'].map((name) => textOf(item, name)),
		);
		const files = { notImported, otherNames, imported: isIn };
		imported.push({ report: item.json as Report, rows: outcomesOf(files, created), files });
	}
	return { files: imported, created: createdThere().slice(before) };
}

/** @param created The contacts of the run, of which it takes those of this file. */
function outcomesOf(files: Imported['files'], created: string[]): string[] {
	const rows = Object.entries({
		'!': files.notImported,
		'~': files.otherNames,
		'': files.imported,
	});
	const outcomes = rows.flatMap(([sign, file]) => {
		// Behind the byte order mark and `row`.
		const delimiter = file?.[4] ?? ',';
		const second = rowsOf(file, delimiter, 1);
		return [...rowsOf(file, delimiter, -1)].map(([row, reason]) => ({
			...{ row, reason },
			sign: sign || (second.get(row) === 'created' ? '' : '='),
		}));
	});
	outcomes.sort((one, other) => one.row - other.row);
	return outcomes.map(({ sign, reason }) => {
		if (sign) return `${sign} ${reason}`;
		return [created.shift() ?? 'nobody', ...(reason ? [reason] : [])].join(' # ');
	});
}

/** The same row, with all that was said of it where the words that must be in it are. */
function sameOrWanted(wanted: string, row: string): string {
	const [, values, words] = /^([!~=]|.* #) (.*)$/s.exec(wanted) ?? [];
	if (!words) return wanted;
	const isSaid = row.startsWith(`${values} `) && new RegExp(words).test(row.slice(values.length));
	return isSaid ? row : wanted;
}

const isBack = (row: string): boolean => row.startsWith('!');

const NAMES = Object.keys(PROGRAMS);
type Run = Awaited<ReturnType<typeof importAll>>;
let ordinary: Run, dry: Run, real: Run, again: Run, sentBack: Run, mended: Run, mendedAgain: Run;

beforeAll(async () => {
	await beginAnew();
	ordinary = await importAll(ORDINARY.map(([file]) => file));
	await beginAnew();
	const contents = NAMES.map((name) => importSource(name));
	dry = await importAll(contents, { dryRun: true });
	real = await importAll(contents);
	again = await importAll(contents);
	const { files } = real;
	sentBack = await importAll(
		files.flatMap(({ files: { otherNames, imported } }) =>
			[otherNames ?? [], imported ?? []].flat(),
		),
	);
	const corrected = files.map(({ files: { notImported = 'Email\n' } }, n) =>
		(PROGRAMS[NAMES[n]!]!.mends ?? []).reduce(
			(text, [wrong, right]) => text.replace(wrong, right),
			notImported,
		),
	);
	mended = await importAll(corrected);
	mendedAgain = await importAll(corrected);
}, 60_000);

describe.each(NAMES.map((name, n) => ({ name, n })))('$name', ({ name, n }) => {
	const { rows: wanted, mended: wantedThen = [] } = PROGRAMS[name]!;

	it('each row is in as it was meant, or comes back with a reason', () => {
		const { rows, report } = real.files[n]!;
		expect(rows).toEqual(wanted.map((row, at) => sameOrWanted(row, rows[at] ?? '')));
		expect(rows).toHaveLength(wanted.length);
		expect(dry.files[n]!.report.wouldCreate).toBe(report.created);
		const unsent = report.columns.filter(({ field, values }) => !field && values.length > 0);
		const { summary } = report;
		const named = unsent.filter(({ column }) => summary.includes(column.slice(0, 40)));
		expect(unsent.length - named.length).toBe(Number(/ and (\d+) more\.$/.exec(summary)?.[1] ?? 0));
	});

	it('mended and sent again, who was missing is in', () => {
		const { rows } = mended.files[n]!;
		const created = rows.filter((row) => !isBack(row));
		expect(created).toEqual(wantedThen.map((row, at) => sameOrWanted(row, created[at] ?? '')));
		expect(rows.filter(isBack)).toHaveLength(wanted.filter(isBack).length - wantedThen.length);
	});
});

it('nobody is created by a dry run, or twice', () => {
	const created = [dry, again, sentBack, mendedAgain].flatMap((run) => run.created);
	expect(created).toEqual([]);
});

it.each(ORDINARY.map(([file, ...contacts], n) => ({ file, contacts, n })))(
	'nothing is said of ordinary people: $file',
	({ contacts, n }) => {
		const { rows, report } = ordinary.files[n]!;
		expect(rows).toEqual(contacts);
		expect(report.hints).toEqual([]);
		expect(report.summary).not.toMatch(/no name|failed/);
	},
);
