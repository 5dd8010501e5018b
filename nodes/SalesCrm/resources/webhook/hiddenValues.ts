import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../utils/json';

/**
 * A webhook as the service shows it, but for the values of its headers: they prove its calls, also
 * those of the Sales CRM Trigger. Whether and how headers are shown is unknown (interface.md, "GET
 * /api/v1/list"): a map and a list of names and values are understood, and any other form is hidden.
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
