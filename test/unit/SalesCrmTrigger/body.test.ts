import { readJson } from '../../../nodes/SalesCrmTrigger/body';

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
