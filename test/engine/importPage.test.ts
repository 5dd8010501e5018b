import '../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { noOpOf } from '../support/flow';
import { flowTypes } from '../support/flowTypes';
import { importFile, type Report } from '../support/importRuns';
import { example } from '../support/nodeJs.cjs';
import { startOver } from '../support/startOver';
import { workflowOf } from '../support/workflow';

/** What the last page of the form for files says of a report, by the expressions of the example. */

beforeEach(async () => await startOver());

function said(
	report: Report,
): Record<'title' | 'summary' | 'reasons' | 'hints', string | string[]> {
	const { nodes } = example('create-contacts-from-csv');
	const { parameters } = nodes.find(({ name }) => name === 'What to say')!;
	const { assignments } = (parameters as IDataObject).assignments as {
		assignments: Array<{ name: string; value: string }>;
	};
	const { expression } = workflowOf(noOpOf('What to say'), { types: flowTypes });
	const valueOf = (name: string) => {
		const { value } = assignments.find((one) => one.name === name)!;
		const items = [{ json: report }];
		return expression.getParameterValue(value, null, 0, 0, 'What to say', items, 'manual', {});
	};
	const names = ['title', 'summary', 'reasons', 'hints'] as const;
	return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as ReturnType<typeof said>;
}

const FILE = [
	'row;Naam;Email;Telefoon;Mobiel;reason',
	'11;An;an@x.example;;0612345678;',
	'43;Bo;geen;;;It was refused',
	'44;Co;geen;;;It was refused',
	'45;An;an@x.example;;;It was refused',
].join('\n');

it('a dry run does not say what the page says itself, problems come before what need not be wrong', async () => {
	const { report } = await importFile(FILE, { dryRun: true });
	const { title, summary, reasons, hints } = said(report);
	expect(title).toBe('Dry run');
	expect(summary).toMatch(/^Dry run, nothing was sent\. 1 of 4 rows would be created\./);
	expect(summary).toMatch(/1 repeats another row: row 5, 2 would fail\.$/);
	expect(reasons).toEqual([expect.stringMatching(/^Rows 3, 4: It has no email address/)]);
	expect(hints).toEqual([
		"Row numbers are the lines of this file, not the numbers in its column 'row'.",
		expect.stringMatching(/^2 rows have a text that is not an email address, such as row 3/),
		"'Mobiel' is sent as the phone of 1 row.",
	]);
});

it('a file that was imported before is not "Imported"', async () => {
	expect(said((await importFile(FILE)).report).title).toBe('Imported');
	expect(said((await importFile(FILE)).report).title).toBe('Nothing new was imported');
});
