import { countBy, uniq } from 'es-toolkit';

import { isObject, parsed } from './json.mts';
import { type NameOf, pageOf, type Read } from './read.mts';
import type { Quote } from './report.mts';
import { ROUTES } from './routes.mts';
import type { Search } from './unknowns.mts';

/** Values that our own description shows are counted by name. */
const SHOWN =
	/^(STATUS(_CHANGED)?|USER(_CHANGED)?|CONSUMER|COMPANY|POST|SUCCESS|DRAFT|SENT|ACCEPTED|REJECTED)$/;

const FORMATS: Array<[format: string, fits: RegExp]> = [
	['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
	['date-time', /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/],
	['milliseconds', /^1\d{12}$/],
	['seconds', /^1\d{9}$/],
];

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (isObject(value)) return Object.keys(value).length === 0 ? 'empty object' : 'object';
	if (SHOWN.test(String(value))) return String(value);
	const type = Number.isInteger(value) ? 'integer' : typeof value;
	const [format] = FORMATS.find(([, fits]) => fits.test(String(value))) ?? [];
	return format ? `${type} (${format})` : type;
}

/** A field, as `/contact/id`, with all its values. */
type Field = [path: string, values: unknown[]];

function* fieldsIn(values: unknown[], nameOf: NameOf, path = ''): Generator<Field> {
	const objects = values.flatMap((one) => one).filter(isObject);
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
	if (place === 'headers') return [...headers.keys()].map((name) => [`/${nameOf(name)}`, [name]]);
	if ((place === 'errors') !== status >= 400) return [];
	const data = parsed(read.text);
	const { rows = [], path } = pageOf(read) ?? {};
	if (place === 'row') return fieldsIn(rows, nameOf);
	const all = [...fieldsIn([data], nameOf)];
	const above = path && ['', ...path.map(nameOf), ''].join('/');
	return place === 'envelope' && above ? all.filter(([own]) => !own.startsWith(above)) : all;
}

/** What of an unknown stands in an answer, in counts, types, formats and names of fields. */
export function seenIn(read: Read, search: Search, nameOf: NameOf): Quote[] {
	const { routes, place, fields: pattern } = search;
	if (!routes.test(read.operation)) return [];
	const fields = [...fieldsAt(place, read, nameOf)].filter(([path]) => pattern.test(path));
	return fields.map(([path, values]) => {
		const told = Object.entries(countBy(values, kindOf)).map(([kind, count]) => `${count} ${kind}`);
		const text = `${path.slice(1)}: ${told.join(', ')}`;
		return { text, routes: [ROUTES.get(read.operation)!.title] };
	});
}
