import { audienceId } from '../../../descriptions/fields';
import type { ListOptions } from '../../../pagination/list';
import { quoted, textOf } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { toUuid } from '../../../utils/uuid';
import { listOptions } from '../../execution/commonFields';
import type { Call } from '../../execution/operation';
import type { Property } from '../../execution/parameters';
import { audienceKeyOf } from './audience';
import { type Key, type Kind, KIND_NAMES, KINDS, matchKeyOf, MIN_DIGITS } from './matching';

/** What people may ask for when they look for contacts, and how it is read. */

export const email = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	default: '',
	description: 'Email address of the contact. With a phone number too, either makes a match.',
} as const satisfies Property;

export const phone = {
	displayName: 'Phone',
	name: 'phone',
	type: 'string',
	placeholder: 'e.g. +31 6 12345678',
	default: '',
	description:
		'Phone number of the contact, however it is written. Without a country it is taken for a Dutch one.',
} as const satisfies Property;

export const ifNotFound = {
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	default: 'item',
	description: 'What becomes of an item whose contact is not in the audience',
	builderHint: {
		propertyHint:
			"With 'item' each item has the keys found, matchedBy, matches, email, phone, contactId and contact: branch on found.",
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
	email: string;
	phone: string;
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
	keys: Key[];
	otherwise: string;
}

/** As it was entered, without blanks around it; null for nothing. */
export type Asked = Record<Kind, string | null>;

/** @throws UserError for an item that asks for nothing, or for what is no email or phone number. */
export function searchOf({ connection, parameters }: Call<SearchParameters>): Search {
	const audience = toUuid(parameters.audienceId, audienceId.displayName);
	const asked = { email: askedText(parameters.email), phone: askedText(parameters.phone) };
	const keys = KINDS.flatMap((kind) => (asked[kind] === null ? [] : askedKey(kind, asked[kind])));
	if (keys.length === 0) {
		throw new UserError(
			'There is nothing to look for',
			"Both 'Email' and 'Phone' are empty. Fill in one of them, or filter such items out before this node.",
		);
	}
	return {
		audience,
		audienceKey: audienceKeyOf(connection, audience),
		list: listOptions({ ...parameters, returnAll: true, limit: 1 }),
		asked,
		keys,
		otherwise: parameters.ifNotFound,
	};
}

const askedText = (entered: unknown): string | null => textOf(entered).trim() || null;

function askedKey(kind: Kind, text: string): Key {
	const key = matchKeyOf(kind, text);
	if (key !== undefined) return key;
	const what =
		kind === 'email' ? 'an @ with something on both sides' : `at least ${MIN_DIGITS} digits`;
	throw new UserError(
		`${quoted(text)} is no ${KIND_NAMES[kind]}`,
		`What can be looked for has ${what}.`,
	);
}
