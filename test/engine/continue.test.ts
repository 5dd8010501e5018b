import type { IDataObject, INode } from 'n8n-workflow';

import { createParameters, listParameters } from '../support/contactRuns';
import { crmOf, noOpOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** "Continue": what the next node gets of rows that failed, when n8n's engine is through with them. */

beforeEach(async () => await startOver());

const rows = [
	{ firstName: 'An', n: 0 },
	{ firstName: ['Bo'], n: 1, error: 'of the row' },
	{ firstName: 'Bo', n: 2 },
	{ lastName: 'Smit', email: { address: 'x' }, n: 3, deep: { list: [1, null] } },
];

/** Without the advice: a row is for others to read. */
const words = (column: string, what: string) =>
	`The column '${column}' contains ${what} where text is expected`;
const [list, object] = [words('firstName', 'a list'), words('email', 'an object')];

type Settings = Partial<INode>;

/** What the nodes behind get: the first output's, and the error output's. */
async function runWith(parameters: IDataObject, settings: Settings, input: IDataObject[] = rows) {
	const nodes = [crmOf(parameters, settings), noOpOf('After'), noOpOf('Bad')];
	const run = await runFlow(
		{
			nodes,
			wires: [
				['Start', 'Sales CRM'],
				['Sales CRM', 'After'],
				['Sales CRM', 'Bad', 1],
			],
		},
		input,
	);
	expect(run).toMatchObject({ status: 'success', error: undefined });
	const from = (output: number, node: string) => {
		const behind = run.items(node);
		const links = run.items('Sales CRM', output).map(({ pairedItem }) => pairedItem);
		expect(links).toHaveLength(behind.length);
		return behind.map(({ json }, n) => [(links[n] as { item: number }).item, json]);
	};
	return { after: from(0, 'After'), bad: from(1, 'Bad') };
}

const contact = expect.objectContaining({ outcome: 'created', contactId: expect.any(String) });
const failed = (row: number, error: string, infos = {}) => ({
	row,
	outcome: 'failed',
	reason: error,
	contactId: null,
	...infos,
	error,
});

it('to the regular output: the message, and the values of the row', async () => {
	const { after, bad } = await runWith(createParameters(), { onError: 'continueRegularOutput' });
	expect(after).toEqual([
		[0, contact],
		[1, failed(2, list)],
		[2, contact],
		[3, failed(4, object, { Achternaam: 'Smit' })],
	]);
	expect(bad).toEqual([]);
});

it('"Continue" as n8n saved it before there were outputs for errors', async () => {
	const { after } = await runWith(createParameters(), { continueOnFail: true }, [rows[3]]);
	expect(after).toEqual([[0, failed(1, object, { Achternaam: 'Smit' })]]);
});

it('to the error output: the message beside the values of the row, which n8n adds', async () => {
	const { after, bad } = await runWith(createParameters(), { onError: 'continueErrorOutput' });
	expect(after).toEqual([
		[0, contact],
		[2, contact],
	]);
	expect(bad).toEqual([
		[1, { ...rows[1], error: `Row 2: ${list}` }],
		[3, { ...rows[3], error: `Row 4: ${object}` }],
	]);
});

it.each([
	['a list', listParameters({ audienceId: 'customers' }), "'Audience ID' is not a valid UUID"],
	[
		'a sign-in that there is none of',
		{ ...createParameters(), authentication: 'none' },
		"'Authentication' is unknown",
	],
	[
		'an operation that there is none of',
		{ resource: 'contact', operation: 'merge' },
		"'Operation' must be one of create, ",
	],
	[
		'an odd profile',
		listParameters({ options: { companyProfileId: 'x' } }),
		"'Company Profile ID'",
	],
])('%s: each row is there, on either output', async (_what, parameters, words) => {
	const error = expect.stringContaining(words);
	const { after } = await runWith(parameters, { onError: 'continueRegularOutput' });
	expect(after).toEqual(rows.map((item, n) => [n, { error, item }]));
	const { after: good, bad } = await runWith(parameters, { onError: 'continueErrorOutput' });
	expect(good).toEqual([]);
	expect(bad).toEqual(rows.map((row, n) => [n, { ...row, error }]));
});
