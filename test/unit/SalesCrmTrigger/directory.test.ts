import { Directory } from '../../../nodes/SalesCrmTrigger/directory';
import { recordOf } from '../../../nodes/utils/lists';

/** Names of statuses and users, kept while a process lives. */

interface Named {
	id: string;
	name: string;
}

const WAIT = 100;

function stage(records: Named[] = [{ id: 'a', name: 'Anna' }]) {
	const warnings: string[] = [];
	const directory = new Directory<Named>('users', (message) => warnings.push(message));
	const fetch = jest.fn(async () => records);
	const nameOf = async (id: string | null, wait = WAIT) =>
		(await directory.lookUp([id], fetch, wait)).get(id ?? '')?.name;
	return { directory, fetch, nameOf, warnings };
}

let now: number;

beforeEach(() => {
	now = Date.parse('2026-03-01T08:00:00Z');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

it('any number of callers at once share one fetch', async () => {
	const { fetch, nameOf } = stage();
	const names = await Promise.all(Array.from({ length: 50 }, async () => await nameOf('a')));
	expect(new Set(names)).toEqual(new Set(['Anna']));
	expect(fetch).toHaveBeenCalledTimes(1);
});

it('an unknown id is asked for once', async () => {
	const { fetch, nameOf } = stage();
	await nameOf('a');
	expect(await nameOf('b')).toBeUndefined();
	await Promise.all([nameOf('b'), nameOf('b')]);
	expect(fetch).toHaveBeenCalledTimes(2);
});

it('one unknown id does not hide another', async () => {
	const { fetch, nameOf } = stage();
	await nameOf('unknown');
	fetch.mockResolvedValue([
		{ id: 'a', name: 'Anna' },
		{ id: 'new', name: 'Noor' },
	]);
	expect(await nameOf('new')).toBe('Noor');
	await nameOf('unknown');
	expect(fetch).toHaveBeenCalledTimes(2);
});

it('after a failure it keeps quiet for ten seconds, to the millisecond, warns once, and what is known stays known', async () => {
	const { fetch, nameOf, warnings } = stage();
	await nameOf('a');
	fetch.mockRejectedValueOnce(new Error('no answer'));
	expect(await nameOf('b')).toBeUndefined();
	expect(await nameOf('b')).toBeUndefined();
	expect(await nameOf('a')).toBe('Anna');
	expect(fetch).toHaveBeenCalledTimes(2);
	expect(warnings).toEqual(['the users could not be fetched: no answer']);
	now += 9_999;
	await nameOf('b');
	expect(fetch).toHaveBeenCalledTimes(2);
	now += 1;
	fetch.mockResolvedValue([{ id: 'b', name: 'Bram' }]);
	expect(await nameOf('b')).toBe('Bram');
	expect(fetch).toHaveBeenCalledTimes(3);
});

it('a slow fetch holds nobody longer than asked, and its result serves those who come later', async () => {
	const { fetch, nameOf } = stage();
	let arrive: (records: Named[]) => void = () => undefined;
	fetch.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
	expect(await nameOf('a', 20)).toBeUndefined();
	arrive([{ id: 'a', name: 'Anna' }]);
	expect(await nameOf('a')).toBe('Anna');
	expect(fetch).toHaveBeenCalledTimes(1);
});

it('nothing wanted, nothing fetched', async () => {
	const { fetch, nameOf } = stage();
	expect(await nameOf(null)).toBeUndefined();
	expect(fetch).not.toHaveBeenCalled();
});

it('a fetch under way when an unknown id is asked for counts as its answer', async () => {
	const { directory, fetch, nameOf } = stage();
	const [known, unknown] = await Promise.all([nameOf('a'), nameOf('b')]);
	expect([known, unknown]).toEqual(['Anna', undefined]);
	expect(fetch).toHaveBeenCalledTimes(1);
	expect(await directory.lookUp([], fetch, WAIT)).toEqual(new Map([['a', expect.anything()]]));
});

it('an id is known whatever its case, and is not asked for again in another one', async () => {
	const { directory, fetch } = stage([{ id: 'aB', name: 'Anna' }]);
	const known = await directory.lookUp(['Ab'], fetch, WAIT);
	expect(recordOf(known, 'AB')).toEqual({ id: 'aB', name: 'Anna' });
	await directory.lookUp(['ab', 'unknown'], fetch, WAIT);
	await directory.lookUp(['ab', 'UNKNOWN'], fetch, WAIT);
	expect(fetch).toHaveBeenCalledTimes(2);
});

it.each([
	['a list', 5 * 60_000, ['a']],
	['an unknown id', 60_000, ['unknown']],
])(
	'the very end of the time of %s: one millisecond later it is fetched anew',
	async (_what, time, ids) => {
		const { directory, fetch } = stage();
		const ask = async () => (await directory.lookUp(ids, fetch, WAIT)).get(ids[0])?.name;
		await ask();
		now += time;
		await ask();
		expect(fetch).toHaveBeenCalledTimes(1);
		now += 1;
		fetch.mockResolvedValue([{ id: ids[0], name: 'Renamed' }]);
		expect(await ask()).toBe('Renamed');
		expect(fetch).toHaveBeenCalledTimes(2);
	},
);
