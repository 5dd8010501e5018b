import type { IDataObject } from 'n8n-workflow';

import { UserError } from './userError';

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object, entered as text or given by an expression. @throws UserError */
export function toJsonObject(value: unknown, field: string): IDataObject {
	if (value === undefined || value === null || value === '') return {};
	const parsed = typeof value === 'string' ? jsonOrNothing(value) : value;
	if (isObject(parsed)) return parsed;
	throw new UserError(`'${field}' is not a JSON object`, 'Enter something like {"name": "value"}.');
}

function jsonOrNothing(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
