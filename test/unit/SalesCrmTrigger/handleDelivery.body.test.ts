import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { readJson } from '../../../nodes/SalesCrmTrigger/handleDelivery';

/** What a call carries, before anybody asks whether it is an event. */

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);

it('JSON is read', () => {
	expect(readJson(bytes('{"naam":"Zoë"}'))).toEqual({ naam: 'Zoë' });
});

it('a byte order mark is skipped', () => {
	expect(readJson(bytes('\ufeff{"a":1}'))).toEqual({ a: 1 });
});

it.each<[string | undefined, BufferEncoding]>([
	[undefined, 'utf8'],
	['utf-8', 'utf8'],
	['UTF-16LE', 'utf16le'],
	['iso-8859-1', 'latin1'],
	['a-charset-unheard-of', 'utf8'],
])('with the charset %p', (charset, encoding) => {
	expect(readJson(bytes('{"naam":"Zoë"}', encoding), charset)).toEqual({ naam: 'Zoë' });
});

it.each([
	['nothing at all', undefined],
	['no byte', bytes('')],
	['spaces', bytes('  ')],
	['a word', bytes('hello')],
	['half a JSON', bytes('{"a":')],
	['a form', bytes('eventName=X')],
	['XML', bytes('<a/>')],
	['two of them', bytes('{}{}')],
])('%s is none', (_what, rawBody) => {
	expect(readJson(rawBody)).toBeUndefined();
});

const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;

it.each([
	[101, true],
	[102, false],
	[100_000, false],
])('%i levels are harmless: %p', (levels, harmless) => {
	expect(readJson(bytes(nested(levels))) !== undefined).toBe(harmless);
	expect(readJson(bytes(`{"a":${nested(levels - 1)}}`)) !== undefined).toBe(harmless);
});

it.each([
	['at the top', '{"__proto__":{"admin":true}}'],
	['deep inside', '{"a":[{"b":{"__proto__":1}}]}'],
	['beside what is harmless', '{"x":[1],"a":{"__proto__":1},"z":{}}'],
])('a key __proto__ %s is refused', (_where, json) => {
	expect(readJson(bytes(json))).toBeUndefined();
});

it('keys that only look dangerous stay', () => {
	const json = '{"constructor":{"prototype":1},"x":"__proto__","a":null}';
	expect(JSON.stringify(readJson(bytes(json)))).toBe(json);
});

describe('integers', () => {
	const read = (json: string) => readJson(bytes(json));

	it('that differ stay different, however large', () => {
		expect(read('{"id":9007199254740993}')).toEqual({ id: '9007199254740993' });
		expect(read('{"id":9007199254740992}')).toEqual({ id: 9_007_199_254_740_992 });
		expect(read('[12345678901234567890,-9007199254740993]')).toEqual([
			'12345678901234567890',
			'-9007199254740993',
		]);
	});

	it('beyond all numbers are read as text', () => {
		const digits = '9'.repeat(400);
		expect(read(`{ "id" : ${digits} }`)).toEqual({ id: digits });
	});

	it.each([
		['a text of digits', '{"id":"9007199254740993"}'],
		['a text that looks like JSON', String.raw`{"a":"\"b\":9007199254740993,\\"}`],
		['a key of digits', '{"9007199254740993":1}'],
		['the largest of all that are exact', '{"id":9007199254740991}'],
		['a larger one that is exact', '{"id":100000000000000000000}'],
	])('%s stays as it is', (_what, json) => {
		expect(JSON.stringify(read(json))).toBe(json);
	});

	it('with a fraction or an exponent are numbers', () => {
		const json = '[0.12345678901234567,12345678901234567.5,1e400,1.0E+2,9007199254740993e0]';
		expect(read(json)).toEqual(JSON.parse(json));
	});

	it('in a body as large as n8n takes', () => {
		const text = '\\"9007199254740993,'.repeat(800_000);
		const body = read(`{"id":9007199254740993,"text":${JSON.stringify(text)}}`) as IDataObject;
		// Not the text itself: a failed test would print it.
		expect([body?.id, body?.text === text]).toEqual(['9007199254740993', true]);
	});

	it('of any JSON: each is told exactly, and nothing else is touched', () => {
		const { tree } = fc.letrec((tie) => ({
			leaf: fc.oneof(
				fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
				fc.bigInt({ min: 2n ** 53n - 4n, max: 2n ** 53n + 4n }),
				fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '9007199254740993', '[', 'é') }),
				fc.constantFrom(null, true, 0.5),
			),
			tree: fc.oneof(
				{ maxDepth: 4 },
				tie('leaf'),
				fc.array(tie('tree')),
				fc.dictionary(
					fc.string().filter((key) => key !== '__proto__'),
					tie('tree'),
				),
			),
		}));
		const written = (value: unknown): string => {
			if (typeof value === 'bigint') return String(value);
			if (Array.isArray(value)) return `[${value.map(written).join(' ,')}]`;
			if (typeof value !== 'object' || value === null) return JSON.stringify(value);
			const members = Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}:${written(v)}`);
			return `{${members.join(',\n')}}`;
		};
		const expected = (value: unknown): unknown => {
			if (typeof value === 'bigint') {
				return BigInt(Number(value)) === value ? Number(value) : String(value);
			}
			if (Array.isArray(value)) return value.map(expected);
			if (typeof value !== 'object' || value === null) return value;
			return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, expected(v)]));
		};
		fc.assert(
			fc.property(tree, (value) => {
				expect(read(written(value))).toEqual(expected(value));
			}),
		);
	});
});
