import fc from 'fast-check';

import { firstWords, redact } from '../../../nodes/transport/redact';

/** What of a service's words is shown: their beginning, and no secret in any form. */

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r';

const FORMS: Array<[name: string, write: (secret: string) => string]> = [
	['as it is', (secret) => secret],
	['in an address', encodeURIComponent],
	['in JSON', (secret) => JSON.stringify(secret)],
];

describe.each(FORMS)('a secret %s', (_, write) => {
	it('does not survive, whatever is around it', () => {
		const secret = fc
			.tuple(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ maxLength: 8 }))
			.map(([first, last]) => `${first}/k3y "é" 4711+${last}`);
		fc.assert(
			fc.property(secret, fc.string(), fc.string(), (drawn, before, after) => {
				const text = `${before}${write(drawn)}${after}`;
				expect(redact(text, ['another', drawn])).not.toContain('4711');
			}),
		);
	});
});

it('texts and secrets of any length and content leave no secret, and throw nothing', () => {
	const unit = fc.constantFrom('grapheme', 'binary', 'binary-ascii');
	const drawn = unit.chain((one) => fc.string({ unit: one as 'binary', maxLength: 40 }));
	const long = fc.tuple(drawn, fc.integer({ min: 1, max: 300 })).map(([s, n]) => `k${s}`.repeat(n));
	fc.assert(
		fc.property(fc.array(long, { maxLength: 3 }), drawn, drawn, (secrets, before, after) => {
			const text = secrets.reduce((all, one) => `${all}${one}${after}`, before);
			const clean = redact(text, secrets);
			// `***` may complete one that consists of such signs.
			for (const one of secrets.filter((secret) => secret.length > 20))
				expect(clean).not.toContain(one);
			firstWords({ text }, secrets);
		}),
	);
});

it('the longer of two goes first, and words beside them stay', () => {
	expect(redact('sent: abcdef, abc.', ['abc', 'abcdef'])).toBe('sent: ***, ***.');
	expect(redact('Bearer abcdef', ['abcdef'])).toBe('Bearer ***');
	expect(redact('nothing of it', ['', 'abc'])).toBe('nothing of it');
});

it.each([
	[`sent: ${JWT}, no more`, 'sent: ***, no more'],
	[`{"token":"${JWT}"}`, '{"token":"***"}'],
	[`a part of one: ${JWT.slice(0, 40)}`, 'a part of one: ***'],
	['www.crm.example', 'www.crm.example'],
])('what looks like a JWT is hidden: %s', (text, clean) => {
	expect(redact(text, [])).toBe(clean);
});

describe('the first words', () => {
	it('hold no part of one that the end of what is looked at would cut', () => {
		const secret = 'k3y-4711'.repeat(500);
		for (const before of [0, 12_370, 12_380, 16_360, 16_370, 16_383]) {
			const page = `<style>${'x'.repeat(before)}</style>${secret}`;
			expect(firstWords(page, [secret])).not.toContain('k3y');
		}
	});

	it('of a web page are its text', () => {
		const page = '<html><style>b{}</style><script>let a = 1</script><h1>Not\n here</h1></html>';
		expect(firstWords(page, [])).toBe('Not here');
		expect(firstWords('<p>Down<script>let a = 1', [])).toBe('Down');
		expect(firstWords('must be < 5', [])).toBe('must be < 5');
	});

	it('of a long answer end after 300 characters; of nothing there are none', () => {
		expect(firstWords('a'.repeat(301), [])).toBe(`${'a'.repeat(300)}…`);
		for (const body of [undefined, null, '']) expect(firstWords(body, [])).toBe('');
	});

	it.each([['<'.repeat(5_000_000)], ['<style '.repeat(20_000)], ['eyJ'.repeat(50_000)]])(
		'of whatever take no time',
		(body) => {
			const start = performance.now();
			firstWords(body, ['k3y', 'e'.repeat(9000), '<st']);
			expect(performance.now() - start).toBeLessThan(1000);
		},
	);
});
