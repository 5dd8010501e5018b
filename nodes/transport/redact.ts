/** Characters of an answer that are looked at, and of its text that are shown. */
export const MAX_RAW_CHARACTERS = 16_384;
const MAX_CHARACTERS = 300;

/**
 * Hides every secret, however its characters are written (`spellings`), where secrets overlap, and
 * where the text ends in the middle of one.
 */
export function redact(text: string, secrets: Iterable<string>): string {
	const hidden = [...secrets].flatMap((secret) => placesOf(secret, text));
	hidden.sort((a, b) => a.start - b.start);
	let clean = '';
	let done = 0;
	for (const { start, end } of hidden) {
		if (start >= done) clean += `${text.slice(done, start)}***`;
		done = Math.max(done, end);
	}
	return clean + text.slice(done);
}

interface Place {
	start: number;
	end: number;
}

function placesOf(secret: string, text: string): Place[] {
	const places: Place[] = [];
	if (secret === '') return places;
	for (let start = 0; start < text.length; start++) {
		const end = endOfSecret(secret, text, start);
		if (end !== undefined) places.push({ start, end });
	}
	return places;
}

/** The beginning of what the service said, on one line, without markup and secrets. */
export function firstWords(body: unknown, secrets: Iterable<string>): string {
	if (body === null) return '';
	const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
	const plain = redact(text.slice(0, MAX_RAW_CHARACTERS), secrets)
		.replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS)}…` : plain;
}

/**
 * The ways in which a service may write a character of what it was sent: as it is, escaped for an
 * address, for JSON or JavaScript, or for HTML, also one escape within another.
 */

/** A secret of which the text holds at least so much before it ends counts as found. */
const MIN_PART = 3;

/** Where a secret that begins at `start` of the text ends; undefined when none does. */
export function endOfSecret(secret: string, text: string, start: number): number | undefined {
	let ends = [start];
	let matched = 0;
	for (const character of secret) {
		if (ends.length === 1 && isPlain(character, text, ends[0])) {
			ends[0] += character.length;
			matched++;
			continue;
		}
		if (matched >= MIN_PART && ends.some((end) => isCutOff(text, end))) return text.length;
		ends = [...new Set(ends.flatMap((end) => endsOf(character, text, end)))];
		if (ends.length === 0) return undefined;
		matched++;
	}
	return Math.max(...ends);
}

const MAX_ESCAPE = 40;

/** Here the text was cut: it ends, or does so after half a character or an escape only begun. */
const isCutOff = (text: string, from: number) =>
	text.length - from < MAX_ESCAPE && BEGUN.test(text.slice(from));

const BEGUN =
	/^(?:[\ud800-\udbff]?|(?:%[\da-fA-F]{0,12})+|(?:\\{1,8}u[\da-fA-F]{4})?\\{1,8}(?:[ux][\da-fA-F{]{0,10})?|&[#\w;]*)$/;

/** An escape begins with one of these; a blank may stand in an address as a plus. */
const beginsEscape = (text: string, from: number) => /[%\\&+]/.test(text.charAt(from));

/** The usual case, quickly: no second way to read it. */
const isPlain = (character: string, text: string, from: number) =>
	text.startsWith(character, from) && !beginsEscape(text, from);

/** Where the character, written at `from`, may end: as it is, and escaped. */
function endsOf(character: string, text: string, from: number): number[] {
	const ends = text.startsWith(character, from) ? [from + character.length] : [];
	if (!beginsEscape(text, from)) return ends;
	const escaped = escapesOf(character);
	escaped.lastIndex = from;
	const match = escaped.exec(text);
	return match ? [...ends, from + match[0].length] : ends;
}

const known = new Map<string, RegExp>();

/** The character escaped, at one place of a text. How deep escapes go is limited, so is the time. */
function escapesOf(character: string): RegExp {
	const found = known.get(character);
	if (found) return found;
	const code = character.codePointAt(0)!;
	const bytes = [...new TextEncoder().encode(character)];
	const units = Array.from({ length: character.length }, (_, n) => character.charCodeAt(n));
	const short = JSON.stringify(character).slice(1, -1).replace(/^\\/, '');
	const ways = [
		bytes.map((byte) => `%(?:25){0,4}${hex(byte, 2)}`).join(''),
		units.map((unit) => `\\\\{1,8}u${hex(unit, 4)}`).join(''),
		`\\\\{1,8}u\\{0{0,6}${hex(code)}\\}`,
		`\\\\{1,8}x${hex(code, 2)}`,
		`\\\\{1,8}${literal(short)}`,
		`&(?:amp;){0,4}(?:#0{0,8}${code}|#[xX]0{0,8}${hex(code)}${namesOf(character)});`,
		...(character === ' ' ? ['\\+'] : []),
	];
	const pattern = new RegExp(ways.join('|'), 'y');
	known.set(character, pattern);
	return pattern;
}

/** Digits of either case. */
const hex = (code: number, digits = 1) =>
	code
		.toString(16)
		.padStart(digits, '0')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const HTML_NAMES: Record<string, string> = {
	'&': 'amp|AMP',
	'<': 'lt|LT',
	'>': 'gt|GT',
	'"': 'quot|QUOT',
	"'": 'apos',
	'/': 'sol',
	'\\': 'bsol',
	'+': 'plus',
	'=': 'equals',
	'%': 'percnt',
	'-': 'hyphen|dash',
	'.': 'period',
	',': 'comma',
	':': 'colon',
	';': 'semi',
	'!': 'excl',
	'?': 'quest',
	'#': 'num',
	$: 'dollar',
	'@': 'commat',
	'*': 'ast',
	'(': 'lpar',
	')': 'rpar',
	'[': 'lsqb|lbrack',
	']': 'rsqb|rbrack',
	'{': 'lcub|lbrace',
	'}': 'rcub|rbrace',
	'|': 'verbar|vert',
	'^': 'Hat',
	_: 'lowbar',
	'`': 'grave',
	'~': 'tilde',
};

const namesOf = (character: string) => (character in HTML_NAMES ? `|${HTML_NAMES[character]}` : '');
