import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../values/json';
import { Failure } from '../../../values/failure';
import type { PersonalInfo } from '../../../service/api/types';
import { knownName } from './columns';

/** What becomes of an input column that is none of the nine known names. */
export type ExtraColumns = 'ignore' | 'add' | 'fail';

/** The value of the resource mapper; `value` is null in automatic mode. */
export interface Mapping {
	mappingMode: string;
	value: IDataObject | null;
}

/**
 * The personal infos of one contact: from the mapped fields, or from the item's own columns when
 * they are mapped automatically. Every value becomes text; empty ones are left out.
 * @param onUnknown Told of columns that are not recognized although they hold something.
 * @throws Failure when nothing is left, a column cannot be text, or two columns disagree.
 */
export function personalInfos(
	mapping: Mapping,
	item: IDataObject,
	extraColumns: ExtraColumns,
	onUnknown: (column: string) => void = () => undefined,
): PersonalInfo[] {
	const columns =
		mapping.mappingMode === 'autoMapInputData'
			? Object.entries(item).flatMap(([column, value]) =>
					recognize(column, value, extraColumns, onUnknown),
				)
			: Object.entries(mapping.value ?? {}).map(([name, value]) => ({ name, column: name, value }));

	const infos = new Map<string, { value: string; column: string }>();
	for (const { name, column, value } of columns) {
		const text = toText(value, column);
		if (text.trim() === '') continue;
		const before = infos.get(name);
		if (before && before.value !== text) throw disagreement(name, before.column, column);
		infos.set(name, { value: text, column });
	}
	if (infos.size === 0) throw nothingToSend(item);
	return [...infos].map(([name, { value }]) => ({ name, value }));
}

function recognize(
	column: string,
	value: unknown,
	extraColumns: ExtraColumns,
	onUnknown: (column: string) => void,
) {
	const name = knownName(column);
	if (name !== undefined) return [{ name: name as string, column, value }];
	if (!isBlank(value)) onUnknown(column);
	if (extraColumns === 'add') return [{ name: column, column, value }];
	if (extraColumns === 'fail' && toText(value, column).trim() !== '') {
		throw new Failure(
			`The column '${column}' is no known personal info`,
			"Rename or remove it, or choose in the option 'Extra Columns' to ignore or add such columns.",
		);
	}
	return [];
}

const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function toText(value: unknown, column: string): string {
	if (value === undefined || value === null) return '';
	if (isDate(value)) return dateText(value, column);
	if (typeof value !== 'object') return String(value);
	throw new Failure(
		`The column '${column}' holds ${Array.isArray(value) ? 'a list' : 'an object'} where text is expected`,
		'Map one of its values, or turn it into text first.',
	);
}

/** A Date, or a DateTime of n8n's own copy of luxon, which instanceof would not recognize. */
const isDate = (value: unknown): value is Date | DateTime =>
	value instanceof Date || (isObject(value) && typeof value.toISO === 'function');

function dateText(value: Date | DateTime, column: string): string {
	const date = value instanceof Date ? DateTime.fromJSDate(value, { zone: 'utc' }) : value;
	const text = date.toISO();
	if (text !== null) return text;
	throw new Failure(
		`The column '${column}' holds a date that is none`,
		'Correct the expression or the data that it comes from.',
	);
}

function disagreement(name: string, first: string, second: string): Failure {
	return new Failure(
		`The columns '${first}' and '${second}' both mean ${name} and hold different values`,
		'Remove one of them, or map the fields by hand.',
	);
}

function nothingToSend(item: IDataObject): Failure {
	const columns = Object.keys(item).slice(0, 12).join(', ');
	return new Failure(
		'There is no personal information to create a contact from',
		`All values are empty or no column was recognized. Columns of this item: ${columns || 'none'}.`,
	);
}
