import type { IDataObject } from 'n8n-workflow';

import type { NewContact } from '../../../../service/api/types';
import { isObject } from '../../../../values/json';
import { idOf } from './audience';
import { showsAll } from './listedContact';

/** Rows that are alike: of one moment, with the same values. */
interface Alike {
	contact: NewContact;
	/** How many of them are known to have been created. */
	created: number;
	/** Those of which it is not known, by their number. */
	open: number[];
	/** Listed contacts that can be nothing else; by their id, or content where they have none. */
	listed: Map<string, string | null>;
}

/**
 * Looks among listed contacts for rows that may have been created. A contact with the very moment
 * and all values of a row proves one such row; where more rows are alike, those known to have been
 * created are taken off first. Where a contact fits rows that are not alike, the one with the most
 * values is meant; if that leaves several, it proves nothing.
 */
export class Uncertain {
	private readonly byMoment = new Map<number, Alike[]>();

	open(contact: NewContact, itemIndex: number): void {
		this.alike(contact).open.push(itemIndex);
	}

	created(contact: NewContact): void {
		this.alike(contact).created++;
	}

	add(contact: IDataObject): void {
		const moment = momentOf(contact);
		const candidates = moment === undefined ? undefined : this.byMoment.get(moment);
		const fitting = candidates?.filter((one) => showsAll(contact, one.contact.personalInfos)) ?? [];
		const most = Math.max(...fitting.map(sizeOf));
		const [meant, ...others] = fitting.filter((one) => sizeOf(one) === most);
		if (!meant || others.length > 0) return;
		const id = idOf(contact);
		meant.listed.set(id ?? JSON.stringify(contact), id);
	}

	get allFound(): boolean {
		return this.all().every(
			({ created, open, listed }) => listed.size >= created + open.length || open.length === 0,
		);
	}

	/** The rows that are proven, with the id of the contact where only that one can be meant. */
	found(): Array<{ itemIndex: number; contact: NewContact; contactId: string | null }> {
		return this.all().flatMap(({ contact, created, open, listed }) => {
			const ids = [...listed.values()];
			const proven = open.slice(0, Math.max(0, ids.length - created));
			return proven.map((itemIndex, n) => ({
				itemIndex,
				contact,
				contactId: created === 0 ? ids[n] : null,
			}));
		});
	}

	private all(): Alike[] {
		return [...this.byMoment.values()].flat();
	}

	private alike(contact: NewContact): Alike {
		const others = this.byMoment.get(contact.timestamp) ?? [];
		this.byMoment.set(contact.timestamp, others);
		const infos = JSON.stringify(contact.personalInfos);
		const known = others.find((one) => JSON.stringify(one.contact.personalInfos) === infos);
		if (known) return known;
		const alike: Alike = { contact, created: 0, open: [], listed: new Map() };
		others.push(alike);
		return alike;
	}
}

const sizeOf = ({ contact }: Alike): number => contact.personalInfos.length;

/** The `time_stamp` of a listed contact, where it shows one. */
export function momentOf({ time_stamp: moment, contact }: IDataObject): number | undefined {
	if (typeof moment === 'number') return moment;
	if (typeof moment === 'string' && /^\d{13}$/.test(moment)) return Number(moment);
	return isObject(contact) ? momentOf(contact) : undefined;
}
