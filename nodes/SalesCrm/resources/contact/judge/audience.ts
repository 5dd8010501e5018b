import type { IDataObject } from 'n8n-workflow';

import { listContacts, personalInfosOf } from '../../../../api/contacts';
import type { PersonalInfo } from '../../../../api/types';
import type { ListOptions } from '../../../../pagination/list';
import type { Connection } from '../../../../transport/connection';
import { counted, textOf } from '../../../../utils/text';
import { UserError } from '../../../../utils/userError';
import { fieldOf } from '../columns/header';
import type { PersonalInfoName } from '../columns/words';
import {
	type FieldValues,
	type Keys,
	keysOf,
	type Kind,
	KIND_FIELDS,
	KINDS,
	kindWords,
} from './keys';

/** A contact of an audience, and what it can be recognized by. */
export interface ListedContact {
	readonly contact: IDataObject;
	readonly values: FieldValues;
	readonly keys: Keys;
}

/**
 * Of an audience nothing is kept but what its reader keeps.
 * @param look Gets the contacts as they come.
 * @throws ServiceError, CancelledError
 */
export async function readAudience(
	connection: Connection,
	audienceId: string,
	list: ListOptions,
	look: (listed: ListedContact) => void,
) {
	const startedAt = Date.now();
	const missing = new Set<Kind>(KINDS);
	let [contacts, pages, showsInfos] = [0, 0, false];
	let incompleteReason: string | undefined;
	const onIncomplete = (why: string) => void (incompleteReason = why);
	const options = { ...list, onIncomplete };
	for await (const page of listContacts(connection, audienceId, options)) {
		pages++;
		contacts += page.length;
		for (const contact of page) {
			const values = valuesOf(contact);
			const keys = keysOf(values);
			showsInfos ||= personalInfosOf(contact).length > 0;
			for (const kind of KINDS) if (keys[kind].length > 0) missing.delete(kind);
			look({ contact, values, keys });
		}
	}
	return {
		/** Those that were looked at; one may come twice. */
		contacts,
		pages,
		seconds: (Date.now() - startedAt) / 1000,
		/** Why the list could not be shown to be complete. */
		incompleteReason,
		/** Whether contacts are there, but nothing in any of them that one could be recognized by. */
		isUnrecognizable: contacts > 0 && !showsInfos && missing.has('email'),
		/** Kinds of key that no contact shows, if there are contacts. */
		missing: contacts > 0 ? [...missing] : [],
	};
}

/** What is known of an audience that was listed. */
export type Audience = Awaited<ReturnType<typeof readAudience>>;

/**
 * Why nobody may be called absent on the strength of this list; undefined if one may.
 * @param consequence In the words of who asked for it.
 */
export function doubtAbout(
	{ contacts, incompleteReason, isUnrecognizable }: Audience,
	consequence: string,
	advice: string,
): UserError | undefined {
	if (incompleteReason !== undefined) {
		return new UserError(
			`The contacts of the audience could not be listed completely, so ${consequence}`,
			`${counted(contacts)} contacts were seen. ${incompleteReason} ${advice}`,
		);
	}
	if (!isUnrecognizable) return undefined;
	return new UserError(
		`Existing contacts cannot be recognized here, so ${consequence}`,
		`None of the ${counted(contacts)} contacts listed has personal information or an email address. ${advice}`,
	);
}

/** Tells audiences apart, those of different profiles too. */
export const audienceKeyOf = ({ profileId = '' }: Connection, audienceId: string): string =>
	`${profileId} ${audienceId}`;

/** What people should know if no contact has some of these kinds; else nothing. */
export function notShownHint({ missing, contacts }: Audience, asked: readonly string[]): string {
	const kinds = missing.filter((kind) => asked.includes(kind));
	return kinds.length > 0
		? `None of the ${counted(contacts)} contacts in this audience has ${kindWords(kinds)}, so none can be matched by it.`
		: '';
}

/** What a contact says of itself, by field. Values of a role and parts of a field do not count. */
function valuesOf(contact: IDataObject): FieldValues {
	const values: Partial<Record<PersonalInfoName, string[]>> = {};
	for (const { name, value } of textsOf(contact)) {
		const { field, part, isRole } = fieldOf(name) ?? {};
		if (field && !part && !isRole) (values[field] ??= []).push(value);
	}
	return values;
}

/** As described, the fields of a contact are not shown: if it has neither shape, all its texts are looked at. */
function textsOf(contact: IDataObject): PersonalInfo[] {
	const infos = personalInfosOf(contact);
	const hasShape = infos.length > 0 || Array.isArray(contact.standard_personal_infos);
	if (!hasShape) return textsIn(contact).flatMap(asInfos);
	return infos.map(({ name, value }) => ({ name, value: textOf(value) }));
}

/** All texts with the names they stand under. */
function textsIn(value: unknown, name = ''): PersonalInfo[] {
	if (typeof value !== 'object') return [{ name, value: textOf(value) }];
	return Object.entries(value ?? {}).flatMap(([key, inner]) =>
		textsIn(inner, Array.isArray(value) ? name : key),
	);
}

/** A phone is known by the name of its text, an email by what the text contains. */
const asInfos = ({ name, value }: PersonalInfo): PersonalInfo[] => [
	{ name: /phone|telef|tel$|mobi|gsm/i.test(name) ? KIND_FIELDS.phone : name, value },
	{ name: KIND_FIELDS.email, value },
];
