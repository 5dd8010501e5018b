/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import '../support/noWaiting';

import type { IDataObject, INode } from 'n8n-workflow';

import { listContacts } from '../../nodes/api/contacts';
import { createParameters, requestsTo } from '../support/contactRuns';
import { crmOf, runFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** Skip and Fail create nothing on a list that could not be shown to be complete. */

jest.mock('../../nodes/api/contacts', () => {
	const actual = jest.requireActual('../../nodes/api/contacts');
	return { ...actual, listContacts: jest.fn(actual.listContacts) };
});
const listing = jest.mocked(listContacts);
const real = listing.getMockImplementation()!;

beforeEach(async () => {
	await startOver({ contacts: 5 });
	listing.mockClear();
	listing.mockImplementation(async function* (connection, audienceId, options) {
		yield* real(connection, audienceId, options);
		const isDoubtful = audienceId === identities.AUDIENCE_ID;
		if (isDoubtful)
			for (const why of ['The end is a refusal.', 'It says: no.', 'It says: no.'])
				options.onIncomplete!(why);
	});
});

const ids = () => [identities.EMPTY_AUDIENCE_ID, identities.AUDIENCE_ID];

async function importOf(set: IDataObject, settings: Partial<INode> = {}, rows: IDataObject[] = []) {
	const parameters = createParameters({ audienceId: '={{ $json.id }}', ...set });
	const flow = { nodes: [crmOf(parameters, settings)], wires: [] };
	const people = rows.map((row, n) => ({ email: `an${n}@example.com`, ...row }));
	return await runFlow({ ...flow, wires: [['Start', 'Sales CRM']] }, people);
}

describe.each<[string, IDataObject]>([
	['skip', { ifExists: 'skip' }],
	['fail', { ifExists: 'fail' }],
	['skip in a dry run', { ifExists: 'skip', dryRun: true }],
])('%s', (_, set) => {
	const rows = () => ids().map((id) => ({ id }));

	it('fails, saying what was seen, why it is in doubt and what to do; nothing is sent', async () => {
		const { error } = await importOf(set, {}, rows());
		expect(error?.message).toBe(
			'The contacts of the audience could not be listed completely, so nothing was sent to it',
		);
		expect(error?.description).toMatch(
			/^5 contacts were seen\. The end is a refusal\. It says: no\. Try again, .*'Page Size'.*'Create Anyway'/,
		);
		expect(requestsTo('createContact')).toEqual([]);
	});

	it('with "Continue" the rows of other audiences go on, and those without a key fail, too', async () => {
		const goOn: Partial<INode> = { onError: 'continueRegularOutput' };
		const [empty, full] = ids();
		const all = [{ id: empty }, { id: full }, { id: full, email: '', firstName: 'An' }];
		const run = await importOf(set, goOn, all);
		expect(run.items('Sales CRM').map(({ json }) => json.outcome)).toEqual([
			set.dryRun ? 'wouldCreate' : 'created',
			'failed',
			'failed',
		]);
		expect(run.items('Sales CRM')[1].json.error).toContain('5 contacts were seen');
		expect(requestsTo('createContact')).toHaveLength(set.dryRun ? 0 : 1);
	});

	it('asks for the end of the list to be confirmed', async () => {
		await importOf(set, {}, rows());
		for (const [, , options] of listing.mock.calls) expect(options.confirmsEnd).toBe(true);
	});
});

it('looking for an uncertain row is no reason to fail: the doubt is said beside', async () => {
	sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 500 }];
	const goOn: Partial<INode> = { onError: 'continueRegularOutput' };
	const run = await importOf({}, goOn, [{ id: identities.AUDIENCE_ID }]);
	expect(run.items('Sales CRM')[0].json.error).toMatch(/it may have been carried out/);
	expect(run.hints('Sales CRM')[0]).toBe(
		'1 row may have been created (not found in the audience: The end is a refusal).',
	);
});
