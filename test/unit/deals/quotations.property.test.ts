import fc from 'fast-check';

import type { RequestQuotation } from '../../../nodes/api/requestQuotations';
import { countingKeys, dealQuotations, wantsQuotation } from '../../../nodes/deals/quotations';
import { readFilters } from '../../../nodes/deals/filters';
import { runs } from '../../support/runs';

/** Which quotation of a deal counts, against a calculation of its own that goes through all of them once. */

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 10);

const anyQuotations = fc.array(
	fc.record({
		status: fc.constantFrom('DRAFT', 'SENT', 'ACCEPTED', 'REJECTED', null),
		/** Few moments, so that some are the same; one is not known. */
		createdMs: fc.constantFrom(NOW - 30 * DAY, NOW - 10.5 * DAY, NOW - DAY, NaN),
	}),
	{ maxLength: 5 },
);

const quotationsOf = (drawn: Array<Pick<RequestQuotation, 'status' | 'createdMs'>>) =>
	drawn.map(
		(one, n): RequestQuotation => ({
			...{ ...one, quotationId: `${n}`, number: `number ${n}`, total: n * 100 },
			...{ expiresMs: NaN, requestId: 'request' },
		}),
	);

/** The one that counts; `unclear` if it cannot be told. */
function counting(quotations: RequestQuotation[]) {
	const counts = { ACCEPTED: 0, SENT: 0 };
	let latest: RequestQuotation | undefined;
	let isTie = false;
	let sent: RequestQuotation | undefined;
	for (const one of quotations) {
		if (one.status === 'SENT') {
			counts.SENT++;
			sent = one;
		}
		if (one.status !== 'ACCEPTED') continue;
		counts.ACCEPTED++;
		if (latest === undefined || one.createdMs > latest.createdMs) {
			latest = one;
			isTie = false;
		} else if (one.createdMs === latest.createdMs) isTie = true;
	}
	const isTimed = quotations.every(
		({ status, createdMs }) => status !== 'ACCEPTED' || !Number.isNaN(createdMs),
	);
	if (counts.ACCEPTED > 1 && !isTimed) return 'unclear';
	if (counts.ACCEPTED > 0) return isTie ? 'unclear' : latest;
	if (counts.SENT > 0) return counts.SENT === 1 ? sent : 'unclear';
	return quotations.length > 1 ? 'unclear' : quotations[0];
}

it('the newest accepted, else the only one that is sent, else the only one; otherwise it is unclear', () => {
	const seen = new Set<string>();
	fc.assert(
		fc.property(anyQuotations, (drawn) => {
			const quotations = quotationsOf(drawn);
			const expected = counting(quotations);
			const one = expected === 'unclear' ? undefined : expected;
			seen.add(expected === 'unclear' ? 'unclear' : (one?.status ?? 'none'));
			const isOpen = one?.status === 'SENT' && !Number.isNaN(one.createdMs);
			const days = isOpen ? (NOW - one.createdMs) / DAY : null;
			const known = dealQuotations(quotations, NOW);
			expect(countingKeys(known)).toEqual({
				quotationNumber: one?.number ?? null,
				quotationStatus: one?.status ?? null,
				quotationTotal: one?.total ?? null,
				quotationDaysOpen: days,
				quotationUnclear: expected === 'unclear',
			});
			const isWanted = (filters: object) => wantsQuotation(readFilters(filters), known);
			expect(isWanted({ quotationStatuses: 'sent, accepted' })).toBe(
				one?.status === 'SENT' || one?.status === 'ACCEPTED',
			);
			expect(isWanted({ minQuotationDaysOpen: 10.5 })).toBe(days !== null && days >= 10.5);
		}),
		runs(400),
	);
	expect([...seen].sort()).toEqual(['ACCEPTED', 'DRAFT', 'REJECTED', 'SENT', 'none', 'unclear']);
});

it('the list has the newest first', () => {
	fc.assert(
		fc.property(anyQuotations, (drawn) => {
			const { all } = dealQuotations(quotationsOf(drawn), NOW);
			expect(all).toHaveLength(drawn.length);
			const times = all.map(({ createdMs }) => createdMs || 0);
			expect(times).toEqual(times.toSorted((a, b) => b - a));
		}),
	);
});
