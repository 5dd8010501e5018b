import type { IDataObject } from 'n8n-workflow';

import { listContacts, personalInfosOf } from '../../../api/contacts';
import type { ListOptions } from '../../../pagination/list';
import type { Connection } from '../../../transport/connection';
import { ServiceError } from '../../../transport/errors';
import { counted, textOf } from '../../../utils/text';
import { fieldOf } from '../../../contacts/headers';
import type { PersonalInfoName } from '../../../contacts/words';
import {
	type FieldValues,
	type Keys,
	keysOf,
	type Kind,
	KIND_FIELDS,
	KINDS,
	kindWords,
} from '../../../contacts/keys';

export interface ListedContact {
	readonly contact: IDataObject;
	readonly values: FieldValues;
	readonly keys: Keys;
}

/**
 * Lists an audience. It does not keep the contacts, because there may be a million.
 * @param onContact Called with each contact.
 * @throws ServiceError, CancelledError
 */
export async function readAudience(
	connection: Connection,
	audienceId: string,
	list: ListOptions,
	onContact: (listed: ListedContact) => void,
) {
	const startedAt = performance.now();
	const missing = new Set<Kind>(KINDS);
	let [contacts, pages, showsInfos] = [0, 0, false];
	let doubt: string | undefined;
	const options = { ...list, onIncomplete: (why: string) => void (doubt = why) };
	for await (const page of listContacts(connection, audienceId, options)) {
		pages++;
		contacts += page.length;
		for (const contact of page) {
			const values = fieldValuesOf(contact);
			const keys = keysOf(values);
			showsInfos ||= personalInfosOf(contact).length > 0;
			for (const kind of KINDS) if (keys[kind].length > 0) missing.delete(kind);
			onContact({ contact, values, keys });
		}
	}
	if (contacts > 0 && !showsInfos && missing.has('email'))
		doubt ??= 'None of them has personal information or an email address.';
	return {
		/** How many were listed; a contact may be listed twice. */
		contacts,
		pages,
		seconds: (performance.now() - startedAt) / 1000,
		/** Why a contact that is not in the list may exist nevertheless. */
		doubt,
		/** The kinds of key that no contact has; empty for an empty audience. */
		missing: contacts > 0 ? [...missing] : [],
	};
}

export type Audience = Awaited<ReturnType<typeof readAudience>>;

/** Undefined if there is no doubt. @param consequence Completes the sentence "…, so …". */
export function doubtError(
	{ contacts, doubt }: Audience,
	consequence: string,
	advice: string,
): ServiceError | undefined {
	if (doubt === undefined) return undefined;
	const message = `It is uncertain which contacts exist, so ${consequence}`;
	const answered = `${counted(contacts)} contacts were seen. ${doubt}`;
	return new ServiceError(message, `${answered} ${advice}`, { answered });
}

/** A hint if no contact has some of these kinds; otherwise empty. */
export function notShownHint({ missing, contacts }: Audience, asked: readonly string[]): string {
	const kinds = missing.filter((kind) => asked.includes(kind));
	return kinds.length > 0
		? `None of the ${counted(contacts)} contacts in this audience has ${kindWords(kinds)}, so none can be matched by it.`
		: '';
}

/**
 * The values of a contact by field, except those of a role, such as billing, and parts of a field. Which fields a contact
 * has is not described. If it has neither known shape, all its texts count.
 */
function fieldValuesOf(contact: IDataObject): FieldValues {
	const values: Partial<Record<PersonalInfoName, string[]>> = {};
	const infos = personalInfosOf(contact);
	const hasShape = infos.length > 0 || Array.isArray(contact.standard_personal_infos);
	for (const { name, value } of hasShape ? infos : textsIn(contact)) {
		const { field, part, isRole } = fieldOf(name) ?? {};
		if (field && !part && !isRole) (values[field] ??= []).push(textOf(value));
	}
	return values;
}

/** A phone is recognized by the name of its field, an email by its text. */
function textsIn(value: unknown, name = ''): Array<{ name: string; value?: unknown }> {
	if (typeof value !== 'object') {
		const isPhone = /phone|telef|tel$|mobi|gsm/i.test(name);
		const phone = isPhone ? KIND_FIELDS.phone : name;
		return [KIND_FIELDS.email, phone].map((one) => ({ name: one, value }));
	}
	return Object.entries(value ?? {}).flatMap(([key, inner]) =>
		textsIn(inner, Array.isArray(value) ? name : key),
	);
}
