import type { IDataObject } from 'n8n-workflow';

import { dealDetails } from '../../../nodes/api/dealDetails';

/** What a deal contains, in each of the spellings that are described or published. */

const NOTHING = dealDetails({});

it('a record without fields and labels has only nulls', () => {
	expect(new Set(Object.values(NOTHING))).toEqual(new Set([null]));
});

const free = (...pairs: Array<[label: unknown, value?: unknown]>): IDataObject => ({
	free_fields: pairs.map(([label, value]) => ({ label, value })) as IDataObject[],
});

it.each<[string, IDataObject, Partial<typeof NOTHING>]>([
	[
		'a deal of the history, in camel case',
		{
			freeFields: [
				{ label: 'email', value: 'a@example.com' },
				{ label: 'phone', value: ' 0612345678 ' },
				{ label: 'address', value: 'Dorpsstraat 12, 1234AB Ede' },
				{ label: 'cf_lead_value', value: { iso_currency: 'EUR', amount: 2420 } },
				{ label: 'Type woning', value: 'Hoekwoning' },
				{ label: '_internalConfigurator', value: true },
			],
			technicalLabels: [{ type: 'ITEM_ACTIVE', timestamp: 1 }],
		},
		{
			...{ value: 2420, currency: 'EUR', email: 'a@example.com', phone: '0612345678' },
			...{ address: 'Dorpsstraat 12, 1234AB Ede', custom: { 'Type woning': 'Hoekwoning' } },
			...{ enteredManually: true, archived: false },
		},
	],
	[
		'an event, with both kinds of fields',
		{
			fields: { email: 'a@example.com', cf_roof: null },
			...free(['email', 'a@example.com'], ['Source', 'site']),
			item_subject: { type: 'LEAD_CONFIGURATION', id: 'request' },
		},
		{
			email: 'a@example.com',
			custom: { cf_roof: null, Source: 'site' },
			requestId: 'request',
		},
	],
	[
		'an amount as text',
		free(['cf_lead_value', { isoCurrency: 'EUR', amount: '2420.50' }]),
		{ value: 2420.5, currency: 'EUR', custom: {} },
	],
	['a bare number', free(['cf_lead_value', 900]), { value: 900, custom: {} }],
	[
		'an email that is empty before one that is not',
		free(['email', ''], ['email', 'b@example.com']),
		{ email: 'b@example.com', custom: {} },
	],
	[
		'a label that occurs twice, and labels that are left out',
		free(['Source', 'site'], ['Source', 'fair'], ['Source', 'site'], [' ', 1], ['__proto__', 2]),
		{ custom: { Source: ['site', 'fair'] } },
	],
])('%s', (_name, record, expected) => {
	expect(dealDetails(record)).toEqual({ ...NOTHING, ...expected });
});

it('of won and lost the later one counts; labels that were set afterwards do not', () => {
	const labels = [
		{ type: 'DEAL_WON', timestamp: 20 },
		{ type: 'DEAL_LOST', timestamp: 10 },
		{ type: 'ITEM_ARCHIVED', timestamp: 30 },
	];
	const at = (until: number) => {
		const { result, archived } = dealDetails({ technical_labels: labels }, until);
		return [result, archived];
	};
	expect([at(9), at(10), at(20), at(30)]).toEqual([
		[null, false],
		['lost', false],
		['won', false],
		['won', true],
	]);
});
