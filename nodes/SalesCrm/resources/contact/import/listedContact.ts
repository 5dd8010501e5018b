import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../../values/json';
import { knownName } from '../columns';
import { INFO_OF, type Key, keyOf, type Kind } from './keys';

/** What a contact of the list shows: its fields are not shown by the interface, so they are sought. */

/** A text and the name that it stands under. */
interface Named {
	name: string;
	text: string;
}

const INFOS = 'standard_personal_infos';
const DEEPEST = 4;
/** An apostrophe may stand in the name: o'brien@example.com. */
const EMAILS = /[^\s@<>()[\]{}",;:]{1,64}@[^\s@<>()[\]{}"',;:]{1,255}/g;
const PHONE_NAME = /phone|telef|tel$|mobi|gsm/i;

export interface Shown {
	keys: Key[];
	/** Whether it shows personal infos; else its keys were sought in all that it holds. */
	infos: boolean;
}

/** The keys of a listed contact. */
export function shownBy(contact: IDataObject, kinds: readonly Kind[]): Shown {
	const infos = personalInfosOf(contact);
	if (infos.length === 0) {
		const all = textsOf('', contact);
		return { keys: kinds.flatMap((kind) => all.flatMap((one) => sought(kind, one))), infos: false };
	}
	const keys = kinds.flatMap((kind) =>
		infos.flatMap(({ name, text }) =>
			knownName(name) === INFO_OF[kind] ? (keyOf(kind, text) ?? []) : [],
		),
	);
	return { keys, infos: true };
}

/** Whether a listed contact shows all of these values, by their names where it shows names. */
export function showsAll(
	contact: IDataObject,
	values: ReadonlyArray<{ name: string; value: string }>,
): boolean {
	const infos = personalInfosOf(contact);
	const shown = infos.length > 0 ? infos : textsOf('', contact);
	return values.every(({ name, value }) =>
		shown.some((one) => one.text === value && (infos.length === 0 || one.name === name)),
	);
}

/** The list of personal infos of a contact, wherever it stands. */
function personalInfosOf(contact: IDataObject): Named[] {
	const list = contact[INFOS];
	return Array.isArray(list)
		? list.flatMap((one) => infoOf(one) ?? [])
		: infosBelow(contact, DEEPEST);
}

function infosBelow(value: unknown, depth: number): Named[] {
	if (depth === 0 || typeof value !== 'object' || value === null) return [];
	if (!Array.isArray(value))
		return Object.values(value).flatMap((one) => infosBelow(one, depth - 1));
	return value.flatMap((one) => {
		const info = infoOf(one);
		return info && knownName(info.name) ? info : infosBelow(one, depth - 1);
	});
}

function infoOf(one: unknown): Named | undefined {
	if (!isObject(one) || typeof one.name !== 'string') return undefined;
	const text = asText(one.value);
	return text === undefined ? undefined : { name: one.name, text };
}

/** All texts of a contact, as far down as one would look. */
function textsOf(name: string, value: unknown, depth = DEEPEST): Named[] {
	const text = asText(value);
	if (text !== undefined) return [{ name, text }];
	if (depth === 0 || typeof value !== 'object' || value === null) return [];
	if (!Array.isArray(value)) {
		return Object.entries(value).flatMap(([key, inner]) => textsOf(key, inner, depth - 1));
	}
	return value.flatMap((one) => infoOf(one) ?? textsOf(name, one, depth - 1));
}

const asText = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function sought(kind: Kind, { name, text }: Named): Key[] {
	return (kind === 'email' ? emailsIn(text) : isPhoneName(name) ? [text] : []).flatMap(
		(one) => keyOf(kind, one) ?? [],
	);
}

/** A text that holds an email is one itself, too: a row may have been sent with all of it. */
function emailsIn(text: string): string[] {
	const found = text.includes('@') ? (text.match(EMAILS) ?? []) : [];
	const bare = found.map((one) => one.replace(/^'+|\.+$/g, ''));
	return found.length > 0 ? [...new Set([...bare, text])] : [];
}

const isPhoneName = (name: string) => knownName(name) === INFO_OF.phone || PHONE_NAME.test(name);
