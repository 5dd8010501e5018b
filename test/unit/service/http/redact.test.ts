import fc from 'fast-check';

import { firstWords, redact } from '../../../../nodes/service/http/redact';

/** What of an answer may be shown: its beginning, without markup and without secrets. */

const KEY = 'k3y/with+signs&more';

describe('secrets', () => {
	it('are hidden as they are and as they stand in an address', () => {
		const text = `Bearer ${KEY}; ?token=${encodeURIComponent(KEY)}; ${KEY}${KEY}`;
		expect(redact(text, [KEY])).toBe('Bearer ***; ?token=***; ******');
	});

	it('several of them', () => {
		expect(redact('one two three', ['one', 'three'])).toBe('*** two ***');
	});

	it('one that begins like another', () => {
		expect(redact('sent: abcdef', ['abcd', 'abcdef'])).toBe('sent: ***');
	});

	it('with signs that JSON writes in its own way', () => {
		const odd = 'pa"ss\\word';
		expect(firstWords({ sent: odd }, [odd])).toBe('{"sent":"***"}');
		expect(firstWords(JSON.stringify({ sent: odd }), [odd])).toBe('{"sent":"***"}');
	});

	it('are hidden in an object, and where markup or the end of the text would cut them', () => {
		expect(firstWords({ sent: { token: KEY } }, [KEY])).toBe('{"sent":{"token":"***"}}');
		expect(firstWords(`${'x'.repeat(295)}${KEY}`, [KEY])).not.toContain(KEY.slice(0, 4));
	});

	it('never show, whatever is around them', () => {
		const secret = fc.string({ minLength: 8, unit: fc.constantFrom(...'abcXYZ019+/=-_.<>"\\ ') });
		fc.assert(
			fc.property(fc.string(), secret, fc.string(), (before, hidden, after) => {
				fc.pre(!'*'.repeat(9).includes(hidden));
				expect(firstWords(`${before} ${hidden} ${after}`, [hidden])).not.toContain(hidden);
			}),
		);
	});
});

describe('the first words', () => {
	it('of a web page are its text', () => {
		const page = '<html><style>b{}</style><script>let a = 1</script><h1>Not\n here</h1></html>';
		expect(firstWords(page, [])).toBe('Not here');
	});

	it('of a long answer end after 300 characters', () => {
		expect(firstWords('a'.repeat(1000), [])).toBe(`${'a'.repeat(300)}…`);
	});

	it('of nothing are none', () => {
		for (const body of [undefined, null, '']) expect(firstWords(body, [])).toBe('');
	});
});
