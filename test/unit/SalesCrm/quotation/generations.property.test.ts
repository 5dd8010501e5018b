import fc from 'fast-check';

import { type Description, quotationsAs } from '../../../support/quotations';
import { runs } from '../../../support/runs';
import { startOver } from '../../../support/startOver';

/** The same quotation gives the same item, whichever generation of it the service has. */

type Drawn = ReturnType<typeof sandbox.world.profile>['quotations'][number];

beforeEach(async () => await startOver({ quotations: 0, deals: 3 }));

const cents = fc.integer({ min: 0, max: 5_000_000 }).map((amount) => amount / 100);

const line = fc.record<Drawn['lines'][number]>(
	{
		description: fc.constantFrom(
			'Zonnescherm',
			'Arbeid per uur\n**twee man**',
			'Levertijd zes weken',
		),
		quantity: fc.integer({ min: 0, max: 40 }),
		unitPrice: fc.option(cents),
		discount: fc.record({
			type: fc.constantFrom('PERCENTAGE' as const, 'ABSOLUTE' as const),
			amount: fc.integer({ min: 1, max: 60 }),
		}),
	},
	{ requiredKeys: ['description', 'quantity', 'unitPrice'] },
);

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);

const quotation = fc.record({
	status: fc.constantFrom('SENT', 'ACCEPTED', 'REJECTED'),
	createdAt: fc.integer({ min: START, max: START + 300 * DAY }),
	expiresAt: fc.constant(START + 400 * DAY),
	total: fc.option(cents),
	lines: fc.array(line, { maxLength: 4 }),
	/** Which deal it is for, if any. */
	deal: fc.option(fc.nat(2)),
});

const ofGet = (value: string) => ({
	operation: 'get',
	quotationId: { __rl: true, mode: 'id', value },
});

/** All quotations as listed, and the first as fetched. */
async function readAs(description: Description, id: string) {
	const { items: listed, hints } = await quotationsAs(description);
	const [{ lines, ...fetched }] = (await quotationsAs(description, ofGet(id))).items;
	expect(hints).toEqual([]);
	return { listed, fetched, lines: lines as object[] };
}

/** Without what only documents have. */
const common = (items: object[]) =>
	items.map((item) => ({ ...item, title: null, currency: null, requestId: null, daysOpen: null }));

it('a quotation of both generations is the same in a list and alone, with its lines', async () => {
	const drawn = fc.array(quotation, { minLength: 1, maxLength: 5 });
	const property = fc.asyncProperty(drawn, async (all) => {
		const { quotations, requests, deals } = sandbox.world.profile();
		requests.clear();
		const made = all.map(({ deal, ...own }, n): Drawn => {
			const id = `0c0ffee0-7777-4aaa-8bbb-${String(n).padStart(12, '0')}`;
			if (deal !== null) requests.set(id, deals[deal].leadConfigurationId);
			return { id, number: `2025${String(n + 1).padStart(4, '0')}`, title: 'Offerte', ...own };
		});
		quotations.splice(0, quotations.length, ...made);
		const described = await readAs('described', made[0].id);
		const published = await readAs('published', made[0].id);

		expect(common(described.listed)).toEqual(common(published.listed));
		published.listed.forEach(({ daysOpen }, n) =>
			expect(Number(described.listed[n].daysOpen)).toBeCloseTo(Number(daysOpen), 1),
		);
		expect(common([described.fetched])).toEqual(common([published.fetched]));
		expect(common([published.listed[0]])).toEqual(common([published.fetched]));
		expect(described.lines).toEqual(published.lines.map((one) => ({ ...one, discount: null })));
		// The deal says who it is for.
		expect(
			published.listed.map(({ customer, requestId }) => [customer !== null, requestId]),
		).toEqual(
			all.map(({ deal }) => [
				deal !== null,
				deal === null ? null : deals[deal].leadConfigurationId,
			]),
		);
	});
	await fc.assert(property, runs(20));
});
