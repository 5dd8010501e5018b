import type { Connection } from '../../../../service/http/connection';
import { pause } from '../../../../service/http/waiting';
import type { Batch } from '../../../operation/operation';
import { type Draft, type NewContactParameters, readDraft } from '../newContact';
import { type Key, keysOf, type Kind } from './keys';

/** A row of an import as it was read, before anything is sent. */
export interface Row {
	itemIndex: number;
	crm: Connection;
	draft: Draft;
	/** What it is recognized by, of the kinds chosen. */
	keys: Key[];
	/** Its audience and profile. */
	place: string;
}

/** A row that cannot be sent, and why. */
interface Unreadable {
	itemIndex: number;
	reason: unknown;
}

export const isReadable = (row: Row | Unreadable): row is Row => 'draft' in row;

/** So many rows are read before n8n may do something else. */
const AT_A_TIME = 500;

/** Reads all rows, those too that an earlier try has dealt with: they may have doubles. */
export async function readRows(
	batch: Batch<NewContactParameters>,
	kinds: readonly Kind[],
): Promise<Array<Row | Unreadable>> {
	const rows: Array<Row | Unreadable> = [];
	for (const itemIndex of batch.fates.keys()) {
		if (itemIndex % AT_A_TIME === AT_A_TIME - 1) await pause(1, batch.connection.signal);
		try {
			rows.push(rowOf(batch, itemIndex, kinds));
		} catch (reason) {
			rows.push({ itemIndex, reason });
		}
	}
	return rows;
}

function rowOf(batch: Batch<NewContactParameters>, itemIndex: number, kinds: readonly Kind[]): Row {
	const call = batch.callOf(itemIndex);
	const draft = readDraft(call);
	const { crm } = call;
	return {
		itemIndex,
		crm,
		draft,
		keys: keysOf(draft.personalInfos, kinds),
		place: placeOf(crm, draft.audienceId),
	};
}

/** Tells audiences apart, those of different profiles too. */
export const placeOf = ({ profileId = '' }: Connection, audienceId: string): string =>
	`${profileId} ${audienceId}`;
