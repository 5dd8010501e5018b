import type { IDataObject, INode } from 'n8n-workflow';

import { createParameters, listParameters } from '../support/contactRuns';
import { crmOf, noOpOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** "Continue": what the next node gets of rows that failed, once n8n's engine has handled them. */

beforeEach(async () => await startOver());

const rows = [
	{ firstName: 'An', n: 0 },
	{ firstName: ['Bo'], n: 1, error: 'of the row' },
	{ firstName: 'Bo', n: 2 },
	{ lastName: 'Smit', email: { address: 'x' }, n: 3, deep: { list: [1, null] } },
];

const words = (column: string, what: string) =>
	`The column '${column}' contains ${what} where text is expected`;
const [list, object] = [words('firstName', 'a list'), words('email', 'an object')];

/** What the nodes behind both outputs get, each with the number of its item. */
async function runWith(
	parameters: IDataObject,
	settings: Partial<INode>,
	input: IDataObject[] = rows,
) {
	const nodes = [crmOf(parameters, settings), noOpOf('After'), noOpOf('Bad')];
	const wires: Array<[string, string, number?]> = [
		['Start', 'Sales CRM'],
		['Sales CRM', 'After'],
		['Sales CRM', 'Bad', 1],
	];
	const run = await runFlow({ nodes, wires }, input);
	expect(run).toMatchObject({ status: 'success', error: undefined });
	const from = (output: number, node: string) => {
		const links = run.items('Sales CRM', output).map(({ pairedItem }) => pairedItem);
		return run.items(node).map(({ json }, n) => [(links[n] as { item: number }).item, json]);
	};
	return { after: from(0, 'After'), bad: from(1, 'Bad') };
}

const contact = expect.objectContaining({ outcome: 'created', contactId: expect.any(String) });
const failed = (row: number, error: string, infos = {}) => ({
	...{ row, outcome: 'failed', reason: error, contactId: null, ...infos, error },
});
const lastRow = failed(4, object, { Achternaam: 'Smit' });

it('the regular output gets the message and the values of the row', async () => {
	const { after, bad } = await runWith(createParameters(), { onError: 'continueRegularOutput' });
	expect(after).toEqual([
		[0, contact],
		[1, failed(2, list)],
		[2, contact],
		[3, lastRow],
	]);
	expect(bad).toEqual([]);
});

it('the error output gets the message, and the values of the row, which n8n adds', async () => {
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

it.each<[IDataObject, string]>([
	[listParameters({ audienceId: 'customers' }), "'Audience ID' is not a valid UUID"],
	// It may be a token, so it is not quoted.
	[listParameters({ options: { companyProfileId: 'the-token' } }), "'Company Profile ID'"],
])('an error of the whole node reaches each row on either output: %j', async (parameters, text) => {
	const error = expect.stringContaining(text);
	const { after } = await runWith(parameters, { onError: 'continueRegularOutput' });
	expect(after).toEqual(rows.map((item, n) => [n, { error, item }]));
	expect(JSON.stringify(after)).not.toContain('the-token');
	const { after: good, bad } = await runWith(parameters, { onError: 'continueErrorOutput' });
	expect(good).toEqual([]);
	expect(bad).toEqual(rows.map((row, n) => [n, { ...row, error }]));
});
