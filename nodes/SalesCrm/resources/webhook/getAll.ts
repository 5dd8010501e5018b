import type { IDataObject } from 'n8n-workflow';

import { listWebhooks } from '../../../api/webhooks';
import { requiredProfile } from '../../../transport/connection';
import { optionsOf } from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import { isObject } from '../../../utils/json';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'Get the webhooks of the company profile',
	kind: 'list',
	properties: [optionsOf([])],
	async run({ connection }) {
		requiredProfile(connection);
		const webhooks = await listWebhooks(connection);
		return outputs(webhooks.map(({ record }) => withoutHeaderValues(record)));
	},
});

/**
 * A webhook as the service shows it, with `***` for the values of its headers: whoever knows them can
 * forge its calls, and those of the Sales CRM Trigger. Whether and how headers are shown is unknown
 * (operation `listSubscriptions`). Names stay in a map, `{ "X-Team": "***" }`, and in a list,
 * `[{ name: "X-Team", value: "***" }]`; in any other form every text is hidden.
 */
export const withoutHeaderValues = (webhook: IDataObject): IDataObject =>
	eachField(webhook, (name, value) => (/^headers?$/i.test(name) ? hidden(value) : shown(value)));

function shown(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shown);
	return isObject(value) ? withoutHeaderValues(value) : value;
}

function hidden(value: unknown): unknown {
	if (value === null) return null;
	if (Array.isArray(value)) return value.map(hidden);
	if (!isObject(value)) return '***';
	return eachField(value, (name, inside) =>
		/^(name|key)$/i.test(name) && 'value' in value ? inside : hidden(inside),
	);
}

const eachField = (value: IDataObject, change: (name: string, inside: unknown) => unknown) =>
	Object.fromEntries(
		Object.entries(value).map(([name, inside]) => [name, change(name, inside)]),
	) as IDataObject;
