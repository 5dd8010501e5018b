import { isObject } from '../../nodes/utils/json';
import { formOf } from './formats';
import { isKnown, isMap, nameOf, type Naming } from './names';
import { type Told, told, word } from './told';

/** What is told of a field: where it stands, of what type and form, how often it is there. */
export interface Field {
	path: Told;
	forms: Told[];
	/** In `all`, `most` or `some` of the objects that could have it. */
	there: Told;
}

/** Enough rows to see what varies. */
const MAX_ROWS = 500;
const DEEPEST = 8;

/** The fields of records, without a value of them. Lists add `[]` to a path. */
export function fieldsOf(records: readonly unknown[], naming: Naming): Field[] {
	const fields: Field[] = [];
	const collect = (path: Told, values: readonly unknown[], of: number, depth: number) => {
		if (path !== '') fields.push({ path, forms: formsOf(values), there: share(values.length, of) });
		if (depth >= DEEPEST) return;
		const items = values.filter(Array.isArray).flat().slice(0, MAX_ROWS);
		if (items.length > 0) collect(told`${path}[]`, items, items.length, depth + 1);
		const objects = values.filter(isObject);
		for (const [name, inside] of membersOf(objects, naming)) {
			const below = path === '' ? name : told`${path}.${name}`;
			collect(below, inside, objects.length, depth + 1);
		}
	};
	collect('' as Told, records.slice(0, MAX_ROWS), records.length, 0);
	return fields;
}

/** The values by the name they are told under; those of one object with several such are all there. */
function membersOf(objects: object[], naming: Naming): Map<Told, unknown[]> {
	const byKey = new Map<string, unknown[]>();
	const add = <K>(map: Map<K, unknown[]>, key: K, values: unknown[]) => {
		const there = map.get(key);
		if (there) for (const value of values) there.push(value);
		else map.set(key, [...values]);
	};
	for (const object of objects) {
		for (const [key, value] of Object.entries(object)) add(byKey, key, [value]);
	}
	const others = [...byKey].filter(([key]) => !isKnown(key, naming));
	const asMap = isMap(new Map(others.map(([key, { length }]) => [key, length])), objects.length);
	const members = new Map<Told, unknown[]>();
	for (const [key, values] of byKey) {
		const name = asMap && !isKnown(key, naming) ? word('{map}') : nameOf(key, naming);
		add(members, name, values);
	}
	return members;
}

function formsOf(values: readonly unknown[]): Told[] {
	const forms = values.map((value) => {
		if (Array.isArray(value)) return value.length === 0 ? word('empty list') : word('list');
		if (!isObject(value)) return formOf(value);
		return Object.keys(value).length === 0 ? word('empty object') : word('object');
	});
	return [...new Set(forms)].sort();
}

/** How many of them, in a word. */
export function share(part: number, of: number): Told {
	if (of === 0) return word('no case');
	if (part >= of) return word('all');
	if (part === 0) return word('none');
	return part * 2 > of ? word('most') : word('some');
}
