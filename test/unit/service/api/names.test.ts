import { listStatuses, listUsers } from '../../../../nodes/service/api/dealRecords';
import { fetchNames } from '../../../../nodes/service/api/names';
import type { Status, User } from '../../../../nodes/service/api/types';
import type { Connection } from '../../../../nodes/service/http/connection';
import { ServiceError } from '../../../../nodes/service/http/serviceError';
import { recordOf } from '../../../../nodes/values/records';

/** With which body names are asked for, and how often. */

jest.mock('../../../../nodes/service/api/dealRecords');

const statuses = jest.mocked(listStatuses);
const users = jest.mocked(listUsers);

const NEW = { id: 'new', label: 'Nieuw' } as Status;
const TALKING = { id: 'TALKING', label: 'In gesprek' } as Status;
const ANNA = { id: 'anna', name: 'Anna Visser' } as User;

const crm = {} as Connection;

const BODY = { from: 1 };

const wanted = { statusIds: ['NEW', null, 'talking'], userIds: ['Anna', null] };

const refused = (status?: number) =>
	new ServiceError('Could not', 'the service answered', { status });

const bodiesOf = (list: jest.MockedFunction<typeof listStatuses | typeof listUsers>) =>
	list.mock.calls.map(([, body]) => body);

beforeEach(() => {
	jest.resetAllMocks();
	statuses.mockResolvedValue([NEW, TALKING]);
	users.mockResolvedValue([ANNA]);
});

it('with no body to send: once each, with an empty one', async () => {
	const names = await fetchNames(crm, undefined, () => ({ ...wanted, userIds: ['nobody'] }));
	expect([bodiesOf(statuses), bodiesOf(users)]).toEqual([[{}], [{}]]);
	expect(recordOf(names.statuses, 'new')).toBe(NEW);
	expect(recordOf(names.users, 'anna')).toBe(ANNA);
});

it('with a body: it is sent, and that is enough where every id has its name, whatever its case', async () => {
	const names = await fetchNames(crm, BODY, () => wanted);
	expect([bodiesOf(statuses), bodiesOf(users)]).toEqual([[BODY], [BODY]]);
	expect(recordOf(names.statuses, 'tAlking')).toBe(TALKING);
	expect(recordOf(names.users, 'ANNA')).toBe(ANNA);
	expect(recordOf(names.users, 'bram')).toBeUndefined();
	expect(recordOf(names.users, null)).toBeUndefined();
});

it('where nothing said is to be named, the body alone', async () => {
	users.mockResolvedValue([]);
	expect((await fetchNames(crm, BODY)).users.size).toBe(0);
	expect(bodiesOf(users)).toEqual([BODY]);
});

it('an id that stays without a name: that list once more, with an empty body, and both are joined', async () => {
	statuses.mockImplementation(async (_crm, body) => (body === BODY ? [NEW] : [TALKING]));
	const names = await fetchNames(crm, BODY, async () => wanted);
	expect(bodiesOf(statuses)).toEqual([BODY, {}]);
	expect(bodiesOf(users)).toEqual([BODY]);
	expect([...names.statuses.values()].map(({ label }) => label).sort()).toEqual([
		'In gesprek',
		'Nieuw',
	]);
});

it('an id that no list holds is asked for once more only, and a failure of that takes nothing away', async () => {
	users.mockImplementation(async (_crm, body) => {
		if (body === BODY) return [ANNA];
		throw refused(503);
	});
	const names = await fetchNames(crm, BODY, () => ({ ...wanted, userIds: ['anna', 'gone'] }));
	expect(bodiesOf(users)).toEqual([BODY, {}]);
	expect(recordOf(names.users, 'anna')).toBe(ANNA);
});

it.each([200, 400, 404, 405, 409, 415, 422])(
	'a list refused with %i because of the body: once more with an empty one',
	async (status) => {
		statuses.mockRejectedValueOnce(refused(status));
		const names = await fetchNames(crm, BODY, () => wanted);
		expect(bodiesOf(statuses)).toEqual([BODY, {}]);
		expect(recordOf(names.statuses, 'new')).toBe(NEW);
	},
);

it.each([[401], [403], [429], [503], [undefined]])(
	'a list that fails with %p, which no other body would change, is not asked for again',
	async (status) => {
		statuses.mockRejectedValue(refused(status));
		await expect(fetchNames(crm, BODY, () => wanted)).rejects.toThrow('Could not');
		expect(bodiesOf(statuses)).toEqual([BODY]);
	},
);

it('refused with an empty body, it fails', async () => {
	users.mockRejectedValue(refused(400));
	await expect(fetchNames(crm, {}, () => wanted)).rejects.toThrow('Could not');
	await expect(fetchNames(crm, BODY, () => wanted)).rejects.toThrow('Could not');
	expect(bodiesOf(users)).toEqual([{}, BODY, {}]);
});

it('any other error is passed on', async () => {
	users.mockRejectedValue(new TypeError('a bug'));
	await expect(fetchNames(crm, BODY, () => wanted)).rejects.toThrow('a bug');
	expect(bodiesOf(users)).toEqual([BODY]);
});
