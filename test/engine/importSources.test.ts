import '../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { importSource } from '../support/nodeJs.cjs';
import { createdThere, importFile, NINE, rowsOf } from '../support/importRuns';
import { IMPORT_SOURCES } from '../support/importSources';
import { startOver } from '../support/startOver';

/** Each file of importSources through the node: what goes in, what comes back, and what is said. */

beforeEach(async () => await startOver());

/** The sign that the file of a report has: that of the file which came. */
const delimiterOf = (text: string): string => text.slice(text.indexOf('row') + 3).charAt(0);

/** What a report adds in front of and behind the columns of a file. */
const OURS = /^(\uFEFF?row|outcome|contactId|reason)$/;

const sorted = (rows: Iterable<number>): number[] => [...rows].sort((a, b) => a - b);

it.each(IMPORT_SOURCES.map((source) => [source.file, source] as const))(
	'%s',
	async (file, { set, there = [], back = {}, otherName = [], ...source }) => {
		const content = importSource(file);
		if (there.length > 0) {
			const known = [NINE.join('|'), ...there].join('\n');
			await importFile(known, { ifExists: 'createAnyway' });
		}
		const before = createdThere().length;
		const run = await importFile(content, set);
		const { error, report, hints, imported, otherNames, notImported } = run;
		const created = createdThere().slice(before);
		if (source.error) {
			expect(created).toEqual([]);
			for (const words of source.error) expect(error).toContain(words);
			return;
		}
		expect(error).toBeUndefined();
		expect(created).toEqual(source.in);

		const delimiter = delimiterOf(imported ?? notImported!);
		const others = rowsOf(otherNames, delimiter, -1);
		expect(sorted(others.keys())).toEqual(sorted(otherName));
		const reasons = new Map([...rowsOf(notImported, delimiter, -1), ...others]);
		expect(sorted(reasons.keys())).toEqual(sorted(Object.keys(back).map(Number)));
		for (const [row, words] of Object.entries(back))
			expect(reasons.get(Number(row))).toContain(words);
		const rowsIn = rowsOf(imported, delimiter, 1);
		expect([...rowsIn.keys()].filter((row) => reasons.has(row))).toEqual([]);
		expect(rowsIn.size + reasons.size).toBe(report.rows - report.empty);
		expect(report).toMatchObject({
			created: source.in!.length,
			failed: Object.keys(back).length - otherName.length,
			otherName: otherName.length,
		});

		const warnings = new Map(report.warnings.map(({ row, warning }) => [row, warning]));
		if (source.warned && Object.keys(source.warned).length === 0)
			expect(report.warnings).toEqual([]);
		for (const [row, words] of Object.entries(source.warned ?? {}))
			expect(warnings.get(Number(row))).toContain(words);
		if (source.said)
			for (const words of source.said)
				expect([report.summary, ...report.hints, ...hints].join()).toContain(words);
		const fields = new Map(report.columns.map(({ column, field }) => [column.trim(), field]));
		for (const column of source.notSent ?? []) {
			expect([column, fields.get(column)]).toEqual([column, null]);
			// Long ones are cut.
			expect(report.summary).toContain(column.slice(0, 50));
		}

		// Nobody is created by the same file again, nor by the files that came back as they came.
		const options = { ...(set?.options as IDataObject), encoding: 'auto' };
		const again = await importFile(content, set);
		expect([again.error, again.report.created]).toEqual([undefined, 0]);
		for (const ours of [imported, otherNames, notImported]) {
			if (ours === undefined) continue;
			const { report: third } = await importFile(ours, { ...set, options });
			const added = (third.columns ?? []).map(({ column }) => column);
			expect(added).not.toEqual(expect.arrayContaining([expect.stringMatching(OURS)]));
		}
		expect(createdThere()).toHaveLength(before + created.length);
	},
);
