import { MIN_DIGITS } from '../../../utils/phones';
import { quoted, textOf } from '../../../utils/text';
import { UserError } from '../../../utils/userError';
import { ifNotFound as commonIfNotFound } from '../../execution/commonFields';
import type { Property } from '../../../parameters/property';
import { type PersonKey, searchedValues } from '../../../contacts/peopleIndex';
import { toText } from '../../../contacts/cell';

/** One of them is enough, so the expressions of others may be empty. Mail nodes give objects. */
const SOUGHT = {
	type: 'string',
	default: '',
	typeOptions: { mayBeEmpty: true, acceptsAnything: true },
} as const;

const email = {
	displayName: 'Email',
	name: 'email',
	...SOUGHT,
	placeholder: 'e.g. nathan@example.com',
	description:
		'Email address of the contact. If you fill in several of Email, Phone and Name, one match is enough.',
} as const satisfies Property;

const phone = {
	displayName: 'Phone',
	name: 'phone',
	...SOUGHT,
	placeholder: 'e.g. +31 6 12345678',
	description:
		'Phone number of the contact, in any spelling. Without a country code, it matches every number that ends in the same digits.',
} as const satisfies Property;

const name = {
	displayName: 'Name',
	name: 'name',
	...SOUGHT,
	placeholder: 'e.g. Nathan de Vries',
	description:
		'Words of the first or last name, in any order. Case and accents do not matter. All of them must match.',
} as const satisfies Property;

const ifNotFound = {
	...commonIfNotFound,
	description: 'What to do if no contact of the audience matches',
	builderHint: {
		propertyHint:
			"With 'item' each item has found, then the fields of the contact, then matchedBy, matches, searchedEmail, searchedPhone, searchedName: branch on found.",
	},
} as const satisfies Property;

export const searchFields = [email, phone, name, ifNotFound] as const;

export type Criterion = ReturnType<typeof criteriaOf>[number];

/** Completes "… is not". */
export const NEEDED = {
	email: 'a valid email address. It needs an @ with text on both sides.',
	phone: `a valid phone number. It needs at least ${MIN_DIGITS} digits.`,
	name: 'a name. It needs at least one letter or digit.',
};

/** @returns All three, in this order. @throws UserError if an item has none. */
export function criteriaOf(given: Record<PersonKey, unknown>) {
	const criteria = [email, phone, name].map(({ name: by, displayName }) => {
		// The parts of a list make one text. An object, such as those of mail nodes, is shown but not compared.
		const parts = [given[by]].flat();
		const texts = parts.map(toText);
		const shown = texts.map((one, index) => one ?? textOf(parts[index]));
		const text = shown.join(', ').trim();
		const isText = texts.every((one) => one !== undefined);
		const what = isText ? quoted(text) : `The object in '${displayName}'`;
		return {
			by,
			/** As entered, trimmed; null for nothing. */
			text: text || null,
			/** What is compared; empty if the text cannot be compared. */
			values: isText ? searchedValues(by, text) : [],
			reason: `${what} is not ${NEEDED[by]}`,
			/** The same for all items, so that n8n shows it once, with a count. */
			hint: `Not searched by a text that is not ${NEEDED[by]}`,
		};
	});
	if (criteria.some(({ text }) => text)) return criteria;
	throw new UserError(
		'There is nothing to search for',
		"'Email', 'Phone' and 'Name' are empty. Fill in one of them, or filter out such items before this node.",
	);
}
