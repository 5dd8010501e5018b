import { createHash } from 'node:crypto';

import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/**
 * n8n's store for processed data, as in its `deduplication-helper.js` of 2.41 and 1.123 for the mode `entries`: a row for
 * each workflow and node is read whole, then written whole, without a lock.
 */
export class ProcessedData implements IDataDeduplicator {
	readonly rows = new Map<string, { mode: string; data: string[] }>();

	/** Calls so far. */
	calls = 0;

	/** Whether the database fails in the next calls before it has written, or after. */
	readonly faults: Array<'before' | 'after'> = [];

	/** @param turn A query to the database and back. */
	constructor(private readonly turn: () => Promise<void> = async () => await undefined) {}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: 'node' | 'workflow',
		{ workflow, node }: ICheckProcessedContextData,
		{ mode, maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		this.calls++;
		const fault = this.faults.shift();
		const key = `${workflow.id} n:${node!.id}`;
		const row = structuredClone(this.rows.get(key));
		await this.turn();
		if (row && row.mode !== mode) throw new Error('saved with an incompatible setting');
		if (fault === 'before') throw new Error('Connection terminated');

		const hashes = items.map((item) => createHash('md5').update(item.toString()).digest('base64'));
		const held = new Set(row?.data);
		const isNew = (_item: unknown, index: number) => !held.has(hashes[index]);
		const answer = {
			new: items.filter(isNew),
			processed: items.filter((item, index) => !isNew(item, index)),
		};
		const data = [...(row?.data ?? []), ...hashes.filter(isNew)];
		if (maxEntries) data.splice(0, data.length - maxEntries);
		if (!row && this.rows.has(key)) throw new Error('UNIQUE constraint failed');
		this.rows.set(key, { mode, data });
		await this.turn();
		if (fault === 'after') throw new Error('Connection terminated');
		return answer;
	}

	removeProcessed = notHere;

	clearAllProcessedItems = notHere;

	getProcessedDataCount = notHere;
}

async function notHere(): Promise<never> {
	throw new Error('This part of the store does not exist in unit tests');
}

/** Makes n8n use this store. */
export function useStore(store: IDataDeduplicator | undefined): void {
	const deduplicator = store && { deduplicator: store };
	const instance = deduplicator && Object.create(DataDeduplicationService.prototype);
	Object.assign(DataDeduplicationService, {
		instance: instance && Object.assign(instance, deduplicator),
	});
}
