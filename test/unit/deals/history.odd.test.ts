import fc from 'fast-check';

import { changesOf } from '../../../nodes/deals/outputs';
import { currentStatus, timeInStatus } from '../../../nodes/deals/statusPeriods';
import { eventRecords } from '../../../nodes/deals/historyEvents';
import { NO_NAMES } from '../../../nodes/api/names';
import type { HistoryItem } from '../../../nodes/api/types';
import { NO_FILTERS as ALL, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/** Histories unlike the described ones: nothing breaks, and what comes out can be told in JSON. */

const odd = fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown);
const orOdd = <T>(usual: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: usual }, odd);

const entry = fc.record(
	{
		id: orOdd(fc.uuid()),
		startTimestamp: orOdd(fc.integer({ min: 0, max: NOW })),
		endTimestamp: orOdd(fc.integer({ min: 0, max: NOW })),
		type: orOdd(fc.constantFrom('STATUS_CHANGED', 'USER_CHANGED')),
		metaData: orOdd(fc.record({ propertyValue: orOdd(fc.record({ _id: orOdd(fc.uuid()) })) })),
	},
	{ requiredKeys: [] },
);

const deal = fc.record(
	{ id: odd, backlogId: odd, summary: odd, companyProfileId: odd, history: fc.array(orOdd(entry)) },
	{ requiredKeys: ['history'] },
) as unknown as fc.Arbitrary<HistoryItem>;

it.each([
	['changes', (any: HistoryItem) => changesOf(any, NO_NAMES, ALL)],
	['timeInStatus', (any: HistoryItem) => timeInStatus(any, NO_NAMES, ALL, NOW)],
	['currentStatus', (any: HistoryItem) => currentStatus(any, NO_NAMES, ALL, NOW)],
	['events', (any: HistoryItem) => eventRecords(any, NO_NAMES, ALL, undefined)],
])('the output %s', (_output, recordsOf) => {
	fc.assert(
		fc.property(deal, (any) => {
			const rows = recordsOf(any);
			// Each row has every field: what is not told is null, never missing.
			expect(JSON.parse(JSON.stringify(rows))).toStrictEqual(rows);
		}),
		runs(500),
	);
});

it('moments in any unit, as number or text, are one and the same', () => {
	const [began, ended] = ['2026-03-01T08:30:00Z', '2026-03-02T09:00:00Z'].map(Date.parse);
	const told = (moment: (ms: number) => unknown) => {
		const one = { id: 'e', startTimestamp: moment(began), endTimestamp: moment(ended) };
		const any = { id: 'd', history: [{ ...one, type: 'STATUS_CHANGED' }] } as unknown;
		return changesOf(any as HistoryItem, NO_NAMES, ALL);
	};
	const usual = told((ms) => ms);
	expect(usual).toMatchObject([
		{ startedAt: '2026-03-01T08:30:00.000Z', durationMs: ended - began },
	]);
	for (const perMs of [0.001, 1, 1000, 1e6]) {
		expect(told((ms) => ms * perMs)).toEqual(usual);
		expect(told((ms) => String(ms * perMs))).toEqual(usual);
	}
});
