import type { IDataObject } from 'n8n-workflow';

import { listContacts } from '../../support/contactRuns';
import { runNode } from '../../support/engine';
import { startOver } from '../../support/startOver';

/** Lists, switches and numbers that a model or an expression gives as text. */

beforeEach(async () => await startOver({ contacts: 30, deals: 6 }));

const run = async (resource: string, parameters: IDataObject) =>
	await runNode({ parameters: { resource, operation: 'getAll', returnAll: true, ...parameters } });

it.each([' FALSE ', "={{ 'False' }}"])('the switch %j is off', async (off) => {
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
