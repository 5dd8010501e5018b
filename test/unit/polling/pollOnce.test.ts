import type { HistoryEntry } from '../../../nodes/api/types';
import { HandPoller } from '../../support/handPoller';
import { ROOF, TALKING } from '../../support/solarRoof';

/** Polls for which nothing comes back, on a clock of their own. */

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

jest.mock('../../../nodes/transport/retryPolicy', () => ({
	...jest.requireActual<object>('../../../nodes/transport/retryPolicy'),
	pause: async (ms: number) => void (clock += ms),
}));

const NOW = Date.parse('2026-03-03T12:00:00Z');
let clock = NOW;
let poller: HandPoller;
beforeEach(() => {
	clock = NOW;
	jest.spyOn(Date, 'now').mockImplementation(() => clock);
	poller = new HandPoller({ resolveNames: false });
	poller.deals = structuredClone([ROOF]);
});
afterEach(() => jest.restoreAllMocks());

let entries = 0;
function happened(): string {
	const id = `entry ${++entries}`;
	poller.deals[0].history.push({
		id,
		startTimestamp: clock + entries,
		endTimestamp: 0,
		type: 'STATUS_CHANGED',
		metaData: { propertyValue: { _id: TALKING, type: 'STATUS' } },
	} as HistoryEntry);
	return id;
}
const ids = (items: Array<{ changeId?: unknown }>) => items.map(({ changeId }) => changeId);

const timeOut = Object.assign(new Error('timeout of 60000ms exceeded'), { code: 'ECONNABORTED' });

describe('n8n started while the service swallows requests', () => {
	it('the first poll ends long before n8n 2 gives up the publication (84 s)', async () => {
		await poller.activate();
		poller.stop();
		poller.faults = { history: timeOut };
		// Each request takes as long as its own limit.
		poller.before = async () => {
			for (let left = Number(poller.asked.at(-1)![2]); left > 0; left -= 1000) {
				clock += 1000;
				await Promise.resolve();
			}
		};
		const startedAt = clock;
		expect(await poller.start()).toEqual([]);
		expect(clock - startedAt).toBeLessThan(84_000);
	});
});

describe('a poll that never ends, as where n8n 1.123 waits for an access token', () => {
	it('is overtaken by a later one', async () => {
		await poller.activate();
		await poller.poll();
		poller.asked = [];
		poller.before = async () => await new Promise<void>(() => undefined);
		void poller.poll();
		for (let turn = 0; turn < 1000 && poller.asked.length === 0; turn++) await Promise.resolve();
		poller.before = async () => undefined;
		const change = happened();
		const came: unknown[] = [];
		for (let day = 0; day < 3; day++) {
			clock += 86_400_000;
			came.push(...ids(await poller.poll()));
		}
		poller.deactivate();
		came.push(...ids(await poller.activate()), ...ids(await poller.poll()));
		expect(came).toEqual([change]);
	});
});
