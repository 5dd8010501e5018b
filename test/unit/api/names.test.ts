import { listStatuses, listUsers } from '../../../nodes/api/deals';
import { fetchNames, missingNamesHint } from '../../../nodes/api/names';
import { listPipelines } from '../../../nodes/api/pipelines';
import type { Status, User } from '../../../nodes/api/types';
import type { Connection } from '../../../nodes/transport/connection';
import { CancelledError, ServiceError } from '../../../nodes/transport/errors';
import { recordOf } from '../../../nodes/utils/lists';

/** With which body names are asked for, and what becomes of those that cannot be had. */

jest.mock('../../../nodes/api/deals');
jest.mock('../../../nodes/api/pipelines', () => ({
	...jest.requireActual<object>('../../../nodes/api/pipelines'),
	listPipelines: jest.fn(),
}));

const statuses = jest.mocked(listStatuses);
const users = jest.mocked(listUsers);

const TALKING = { id: 'TALKING', label: 'In gesprek' } as Status;
const ANNA = { id: 'anna', name: 'Anna Visser' } as User;

const connection = {} as Connection;

const refused = (status?: number) => new ServiceError('Could not fetch', 'Do this.', { status });

beforeEach(() => {
	jest.resetAllMocks();
	statuses.mockResolvedValue([TALKING]);
	users.mockResolvedValue([ANNA]);
	jest.mocked(listPipelines).mockResolvedValue([]);
});

it('are read with the body of the history, and found in any case', async () => {
	const { names, missing } = await fetchNames(connection, { from: 1 });
	expect([statuses, users].map(({ mock }) => mock.lastCall)).toEqual(
		Array(2).fill([connection, { from: 1 }]),
	);
	expect(missing).toEqual([]);
	expect(recordOf(names.statuses, 'tAlking')).toBe(TALKING);
	expect(recordOf(names.users, 'ANNA')).toBe(ANNA);
	expect(recordOf(names.users, 'bram')).toBeUndefined();
	expect(recordOf(names.users, null)).toBeUndefined();
});

it('a list that is refused takes nothing from the others', async () => {
	statuses.mockRejectedValue(refused(401));
	const { names, missing } = await fetchNames(connection);
	expect(names.statuses.size).toBe(0);
	expect(recordOf(names.users, 'anna')).toBe(ANNA);
	expect(missing).toEqual([{ of: 'statuses', error: refused(401) }]);
});

it.each([new TypeError('a bug'), new CancelledError()])('%s is passed on', async (error) => {
	users.mockRejectedValue(error);
	await expect(fetchNames(connection)).rejects.toBe(error);
});

it('what is missing is said with its reason, without advice to make another sign-in', () => {
	const hint = (status: number) => missingNamesHint({ of: 'users', error: refused(status) });
	for (const status of [401, 403]) {
		expect(hint(status)).toBe(
			'Could not fetch. The names of users are left empty. The credential is accepted for the history, but not for the users: ask for access to them.',
		);
	}
	expect(hint(503)).toBe('Could not fetch. The names of users are left empty. Do this.');
});
