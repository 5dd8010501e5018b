import '../support/fastClock';
import { silence } from '../support/shortTimeouts';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { anyFile, expectedOf, fileOf } from '../support/drawnFiles';
import { createdThere, importFile, NINE, rowsOf } from '../support/importRuns';
import { anyOnError } from '../support/onError';
import { runs } from '../support/runs';
import { startOver, untilQuiet } from '../support/startOver';

/**
 * Whatever file is drawn, each row is in once, or comes back with a reason. No contact has a value of another column, and
 * nobody whose name column is not recognized is created. The draw knows who is who.
 */

const fault = fc.record<(typeof sandbox.switches.faults)[number]>({
	kind: fc.constantFrom('cut', 'drop', 'lostReply', 'status', 'failure200'),
	after: fc.oneof(fc.nat(40), fc.nat(4000)),
	route: fc.constantFrom('createContact', 'listContacts'),
	// With these nothing was done.
	status: fc.constantFrom(422, 429),
	nth: fc.integer({ min: 1, max: 8 }),
	times: fc.integer({ min: 1, max: 3 }),
});

/** A run that breaks off somewhere. */
const brokenRun = fc.record({
	faults: fc.array(fault, { maxLength: 3 }),
	settings: fc.record({ onError: anyOnError, retryOnFail: fc.boolean() }),
});

const sorted = (contacts: string[]) => contacts.map((one) => one.toLowerCase()).sort();

it('each row is in once, as it was meant, or comes back with a reason', async () => {
	const property = fc.asyncProperty(
		anyFile,
		fc.option(brokenRun, { freq: 2 }),
		async (drawn, broken) => {
			silence.ms = 30_000;
			await startOver();
			const { content, nameColumn, known } = fileOf(drawn);
			const { delimiter } = drawn;
			const rows = expectedOf(drawn);
			if (known.length > 0)
				await importFile([NINE.join('|'), ...known].join('\n'), { ifExists: 'createAnyway' });

			let set: IDataObject = {};
			if (nameColumn !== undefined) {
				const { error } = await importFile(content);
				expect([error, nameColumn]).toEqual([expect.stringContaining(nameColumn), nameColumn]);
				const column = [{ name: nameColumn.toUpperCase(), field: 'Achternaam' }];
				set = { options: { columnMapping: { column } } };
			}
			const dry = await importFile(content, { ...set, dryRun: true });
			expect(dry.imported).toBeUndefined();
			expect(createdThere()).toHaveLength(known.length);
			if (broken) {
				silence.ms = 400;
				sandbox.switches.faults = structuredClone(broken.faults);
				const retries = { ...broken.settings, maxTries: 3, waitBetweenTries: 1 };
				await importFile(content, set, retries);
				sandbox.switches.faults = [];
				await untilQuiet();
				silence.ms = 30_000;
			}

			const run = await importFile(content, set);
			const { error, report, imported, otherNames, notImported } = run;
			const wanted = rows.filter(({ outcome }) => outcome === 'created');
			// Where no row at all has a key, an error may say so in place of a report.
			const isNobody = rows.every(({ outcome }) => outcome === 'empty' || outcome === 'failed');
			if (isNobody && error !== undefined) return expect(createdThere()).toHaveLength(known.length);
			expect(error).toBeUndefined();
			const all = sorted([...known, ...wanted.map(({ contact }) => contact)]);
			expect(sorted(createdThere())).toEqual(all);

			const failed = rowsOf(notImported, delimiter, -1);
			const others = rowsOf(otherNames, delimiter, -1);
			const files = { failed, otherName: others, in: rowsOf(imported, delimiter, 1) };
			for (const { row, outcome, why } of rows) {
				const named = Object.entries(files).flatMap(([name, file]) => (file.has(row) ? name : []));
				const should = outcome === 'empty' ? [] : [outcome === 'created' ? 'in' : outcome];
				expect([row, outcome, named]).toEqual([row, outcome, should]);
				if (outcome === 'otherName') expect(others.get(row)).toContain(why);
				if (outcome === 'failed') expect(failed.get(row)).toMatch(/\S/);
			}
			const count = (what: string) => rows.filter(({ outcome }) => outcome === what).length;
			const counts = { failed: count('failed'), otherName: count('otherName') };
			expect(report).toMatchObject({ rows: rows.length, ...counts, empty: count('empty') });
			expect(dry.report).toMatchObject({ wouldCreate: wanted.length, ...counts });

			for (const again of [content, imported, otherNames, notImported]) {
				if (again !== undefined) await importFile(again, set);
				expect(sorted(createdThere())).toEqual(all);
			}
		},
	);
	await fc.assert(property, runs(60));
});
