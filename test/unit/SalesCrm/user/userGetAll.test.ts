/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../../support/engine';

/** Users, as many as are wanted. What else is true of them stands in history/statusesAndUsers.test.ts. */

beforeEach(() => sandbox.reset());

const list = async (more: IDataObject = {}) => {
	const items = await runNode({ parameters: { resource: 'user', operation: 'getAll', ...more } });
	return items.map(({ json }) => json);
};

it.each([
	[{ returnAll: false, limit: 2 }, 2],
	[{ returnAll: false, limit: 1 }, 1],
	[{ limit: 500 }, 6],
	[{}, 6],
	[{ returnAll: true, limit: 2 }, 6],
])('%j gives %i', async (bounds, count) => {
	const { users } = sandbox.world.profile();
	expect(users).toHaveLength(6);
	expect(await list(bounds)).toEqual(users.slice(0, count));
});
