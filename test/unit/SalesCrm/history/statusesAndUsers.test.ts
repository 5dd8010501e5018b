import type { IDataObject } from 'n8n-workflow';

import { runOperation } from '../../../support/nodeRuns';

/** Lists of statuses and users. Order and names of pipelines: pipelines.test.ts. */

beforeEach(() => sandbox.reset());

const list = async (resource: string, more: IDataObject = {}) =>
	(await runOperation(resource, 'getAll', more)).rows;

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
