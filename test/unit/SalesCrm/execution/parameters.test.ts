import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parameterReader, type Property } from '../../../../nodes/SalesCrm/execution/parameters';

/** Values without an expression are read once a run, all others for each item. */

const property = (name: string, type: Property['type'] = 'string'): Property => ({
	displayName: name,
	name,
	type,
	default: 'fallback',
});

/** A node that works out `=` as the number of the item, wherever in a value it stands. */
function contextOf(parameters: IDataObject) {
	const work = (value: unknown, item: number): unknown => {
		if (typeof value === 'string') return value.startsWith('=') ? item : value;
		if (Array.isArray(value)) return value.map((one) => work(one, item));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, work(one, item)]));
	};
	const getNodeParameter = jest.fn(
		(...[name, item, fallback]: [string, number, unknown, object]) =>
			name in parameters ? work(parameters[name], item) : fallback,
	);
	const context = { getNode: () => ({ parameters, type: 'salesCrm' }), getNodeParameter };
	return { context: context as unknown as IExecuteFunctions, getNodeParameter };
}

it.each([
	['a text', 'same'],
	['a text with an equals sign inside', 'a=b'],
	['nothing', null],
	['an object', { a: { b: ['x', 1, null] } }],
])('%s is read once', (_what, value) => {
	const { context, getNodeParameter } = contextOf({ value } as IDataObject);
	const read = parameterReader(context, [property('value')]);
	expect([0, 1, 2].map(read)).toEqual([{ value }, { value }, { value }]);
	expect(getNodeParameter).toHaveBeenCalledTimes(1);
});

it('a value that is not set is the default, read once', () => {
	const { context, getNodeParameter } = contextOf({});
	const read = parameterReader(context, [property('value')]);
	expect([0, 1].map(read)).toEqual([{ value: 'fallback' }, { value: 'fallback' }]);
	expect(getNodeParameter).toHaveBeenCalledTimes(1);
});

it.each([
	['a text', '='],
	['in an object', { a: { b: '=' }, c: 'same' }],
	['in a list', { header: [{ name: 'same' }, { name: '=' }] }],
])('an expression is worked out for each item: %s', (_what, value) => {
	const { context } = contextOf({ value, other: 'same' } as IDataObject);
	const read = parameterReader(context, [property('value'), property('other')]);
	for (const item of [0, 1]) {
		const expected = JSON.stringify({ value, other: 'same' }).replace('"="', String(item));
		expect(read(item)).toEqual(JSON.parse(expected));
	}
});

it('what one item makes of its values, the others do not see', () => {
	const { context } = contextOf({ value: 'same' });
	const read = parameterReader(context, [property('value')]);
	read(0).value = 'changed';
	expect(read(1)).toEqual({ value: 'same' });
});

it('a value that cannot be read fails for each item, not for the first alone', () => {
	const { context, getNodeParameter } = contextOf({ value: 'same' });
	getNodeParameter.mockImplementation(() => {
		throw new TypeError('No');
	});
	const read = parameterReader(context, [property('value')]);
	expect(() => read(0)).toThrow('No');
	expect(() => read(1)).toThrow('No');
});

it('a locator gives the value it points to', () => {
	const { context, getNodeParameter } = contextOf({ id: '=', name: '=' });
	parameterReader(context, [property('id', 'resourceLocator'), property('name')])(0);
	expect(getNodeParameter.mock.calls).toEqual([
		['id', 0, 'fallback', { extractValue: true }],
		['name', 0, 'fallback', { extractValue: false }],
	]);
});
