import { countBy, uniq } from 'es-toolkit';

import type { Quote } from '../report.mts';
import { isObject, type Json, parsed } from '../spec/file.mts';
import { OURS } from '../spec/specification.mts';
import { groupOf, type Search } from '../unknowns.mts';
import { type NameOf, pageOf, type Read } from './read.mts';

/** Values that our own description shows are counted by name. */
const SHOWN =
	/^(STATUS(_CHANGED)?|USER(_CHANGED)?|CONSUMER|POST|SUCCESS|CRM_BACKLOG_ITEM_STATUS_CHANGE)$/;

const FORMATS: Array<[format: string, fits: RegExp]> = [
	['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
	['date-time', /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/],
	['milliseconds', /^1\d{12}$/],
	['seconds', /^1\d{9}$/],
];

/** As PHP writes lists from which something was left out. */
const isKeyed = (value: unknown): value is Json =>
	isObject(value) && /^[\d,]+$/.test(Object.keys(value).join());

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (isKeyed(value)) return 'object with whole numbers as keys';
	if (isObject(value)) return Object.keys(value).length === 0 ? 'empty object' : 'object';
	if (SHOWN.test(String(value))) return String(value);
	const type = Number.isInteger(value) ? 'integer' : typeof value;
	const [format] = FORMATS.find(([, fits]) => fits.test(String(value))) ?? [];
	return format ? `${type} (${format})` : type;
}

/** A field, as `/contact/id`, with all its values. */
type Field = [path: string, values: unknown[]];

function* fieldsIn(values: unknown[], nameOf: NameOf, path = ''): Generator<Field> {
	const isList = (one: unknown) => Array.isArray(one) || isKeyed(one);
	const objects = values
		.flatMap((one) => (isList(one) ? Object.values(one) : one))
		.filter(isObject);
	for (const name of uniq(objects.flatMap(Object.keys))) {
		const inside = objects.filter((one) => name in one).map((one) => one[name]);
		const own = `${path}/${nameOf(name)}`;
		yield [own, inside];
		yield* fieldsIn(inside, nameOf, own);
	}
}

/** What stands at a place of an answer. */
function fieldsAt(place: string, read: Read, nameOf: NameOf): Iterable<Field> {
	const { status, headers } = read;
	if (/^(any|headers|response)$/.test(place))
		return [...headers.keys()].map((name) => [`/${nameOf(name)}`, [name]]);
	if ((place === 'errors') !== status >= 400) return [];
	const data = parsed(read.text);
	const { rows = [], path } = pageOf(read) ?? {};
	if (place === 'row') return fieldsIn(rows, nameOf);
	if (place === 'list')
		return [['@type', path ? [path.reduce((at, name) => Object(at)[name], data)] : []]];
	const all = [...fieldsIn([data], nameOf)];
	const above = path && ['', ...path.map(nameOf), ''].join('/');
	return place === 'envelope' && above ? all.filter(([own]) => !own.startsWith(above)) : all;
}

/** What of an unknown stands in an answer, in counts, types, formats and names of fields. */
export function seenIn(read: Read, search: Search, nameOf: NameOf): Quote[] {
	const { routes, place, field, isAll, at } = search;
	if (!groupOf(routes).test(read.operation)) return [];
	const pattern = field ? new RegExp(`/${field}$`) : isAll ? /^/ : at;
	const fields = [...fieldsAt(place, read, nameOf)].filter(([path]) => pattern.test(path));
	return fields.map(([path, values]) => {
		const told = Object.entries(countBy(values, kindOf)).map(([kind, count]) => `${count} ${kind}`);
		const text = `${path.slice(1)}: ${told.join(', ')}`;
		return { text, place: '', routes: [OURS.get(read.operation)!.title] };
	});
}
