import { phonesIn } from '../utils/phones';
import { withoutInvisible } from '../utils/text';
import type { PersonalInfoName } from './words';
import { withoutInfix, wordsIn } from './personName';

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

/** What is beyond them in a cell is not read. */
export const MAX_EMAIL_CHARACTERS = 1_000;
const ADDRESSES = /(?<!@)[^\s@<>()[\]{}",;:|]{1,64}@[\p{L}\p{N}_.-]{1,255}(?![\p{L}\p{N}_.@-])/gu;
const AROUND = /^['`“”„‟‘’‚«»/&=?]+|[.-]+$/g;

/** The email addresses anywhere in a text. */
export const addressesIn = (text: string): string[] =>
	(withoutInvisible(text.slice(0, MAX_EMAIL_CHARACTERS)).normalize('NFC').match(ADDRESSES) ?? [])
		.map((one) => one.replace(AROUND, ''))
		.filter((one) => /^[^@]+@[^@]+$/.test(one));

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
	const [last, ...address] = values.map((value) => wordsIn(value.slice(0, 200)));
	const parts = [withoutInfix(last), ...address].map((words) => words.join(''));
	return parts.every(Boolean) ? [parts.join('|')] : [];
}

/** The number after the words, up to a comma: `12 bis` in `Dorpsstraat 12 bis, achterhuis`; empty for none. */
const numberInStreet = (street: string): string =>
	/\p{L}[^\d,]*?[\s.](\d[^,]*)/u.exec(street.slice(0, 200))?.[1] ?? '';

export const hasKey = (keys: Keys, kinds: readonly Kind[]): boolean =>
	kinds.some((kind) => keys[kind].length > 0);
