import type { IDataObject } from 'n8n-workflow';

import { dealDetails } from '../../../nodes/api/dealDetails';

/** What a deal contains, in spellings that the sandbox does not send. */

const NOTHING = dealDetails({});

const free = (...pairs: Array<[label: unknown, value?: unknown]>): IDataObject => ({
	free_fields: pairs.map(([label, value]) => ({ label, value })) as IDataObject[],
});

it.each<[string, IDataObject, Partial<typeof NOTHING>]>([
	[
		'an event, with both kinds of fields',
		{
			fields: { email: 'a@example.com', cf_roof: null },
			...free(['email', 'a@example.com'], ['Source', 'site'], ['_internalConfigurator', true]),
		},
		{ email: 'a@example.com', custom: { cf_roof: null, Source: 'site' }, enteredManually: true },
	],
	[
		'an amount as text',
		free(['cf_lead_value', { isoCurrency: 'EUR', amount: '2420.50' }]),
		{ value: 2420.5, currency: 'EUR', custom: {} },
	],
	[
		'a label that occurs twice, and one that is empty',
		free(['Source', 'site'], ['Source', 'fair'], ['Source', 'site'], [' ', 1]),
		{ custom: { Source: ['site', 'fair'] } },
	],
])('%s', (_name, record, expected) => {
	expect(dealDetails(record)).toEqual({ ...NOTHING, ...expected });
});

it('of won and lost the later one counts, in either order', () => {
	const labels = [
		{ type: 'DEAL_WON', timestamp: 20 },
		{ type: 'DEAL_LOST', timestamp: 10 },
	];
	for (const technical_labels of [labels, labels.toReversed()])
		expect(dealDetails({ technical_labels })).toMatchObject({ result: 'won', archived: false });
});

it('10,000 fields of one label take no longer than 10,000 labels', () => {
	const fields = (labelOf: (n: number) => string): IDataObject =>
		free(...Array.from({ length: 10_000 }, (_, n): [string, object] => [labelOf(n), { n }]));
	const msFor = (record: IDataObject) => {
		const start = performance.now();
		dealDetails(record);
		return performance.now() - start;
	};
	const apart = fields((n) => `Source ${n}`);
	msFor(apart);
	expect(msFor(fields(() => 'Source'))).toBeLessThan(10 * msFor(apart) + 50);
	expect(dealDetails(fields(() => 'Source')).custom!.Source).toHaveLength(10_000);
});

it('a value that is nested without end stays as it is, also under a label that occurs twice', () => {
	const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown;
	const { custom } = dealDetails(free(['Source', deep], ['Source', 'fair'], ['Source', 'fair']));
	const [first, ...others] = custom!.Source as unknown[];
	expect(Object.is(first, deep)).toBe(true);
	expect(others).toEqual(['fair']);
});
