import type { IDataObject } from 'n8n-workflow';

import { listContacts } from '../../../api/contacts';
import type { PersonalInfo } from '../../../api/types';
import type { ListOptions } from '../../../pagination/list';
import type { Connection } from '../../../transport/connection';
import { isObject } from '../../../utils/json';
import { UserError } from '../../../utils/userError';
import {
	emailsIn,
	fieldOf,
	type Keys,
	keysOf,
	type Kind,
	KINDS,
	kindWords,
	phonesIn,
} from './keys';

/**
 * The contacts of an audience, and what each can be recognized by. They are looked at as they come:
 * of an audience nothing is kept but what its reader keeps.
 *
 * 1. A listed contact is read by its `standard_personal_infos`, though they be empty.
 * 2. Where it has none, emails are sought in all its texts, phones in fields named like one: its fields
 *    are not shown (operation `listContacts`).
 */

/** What is known of an audience that was listed. */
export interface Audience {
	/** Contacts that were looked at; one may come twice. */
	readonly contacts: number;
	/** Pages that they came in, and how long that took. */
	readonly pages: number;
	readonly seconds: number;
	/** Why the list could not be shown to be complete; empty where it could. */
	readonly doubts: ReadonlySet<string>;
	/** Whether contacts are there, but nothing in any of them that one could be recognized by. */
	readonly isUnrecognizable: boolean;
	/** Kinds of key that no contact shows, where there are contacts. */
	readonly missing: readonly Kind[];
}

/** @throws ServiceError, CancelledError */
export async function readAudience(
	connection: Connection,
	audienceId: string,
	list: ListOptions,
	look: (contact: IDataObject, keys: Keys) => void,
): Promise<Audience> {
	const startedAt = Date.now();
	const doubts = new Set<string>();
	const missing = new Set<Kind>(KINDS);
	let [contacts, pages, showsInfos] = [0, 0, false];
	const options = { ...list, onIncomplete: (why: string) => doubts.add(why) };
	for await (const page of listContacts(connection, audienceId, options)) {
		pages++;
		contacts += page.length;
		for (const contact of page) {
			const infos = infosIn(contact);
			const keys = keysOfContact(contact, infos);
			showsInfos ||= infos !== undefined && infos.length > 0;
			for (const kind of KINDS) if (keys[kind].length > 0) missing.delete(kind);
			look(contact, keys);
		}
	}
	return {
		contacts,
		pages,
		seconds: (Date.now() - startedAt) / 1000,
		doubts,
		isUnrecognizable: contacts > 0 && !showsInfos && missing.has('email'),
		missing: contacts > 0 ? [...missing] : [],
	};
}

/**
 * Why nobody may be called absent on the strength of this list; undefined where one may.
 * @param consequence In the words of who asked for it.
 */
export function doubtAbout(
	{ contacts, doubts, isUnrecognizable }: Audience,
	consequence: string,
	advice: string,
): UserError | undefined {
	if (doubts.size > 0) {
		return new UserError(
			`The contacts of the audience could not be listed completely, so ${consequence}`,
			`${contacts} contacts were seen. ${[...doubts].join(' ')} ${advice}`,
		);
	}
	if (!isUnrecognizable) return undefined;
	return new UserError(
		`Existing contacts cannot be recognized here, so ${consequence}`,
		`None of the ${contacts} contacts that were listed shows personal information or an email address. ${advice}`,
	);
}

/** Tells audiences apart, those of different profiles too. */
export const audienceKeyOf = ({ profileId = '' }: Connection, audienceId: string): string =>
	`${profileId} ${audienceId}`;

/** What is told where no contact shows these kinds. */
export const notShownHint = (kinds: readonly Kind[]): string =>
	`The service shows no ${kindWords(kinds)} of any contact, so none can be recognized by it.`;

const INFOS = 'standard_personal_infos';
const MAX_DEPTH = 4;

/** The personal infos of a contact, wherever their list stands; undefined where there is none. */
export function infosIn(value: unknown, depth = MAX_DEPTH): PersonalInfo[] | undefined {
	if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
	const list = (value as IDataObject)[INFOS];
	if (Array.isArray(list)) return list.flatMap((one) => infoOf(one) ?? []);
	for (const inner of Object.values(value)) {
		const found = infosIn(inner, depth - 1);
		if (found) return found;
	}
	return undefined;
}

function infoOf(one: unknown): PersonalInfo | undefined {
	if (!isObject(one) || typeof one.name !== 'string') return undefined;
	const value = asText(one.value);
	return value === undefined ? undefined : { name: one.name, value };
}

/** Rules 1 and 2. */
export function keysOfContact(contact: IDataObject, infos = infosIn(contact)): Keys {
	if (infos) return keysOf(infos);
	const texts = textsIn(contact);
	const country = texts.find(({ name }) => fieldOf(name) === 'Land')?.value;
	const phones = texts.filter(({ name }) => isPhoneName(name));
	return {
		email: texts.flatMap(({ value }) => emailsIn(value)),
		phone: phones.flatMap(({ value }) => phonesIn(value, country)),
	};
}

const isPhoneName = (name: string): boolean =>
	fieldOf(name) === 'Telefoonnummer' || /phone|telef|tel$|mobi|gsm/i.test(name);

/** All texts of a contact with the names they stand under, as far down as one would look. */
export function textsIn(value: unknown, name = '', depth = MAX_DEPTH): PersonalInfo[] {
	const text = asText(value);
	if (text !== undefined) return [{ name, value: text }];
	if (depth === 0 || typeof value !== 'object' || value === null) return [];
	if (Array.isArray(value)) {
		return value.flatMap((one) => infoOf(one) ?? textsIn(one, name, depth - 1));
	}
	return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, key, depth - 1));
}

const asText = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
