import type { IDataObject } from 'n8n-workflow';

import { contactBody, listContacts } from '../../../../service/api/contacts';
import type { NewContact } from '../../../../service/api/types';
import type { Connection } from '../../../../service/http/connection';
import type { ListOptions } from '../../../../pagination/list';
import type { Batch } from '../../../operation/operation';
import { foundItem } from './outcome';
import { placeOf } from './rows';
import { momentOf, Uncertain } from './uncertain';

/** What was sent for a row, by what came of it: the error, or the JSON of the output item. */
export class Sent {
	private readonly known = new WeakMap<object, { crm: Connection; contact: NewContact }>();

	note(result: object, crm: Connection, contact: NewContact): void {
		this.known.set(result, { crm, contact });
	}

	of = (result: unknown) =>
		typeof result === 'object' && result !== null ? this.known.get(result) : undefined;
}

/** Longer than this, rows that may have been created are not looked for. */
export const LONGEST_LOOK_UP_MS = 60_000;

const NO_MOMENT = 'the service lists contacts without their time_stamp';
const TOO_LONG = `the list took longer than ${LONGEST_LOOK_UP_MS / 1000} seconds`;

interface Place {
	crm: Connection;
	audienceId: string;
	rows: Uncertain;
}

/**
 * Looks once more through the audiences for rows that may have been created, and settles those that
 * are there. Absence proves nothing: the others stay as they are.
 * @returns What kept it from looking through a list; empty for nothing, undefined where no row is open.
 */
export async function lookUpOpen(
	batch: Pick<Batch, 'fates' | 'settle'>,
	sent: Sent,
	options: ListOptions,
	endsAt: number,
): Promise<string | undefined> {
	const places = placesOf(batch, sent);
	let trouble: string | undefined;
	for (const { crm, audienceId, rows } of places.values()) {
		trouble = (await look(crm, audienceId, rows, options, endsAt)) || (trouble ?? '');
		for (const { itemIndex, contact, contactId } of rows.found()) {
			const json = foundItem(contactId, contactBody(contact, crm.profileId));
			sent.note(json, crm, contact);
			batch.settle(itemIndex, 'done', [{ json }]);
		}
	}
	return trouble;
}

/** The rows that are open, and those known to have been created, by the audience they went to. */
function placesOf({ fates }: Pick<Batch, 'fates'>, sent: Sent): Map<string, Place> {
	const places = new Map<string, Place>();
	const placeFor = (crm: Connection, audienceId: string) => {
		const key = placeOf(crm, audienceId);
		const place = places.get(key) ?? { crm, audienceId, rows: new Uncertain() };
		places.set(key, place);
		return place.rows;
	};
	for (const [itemIndex, fate] of fates.entries()) {
		const what = fate?.kind === 'open' ? sent.of(fate.reason) : undefined;
		if (what) placeFor(what.crm, what.contact.audienceId).open(what.contact, itemIndex);
	}
	for (const fate of places.size > 0 ? fates : []) {
		const what = fate?.kind === 'done' ? sent.of(fate.output[0]?.json) : undefined;
		const place = what && places.get(placeOf(what.crm, what.contact.audienceId));
		place?.rows.created(what!.contact);
	}
	return places;
}

/** @returns What kept it from looking through the whole list; empty for nothing. */
async function look(
	crm: Connection,
	audienceId: string,
	rows: Uncertain,
	options: ListOptions,
	endsAt: number,
): Promise<string> {
	const patience = {
		attempts: 1,
		get timeoutMs() {
			return Math.max(1, endsAt - Date.now());
		},
	};
	let isFirst = true;
	try {
		const pages = listContacts({ ...crm, patience }, audienceId, { ...options, repeats: true });
		for await (const contacts of pages) {
			if (isFirst && !contacts.some(hasMoment)) return NO_MOMENT;
			isFirst = false;
			for (const contact of contacts) rows.add(contact);
			if (rows.allFound) return '';
			if (Date.now() >= endsAt) return TOO_LONG;
		}
		return '';
	} catch (error) {
		return Date.now() >= endsAt ? TOO_LONG : (error as Error).message;
	}
}

const hasMoment = (contact: IDataObject) => momentOf(contact) !== undefined;
