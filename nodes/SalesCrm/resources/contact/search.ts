import { quoted, searchWords } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import type { Property } from '../../execution/parameters';
import {
	hasKey,
	type Keys,
	keysOf,
	type Kind,
	KIND_FIELDS,
	KIND_NAMES,
	KINDS,
	MIN_DIGITS,
} from './keys';
import { noText, toText } from './rowInfos';

/** What people may ask for when they look for contacts, and how it is read. */

const email = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	default: '',
	description:
		'Email address of the contact. If you fill in email, phone and name, one match is enough.',
} as const satisfies Property;

const phone = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	placeholder: 'e.g. +31 6 12345678',
	default: '',
	description:
		'Phone number of the contact, however it is written. Without a country, it matches any number that ends in the same digits.',
} as const satisfies Property;

const name = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	placeholder: 'e.g. Nathan de Vries',
	default: '',
	description:
		'Words of the first or last name of the contact, in any order; case and accents do not matter',
} as const satisfies Property;

const ifNotFound = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	default: 'item',
	description: 'What to do with an item whose contact is not in the audience',
	builderHint: {
		propertyHint:
			"With 'item' each item has the keys found, matchedBy, matches, email, phone, name (as asked) and contactId, then the fields of the contact: branch on found.",
	},
	options: [
		{ name: 'Fail', value: 'error', description: 'The item is an error' },
		{
			name: 'Return an Item',
			value: 'item',
			description: "One with 'found' false, to branch on",
		},
		{ name: 'Return Nothing', value: 'nothing', description: 'The item goes no further' },
	],
} as const satisfies Property;

export const searchFields = [email, phone, name, ifNotFound] as const;

/** As it was entered, without blanks around it; null for nothing. */
export type Asked = Record<Kind | 'name', string | null>;

/** What an item asks for. */
export interface Search {
	readonly asked: Asked;
	readonly keys: Keys;
	/** Of the name, as they are compared. */
	readonly words: readonly string[];
}

/** @throws UserError for an item that asks for nothing, or for what cannot be compared. */
export function searchOf(entered: Record<keyof Asked, unknown>): Search {
	const asked = {
		email: askedText(entered.email, email.displayName),
		phone: askedText(entered.phone, phone.displayName),
		name: askedText(entered.name, name.displayName),
	};
	const keys = keysOf(KINDS.map((kind) => ({ name: KIND_FIELDS[kind], value: asked[kind] ?? '' })));
	for (const kind of KINDS) {
		if (asked[kind] === null || keys[kind].length > 0) continue;
		const needed =
			kind === 'email' ? 'an @ with something on both sides' : `at least ${MIN_DIGITS} digits`;
		throw new UserError(
			`${quoted(asked[kind])} is no ${KIND_NAMES[kind]}`,
			`What can be looked for has ${needed}.`,
		);
	}
	const words = nameWords(asked.name ?? '');
	if (hasKey(keys) || words.length > 0) return { asked, keys, words };
	throw new UserError(
		'There is nothing to look for',
		"'Email', 'Phone' and 'Name' are empty. Fill in one of them, or filter such items out before this node.",
	);
}

/** The words of a name, as they are compared. */
export const nameWords = (text: string): string[] =>
	searchWords(text.replace(/[^\p{Letter}\p{Mark}\p{Number}]/gu, ' '));

/** @throws UserError for an object, such as a mail node gives. */
function askedText(entered: unknown, field: string): string | null {
	const parts = [entered].flat();
	const wrong = parts.find((part) => toText(part) === undefined);
	if (wrong !== undefined) throw noText(`'${field}'`, wrong);
	return parts.map(toText).join(', ').trim() || null;
}
