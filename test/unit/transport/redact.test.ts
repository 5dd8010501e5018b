import fc from 'fast-check';

import { firstWords, redact } from '../../../nodes/transport/redact';

/** Which words of a service are shown: the first ones, without a secret in any form. */

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r';

it.each<[name: string, write: (secret: string) => string]>([
	['as it is', (secret) => secret],
	['in an address', encodeURIComponent],
	['in JSON', (secret) => JSON.stringify(secret)],
])('a secret %s is hidden, whatever is around it', (_, write) => {
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

it('secrets of any length and content are hidden, and nothing throws', () => {
	const unit = fc.constantFrom('grapheme', 'binary', 'binary-ascii');
	const drawn = unit.chain((one) => fc.string({ unit: one as 'binary', maxLength: 40 }));
	const long = fc.tuple(drawn, fc.integer({ min: 1, max: 300 })).map(([s, n]) => `k${s}`.repeat(n));
	fc.assert(
		fc.property(fc.array(long, { maxLength: 3 }), drawn, (secrets, between) => {
			const text = `${between}${secrets.join(between)}${between}`;
			const clean = redact(text, secrets);
			// `***` may complete a short one that consists of such characters.
			for (const one of secrets.filter((secret) => secret.length > 20))
				expect(clean).not.toContain(one);
			firstWords({ text }, secrets);
		}),
	);
});

it.each([
	['sent: abcdef, abc.', ['abc', 'abcdef'], 'sent: ***, ***.'],
	[`{"token":"${JWT}"}`, [], '{"token":"***"}'],
])('%s with the secrets %j is shown as %s', (text, secrets, shown) => {
	expect(redact(text, secrets)).toBe(shown);
});

it.each([0, 12_370, 16_360, 16_383])(
	'a secret that is cut off behind %i characters is not shown in part',
	(before) => {
		const secret = 'k3y-4711'.repeat(500);
		const page = `<style>${'x'.repeat(before)}</style>${secret}`;
		expect(firstWords(page, [secret])).not.toContain('k3y');
	},
);

it.each(['<'.repeat(5_000_000), '<style '.repeat(20_000), 'eyJ'.repeat(50_000)])(
	'no answer keeps n8n from other work',
	(body) => {
		const start = performance.now();
		firstWords(body, ['k3y', 'e'.repeat(9000), '<st']);
		expect(performance.now() - start).toBeLessThan(1000);
	},
);
