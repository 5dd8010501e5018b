import type { PersonalInfo } from '../../../../api/types';
import { withoutInvisible } from '../../../../utils/text';
import { columnOf, type PersonalInfoName } from '../columns/columns';
import { wordsIn } from './personName';

/**
 * What a row or a contact can be recognized by. Imports, Search and Find Duplicates all ask here, on both sides.
 *
 * 1. Emails are the addresses in a text, in lower case, without what stands around them.
 * 2. Phones are the numbers in a text with eight digits or more, without a 0 in brackets: `+31612345678` if they are
 *    written with `+` or `00`, else without leading zeros, `612345678`.
 * 3. Two that are both written with `+` or `00` are equal as a whole. Otherwise the shorter one must end the longer one,
 *    in nine digits at most: `02 123 45 67` is `+32 2 123 45 67`.
 * 4. Name and address are last name, postcode and house number, all three; where there is no house number, the number
 *    behind the words of the street.
 * 5. Values of a role (`Factuur e-mail`) do not count.
 * 6. What is looked at is bounded: 1,000 characters of an email, 200 of a phone.
 */

/** What the kinds are called. */
export const KIND_NAMES = {
	email: 'email address',
	phone: 'phone number',
	nameAndAddress: 'last name with postal code and house number',
};
export type Kind = keyof typeof KIND_NAMES;
export const KINDS = Object.keys(KIND_NAMES) as Kind[];

/** The personal infos of those that a single value can be compared by. */
export const KIND_FIELDS = { email: 'E-mailadres', phone: 'Telefoonnummer' } as const;

/** With an article, as in "no row has …". */
export const kindWords = (kinds: readonly Kind[]): string =>
	`${kinds[0] === 'email' ? 'an' : 'a'} ${kinds.map((kind) => KIND_NAMES[kind]).join(' or ')}`;

/** A text with fewer digits is no telephone number. */
export const MIN_DIGITS = 8;
/** E.164 has 15, `00` or a 0 come in front. Longer ones are several numbers. */
const MAX_DIGITS = 18;

const ADDRESSES = /[^\s@<>()[\]{}",;:|]{1,64}@[\p{Letter}\p{Number}_.-]{1,255}/gu;
const MAX_EMAIL_CHARACTERS = 1_000;
const MAX_PHONE_CHARACTERS = 200;

/** The email addresses in a text, as they are written there. */
export function addressesIn(text: string): string[] {
	if (!text.includes('@')) return [];
	const read = withoutInvisible(text.slice(0, MAX_EMAIL_CHARACTERS)).normalize('NFC');
	const bare = (read.match(ADDRESSES) ?? []).map((one) => one.replace(/^['`/&=?]+|[.-]+$/g, ''));
	return bare.filter((one) => /^[^@]+@[^@]+\.[^@]+$/.test(one));
}

const NUMBERS = /(?:[+(]\s*)*\d[\d\s().\-\u2010-\u2015\u2212/]*/g;

/** The phone numbers in a text, as they are compared. */
export function phonesIn(text: string): string[] {
	const numbers = withoutInvisible(text.slice(0, MAX_PHONE_CHARACTERS)).match(NUMBERS) ?? [];
	const phones = numbers.flatMap(single).map((number) => {
		const digits = digitsIn(number.replace(/\(0\)/g, ''));
		if (digitsIn(number).length < MIN_DIGITS) return '';
		const bare = digits.replace(/^0+/, '');
		return /^\(*(\+|00)/.test(number) ? `+${bare}` : bare;
	});
	// What is left of `00000000` is no number.
	return [...new Set(phones)].filter((phone) => phone.length >= SOUGHT_DIGITS);
}

/** Of `020-1234567 / 06-12345678` each. */
const single = (number: string): string[] =>
	digitsIn(number).length > MAX_DIGITS ? number.split(/\/|\s+(?=\(?0)/) : [number];

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** By so many of its last digits a phone is looked for. */
export const SOUGHT_DIGITS = 7;
const COMPARED_DIGITS = 9;

/** Rule 3. */
export function isSamePhone(one: string, other: string): boolean {
	if (one.startsWith('+') && other.startsWith('+')) return one === other;
	const [end, otherEnd] = [one, other].map((phone) => digitsIn(phone).slice(-COMPARED_DIGITS));
	return end.endsWith(otherEnd) || otherEnd.endsWith(end);
}

/** What one can be recognized by, kind by kind. */
export type Keys = Readonly<Record<Kind, readonly string[]>>;

/** The keys of personal infos. */
export function keysOf(infos: readonly PersonalInfo[]): Keys {
	const values: Partial<Record<PersonalInfoName, string[]>> = {};
	for (const { name, value } of infos) {
		const { field, part, isRole } = columnOf(name) ?? {};
		if (field && !part && !isRole) (values[field] ??= []).push(value);
	}
	const emails = values[KIND_FIELDS.email]?.flatMap(addressesIn) ?? [];
	const phones = values[KIND_FIELDS.phone]?.flatMap(phonesIn);
	return {
		email: [...new Set(emails.map((email) => email.toLowerCase()))],
		phone: [...new Set(phones)],
		nameAndAddress: nameAndAddress((field) => values[field]?.[0] ?? ''),
	};
}

/** Rule 4. */
function nameAndAddress(valueOf: (field: PersonalInfoName) => string): string[] {
	const number = valueOf('Huisnummer') || numberInStreet(valueOf('Straatnaam'));
	const values = [valueOf('Achternaam'), valueOf('Postcode'), number];
	const parts = values.map((value) => wordsIn(value.slice(0, 200)).join(''));
	return parts.every(Boolean) ? [parts.join('|')] : [];
}

/** The number behind the words, up to a comma: `12 bis` of `Dorpsstraat 12 bis, achterhuis`; empty for none. */
export const numberInStreet = (street: string): string =>
	/\p{L}[^\d,]*?[\s.](\d[^,]*)/u.exec(street.slice(0, 200))?.[1] ?? '';

export const hasKey = (keys: Keys, kinds: readonly Kind[]): boolean =>
	kinds.some((kind) => keys[kind].length > 0);
