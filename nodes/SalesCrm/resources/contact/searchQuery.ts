import { quoted, searchWords, textOf } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import type { Property } from '../../execution/parameters';
import { type Keys, keysOf, KIND_FIELDS, MIN_DIGITS } from './keys';
import { toText } from './values';

/** What people may search contacts by, and how it is read. */

const email = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	default: '',
	description:
		'Email address of the contact. If you fill in several of Email, Phone and Name, one match is enough.',
} as const satisfies Property;

const phone = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	placeholder: 'e.g. +31 6 12345678',
	default: '',
	description:
		'Phone number of the contact, in any spelling. Without a country code, it matches every number that ends in the same digits.',
} as const satisfies Property;

const name = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	placeholder: 'e.g. Nathan de Vries',
	default: '',
	description:
		'Words of the first or last name, in any order. Case and accents do not matter. All of them must match.',
} as const satisfies Property;

const ifNotFound = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	default: 'item',
	description: 'What to do if no contact of the audience matches',
	builderHint: {
		propertyHint:
			"With 'item' each item has found, then the fields of the contact, then matchedBy, matches, searchedEmail, searchedPhone, searchedName: branch on found.",
	},
	options: [
		{ name: 'Fail', value: 'error', description: 'Stop with an error' },
		{
			name: 'Return an Item',
			value: 'item',
			description: "Return one item with 'found' set to false",
		},
		{ name: 'Return Nothing', value: 'nothing', description: 'Return no item' },
	],
} as const satisfies Property;

export const searchFields = [email, phone, name, ifNotFound] as const;

/** What an item searches for. */
export interface Query {
	/** As it was entered, without blanks around it; null for nothing. */
	readonly searched: Record<'searchedEmail' | 'searchedPhone' | 'searchedName', string | null>;
	readonly keys: Keys;
	/** Of the name, as they are compared. */
	readonly words: readonly string[];
	/** Why something of it cannot be compared. The hints are the same for all items, so that they are counted. */
	readonly unusable: ReadonlyArray<{ reason: string; hint: string }>;
}

/** @throws UserError for an item that asks for nothing. */
export function queryOf(given: Record<'email' | 'phone' | 'name', unknown>): Query {
	const entered = [given.email, given.phone, given.name].map(enteredOf);
	const [searchedEmail, searchedPhone, searchedName] = entered.map(({ text }) => text || null);
	if (!entered.some(({ text }) => text)) {
		throw new UserError(
			'There is nothing to search for',
			"'Email', 'Phone' and 'Name' are empty. Fill in one of them, or filter out such items before this node.",
		);
	}
	const [asEmail, asPhone, asName] = entered.map(({ comparable }) => comparable);
	const keys = keysOf([
		{ name: KIND_FIELDS.email, value: asEmail },
		{ name: KIND_FIELDS.phone, value: asPhone },
	]);
	const words = nameWords(asName);
	const unusable = [keys.email, keys.phone, words].flatMap((found, n) => {
		const { text, comparable } = entered[n];
		if (!text || found.length > 0) return [];
		const what = comparable ? quoted(text) : `The object in '${searchFields[n].displayName}'`;
		const hint = `Not searched by a text that is not ${NEEDED[n]}`;
		return { reason: `${what} is not ${NEEDED[n]}`, hint };
	});
	return { searched: { searchedEmail, searchedPhone, searchedName }, keys, words, unusable };
}

const NEEDED = [
	'a valid email address. It needs an @ with text on both sides.',
	`a valid phone number. It needs at least ${MIN_DIGITS} digits.`,
	'a name. It needs at least one letter or digit.',
];

/** The words of a name, as they are compared. */
export const nameWords = (text: string): string[] =>
	searchWords(text.replace(/[^\p{Letter}\p{Mark}\p{Number}]/gu, ' '));

/** A list is one text. An object, such as a mail node gives, is shown and not compared. */
function enteredOf(entered: unknown): { text: string; comparable: string } {
	const parts = [entered].flat();
	const texts = parts.map(toText);
	const shown = texts.map((one, n) => one ?? textOf(parts[n]));
	const text = shown.join(', ').trim();
	return { text, comparable: texts.includes(undefined) ? '' : text };
}
