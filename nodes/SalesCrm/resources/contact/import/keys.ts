import type { PersonalInfo } from '../../../../service/api/types';
import type { PersonalInfoName } from '../columns';

/** What contacts are recognized by. */

/** In the order in which they are tried. */
export const KINDS = ['email', 'phone'] as const;
export type Kind = (typeof KINDS)[number];

/** A kind with its value as it is compared, such as `email:an@example.com`. */
export type Key = `${Kind}:${string}`;

export const INFO_OF: Record<Kind, PersonalInfoName> = {
	email: 'E-mailadres',
	phone: 'Telefoonnummer',
};

/** A text with fewer digits is no telephone number. */
export const FEWEST_DIGITS = 8;

const KEY_OF: Record<Kind, (text: string) => string | undefined> = {
	email: emailKey,
	phone: phoneKey,
};

/** Undefined for a text that is nothing of the kind. */
export function keyOf(kind: Kind, text: string): Key | undefined {
	const value = KEY_OF[kind](text);
	return value === undefined ? undefined : `${kind}:${value}`;
}

/** The keys of a row's personal infos, of the chosen kinds. */
export function keysOf(infos: readonly PersonalInfo[], kinds: readonly Kind[]): Key[] {
	return kinds.flatMap((kind) =>
		infos.flatMap(({ name, value }) => (name === INFO_OF[kind] ? (keyOf(kind, value) ?? []) : [])),
	);
}

export const kindOf = (key: Key): Kind => key.slice(0, key.indexOf(':')) as Kind;

/** Trimmed and in lower case. What stands there in place of an address, such as "unknown", is none. */
function emailKey(text: string): string | undefined {
	const email = text.trim().toLowerCase();
	return /[^\s@]@[^\s@]/.test(email) ? email : undefined;
}

/** The digits as they are dialled from abroad; without a country, it is the Netherlands. */
function phoneKey(text: string): string | undefined {
	const digits = text.replace(/\D/g, '');
	if (digits.length < FEWEST_DIGITS) return undefined;
	if (digits.startsWith('00')) return digits.slice(2).replace(/^310/, '31');
	// With the 0 that people write in brackets: +31 (0)20 …
	return digits.replace(/^0/, '31').replace(/^310/, '31');
}
