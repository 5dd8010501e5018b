import type { IDataObject } from 'n8n-workflow';

import { audienceId } from '../../../descriptions/fields';
import type { ListOptions } from '../../../pagination/list';
import { quoted, searchWords, textOf } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toUuid } from '../../../utils/uuid';
import type { Call } from '../../execution/operation';
import type { Property } from '../../execution/parameters';
import { audienceKeyOf } from './audience';
import { emailsIn, hasKey, type Keys, KIND_NAMES, type Kind, MIN_DIGITS, phonesIn } from './keys';

/** What people may ask for when they look for contacts, and how it is read. */

export const email = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	default: '',
	description:
		'Email address of the contact. If you fill in email, phone and name, one match is enough.',
} as const satisfies Property;

export const phone = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	placeholder: 'e.g. +31 6 12345678',
	default: '',
	description:
		'Phone number of the contact, however it is written. Without a country, it matches any number that ends in the same digits.',
} as const satisfies Property;

export const name = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	placeholder: 'e.g. Nathan de Vries',
	default: '',
	description:
		'Words of the first or last name of the contact, in any order; case and accents do not matter',
} as const satisfies Property;

export const ifNotFound = {
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

export interface SearchParameters {
	audienceId: string;
	email: unknown;
	phone: unknown;
	name: unknown;
	ifNotFound: string;
	options: { pageSize?: number };
}

/** What an item asks for. */
export interface Search {
	audience: string;
	/** Items with the same share one list. */
	audienceKey: string;
	list: ListOptions;
	asked: Asked;
	keys: Keys;
	/** Of the name, as they are compared. */
	words: string[];
	otherwise: string;
	/** The contacts it means, by what; noted as they are listed. */
	found: Record<keyof Asked, IDataObject[]>;
}

/** As it was entered, without blanks around it; null for nothing. */
export type Asked = Record<Kind | 'name', string | null>;

/** @throws UserError for an item that asks for nothing, or for what cannot be compared. */
export function searchOf({ connection, parameters }: Call<SearchParameters>): Search {
	const audience = toUuid(parameters.audienceId, audienceId.displayName);
	const asked = {
		email: askedText(parameters.email, email.displayName),
		phone: askedText(parameters.phone, phone.displayName),
		name: askedText(parameters.name, name.displayName),
	};
	const keys = {
		email: askedKeys('email', asked.email, emailsIn),
		phone: askedKeys('phone', asked.phone, phonesIn),
	};
	const words = nameWords(asked.name ?? '');
	if (!hasKey(keys) && words.length === 0) {
		throw new UserError(
			'There is nothing to look for',
			"'Email', 'Phone' and 'Name' are empty. Fill in one of them, or filter such items out before this node.",
		);
	}
	return {
		audience,
		audienceKey: audienceKeyOf(connection, audience),
		list: { pageSize: parameters.options.pageSize },
		asked,
		keys,
		words,
		otherwise: parameters.ifNotFound,
		found: { email: [], phone: [], name: [] },
	};
}

/** The words of a name, as they are compared. */
export const nameWords = (text: string): string[] =>
	searchWords(text.replace(/[^\p{Letter}\p{Mark}\p{Number}]/gu, ' '));

/** @throws UserError for an object, such as a mail node gives. */
function askedText(entered: unknown, field: string): string | null {
	const parts = Array.isArray(entered) ? entered : [entered];
	if (parts.some((part) => typeof part === 'object' && part !== null)) {
		throw new UserError(
			`'${field}' is an object where text is expected`,
			`Got ${quoted(entered)}. Take the value inside it that holds the text.`,
		);
	}
	return parts.map(textOf).join(', ').trim() || null;
}

function askedKeys(kind: Kind, text: string | null, keysIn: (text: string) => string[]): string[] {
	const keys = text === null ? [] : keysIn(text);
	if (text === null || keys.length > 0) return keys;
	const what =
		kind === 'email' ? 'an @ with something on both sides' : `at least ${MIN_DIGITS} digits`;
	throw new UserError(
		`${quoted(text)} is no ${KIND_NAMES[kind]}`,
		`What can be looked for has ${what}.`,
	);
}
