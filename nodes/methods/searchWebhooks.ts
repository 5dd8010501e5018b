import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listSubscriptions, subscriptionId, subscriptionUrl } from '../api/webhooks';
import { isObject } from '../utils/json';
import { textOf } from '../utils/text';
import { lookUp } from './editorConnection';
import { notEmpty } from './notEmpty';

/** Webhooks for the editor's list: by name and address where the service shows them, else by id. */
export async function searchWebhooks(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const entries = await lookUp(this, async (connection) => {
		const all = await listSubscriptions(connection);
		if (wanted !== '') return all;
		return notEmpty(
			all,
			'webhooks',
			'A webhook is there once it was created, or a trigger published.',
		);
	});
	const found = entries.flatMap((entry) => {
		const value = subscriptionId(entry);
		return value === undefined ? [] : [{ name: titleOf(entry, value), value }];
	});
	return {
		results: found.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted)),
	};
}

function titleOf(entry: object, id: string): string {
	const { subscription } = entry as { subscription?: unknown };
	const said: { name?: unknown } = { ...entry, ...(isObject(subscription) ? subscription : {}) };
	const parts = [textOf(said.name), subscriptionUrl(entry)].filter((part) => part);
	return parts.length > 0 ? parts.join(' – ') : id;
}
