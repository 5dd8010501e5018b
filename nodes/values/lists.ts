import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/lists/rows';
import { ServiceError } from '../service/http/serviceError';
import { textOf } from './text';

/** A list of texts, from a multiple choice, an array or a text with commas of an expression. */
export function toList(value: unknown): string[] {
	const parts = Array.isArray(value) ? value : textOf(value).split(',');
	return parts.map((part) => textOf(part).trim()).filter((part) => part !== '');
}

/** Whether an id is among those chosen, whatever their case; an empty choice lets all through. */
export const isChosen = (chosen: readonly string[], id: string | null): boolean =>
	chosen.length === 0 ||
	(id !== null && chosen.some((wanted) => wanted.toLowerCase() === id.toLowerCase()));

/** A JSON object, entered as text or given by an expression. @throws ServiceError */
export function toJsonObject(value: unknown, field: string): IDataObject {
	if (value === undefined || value === null || value === '') return {};
	const parsed = typeof value === 'string' ? parse(value) : value;
	if (isObject(parsed)) return parsed;
	throw new ServiceError(
		`'${field}' is not a JSON object`,
		'Enter something like {"name": "value"}.',
	);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
