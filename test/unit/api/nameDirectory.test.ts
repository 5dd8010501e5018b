import { passTime } from '../../support/fastClock';

import { knownNames } from '../../../nodes/api/nameDirectory';
import { type FoundNames, namesOf } from '../../../nodes/api/names';
import type { Status, User } from '../../../nodes/api/types';

/** Names of statuses, users and pipelines, kept while the process lives. */

const USERS = [{ id: 'u', name: 'Eva' }] as User[];

const foundIn = (statuses: Record<string, string>): FoundNames => ({
	names: namesOf(
		Object.entries(statuses).map(([id, label]) => ({ id, label }) as Status),
		USERS,
	),
	missing: [],
});

const ANNA = foundIn({ a: 'Anna' });

let accounts = 0;

function stage(found = ANNA) {
	const fetch = jest.fn(async () => found);
	const account = `account ${++accounts}`;
	const know = async (id: string, isEnough = true) =>
		await knownNames(account, {
			lacking: ({ names }) => (names.statuses.has(id) ? [] : [id]),
			isEnough: () => isEnough,
			fetch,
		});
	const labelOf = async (id: string) => (await know(id)).names.statuses.get(id)?.label;
	return { fetch, know, labelOf };
}

it('the lists are read again after a minute, and at once for an unknown name', async () => {
	const { fetch, labelOf } = stage();
	await labelOf('a');
	fetch.mockResolvedValue(foundIn({ a: 'Renamed', new: 'Noor' }));
	passTime(59_000);
	expect(await labelOf('a')).toBe('Anna');
	expect([await labelOf('new'), await labelOf('a')]).toEqual(['Noor', 'Renamed']);
	fetch.mockResolvedValue(ANNA);
	passTime(60_000);
	expect(await labelOf('a')).toBe('Anna');
});

it('a name that does not exist costs one read a minute, not one per event', async () => {
	const { fetch, labelOf } = stage();
	for (let events = 0; events < 9; events++) await labelOf('gone');
	expect(fetch).toHaveBeenCalledTimes(1);
});

it('callers share a read; those that miss something in it share one more', async () => {
	const { fetch, labelOf } = stage();
	const arrivals: Array<(found: FoundNames) => void> = [];
	fetch.mockImplementation(async () => await new Promise((resolve) => arrivals.push(resolve)));
	const early = ['a', 'a', 'new', 'new'].map(labelOf);
	for (const found of [ANNA, foundIn({ a: 'Anna', new: 'Noor' })]) {
		while (arrivals.length === 0) await Promise.resolve();
		arrivals.pop()!(found);
	}
	expect(await Promise.all(early)).toEqual(['Anna', 'Anna', 'Noor', 'Noor']);
	expect(fetch).toHaveBeenCalledTimes(2);
});

it('if a list cannot be read, known names stay, and it is read again after ten seconds', async () => {
	const { fetch, know, labelOf } = stage();
	await labelOf('a');
	const error = new TypeError('no answer');
	fetch.mockRejectedValueOnce(error);
	const missing = (['statuses', 'users'] as const).map((of) => ({ of, error }));
	expect(await know('b')).toEqual({ names: ANNA.names, missing });
	passTime(10_000);
	fetch.mockResolvedValueOnce({ names: namesOf([], USERS), missing: missing.slice(0, 1) });
	expect(await know('b')).toEqual({ names: ANNA.names, missing: missing.slice(0, 1) });
	passTime(10_000);
	fetch.mockResolvedValueOnce(foundIn({ b: 'Bram' }));
	expect(await labelOf('b')).toBe('Bram');
});

it('if boards cannot be read, known names of pipelines stay; without any, numbers are used', async () => {
	const error = new TypeError('no answer');
	const missing = [{ of: 'pipelines' as const, error }];
	const statuses = [{ id: 'a', backlog_id: 'p', label: 'Anna' } as Status];
	const montage = { id: 'p', name: 'Montage', boardId: 'b', boardName: 'Deals' };
	const named = namesOf(statuses, USERS, [{ ...montage, recordType: 'deal' }]);
	const numbered = namesOf(statuses, USERS, null);
	const { fetch, know } = stage({ names: numbered, missing });
	const namesKnown = async () => (await know('a')).names.pipelines.get('p')!.names[0];
	expect(await namesKnown()).toBe('Pipeline 1');
	passTime(10_000);
	fetch.mockResolvedValueOnce({ names: named, missing: [] });
	expect(await namesKnown()).toBe('Montage');
	passTime(60_000);
	expect(await namesKnown()).toBe('Montage');
});

it('nobody waits longer than a second and a half for a slow read, unless a name is needed', async () => {
	const { fetch, know, labelOf } = stage();
	let arrive: (found: FoundNames) => void = () => undefined;
	fetch.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
	const start = performance.now();
	const needed = know('a', false);
	expect(await labelOf('a')).toBeUndefined();
	expect(performance.now() - start).toBeGreaterThan(1_400);
	arrive(ANNA);
	expect((await needed).names).toEqual(ANNA.names);
	expect(await labelOf('a')).toBe('Anna');
	expect(fetch).toHaveBeenCalledTimes(1);
});
