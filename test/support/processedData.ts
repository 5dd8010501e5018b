import { createHash } from 'node:crypto';

import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDeduplicationOutput,
} from 'n8n-workflow';

/** n8n's store for processed data, as in its `deduplication-helper.js` of 2.41 and 1.123 for the mode `entries`. */
export class ProcessedData {
	private readonly rows = new Map<string, string[]>();

	/** Whether the database cannot be reached. */
	isBroken = false;

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: 'node' | 'workflow',
		{ workflow, node }: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		if (this.isBroken) throw new Error('Connection terminated');
		const key = `${workflow.id} n:${node!.id}`;
		const held = this.rows.get(key) ?? [];
		const hashes = items.map((item) => createHash('md5').update(item.toString()).digest('base64'));
		const isNew = (_item: unknown, index: number) => !held.includes(hashes[index]);
		const data = [...held, ...hashes.filter(isNew)];
		this.rows.set(key, data.slice(-maxEntries!));
		const processed = items.filter((item, index) => !isNew(item, index));
		return { new: items.filter(isNew), processed };
	}
}

/** Makes n8n use this store. */
export function useStore(store: ProcessedData | undefined): void {
	const deduplicator = store && { deduplicator: store };
	const instance = deduplicator && Object.create(DataDeduplicationService.prototype);
	Object.assign(DataDeduplicationService, {
		instance: instance && Object.assign(instance, deduplicator),
	});
}
