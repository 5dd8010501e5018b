import type { IDataObject } from 'n8n-workflow';

import { contactBody } from '../../../../api/contacts';
import type { NewContact, PersonalInfo } from '../../../../api/types';
import type { Connection } from '../../../../transport/connection';
import { pause } from '../../../../transport/retryPolicy';
import { isObject } from '../../../../utils/json';
import { chosenOption } from '../../../execution/commonFields';
import type { Batch, Call } from '../../../execution/operation';
import { extraColumns } from '../fields';
import { type Draft, draftOf, type NewContactParameters } from '../newContact';
import { type Mapping, readPersonalInfos } from '../personalInfos';
import { type Key, keysOf, type Kind } from './matching';

/** A row of an import on its way: read before anything is sent, and told as one flat item. */

interface ReadRow {
	readonly itemIndex: number;
	/** As far as they could be read. */
	readonly infos: readonly PersonalInfo[];
	readonly ignoredColumns: readonly string[];
	/** Of this row alone; null where nobody looked. */
	warnings: string[] | null;
}

export interface Row extends ReadRow {
	readonly connection: Connection;
	readonly draft: Draft;
	/** What it is recognized by, of the kinds chosen. */
	readonly keys: readonly Key[];
	/** Its audience and profile. */
	readonly place: string;
}

/** A row that cannot be sent, and why. */
export interface BadRow extends ReadRow {
	readonly reason: unknown;
}

export const isGood = (row: Row | BadRow): row is Row => 'draft' in row;

/** For a row whose parameters cannot be read: its own columns tell which it is. */
const AUTOMATIC: Mapping = { mappingMode: 'autoMapInputData', value: null };

/** So many rows are read before n8n may do something else. */
const AT_A_TIME = 500;

/** Reads all rows, those too that an earlier try has dealt with: they may have duplicates. */
export async function readRows(
	batch: Batch<NewContactParameters>,
	kinds: readonly Kind[],
): Promise<Array<Row | BadRow>> {
	const rows: Array<Row | BadRow> = [];
	const items = batch.context.getInputData();
	const zone = batch.context.getTimezone();
	for (const itemIndex of batch.results.keys()) {
		if (itemIndex % AT_A_TIME === AT_A_TIME - 1) await pause(1, batch.connection.signal);
		try {
			rows.push(readRow(batch.callOf(itemIndex), kinds));
		} catch (reason) {
			const { infos } = readPersonalInfos(AUTOMATIC, items[itemIndex].json, 'ignore', zone);
			rows.push({ itemIndex, infos, ignoredColumns: [], warnings: null, reason });
		}
	}
	return rows;
}

function readRow(call: Call<NewContactParameters>, kinds: readonly Kind[]): Row | BadRow {
	const { connection, item, itemIndex, parameters, zone } = call;
	const wanted = parameters.options.extraColumns ?? extraColumns.default;
	const mapping = parameters.personalInfos as unknown as Mapping;
	const chosen = chosenOption(wanted, extraColumns);
	const { infos, ignored, failure } = readPersonalInfos(mapping, item.json, chosen, zone);
	const read = { itemIndex, infos, ignoredColumns: ignored, warnings: null };
	try {
		const draft = draftOf(call, infos);
		if (failure) throw failure;
		const place = placeOf(connection, draft.audienceId);
		return { ...read, connection, draft, keys: keysOf(infos, kinds), place };
	} catch (reason) {
		return { ...read, reason };
	}
}

/** Tells audiences apart, those of different profiles too. */
export const placeOf = ({ profileId = '' }: Connection, audienceId: string): string =>
	`${profileId} ${audienceId}`;

export type Outcome =
	| 'created'
	| 'existing'
	| 'duplicate'
	| 'foundAfterwards'
	| 'wouldCreate'
	| 'failed'
	| 'uncertain';

/** What became of a row. */
export interface Told {
	outcome: Outcome;
	contactId?: string | null;
	matchedBy?: Kind;
	/** The row that a duplicate stands behind, counted from 0. */
	firstItem?: number;
	/** The service's answer. */
	response?: unknown;
	error?: string;
}

export type ToItem = (row: Row | BadRow, told: Told) => IDataObject;

/** Keys of an item that are no personal info; an info of such a name is sent, but not shown. */
const OWN_KEYS = 'outcome warnings contactId matchedBy firstItem response error'.split(' ');

/**
 * Tells rows as flat items with the same keys for all rows of a run, null where there is nothing, so
 * that they read as a table. `error` stands where a row failed alone: n8n takes that key on a first
 * item for a failed run, 1.123 even where it is null.
 */
export function flatItems(rows: ReadonlyArray<Row | BadRow>): ToItem {
	const all = new Set(rows.flatMap(({ infos }) => infos.map(({ name }) => name)));
	const names = [...all].filter((name) => !OWN_KEYS.includes(name));
	return ({ infos, warnings }, { outcome, ...told }) => {
		const values = new Map(infos.map(({ name, value }) => [name, value]));
		const empty = { outcome, warnings, contactId: null, matchedBy: null, firstItem: null };
		const shown = Object.fromEntries(names.map((name) => [name, values.get(name) ?? null]));
		return { ...empty, ...shown, response: null, ...told } as IDataObject;
	};
}

/** The service's answer as it is; where it says nothing, what was sent stands in for it. */
export function plainItem(
	connection: Connection,
	contact: NewContact,
	answer: unknown,
): IDataObject {
	if (isObject(answer) && Object.keys(answer).length > 0) return answer;
	const sent: IDataObject = { contact: contactBody(contact, connection.profileId) };
	return answer === undefined ? sent : { ...sent, response: answer as string };
}
