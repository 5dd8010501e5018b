import fc from 'fast-check';

import { secretsOf } from '../../../nodes/transport/connection';
import { firstWords, MAX_RAW_CHARACTERS, redact } from '../../../nodes/transport/redact';
import { runs } from '../../support/runs';

/** What of an answer may be shown: its beginning, without markup and without secrets. */

const KEY = 'k3y/with+signs&more';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqaXAifQ.c2ln-bmF0_dXJl';

const inSmallHex = (url: string) => url.replace(/%../g, (escape) => escape.toLowerCase());
const inForm = (secret: string) => new URLSearchParams({ '': secret }).toString().slice(1);
const inJson = (secret: string) => JSON.stringify(secret).slice(1, -1);
/** As PHP and Python write it, and .NET, which spares no sign. */
const inAscii = (secret: string, signs = /[^ -~]/g) =>
	inJson(secret)
		.replace(signs, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.replaceAll('/', '\\/');

/** The forms in which a service may send back what it was sent. */
const FORMS: Array<[form: string, write: (secret: string) => string]> = [
	['as it is', (secret) => secret],
	['in an address', encodeURIComponent],
	['in an address, in small letters', (secret) => inSmallHex(encodeURIComponent(secret))],
	['in a form', inForm],
	['in a form, in small letters', (secret) => inSmallHex(inForm(secret))],
	['in JSON', inJson],
	['in JSON of ASCII', inAscii],
	['in JSON with signs escaped', (secret) => inAscii(secret, /[^ -~]|[&+<>']/g)],
];

/** Of secrets as they are issued and as people make them up; a star is what hides them. */
const character = fc
	.oneof(
		fc.constantFrom(...'abcXYZ019+/=-_.~<>&"\\% \'!$@:\n\u00e9\u20ac\u{1f511}'),
		fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
	)
	.filter((one) => one !== '*');
const drawn = fc.string({ minLength: 4, maxLength: 40, unit: character });

describe.each(FORMS)('secrets %s', (_form, write) => {
	it('are hidden, and nothing beside them', () => {
		fc.assert(
			fc.property(drawn, (secret) => {
				expect(redact(`sent: ${write(secret)}. No more`, [secret])).toBe('sent: ***. No more');
			}),
			runs(200),
		);
	});

	it('are hidden where the end of the text leaves a part', () => {
		fc.assert(
			fc.property(drawn, fc.nat(80), (secret, kept) => {
				const few = write([...secret].slice(0, 4).join('')).length;
				const cut = write(secret).slice(0, few + kept);
				expect(redact(`sent: ${cut}`, [secret])).toBe('sent: ***');
			}),
			runs(200),
		);
	});

	it('do not survive, whatever is around them', () => {
		const around = fc.string({ unit: character });
		const sign = fc.constantFrom(...' "=:;&?');
		fc.assert(
			fc.property(around, sign, fc.array(drawn), sign, around, (before, open, all, end, after) => {
				const text = all.map((secret) => `${open}${write(secret)}${end}`).join('');
				const told = redact(`${before}${text}${after}`, all);
				for (const secret of all) {
					expect(told).not.toContain(secret);
					expect(told).not.toContain(write(secret));
				}
			}),
			runs(200),
		);
	});
});

describe('secrets', () => {
	it('never show, whatever is around them', () => {
		fc.assert(
			fc.property(fc.string(), drawn, fc.string(), (before, hidden, after) => {
				expect(firstWords(`${before}${hidden}${after}`, [hidden])).not.toContain(hidden);
			}),
		);
	});

	it('that overlap are hidden as one', () => {
		fc.assert(
			fc.property(drawn, drawn, drawn, fc.boolean(), (one, two, three, turned) => {
				const secrets = [`${one}${two}`, `${two}${three}`];
				if (turned) secrets.reverse();
				expect(redact(`sent: ${one}${two}${three}. No more`, secrets)).toBe('sent: ***. No more');
			}),
		);
	});

	it('that are not there leave the text as it is', () => {
		const text = fc.string({ unit: fc.constantFrom(...'abcdef0123456789u%\\"/<&+ .*é\u{1f511}') });
		const absent = fc.string({ minLength: 1, unit: fc.constantFrom(...'ΩΨΞ') });
		fc.assert(
			fc.property(text, fc.array(absent), (words, secrets) => {
				expect(redact(words, ['', ...secrets])).toBe(words);
			}),
		);
	});

	it.each([
		['two of them', 'one two three', ['one', 'three'], '*** two ***'],
		['one twice', `${KEY}${KEY}`, [KEY], '******'],
		['the beginning of another', 'sent: abcdef', ['abcd', 'abcdef'], 'sent: ***'],
		['what overlaps itself', 'sent: ababab.', ['abab'], 'sent: ***.'],
		['a few characters', 'a pin of 42', ['42', ''], 'a pin of ***'],
		['what can be read in two ways', 'sent: %252, no more', ['%2'], 'sent: ***, no more'],
		['one after "Bearer "', 'sent: abcdef', ['Bearer abcdef'], 'sent: ***'],
		['one with "Bearer " before it', 'Bearer abcdef!', ['Bearer abcdef'], '***!'],
		['the beginning of one at the end', 'sent: k3y/', [KEY], 'sent: ***'],
		['one cut within an escape', 'sent: k3y%2Fwith%2', [KEY], 'sent: ***'],
		['no beginning elsewhere', 'sent: k3y/w, not more', [KEY], 'sent: k3y/w, not more'],
		['no few letters at the end', 'a monk3y', [KEY], 'a monk3y'],
	])('%s', (_what, text, secrets, told) => {
		expect(redact(text, secrets)).toBe(told);
		expect(redact(text, [...secrets].reverse())).toBe(told);
	});

	it('of an OAuth2 client, as they are sent to its provider, are hidden in each form', () => {
		const secrets = secretsOf({ clientId: 'n8n', clientSecret: KEY });
		const sent = btoa(`n8n:${KEY}`);
		for (const [, write] of FORMS) expect(redact(`of ${write(sent)}.`, secrets)).toBe('of ***.');
	});

	it('in an object are hidden', () => {
		expect(firstWords({ sent: { token: KEY, odd: 'pa"ss\\' } }, [KEY, 'pa"ss\\'])).toBe(
			'{"sent":{"token":"***","odd":"***"}}',
		);
	});
});

describe('what looks like a JWT', () => {
	it.each([
		[`sent: ${JWT}, no more`, 'sent: ***, no more'],
		[`?token=%22${JWT}%22`, '?token=%22***%22'],
		[`an encrypted one: ${JWT}.AAA.BBB.`, 'an encrypted one: ***.'],
		[`eyJ.${JWT}`, 'eyJ.***'],
		['eyJhbGciOiJIUzI1NiJ9.eyJzdWIi and no more', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIi and no more'],
		['www.crm.example', 'www.crm.example'],
	])('%s', (text, told) => {
		expect(redact(text, [])).toBe(told);
	});

	it('is hidden together with a secret that it holds', () => {
		expect(redact(`sent: ${JWT}.`, [JWT, JWT.slice(3, 30), `${JWT}.`])).toBe('sent: ***');
	});
});

describe('the first words', () => {
	it('hold no secret that the end of what is shown, or of what is looked at, would cut', () => {
		expect(firstWords(`${'x'.repeat(295)}${KEY}`, [KEY])).not.toContain(KEY.slice(0, 4));
		for (let kept = 4; kept <= KEY.length; kept++) {
			const markup = `<${'b'.repeat(MAX_RAW_CHARACTERS - kept - 2)}>`;
			expect(firstWords(`${markup}${KEY}`, [KEY])).toBe('***');
		}
	});

	it.each([
		['%', '%25'.repeat(50_000)],
		['backslashes', '\\'.repeat(100_000)],
		['the first characters of a secret', 'k3y/'.repeat(50_000)],
		['what may become a JWT', 'eyJ'.repeat(50_000)],
		['<', '<'.repeat(100_000)],
		['<, two hundred times', '<'.repeat(20_000_000)],
		['<script', '<script>'.repeat(20_000)],
		['<style and an end', `${'<style '.repeat(20_000)}</style>`],
		['blanks', ' '.repeat(100_000)],
	])('of 100 KB of %s take no time', (_, body) => {
		const start = Date.now();
		firstWords(body, [KEY, '\\%&<>', `${'k3y/'.repeat(300)}!`]);
		expect(Date.now() - start).toBeLessThan(8000);
	});

	it('leave out a script that does not end, and keep a sign that opens nothing', () => {
		expect(firstWords('<p>Down<script>let a = 1', [])).toBe('Down');
		expect(firstWords('must be < 5 and > 1', [])).toBe('must be 1');
		expect(firstWords('must be < 5', [])).toBe('must be < 5');
		expect(firstWords('<scripture>Genesis</scripture>', [])).toBe('Genesis');
	});

	it('of a web page are its text', () => {
		const page = '<html><style>b{}</style><script>let a = 1</script><h1>Not\n here</h1></html>';
		expect(firstWords(page, [])).toBe('Not here');
	});

	it('of a long answer end after 300 characters', () => {
		expect(firstWords('a'.repeat(301), [])).toBe(`${'a'.repeat(300)}…`);
		expect(firstWords('a'.repeat(300), [])).toBe('a'.repeat(300));
	});

	it('of nothing are none', () => {
		for (const body of [undefined, null, '']) expect(firstWords(body, [])).toBe('');
	});
});
