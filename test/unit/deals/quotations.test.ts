import type { RequestQuotation } from '../../../nodes/api/requestQuotations';
import { countingFields, dealQuotations } from '../../../nodes/deals/quotations';

/** Which of a deal's quotations counts. Against SQL, and with filters: deal.worlds.property.test.ts. */

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 10);

/** From a text such as `SENT 10, DRAFT 2`: the status of each, and how many days ago it was created. */
const quotationsOf = (text: string): RequestQuotation[] =>
	(text.match(/[^,]+/g) ?? []).map((one) => {
		const [status, daysAgo] = one.trim().split(' ');
		return {
			...{ status, createdMs: NOW - Number(daysAgo) * DAY, expiresMs: NaN, number: one.trim() },
			...{ total: 100, quotationId: 'q', requestId: 'r' },
		};
	});

const countingOf = (text: string) => countingFields(dealQuotations(quotationsOf(text), NOW));

it.each([
	['none', '', null],
	['the newest accepted one', 'ACCEPTED 20, ACCEPTED 5, SENT 1', 'ACCEPTED 5'],
	['the only sent one', 'SENT 20, DRAFT 1', 'SENT 20'],
	['the only one', 'REJECTED 3', 'REJECTED 3'],
	['none of several sent ones', 'SENT 20, SENT 1', 'unclear'],
	['none of several others', 'DRAFT 2, REJECTED 1', 'unclear'],
	['none of two accepted in the same millisecond', 'ACCEPTED 5, ACCEPTED 5', 'unclear'],
	['none of two accepted, if one has no time', 'ACCEPTED 5, ACCEPTED ?', 'unclear'],
])('%s counts: %s', (_what, quotations, number) => {
	const { quotationNumber, quotationUnclear } = countingOf(quotations);
	expect(quotationUnclear ? 'unclear' : quotationNumber).toBe(number);
});

it.each([
	['SENT 10.5', 10.5],
	['SENT ?', null],
	['ACCEPTED 3', null],
	['DRAFT 3', null],
])('%s days ago has been open for %p days', (quotation, days) => {
	expect(countingOf(quotation).quotationDaysOpen).toBe(days);
});

it('the list has the newest first, and those without a time last', () => {
	const { all } = dealQuotations(quotationsOf('A 1, B ?, C 3, D 2'), NOW);
	expect(all.map(({ status }) => status)).toEqual(['A', 'D', 'C', 'B']);
});
