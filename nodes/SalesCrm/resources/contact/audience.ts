import type { IDataObject } from 'n8n-workflow';

import { listContacts } from '../../../api/contacts';
import type { PersonalInfo } from '../../../api/types';
import type { ListOptions } from '../../../pagination/list';
import type { Connection } from '../../../transport/connection';
import { isObject } from '../../../utils/json';
import { UserError } from '../../../utils/userError';
import {
	bucketOf,
	emailsIn,
	fieldOf,
	hasKey,
	KeyIndex,
	type Keys,
	keysOf,
	type Kind,
	KINDS,
	kindWords,
	phonesIn,
} from './keys';

/**
 * What is known of the contacts of an audience, listed once: those that have one of the keys that are
 * asked for. Of the others nothing is kept.
 *
 * 1. A listed contact is read by its `standard_personal_infos`, though they be empty.
 * 2. Where it has none, emails are sought in all its texts, phones in fields named like one: its fields
 *    are not shown (operation `listContacts`).
 */
export class Audience<T> {
	/** Contacts that were looked at; one may come twice. */
	contacts = 0;

	/** Pages that they came in, and how long that took. */
	pages = 0;

	seconds = 0;

	/** Why the list could not be shown to be complete; empty where it could. */
	readonly doubts = new Set<string>();

	readonly index = new KeyIndex<T>();

	private showsInfos = false;
	private readonly shows = new Set<Kind>();

	/**
	 * @param isWanted Whether a contact is kept.
	 * @param keep What is kept of it.
	 */
	constructor(
		private readonly isWanted: (keys: Keys, contact: IDataObject) => boolean,
		private readonly keep: (contact: IDataObject, keys: Keys) => T,
	) {}

	/** @throws ServiceError, CancelledError */
	async read(connection: Connection, audienceId: string, list: ListOptions): Promise<void> {
		const startedAt = Date.now();
		const options = { ...list, repeats: true, onIncomplete: (why: string) => this.doubts.add(why) };
		for await (const contacts of listContacts(connection, audienceId, options)) {
			this.pages++;
			for (const contact of contacts) this.add(contact);
		}
		this.seconds = (Date.now() - startedAt) / 1000;
	}

	/** Whether contacts are there, but nothing in any of them that one could be recognized by. */
	get isUnrecognizable(): boolean {
		return this.contacts > 0 && !this.showsInfos && !this.shows.has('email');
	}

	/** Those of the kinds that no contact shows, where there are contacts. */
	missing(kinds: readonly Kind[]): Kind[] {
		return this.contacts > 0 ? kinds.filter((kind) => !this.shows.has(kind)) : [];
	}

	private add(contact: IDataObject): void {
		const infos = infosIn(contact);
		const keys = keysOfContact(contact, infos);
		this.contacts++;
		this.showsInfos ||= infos !== undefined && infos.length > 0;
		for (const kind of KINDS) if (keys[kind].length > 0) this.shows.add(kind);
		if (this.isWanted(keys, contact)) this.index.add(keys, this.keep(contact, keys));
	}
}

/** Why nothing may be created on the strength of this list; undefined where it may. */
export function refuseIncomplete({ contacts, doubts, isUnrecognizable }: Audience<unknown>) {
	if (doubts.size > 0) {
		return new UserError(
			'The contacts of the audience could not be listed completely, so nothing was sent',
			`${contacts} contacts were seen. ${[...doubts].join(' ')} Execute it again, choose another 'Page Size' in the options, or 'Create Anyway' in 'If Contact Exists'.`,
		);
	}
	if (!isUnrecognizable) return undefined;
	return new UserError(
		'Existing contacts cannot be recognized here, so nothing was sent',
		`None of the ${contacts} contacts that were listed shows personal information or an email address. 'Create Anyway' in 'If Contact Exists' creates without looking.`,
	);
}

/** Whether a contact may have one of these keys. */
export function wantedBy(all: Iterable<Keys>): (keys: Keys) => boolean {
	const buckets = new Set<string>();
	const bucketsOf = (keys: Keys) =>
		KINDS.flatMap((kind) => keys[kind].map((key) => `${kind} ${bucketOf(kind, key)}`));
	for (const keys of all) for (const bucket of bucketsOf(keys)) buckets.add(bucket);
	return (keys) => hasKey(keys) && bucketsOf(keys).some((bucket) => buckets.has(bucket));
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
export const keysOfContact = (contact: IDataObject, infos = infosIn(contact)): Keys =>
	infos ? keysOf(infos) : keysInTexts(contact);

function keysInTexts(contact: IDataObject): Keys {
	const texts = textsIn(contact);
	const country = texts.find(({ name }) => fieldOf(name) === 'Land')?.value;
	const email = texts.flatMap(({ value }) => emailsIn(value));
	const phones = texts.filter(({ name }) => isPhoneName(name));
	return { email, phone: phones.flatMap(({ value }) => phonesIn(value, country)) };
}

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

const PHONE_NAME = /phone|telef|tel$|mobi|gsm/i;

const isPhoneName = (name: string) => fieldOf(name) === 'Telefoonnummer' || PHONE_NAME.test(name);
