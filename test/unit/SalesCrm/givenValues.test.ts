import type { IDataObject } from 'n8n-workflow';

import { listContacts } from '../../support/contactRuns';
import { runNode } from '../../support/engine';
import { startOver } from '../../support/startOver';
import { TOOL } from '../../support/workflow';

/** Lists, switches and numbers that an assistant or an expression writes as text, through the node. */

beforeEach(async () => await startOver({ contacts: 30, deals: 6 }));

const run = async (resource: string, parameters: IDataObject) =>
	await runNode({ parameters: { resource, operation: 'getAll', returnAll: true, ...parameters } });

it.each(['False', 'FALSE', ' false ', "={{ 'False' }}"])('the switch %j is off', async (off) => {
	const [deal] = await run('deal', { options: { includeChanges: off, includeTimeInStatus: off } });
	expect(deal.json).not.toHaveProperty('changes');
	expect(deal.json).not.toHaveProperty('timeInStatus');
	const [contact] = await listContacts({ simplify: off });
	expect(contact.json).toHaveProperty('standard_personal_infos');
	const limited = { returnAll: "={{ 'False' }}", limit: '3' };
	expect(await listContacts(limited)).toHaveLength(3);
});

it.each([
	[
		'deal',
		{ filters: { statusIds: { id: 'a' } } },
		"'Status Names or IDs' must be a list of texts",
	],
	['deal', { options: { includeChanges: 'yes' } }, "'Include Changes' must be true or false"],
	['deal', { options: { sort: 'newest' } }, "'Sort' must be one of longestInStatus, newestFirst"],
	['deal', { filters: { minDaysInStatus: 'a week' } }, 'must be a number of at least 0'],
	[
		'history',
		{ filters: { changeTypes: ['Moved'] } },
		"'Change Types' must be one of USER_CHANGED",
	],
	['user', { returnAll: '={{ $json.all }}' }, "'Return All' must be true or false"],
	['user', { returnAll: false, limit: 'all' }, "'Limit' must be a whole number of at least 1"],
])('%s with %j is refused before anything is sent', async (resource, parameters, words) => {
	await expect(run(resource, parameters)).rejects.toThrow(words);
	expect(sandbox.log.requests).toEqual([]);
});

describe('a list as a tool', () => {
	const asked = async (parameters: IDataObject) =>
		(await runNode({ type: TOOL, parameters: { operation: 'getAll', ...parameters } })).map(
			({ json }) => json,
		);
	const rest = (many: string) => ({ more: `${many} Narrow the filters, or give a larger limit.` });

	it.each([
		[undefined, 50],
		['={{ null }}', 50],
		[20, 20],
		["={{ '12' }}", 12],
	])('with limit %j has %i items, and a last one that says how many more', async (limit, many) => {
		await startOver({ contacts: 70, deals: 70 });
		const list = await asked({ resource: 'deal', limit });
		expect(list.slice(0, -1).every(({ dealId }) => dealId)).toBe(true);
		expect(list.slice(many)).toEqual([rest(`${70 - many} more.`)]);
		const contacts = await asked({
			resource: 'contact',
			audienceId: identities.AUDIENCE_ID,
			limit,
		});
		expect(contacts.slice(many)).toEqual([rest('There may be more.')]);
	});

	it('of webhooks has 50 items', async () => {
		const hook = {
			resource: 'webhook',
			operation: 'create',
			name: 'Mine',
			url: 'https://n8n.example',
		};
		await runNode({ parameters: hook, items: Array.from({ length: 60 }, () => ({ json: {} })) });
		expect((await asked({ resource: 'webhook' })).slice(50)).toEqual([rest('10 more.')]);
	});

	it('that was not cut, and one that is no tool, has no such item', async () => {
		expect(await asked({ resource: 'deal' })).toHaveLength(6);
		expect(await asked({ resource: 'contact', audienceId: identities.AUDIENCE_ID })).toHaveLength(
			30,
		);
		expect(await run('deal', { returnAll: false, limit: 5 })).toHaveLength(5);
	});
});
