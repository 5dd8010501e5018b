import { passTime } from '../../support/fastClock';

import { knownNames } from '../../../nodes/api/nameDirectory';
import { type FoundNames, namesOf } from '../../../nodes/api/names';
import type { Status, User } from '../../../nodes/api/types';

/** Names of statuses and users, kept while a process lives. */

const USERS = [{ id: 'u', name: 'Eva' }] as User[];

const foundIn = (statuses: Array<Partial<Status>>): FoundNames => ({
	names: namesOf(statuses as Status[], USERS),
	missing: [],
});

const ANNA = foundIn([{ id: 'a', label: 'Anna' }]);

let accounts = 0;

function stage(found = ANNA) {
	const fetch = jest.fn(async () => found);
	const account = `account ${++accounts}`;
	const know = async (id: string | null, isNeeded = false) =>
		await knownNames(account, { statusIds: [id], userIds: [] }, fetch, isNeeded);
	const labelOf = async (id: string) =>
		(await know(id)).names.statuses.get(id.toLowerCase())?.label;
	return { account, fetch, know, labelOf };
}

it('any number of callers share one fetch, whatever the case of an id', async () => {
	const { fetch, labelOf } = stage(foundIn([{ id: 'aB', label: 'Anna' }]));
	const labels = await Promise.all(['ab', 'AB', 'aB', 'ab'].map(labelOf));
	expect(labels).toEqual(['Anna', 'Anna', 'Anna', 'Anna']);
	expect(fetch).toHaveBeenCalledTimes(1);
});

it('an ID that the lists lack is asked for once in ten seconds, of a user too', async () => {
	const { account, fetch, labelOf } = stage();
	for (const id of ['new', 'new', 'a', 'unknown']) await labelOf(id);
	expect(fetch).toHaveBeenCalledTimes(1);
	fetch.mockResolvedValue(foundIn([{ id: 'new', label: 'Noor' }]));
	passTime(10_000);
	expect(await labelOf('new')).toBe('Noor');
	expect(fetch).toHaveBeenCalledTimes(2);
	passTime(10_000);
	for (const id of ['u', 'v', null]) {
		await knownNames(account, { statusIds: [null], userIds: [id] }, fetch);
	}
	expect(fetch).toHaveBeenCalledTimes(3);
});

it('so are those that failed; what is known stays known, and why a list is missing is said', async () => {
	const { fetch, know, labelOf } = stage();
	await labelOf('a');
	passTime(10_000);
	const error = new TypeError('no answer');
	fetch.mockRejectedValueOnce(error);
	expect([await labelOf('b'), await labelOf('b'), await labelOf('a')]).toEqual([
		undefined,
		undefined,
		'Anna',
	]);
	const { names, missing } = await know('a', true);
	expect(names).toEqual(ANNA.names);
	expect(missing).toEqual([
		{ of: 'statuses', error },
		{ of: 'users', error },
	]);
	passTime(10_000);
	fetch.mockResolvedValueOnce({ names: namesOf([], USERS), missing: [{ of: 'statuses', error }] });
	expect(await know('b')).toEqual({ names: ANNA.names, missing: [{ of: 'statuses', error }] });
	passTime(10_000);
	const statuses = [...ANNA.names.statuses.values()];
	fetch.mockResolvedValueOnce({ names: namesOf(statuses, []), missing: [{ of: 'users', error }] });
	expect(await know('b')).toEqual({ names: ANNA.names, missing: [{ of: 'users', error }] });
	passTime(10_000);
	fetch.mockResolvedValue(foundIn([{ id: 'b', label: 'Bram' }]));
	expect(await labelOf('b')).toBe('Bram');
	expect(fetch).toHaveBeenCalledTimes(5);
});

it('a slow fetch holds nobody for longer than a second and a half, and serves those who come later', async () => {
	const { fetch, know, labelOf } = stage();
	let arrive: (found: FoundNames) => void = () => undefined;
	fetch.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
	const start = performance.now();
	const needed = know('a', true);
	expect(await labelOf('a')).toBeUndefined();
	const ms = performance.now() - start;
	expect(ms).toBeGreaterThan(1_400);
	arrive(ANNA);
	expect((await needed).names).toEqual(ANNA.names);
	expect(await labelOf('a')).toBe('Anna');
	expect(fetch).toHaveBeenCalledTimes(1);
});

it('the lists are fetched anew after five minutes, for a status may have been renamed', async () => {
	const { fetch, labelOf } = stage();
	await labelOf('a');
	fetch.mockResolvedValue(foundIn([{ id: 'a', label: 'Renamed' }]));
	passTime(299_000);
	expect(await labelOf('a')).toBe('Anna');
	passTime(1_500);
	expect(await labelOf('a')).toBe('Renamed');
});
