import { passTime } from '../../support/fastClock';

import { knownNames } from '../../../nodes/api/nameDirectory';
import type { Status } from '../../../nodes/api/types';

/** Names of statuses and users, kept while a process lives. */

let keys = 0;

function stage(statuses: Array<Partial<Status>> = [{ id: 'a', label: 'Anna' }]) {
	const listStatuses = jest.fn(async () => statuses as Status[]);
	const listUsers = jest.fn(async () => []);
	const warnings: string[] = [];
	const key = `key ${++keys}`;
	const source = { key, listStatuses, listUsers, warn: (words: string) => warnings.push(words) };
	const labelOf = async (id: string | null) => {
		const names = await knownNames(source, { statusIds: [id], userIds: [] });
		return names.statuses.get((id ?? '').toLowerCase())?.label;
	};
	return { listStatuses, listUsers, labelOf, warnings };
}

it('any number of callers share one fetch, whatever the case of an id; nothing wanted, nothing fetched', async () => {
	const { listStatuses, listUsers, labelOf } = stage([{ id: 'aB', label: 'Anna' }]);
	await labelOf(null);
	expect(listStatuses).not.toHaveBeenCalled();
	const labels = await Promise.all(['ab', 'AB', 'aB', 'ab'].map(labelOf));
	expect(labels).toEqual(['Anna', 'Anna', 'Anna', 'Anna']);
	expect(listStatuses).toHaveBeenCalledTimes(1);
	expect(listUsers).not.toHaveBeenCalled();
});

it('a list that lacks an ID is asked for once in ten seconds', async () => {
	const { listStatuses, labelOf } = stage();
	for (const id of ['new', 'new', 'a', 'unknown']) await labelOf(id);
	expect(listStatuses).toHaveBeenCalledTimes(1);
	listStatuses.mockResolvedValue([{ id: 'new', label: 'Noor' }] as Status[]);
	passTime(10_000);
	expect(await labelOf('new')).toBe('Noor');
	expect(listStatuses).toHaveBeenCalledTimes(2);
});

it('so is one that failed, and what is known stays known', async () => {
	const { listStatuses, labelOf, warnings } = stage();
	await labelOf('a');
	passTime(10_000);
	listStatuses.mockRejectedValueOnce(new TypeError('no answer'));
	expect([await labelOf('b'), await labelOf('b'), await labelOf('a')]).toEqual([
		undefined,
		undefined,
		'Anna',
	]);
	expect(warnings).toEqual(['the statuses could not be fetched: no answer']);
	passTime(10_000);
	listStatuses.mockResolvedValue([{ id: 'b', label: 'Bram' }] as Status[]);
	expect(await labelOf('b')).toBe('Bram');
	expect(listStatuses).toHaveBeenCalledTimes(3);
});

it('a slow fetch holds nobody for longer than a second and a half, and serves those who come later', async () => {
	const { listStatuses, labelOf } = stage();
	let arrive: (statuses: Status[]) => void = () => undefined;
	listStatuses.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
	const start = performance.now();
	expect(await labelOf('a')).toBeUndefined();
	const ms = performance.now() - start;
	expect(ms).toBeGreaterThan(1_400);
	arrive([{ id: 'a', label: 'Anna' }] as Status[]);
	expect(await labelOf('a')).toBe('Anna');
	expect(listStatuses).toHaveBeenCalledTimes(1);
});

it('a list is fetched anew after five minutes, for a status may have been renamed', async () => {
	const { listStatuses, labelOf } = stage();
	await labelOf('a');
	listStatuses.mockResolvedValue([{ id: 'a', label: 'Renamed' }] as Status[]);
	passTime(299_000);
	expect(await labelOf('a')).toBe('Anna');
	passTime(1_500);
	expect(await labelOf('a')).toBe('Renamed');
});
