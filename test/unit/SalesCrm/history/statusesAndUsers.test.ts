import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import type { RunOptions } from '../../../support/engine';
import { FAKE_URL, useNock } from '../../../support/fakeService';
import { runOperation } from '../../../support/nodeRuns';

/** Lists of statuses and users. Order and names of pipelines: pipelines.test.ts. */

useNock();
beforeEach(() => sandbox.reset());

const list = async (resource: string, more: IDataObject = {}, run: RunOptions = {}) =>
	(await runOperation(resource, 'getAll', more, run)).rows;

it('users, and statuses without Simplify, are as the service sends them', async () => {
	const { statuses, users } = sandbox.world.profile();
	expect(await list('status', { simplify: false })).toEqual(statuses);
	expect(await list('user')).toEqual(users);
});

it.each([
	[{ returnAll: false, limit: 2 }, 2],
	[{ returnAll: undefined }, 6],
	[{ returnAll: true, limit: 2 }, 6],
])('with %j there are %i users', async (bounds, count) => {
	const { users } = sandbox.world.profile();
	expect(await list('user', bounds as IDataObject)).toEqual(users.slice(0, count));
});

it('statuses are filtered by the ID of their pipeline', async () => {
	const { statuses, backlogs } = sandbox.world.profile();
	const ids = [backlogs[0].id, backlogs.at(-1)!.id];
	const filters = { pipelineIds: ids.join(', ') };
	expect(await list('status', { simplify: false, filters })).toEqual(
		statuses.filter(({ backlog_id }) => ids.includes(backlog_id)),
	);
});

it.each([
	['status', /\/history\/statuses$/, { statuses: [] }],
	['user', /get-users-for-company-profile/, []],
])('the request for %s has the body that was entered', async (resource, path, answer) => {
	const credential = { baseUrl: FAKE_URL };
	const service = nock(FAKE_URL).post(path, { all: true }).query(true).reply(200, answer);
	await list(resource, { options: { requestBody: '{"all": true}' } }, { credential });
	service.done();
});
