import { withoutInvisible } from '../utils/text';
import type { PersonalInfoName } from './words';
import { wordsIn } from './personName';

/** What identifies a row or a contact, in imports, Search and Find Duplicates alike. */

/** The values of each field, the most important one first. */
export type FieldValues = Partial<Record<PersonalInfoName, readonly string[]>>;

export const KIND_NAMES = {
	email: 'email address',
	phone: 'phone number',
	nameAndAddress: 'last name with postal code and house number',
};
export type Kind = keyof typeof KIND_NAMES;
export const KINDS = Object.keys(KIND_NAMES) as Kind[];

export const KIND_FIELDS = { email: 'E-mailadres', phone: 'Telefoonnummer' } as const;

export const kindNames = (kinds: readonly Kind[]): string =>
	kinds.map((kind) => KIND_NAMES[kind]).join(' or ');

export const kindWords = (kinds: readonly Kind[]): string =>
	`${kinds[0] === 'email' ? 'an' : 'a'} ${kindNames(kinds)}`;

/** A text with fewer digits is not a phone number. */
export const MIN_DIGITS = 8;
/** E.164 has 15, with `00` or 0 in front of it. Anything longer is several numbers. */
const MAX_DIGITS = 18;

const ADDRESSES = /[^\s@<>()[\]{}",;:|]{1,64}@[\p{Letter}\p{Number}_.-]{1,255}/gu;
const MAX_EMAIL_CHARACTERS = 1_000;
const MAX_PHONE_CHARACTERS = 200;

export function addressesIn(text: string): string[] {
	if (!text.includes('@')) return [];
	const read = withoutInvisible(text.slice(0, MAX_EMAIL_CHARACTERS)).normalize('NFC');
	const bare = (read.match(ADDRESSES) ?? []).map((one) => one.replace(/^['`/&=?]+|[.-]+$/g, ''));
	return bare.filter((one) => /^[^@]+@[^@]+\.[^@]+$/.test(one));
}

const NUMBERS = /(?:[+(]\s*)*\d[\d\s().\-\u2010-\u2015\u2212/]*/g;

/** The phone numbers in a text: `+31612345678` with a country code, otherwise without leading zeros. */
export function phonesIn(text: string): string[] {
	const numbers = withoutInvisible(text.slice(0, MAX_PHONE_CHARACTERS)).match(NUMBERS) ?? [];
	const phones = numbers.flatMap(splitNumbers).map((number) => {
		const digits = digitsIn(number.replace(/\(0\)/g, ''));
		if (digitsIn(number).length < MIN_DIGITS) return '';
		const bare = digits.replace(/^0+/, '');
		return /^\(*(\+|00)/.test(number) ? `+${bare}` : bare;
	});
	return phones.filter((phone) => phone.length >= SHARED_DIGITS);
}

/** Splits `020-1234567 / 06-12345678`. */
const splitNumbers = (number: string): string[] =>
	digitsIn(number).length > MAX_DIGITS ? number.split(/\/|\s+(?=\(?0)/) : [number];

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** Phones that may be equal share this many last digits. */
export const SHARED_DIGITS = 7;
const COMPARED_DIGITS = 9;

/**
 * Two numbers with a country code must be equal. Otherwise the longer one must end with the shorter one, of which at most
 * nine digits count: `02 123 45 67` is `+32 2 123 45 67`.
 */
export function isSamePhone(one: string, other: string): boolean {
	if (one.startsWith('+') && other.startsWith('+')) return one === other;
	const [end, otherEnd] = [one, other].map((phone) => digitsIn(phone).slice(-COMPARED_DIGITS));
	return end.endsWith(otherEnd) || otherEnd.endsWith(end);
}

export type Keys = Readonly<Record<Kind, readonly string[]>>;

export function keysOf(values: FieldValues): Keys {
	const emails = values[KIND_FIELDS.email]?.flatMap(addressesIn) ?? [];
	const phones = values[KIND_FIELDS.phone]?.flatMap(phonesIn);
	return {
		email: [...new Set(emails.map((email) => email.toLowerCase()))],
		phone: [...new Set(phones)],
		nameAndAddress: nameAndAddress((field) => values[field]?.[0] ?? ''),
	};
}

function nameAndAddress(valueOf: (field: PersonalInfoName) => string): string[] {
	const number = valueOf('Huisnummer') || numberInStreet(valueOf('Straatnaam'));
	const values = [valueOf('Achternaam'), valueOf('Postcode'), number];
	if (!values.every(Boolean)) return [];
	const parts = values.map((value) => wordsIn(value.slice(0, 200)).join(''));
	return parts.every(Boolean) ? [parts.join('|')] : [];
}

/** The number after the words, up to a comma: `12 bis` in `Dorpsstraat 12 bis, achterhuis`; empty for none. */
export const numberInStreet = (street: string): string =>
	/\p{L}[^\d,]*?[\s.](\d[^,]*)/u.exec(street.slice(0, 200))?.[1] ?? '';

export const hasKey = (keys: Keys, kinds: readonly Kind[]): boolean =>
	kinds.some((kind) => keys[kind].length > 0);
