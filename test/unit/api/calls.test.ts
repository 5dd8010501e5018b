import { listHistory, listUsers } from '../../../nodes/api/deals';
import { fetchNames } from '../../../nodes/api/names';
import { failure } from '../../support/failure';
import { json, script, type Scripted } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** What is made of the answers of single operations. */

const service = async (...answers: Scripted[]) => {
	const { connection } = await script(answers);
	return { ...connection, profileId: uuid(0xa1) };
};

it('a deal may lack a title and a list of changes', async () => {
	const deals = [{ id: 'a' }, { id: 'b', summary: null, history: null }];
	const read = await listHistory(await service(json({ history: deals })));
	expect(read).toEqual(deals.map(({ id }) => ({ id, summary: '', history: [] })));
});

it('an empty body is an empty list only if it comes twice, because it may have been cut off', async () => {
	const nothing = { statusCode: 200, body: '' };
	const users = [{ id: 'u-1' }];
	expect(await listUsers(await service(nothing, json(users)))).toEqual(users);
	expect(await listUsers(await service(nothing, nothing))).toEqual([]);
});

it('a canceled run fails, and does not go on without names', async () => {
	const { connection } = await script([], { signal: AbortSignal.abort() });
	const { name } = await failure(fetchNames({ ...connection, profileId: uuid(0xa1) }));
	expect(name).toBe('CancelledError');
});
