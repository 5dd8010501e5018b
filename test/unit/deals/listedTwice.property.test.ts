import fc from 'fast-check';

import { mergedDeals } from '../../../nodes/deals/history';
import { OUTPUTS, type OutputContext } from '../../../nodes/deals/outputs';
import { dealNow, dealRecord } from '../../../nodes/deals/present';
import { NO_NAMES } from '../../../nodes/api/names';
import type { HistoryEntry, HistoryItem } from '../../../nodes/api/types';
import { anyHourlyDeal, NO_FILTERS, NOW } from '../../support/histories';
import { runs } from '../../support/runs';

/** A deal whose history comes in parts, against the same deal in one piece. */

const context: OutputContext = {
	names: NO_NAMES,
	filters: NO_FILTERS,
	now: NOW,
	companyProfileId: 'p',
};

const byId = ({ id: a }: HistoryEntry, { id: b }: HistoryEntry) => (a < b ? -1 : 1);

/** What all operations tell of these deals. */
const told = (deals: HistoryItem[]) => ({
	present: deals.map((deal) => dealRecord(dealNow(deal, NOW), NO_NAMES)),
	changes: deals.map((deal) => OUTPUTS.changes.rows(deal, context)),
	events: deals.map((deal) => OUTPUTS.events.rows(deal, context)),
	timeInStatus: deals.map((deal) => OUTPUTS.timeInStatus.rows(deal, context)),
	deals: deals
		.flatMap((deal) => OUTPUTS.deals.rows(deal) as unknown as HistoryItem[])
		.map((deal) => ({ ...deal, history: deal.history.toSorted(byId) })),
});

/** In which of the two listings each entry is: in one, or in both. */
const anySplit = fc
	.tuple(anyHourlyDeal, fc.array(fc.constantFrom('first', 'second', 'both'), { minLength: 12 }))
	.map(([deal, where]) => {
		const part = (other: string) => ({
			...deal,
			history: deal.history.filter((_entry, n) => where[n] !== other),
		});
		return { deal, parts: [part('second'), part('first')] };
	});

const another = (id: string): HistoryItem => ({
	id,
	backlogId: 'backlog',
	summary: id,
	companyProfileId: ['p'],
	history: [],
});

it('a deal that is listed twice is the same deal', () => {
	fc.assert(
		fc.property(anySplit, fc.boolean(), ({ deal, parts: [first, second] }, isUpper) => {
			const again = { ...second, id: isUpper ? 'DEAL' : 'deal' };
			const listed = [another('before'), first, another('between'), again, another('after')];
			const asItCame = structuredClone(listed);
			const whole = [another('before'), deal, another('between'), another('after')];
			expect(told(mergedDeals(listed))).toEqual(told(whole));
			// What was read is as it came.
			expect(listed).toEqual(asItCame);
		}),
		runs(200),
	);
});

it('deals that are listed once are as they came', () => {
	fc.assert(
		fc.property(anyHourlyDeal, (deal) => {
			const listed = [another('before'), deal];
			expect(mergedDeals(listed)).toEqual(listed);
		}),
		runs(50),
	);
});

it('what has no id is a deal of its own, and so is one without a history', () => {
	const nameless = [undefined, null, ''].map((id) => ({ id, summary: String(id) }));
	const bare = [{ id: 'a' }, { id: 'b', history: null }, { id: 7 }, { id: '7', history: 'none' }];
	const merged = mergedDeals([...nameless, ...bare] as unknown as HistoryItem[]);
	expect(merged).toEqual([
		...nameless,
		{ id: 'a' },
		{ id: 'b', history: null },
		{ id: 7, history: [] },
	]);
});

it('an entry without an id counts once, too; of one that changed, the later listing counts', () => {
	const entry = (more: object) => ({ startTimestamp: NOW - 1000, type: 'STATUS_CHANGED', ...more });
	const part = (...history: object[]) => ({ id: 'deal', history }) as unknown as HistoryItem;
	const open = { id: 'one', endTimestamp: 0 };
	const [deal, ...others] = mergedDeals([
		part(entry({}), entry(open)),
		part(entry({}), entry({ ...open, endTimestamp: NOW }), entry({ metaData: {} })),
		part(entry({})),
	]);
	expect(others).toEqual([]);
	expect(deal.history).toEqual([
		entry({}),
		entry({ ...open, endTimestamp: NOW }),
		entry({ metaData: {} }),
	]);
});

it('a deal of which each change is a listing of its own takes no more time for it', () => {
	const history = Array.from({ length: 5_000 }, (_, n) => ({ id: String(n) }));
	const listed = history.map((entry) => ({ id: 'deal', history: [entry] }));
	const start = performance.now();
	const [deal] = mergedDeals(listed as unknown as HistoryItem[]);
	expect(deal.history).toHaveLength(history.length);
	expect(performance.now() - start).toBeLessThan(2000);
});
