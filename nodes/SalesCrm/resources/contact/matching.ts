import type { IDataObject } from 'n8n-workflow';

import type { PersonalInfo } from '../../../api/types';
import { isUuid } from '../../../utils/uuid';
import { isObject } from '../../../utils/json';
import { withoutInvisible } from '../../../utils/text';
import { knownName, type PersonalInfoName } from './personalInfos';

/**
 * When a row and a contact of the audience are the same.
 *
 * 1. Emails compare trimmed and in lower case, phones by their digits (at least 8), as they are
 *    dialled from abroad, without a 0 in brackets. Invisible characters, which come with copying, do
 *    not count.
 * 2. A phone without a country is Dutch. Nine digits that begin with no 0 have lost it in a
 *    spreadsheet, unless the contact lives in another country.
 * 3. A contact that has a list of personal infos, though an empty one, is matched by it alone, by the
 *    info of that name.
 * 4. In any other contact an email is sought in all texts, a phone in fields named like one: the
 *    fields of a listed contact are not shown (operation `listContacts`).
 */

/** In the order in which they are tried. */
export const KINDS = ['email', 'phone'] as const;
export type Kind = (typeof KINDS)[number];

/** What the kinds are called. */
export const KIND_NAMES: Record<Kind, string> = { email: 'email address', phone: 'phone number' };

/** A kind with its value as it is compared, such as `email:an@example.com`. */
export type Key = `${Kind}:${string}`;

export const kindOf = (key: Key): Kind => key.slice(0, key.indexOf(':')) as Kind;

const INFO_OF: Record<Kind, PersonalInfoName> = {
	email: 'E-mailadres',
	phone: 'Telefoonnummer',
};

/** A text with fewer digits is no telephone number. */
export const MIN_DIGITS = 8;

const DUTCH_NAMES = /^(|nl|nld|nederland|the netherlands|netherlands|holland)$/i;

/** Where no country is given, it is the Netherlands. */
export const isDutch = (country = 'Nederland') => DUTCH_NAMES.test(country.trim());

/** The keys of personal infos, of the chosen kinds. */
export function keysOf(infos: readonly PersonalInfo[], kinds: readonly Kind[]): Key[] {
	const country = infos.find(({ name }) => knownName(name) === 'Land')?.value;
	return kinds.flatMap((kind) =>
		infos.flatMap(({ name, value }) =>
			knownName(name) === INFO_OF[kind] ? (matchKeyOf(kind, value, country) ?? []) : [],
		),
	);
}

/** The key of a text; undefined for a text that is nothing of the kind. */
export function matchKeyOf(kind: Kind, text: string, country?: string): Key | undefined {
	const value = kind === 'email' ? emailValue(text) : phoneValue(text, country);
	return value === undefined ? undefined : `${kind}:${value}`;
}

/** What stands there in place of an address, such as "unknown", is none. */
function emailValue(text: string): string | undefined {
	const email = withoutInvisible(text).toLowerCase();
	return /[^\s@]@[^\s@]/.test(email) ? email : undefined;
}

/** As people write it behind a country: +32 (0)475 12 34 56. In Italy it is dialled from abroad, too. */
const BRACKETED_ZERO = /^(\(?(?:\+|00)(?!39)\d{1,3}\)?)\(0\)/;

function phoneValue(text: string, country?: string): string | undefined {
	const dialled = text.replace(/[^\d+()]/g, '').replace(BRACKETED_ZERO, '$1');
	const digits = dialled.replace(/\D/g, '');
	if (digits.length < MIN_DIGITS) return undefined;
	if (digits.startsWith('00')) return digits.slice(2).replace(/^310/, '31');
	if (digits.length === 9 && !/^0|\+/.test(text.replace(/[^\d+]/g, '')) && isDutch(country)) {
		return `31${digits}`;
	}
	// Some write it without the brackets: +31 020 …
	return digits.replace(/^0/, '31').replace(/^310/, '31');
}

const INFOS = 'standard_personal_infos';
const MAX_TEXT_DEPTH = 4;
/** An apostrophe may stand in the name: o'brien@example.com. */
const EMAILS = /[^\s@<>()[\]{}",;:]{1,64}@[^\s@<>()[\]{}"',;:]{1,255}/g;
const PHONE_NAME = /phone|telef|tel$|mobi|gsm/i;

/** The texts of a listed contact. */
export interface Shown {
	texts: PersonalInfo[];
	/** Whether they are its personal infos; else they are all that it holds. */
	areInfos: boolean;
}

export function shownBy(contact: IDataObject): Shown {
	const infos = infosOf(contact);
	return { texts: infos ?? textsOf(contact), areInfos: infos !== undefined };
}

/** The keys of a listed contact. */
export function keysOfListed({ texts, areInfos }: Shown, kinds: readonly Kind[]): Key[] {
	if (areInfos) return keysOf(texts, kinds);
	const sought = (kind: Kind, { name, value }: PersonalInfo) =>
		kind === 'email' ? emailsIn(value) : isPhoneName(name) ? [value] : [];
	return kinds.flatMap((kind) =>
		texts.flatMap((one) => sought(kind, one).flatMap((text) => matchKeyOf(kind, text) ?? [])),
	);
}

/** The personal infos of a contact, wherever their list stands; undefined where there is none. */
function infosOf(value: unknown, depth = MAX_TEXT_DEPTH): PersonalInfo[] | undefined {
	if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
	const list = (value as IDataObject)[INFOS];
	if (Array.isArray(list)) return list.flatMap((one) => infoOf(one) ?? []);
	const infos = Array.isArray(value) ? value.flatMap((one) => infoOf(one) ?? []) : [];
	if (infos.some(({ name }) => knownName(name))) return infos;
	const below = Object.values(value).flatMap((inner) => {
		const found = infosOf(inner, depth - 1);
		return found ? [found] : [];
	});
	return below.length > 0 ? below.flat() : undefined;
}

function infoOf(one: unknown): PersonalInfo | undefined {
	if (!isObject(one) || typeof one.name !== 'string') return undefined;
	const value = asText(one.value);
	return value === undefined ? undefined : { name: one.name, value };
}

/** All texts of a contact with the names they stand under, as far down as one would look. */
function textsOf(value: unknown, name = '', depth = MAX_TEXT_DEPTH): PersonalInfo[] {
	const text = asText(value);
	if (text !== undefined) return [{ name, value: text }];
	if (depth === 0 || typeof value !== 'object' || value === null) return [];
	if (!Array.isArray(value)) {
		return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, key, depth - 1));
	}
	return value.flatMap((one) => infoOf(one) ?? textsOf(one, name, depth - 1));
}

const asText = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** A text that holds an email is one itself, too: a row may have been sent with all of it. */
function emailsIn(text: string): string[] {
	const visible = withoutInvisible(text);
	const found = visible.includes('@') ? (visible.match(EMAILS) ?? []) : [];
	const bare = found.map((one) => one.replace(/^'+|\.+$/g, ''));
	return found.length > 0 ? [...new Set([...bare, visible])] : [];
}

const isPhoneName = (name: string) => knownName(name) === INFO_OF.phone || PHONE_NAME.test(name);

/** The id of a contact, or of what the service answers to a create; null where it shows none. */
export function idOf(shown: unknown): string | null {
	if (typeof shown === 'string') return isUuid(shown.trim()) ? shown.trim() : null;
	if (!isObject(shown)) return null;
	const id = [shown.id, shown._id, shown.uuid].map(asText).find(Boolean);
	return id ?? (isObject(shown.contact) ? idOf(shown.contact) : null);
}
