import { stringify } from 'yaml';

import { distinct } from '../spec/schema.mts';
import { File, isObject, type Json } from '../spec/file.mts';
import { OURS, Specification } from '../spec/specification.mts';
import type { Read } from './account.mts';
import { typeOf } from './observe.mts';
import { parsed } from './reply.mts';

/**
 * Answers, written down as a specification, so that the same words find the same things in it. Types, formats,
 * counts and names of fields come in, and no value. Names that are not on a list read "another".
 */
export function writtenDown(
	reads: readonly Read[],
	nameOf: (name: string) => string,
): Specification {
	const paths: Json = {};
	const within = (object: Json, key: string) => (object[key] ??= {}) as Json;
	for (const { operation, reply } of reads) {
		if (!reply) continue;
		const { path, method } = OURS.get(operation)!;
		const responses = within(within(within(paths, path), method), 'responses');
		const response = within(responses, String(reply.status));
		const headers = within(response, 'headers');
		for (const name of reply.headers.keys()) if (HEADERS.test(name)) headers[name] = {};
		const media = within(within(response, 'content'), typeOf(reply));
		if (typeOf(reply) !== 'application/json') continue;
		const seen = schemaOf([parsed(reply.text)], nameOf);
		// The first answer tells most; others only add what it lacks.
		media.schema ??= seen;
	}
	const text = stringify({ openapi: '3.1.0', paths }, { collectionStyle: 'flow', lineWidth: 0 });
	return new Specification([new File('answers', text).root]);
}

/** Headers that unknowns speak of; the name of any other may be anybody's. */
const HEADERS =
	/^((x-)?rate-?limit(-(limit|remaining|reset|policy))?|retry-after|content-disposition|x-total-count|link)$/;

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

/** As PHP writes lists from which something was left out. */
function isKeyed(value: unknown): value is Json {
	const keys = isObject(value) ? Object.keys(value) : [];
	return keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
}
