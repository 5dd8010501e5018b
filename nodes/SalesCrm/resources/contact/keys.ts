import { withoutInvisible } from '../../../utils/text';
import type { PersonalInfo } from '../../../api/types';
import { type Field, fieldOf } from './columns';
import { callingCodeOf, callingCodeIn, keepsZero } from './countries';

/**
 * What a row or a contact can be recognized by: the emails and phones that its texts hold. Imports, Find
 * and Find Duplicates all ask here, on both sides.
 *
 * 1. Emails are the addresses in a text, in lower case, without what stands around them.
 * 2. Phones are the numbers in a text with eight digits or more. `+31612345678`: the country is known,
 *    by `+`, `00` or the country of the contact. `612345678`: it is not.
 * 3. A phone without a country equals each that ends in its digits.
 * 4. A 0 in front of the area code stands for the country; behind the country it does not count, but in Italy.
 */

export const KINDS = ['email', 'phone'] as const;
export type Kind = (typeof KINDS)[number];

/** The personal infos that they stand in. */
export const KIND_FIELDS: Record<Kind, Field> = { email: 'E-mailadres', phone: 'Telefoonnummer' };

/** What the kinds are called. */
export const KIND_NAMES: Record<Kind, string> = { email: 'email address', phone: 'phone number' };

export const kindWords = (kinds: readonly Kind[]): string =>
	kinds.map((kind) => KIND_NAMES[kind]).join(' or ');

/** A text with fewer digits is no telephone number. */
export const MIN_DIGITS = 8;
/** E.164 has 15, `00` or a 0 come in front. Longer ones are several numbers with blanks between them. */
const MAX_DIGITS = 18;

const ADDRESSES = /[^\s@<>()[\]{}",;:|]{1,64}@[\p{Letter}\p{Number}_.-]{1,255}/gu;

/** The email addresses in a text, as they are compared. */
export function emailsIn(text: string): string[] {
	if (!text.includes('@')) return [];
	const found = withoutInvisible(text).normalize('NFC').toLowerCase().match(ADDRESSES) ?? [];
	const bare = found.map((one) => one.replace(/^['`/&=?]+|[.-]+$/g, ''));
	return [...new Set(bare.filter((one) => /^[^@]+@[^@]+$/.test(one)))];
}

const NUMBERS = /(?:[+(]\s*)*\d[\d\s().\-\u2010-\u2015\u2212/]*/g;

/** The phone numbers in a text, as they are compared. @param country Where the contact lives. */
export function phonesIn(text: string, country?: string): string[] {
	if (!/\d/.test(text)) return [];
	const code = country === undefined ? undefined : callingCodeOf(country);
	const numbers = withoutInvisible(text).match(NUMBERS) ?? [];
	return [...new Set(numbers.flatMap(single).flatMap((number) => phoneKeys(number, code)))];
}

/** Of `020-1234567 / 06-12345678` each; the sign may stand within a number, too. */
function single(number: string): string[] {
	const parts = number.split('/');
	if (parts.length > 1 && parts.every((part) => digitsIn(part).length >= MIN_DIGITS)) return parts;
	return digitsIn(number).length > MAX_DIGITS ? number.split(/\s+(?=\(?0)/) : [number];
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');

function phoneKeys(number: string, code: string | undefined): string[] {
	const digits = digitsIn(number);
	if (digits.length < MIN_DIGITS) return [];
	if (/^\(*(\+|00)/.test(number)) return international(digits.replace(/^0+/, ''));
	if (code === undefined) return longEnough(digits.replace(/^0+/, ''));
	const own = `+${code}${keepsZero(code) ? digits : digits.replace(/^0/, '')}`;
	// A spreadsheet drops the + of +31612345678.
	const lostPlus = digits.startsWith(code) && digits.length - code.length >= MIN_DIGITS;
	return lostPlus ? [own, ...international(digits)] : [own];
}

function international(digits: string): string[] {
	const code = callingCodeIn(digits);
	const national = digits.slice(code.length);
	return longEnough(`+${code}${keepsZero(code) ? national : national.replace(/^0/, '')}`);
}

/** By so many of its last digits a phone is looked for. */
const SOUGHT_DIGITS = 7;

/** What is left of `00000000` is no number. */
const longEnough = (phone: string): string[] => (phone.length >= SOUGHT_DIGITS ? [phone] : []);

/** Rule 3. */
export const isSamePhone = (one: string, other: string): boolean =>
	one === other ||
	(!one.startsWith('+') && other.endsWith(one)) ||
	(!other.startsWith('+') && one.endsWith(other));

/** What one can be recognized by, kind by kind. */
export type Keys = Readonly<Record<Kind, readonly string[]>>;

export const NO_KEYS: Keys = { email: [], phone: [] };

/** The keys of personal infos. */
export function keysOf(infos: readonly PersonalInfo[]): Keys {
	const valuesOf = (field: Field) =>
		infos.flatMap(({ name, value }) => (fieldOf(name) === field ? value : []));
	const [country] = valuesOf('Land');
	return {
		email: valuesOf(KIND_FIELDS.email).flatMap(emailsIn),
		phone: valuesOf(KIND_FIELDS.phone).flatMap((value) => phonesIn(value, country)),
	};
}

export const hasKey = (keys: Keys, kinds: readonly Kind[] = KINDS): boolean =>
	kinds.some((kind) => keys[kind].length > 0);

interface Entry<T> {
	readonly keys: Keys;
	readonly value: T;
}

export interface Match<T> {
	readonly kind: Kind;
	readonly key: string;
	readonly value: T;
}

/** Things by what they can be recognized by. */
export class KeyIndex<T> {
	private readonly buckets = new Map<string, Array<Entry<T>>>();

	add(keys: Keys, value: T): void {
		const entry = { keys, value };
		const buckets = KINDS.flatMap((kind) => keys[kind].map((key) => bucketOf(kind, key)));
		for (const bucket of new Set(buckets)) {
			const others = this.buckets.get(bucket);
			if (others) others.push(entry);
			else this.buckets.set(bucket, [entry]);
		}
	}

	/** Whatever equals by the first of these kinds that both have, each once. */
	*matches(keys: Keys, kinds: readonly Kind[]): Generator<Match<T>> {
		for (const [n, kind] of kinds.entries()) {
			const before = kinds.slice(0, n).filter((one) => keys[one].length > 0);
			const seen = new Set<Entry<T>>();
			for (const key of keys[kind]) {
				for (const entry of this.entries(kind, key)) {
					if (seen.has(entry) || hasKey(entry.keys, before)) continue;
					seen.add(entry);
					yield { kind, key, value: entry.value };
				}
			}
		}
	}

	private entries(kind: Kind, key: string): Array<Entry<T>> {
		const near = this.buckets.get(bucketOf(kind, key)) ?? [];
		return kind === 'email'
			? near
			: near.filter(({ keys }) => keys.phone.some((one) => isSamePhone(one, key)));
	}
}

/** Under which things with this key are looked for: an email has an @, a phone has none. */
const bucketOf = (kind: Kind, key: string): string =>
	kind === 'email' ? key : key.slice(-SOUGHT_DIGITS);
