import type { IDataObject } from 'n8n-workflow';

import { contactBody, listContacts } from '../../../../api/contacts';
import type { NewContact } from '../../../../api/types';
import type { Connection } from '../../../../transport/connection';
import type { ListOptions } from '../../../../pagination/list';
import { isObject } from '../../../../utils/json';
import { isFailure, type ItemResults, mayBeWritten } from '../../../execution/itemResults';
import type { Batch } from '../../../execution/operation';
import { audienceKeyOf } from '../audience';
import { idOf, shownBy } from '../matching';
import type { Outcome, Row, ToItem } from './rows';

/**
 * Looking for rows that may have been created.
 *
 * 1. A listed contact with the very timestamp and all values of a row proves one such row. Of rows
 *    that are alike, those known to have been created are taken off first.
 * 2. A contact that fits rows that are not alike means the one with the most values; where that
 *    leaves several, it proves nothing.
 * 3. Absence proves nothing: a row that is not found stays as it is, and keeps its error.
 * 4. It ends as soon as all are found, at once where the first page shows no timestamp, and after 60
 *    seconds in all, with one try a page.
 */

/** What was sent for a row, by what came of it: the error, or the JSON of the output item. */
const sentContacts = new WeakMap<object, SentContact>();
type SentContact = { connection: Connection; contact: NewContact };

export function rememberSent(result: unknown, sent: SentContact): void {
	if (typeof result === 'object' && result !== null) sentContacts.set(result, sent);
}

/** In all. */
const MAX_LOOK_UP_MS = 60_000;

const NO_TIMESTAMP = 'the service lists contacts without their time_stamp';
const TOO_LONG = `the list took longer than ${MAX_LOOK_UP_MS / 1000} seconds`;

/**
 * Looks once more through the audiences with uncertain rows, and settles the rows that are found. It
 * may be called again, for what is left of its time.
 * @returns What kept it from looking through a list; empty for nothing, undefined where nobody looked.
 */
export function uncertainRowsLookUp(
	batch: Pick<Batch, 'results' | 'record'>,
	rows: readonly Row[],
	list: ListOptions,
	toItem: ToItem | undefined,
): () => Promise<string | undefined> {
	let leftMs = MAX_LOOK_UP_MS;
	return async () => {
		if (leftMs <= 0) return undefined;
		const start = Date.now();
		let problem: string | undefined;
		for (const audience of uncertainAudiences(batch.results)) {
			problem = (await search(audience, list, start + leftMs)) || (problem ?? '');
			recordFound(batch, audience, rows, toItem);
		}
		leftMs -= Date.now() - start;
		return problem;
	};
}

/** An audience with uncertain rows. */
interface UncertainAudience {
	connection: Connection;
	audienceId: string;
	alike: AlikeRows;
}

/** The audiences with uncertain rows, with those of their rows that are known to have been created. */
function uncertainAudiences(results: ItemResults): UncertainAudience[] {
	const audiences = new Map<string, UncertainAudience>();
	for (const [itemIndex, result] of results.entries()) {
		if (!mayBeWritten(result)) continue;
		const kept = Object(isFailure(result) ? result.reason : result?.output[0]?.json);
		const sent = sentContacts.get(kept);
		if (!sent) continue;
		const { connection, contact } = sent;
		const { audienceId } = contact;
		const key = audienceKeyOf(connection, audienceId);
		const audience = audiences.get(key) ?? { connection, audienceId, alike: new AlikeRows() };
		audiences.set(key, audience);
		if (isFailure(result)) audience.alike.addUncertain(contact, itemIndex);
		else audience.alike.addCreated(contact);
	}
	return [...audiences.values()].filter(({ alike }) => !alike.allFound);
}

/** @returns What kept it from looking through the whole list; empty for nothing. */
async function search(
	{ connection, audienceId, alike }: UncertainAudience,
	list: ListOptions,
	endsAt: number,
): Promise<string> {
	const retry = {
		maxAttempts: 1,
		get timeoutMs() {
			return Math.max(1, endsAt - Date.now());
		},
	};
	let isFirst = true;
	let doubt = '';
	const options: ListOptions = {
		...list,
		repeats: true,
		onIncomplete: (why) => (doubt ||= why.replace(/\.$/, '')),
	};
	try {
		for await (const contacts of listContacts({ ...connection, retry }, audienceId, options)) {
			if (isFirst && contacts.every((one) => timestampOf(one) === undefined)) return NO_TIMESTAMP;
			isFirst = false;
			for (const contact of contacts) alike.addListed(contact);
			if (alike.allFound) return '';
			if (Date.now() >= endsAt) return TOO_LONG;
		}
		return doubt;
	} catch (error) {
		return Date.now() >= endsAt ? TOO_LONG : (error as Error).message;
	}
}

function recordFound(
	batch: Pick<Batch, 'record'>,
	{ connection, alike }: UncertainAudience,
	rows: readonly Row[],
	toItem: ToItem | undefined,
): void {
	for (const { itemIndex, contact, contactId } of alike.found()) {
		const outcome: Outcome = 'foundAfterwards';
		const json = toItem
			? toItem(rows[itemIndex], { outcome, contactId })
			: { outcome, contactId, contact: contactBody(contact, connection.profileId) };
		// For another look: this one is known to have been created.
		rememberSent(json, { connection, contact });
		batch.record(itemIndex, 'done', [{ json }]);
	}
}

/** Rows of one timestamp with the same values. */
interface Alike {
	contact: NewContact;
	/** How many of them are known to have been created. */
	created: number;
	/** Those of which it is not known, by their number. */
	uncertain: number[];
	/** Listed contacts that can be nothing else; by their id, or content where they have none. */
	listed: Map<string, string | null>;
}

/** Rows in groups of those that are alike, and the listed contacts that prove them. */
export class AlikeRows {
	private readonly groups = new Map<string, Alike>();

	/** Groups with uncertain rows that are still to be found. */
	private readonly unproven = new Set<Alike>();

	/** Groups by their timestamp and that value of theirs which the fewest others have: see `fitting`. */
	private index: Map<string, Alike[]> | undefined;

	addUncertain(contact: NewContact, itemIndex: number): void {
		const group = this.groupOf(contact);
		group.uncertain.push(itemIndex);
		this.unproven.add(group);
	}

	addCreated(contact: NewContact): void {
		this.groupOf(contact).created++;
	}

	addListed(contact: IDataObject): void {
		const fitting = this.fitting(contact);
		const most = Math.max(...fitting.map(sizeOf));
		const [meant, ...others] = fitting.filter((one) => sizeOf(one) === most);
		if (!meant || others.length > 0) return;
		const id = idOf(contact);
		meant.listed.set(id ?? JSON.stringify(contact), id);
		if (meant.listed.size >= meant.created + meant.uncertain.length) this.unproven.delete(meant);
	}

	get allFound(): boolean {
		return this.unproven.size === 0;
	}

	/** The rows that are proven, with the id of the contact where only that one can be meant. */
	found(): Array<{ itemIndex: number; contact: NewContact; contactId: string | null }> {
		return [...this.groups.values()].flatMap(({ contact, created, uncertain, listed }) => {
			const ids = [...listed.values()];
			const proven = uncertain.slice(0, Math.max(0, ids.length - created));
			return proven.map((itemIndex, n) => ({
				itemIndex,
				contact,
				contactId: created === 0 ? ids[n] : null,
			}));
		});
	}

	private groupOf(contact: NewContact): Alike {
		const key = JSON.stringify([contact.timestamp, contact.personalInfos]);
		const known = this.groups.get(key);
		if (known) return known;
		const group: Alike = { contact, created: 0, uncertain: [], listed: new Map() };
		this.groups.set(key, group);
		return group;
	}

	/**
	 * The groups of the contact's timestamp all of whose values it shows, by their names where it shows
	 * names. Thousands of rows may have one timestamp: only those are looked at whose rarest value the
	 * contact shows.
	 */
	private fitting(contact: IDataObject): Alike[] {
		const timestamp = timestampOf(contact);
		if (timestamp === undefined) return [];
		const { texts, areInfos } = shownBy(contact);
		this.index ??= indexOf([...this.groups.values()]);
		const values = new Set(texts.map(({ value }) => value));
		const possible = [...values].flatMap((value) => this.index!.get(`${timestamp} ${value}`) ?? []);
		return possible.filter(({ contact: { personalInfos } }) =>
			personalInfos.every(({ name, value }) =>
				texts.some((one) => one.value === value && (!areInfos || one.name === name)),
			),
		);
	}
}

function indexOf(groups: readonly Alike[]): Map<string, Alike[]> {
	const keysOf = ({ contact: { timestamp, personalInfos } }: Alike) =>
		personalInfos.map(({ value }) => `${timestamp} ${value}`);
	const counts = new Map<string, number>();
	for (const key of groups.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
	const index = new Map<string, Alike[]>();
	for (const group of groups) {
		const [rarest] = keysOf(group).sort((a, b) => counts.get(a)! - counts.get(b)!);
		const others = index.get(rarest);
		if (others) others.push(group);
		else index.set(rarest, [group]);
	}
	return index;
}

const sizeOf = ({ contact }: Alike): number => contact.personalInfos.length;

/** The `time_stamp` of a listed contact, where it shows one. */
export function timestampOf({ time_stamp: timestamp, contact }: IDataObject): number | undefined {
	if (typeof timestamp === 'number') return timestamp;
	if (typeof timestamp === 'string' && /^\d{13}$/.test(timestamp)) return Number(timestamp);
	return isObject(contact) ? timestampOf(contact) : undefined;
}
