import { stringify } from 'yaml';

import { isObject, type Json, parsed, parseFiles } from '../spec/file.mts';
import { distinct } from '../spec/schema.mts';
import { OURS, type Specification, specificationOf } from '../spec/specification.mts';
import { type Read, typeOf } from './read.mts';

/**
 * Answers, written down as a specification, so that the same words find the same things in it. Types, formats,
 * counts and names of fields come in, and no value. Names that are not on a list read "another".
 */
export function writtenDown(
	reads: readonly Read[],
	nameOf: (name: string) => string,
): Specification {
	const paths: Json = {};
	const within = (object: Json, ...keys: string[]): Json =>
		keys.reduce((at, key) => (at[key] ??= {}) as Json, object);
	for (const read of reads.filter(({ status }) => status > 0)) {
		const { path, method } = OURS.get(read.operation)!;
		const response = within(paths, path, method, 'responses', String(read.status));
		for (const name of read.headers.keys())
			if (nameOf(name) === name) within(response, 'headers', name);
		const media = within(response, 'content', typeOf(read));
		// The first answer tells most; others only add what it lacks.
		if (typeOf(read) === 'application/json') media.schema ??= schemaOf([parsed(read.text)], nameOf);
	}
	const text = stringify({ openapi: '3.1.0', paths }, { collectionStyle: 'flow', lineWidth: 0 });
	return specificationOf(parseFiles([{ name: 'answers', text }]).roots);
}

/** Values that our own description shows are counted by name. */
const SHOWN =
	/^(STATUS(_CHANGED)?|USER(_CHANGED)?|CONSUMER|POST|SUCCESS|CRM_BACKLOG_ITEM_STATUS_CHANGE)$/;

const FORMATS: Array<[format: string, fits: RegExp]> = [
	['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
	['date-time', /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/],
	['email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
	['milliseconds', /^1\d{12}$/],
	['seconds', /^1\d{9}$/],
];
const MAX_ROWS = 500;

/** As PHP writes lists from which something was left out. */
const isKeyed = (value: unknown): value is Json =>
	isObject(value) && /^[\d,]+$/.test(Object.keys(value).join());

const kindOf = (value: unknown): string => {
	if (value === null) return 'null';
	if (Array.isArray(value) || isKeyed(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
};

/** Of all values that stand in one place. */
function schemaOf(values: unknown[], nameOf: (name: string) => string): Json {
	const types = distinct(values.map(kindOf));
	const schema: Json = { type: types.length === 1 ? types[0] : types, seen: values.length };
	const scalars = values.filter((value) => typeof value !== 'object').map(String);
	const [format] = FORMATS.find(([, fits]) => scalars.every((value) => fits.test(value))) ?? [];
	if (format && scalars.length > 0) schema.format = format;
	for (const value of scalars.filter((one) => SHOWN.test(one)))
		schema[value] = Number(schema[value] ?? 0) + 1;
	const lists = values.filter((value) => kindOf(value) === 'array') as object[];
	if (lists.length > 0) {
		const rows = lists.flatMap((list) => Object.values(list) as unknown[]);
		schema.rows = rows.length;
		if (lists.some(isKeyed)) schema.keyed = 'an object with whole numbers as keys';
		if (rows.length > 0) schema.items = schemaOf(rows.slice(0, MAX_ROWS), nameOf);
	}
	const objects = values.filter((value) => kindOf(value) === 'object') as Json[];
	if (objects.length > 0) {
		const empty = objects.filter((object) => Object.keys(object).length === 0).length;
		if (empty > 0) schema.empty = empty;
		const properties = distinct(objects.flatMap(Object.keys)).map((name) => {
			const inside = objects.filter((object) => name in object).map((object) => object[name]);
			return [nameOf(name), schemaOf(inside, nameOf)];
		});
		schema.properties = Object.fromEntries(properties) as Json;
	}
	return schema;
}
