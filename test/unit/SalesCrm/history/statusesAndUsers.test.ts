import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { runNode, type RunOptions } from '../../../support/engine';
import { FAKE_URL, useNock } from '../../../support/fakeService';
import { uuid } from '../../../support/uuid';

/** Statuses and users. Whose profile they are of: deal/deal.reads.test.ts. */

useNock();
beforeEach(() => sandbox.reset());

const list = async (resource: string, more: IDataObject = {}, run: RunOptions = {}) =>
	await runNode({
		...run,
		parameters: { resource, operation: 'getAll', returnAll: true, ...more },
	});

const jsonOf = (items: Awaited<ReturnType<typeof list>>) => items.map(({ json }) => json);

it('users, and raw statuses, come as the service sends them', async () => {
	const { statuses, users } = sandbox.world.profile();
	expect(jsonOf(await list('status', { simplify: false }))).toEqual(statuses);
	expect(jsonOf(await list('user'))).toEqual(users);
});

it.each([
	[{ returnAll: false, limit: 2 }, 2],
	[{ returnAll: undefined }, 6],
	[{ returnAll: true, limit: 2 }, 6],
])('users with %j are %i', async (bounds, count) => {
	const { users } = sandbox.world.profile();
	expect(jsonOf(await list('user', bounds as IDataObject))).toEqual(users.slice(0, count));
});

it('statuses are named as in all items, and stand pipeline by pipeline; one that no board lists is last', async () => {
	const { statuses, backlogs } = sandbox.world.profile();
	const rows = jsonOf(await list('status'));
	expect(Object.keys(rows[0]).join(', ')).toBe(
		'status, pipeline, statusColor, statusId, pipelineId, standard, status_category',
	);
	expect(rows.map(({ statusId }) => statusId)).toEqual(statuses.map(({ id }) => id));
	expect([...new Set(rows.map(({ pipeline, pipelineId }) => `${pipeline} ${pipelineId}`))]).toEqual(
		backlogs.map(({ id, name }) => `${name} ${id}`),
	);
	const [status] = statuses;
	statuses.unshift({ ...status, id: uuid(1), backlog_id: uuid(0) });
	const more = jsonOf(await list('status'));
	expect(more.slice(0, -1)).toEqual(rows);
	expect(more.at(-1)).toMatchObject({ statusId: uuid(1), pipeline: 'Pipeline 1' });
});

it('statuses of the pipelines that were chosen, by name or ID', async () => {
	const { statuses, backlogs } = sandbox.world.profile();
	const [first, , last] = backlogs.map(({ id }) => id);
	const wanted = (ids: string[]) => statuses.filter((status) => ids.includes(status.backlog_id));
	const chosen = async (pipelineIds: unknown) =>
		jsonOf(await list('status', { simplify: false, filters: { pipelineIds } as IDataObject }));
	expect(await chosen([first])).toEqual(wanted([first]));
	expect(await chosen(`${first}, ${last}`)).toEqual(wanted([first, last]));
	expect(await chosen('pipeline 1')).toEqual(wanted([first]));
	expect(await chosen('nieuwe leads')).toEqual(wanted([first]));
	expect(await chosen([])).toEqual(statuses);
	await expect(chosen('Pipeline 9')).rejects.toThrow('Unknown pipeline "Pipeline 9"');
});

it.each([
	['status', /\/history\/statuses$/, { statuses: [] }],
	['user', /get-users-for-company-profile/, []],
])('the request body is the one that was entered (%s)', async (resource, path, answer) => {
	const credential = { baseUrl: FAKE_URL };
	const service = nock(FAKE_URL).post(path, { all: true }).query(true).reply(200, answer);
	await list(resource, { options: { requestBody: '{"all": true}' } }, { credential });
	service.done();
	const plain = nock(FAKE_URL).post(path, {}).query(true).reply(200, answer);
	await list(resource, {}, { credential });
	plain.done();
});
