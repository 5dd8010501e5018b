/**
 * A schema as whoever reads or writes such data sees it:
 * 1. A $ref is followed when what it leads to is looked at, so circular ones do no harm.
 * 2. allOf are put together; alternatives (anyOf, oneOf) are united, and a field is required where
 *    every alternative that is an object requires it.
 * 3. null is left aside: generators differ too much in how they write it, if they do.
 * 4. A type that is not said is that of what is said: properties, items, values.
 */
export type Json = Record<string, unknown>;

/** A place in a document. */
export interface Node {
	schema: unknown;
	at: string[];
}

export interface Shape {
	/** Where it stands, of several places the first. */
	at: string[];
	/** None where it may be anything. */
	types: string[];
	/** As JSON. */
	values?: string[];
	/** Of what is said besides, as far as all alternatives say the same. */
	said: { format?: string; minimum?: number; maximum?: number; default?: unknown };
	description: string;
	fields: Map<string, { nodes: Node[]; required: boolean }>;
	items: Node[];
	/** Of fields that are not named. */
	rest: Node[];
}

/** One alternative. */
type Alternative = Omit<Shape, 'fields'> & { fields: Map<string, Node[]>; required: Set<string> };

export const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a $ref leads to; a place that is not there is unknown. */
export function resolved(root: Json, node: Node): Node {
	let { schema, at } = node;
	for (let hops = 0; hops < 20 && isObject(schema) && typeof schema.$ref === 'string'; hops++) {
		const { $ref } = schema;
		if (!$ref.startsWith('#/')) return { schema: {}, at };
		at = $ref
			.slice(2)
			.split('/')
			.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
		schema = at.reduce<unknown>((value, key) => (value as Json | undefined)?.[key], root);
	}
	return { schema, at };
}

export function shapeOf(root: Json, nodes: Node[]): Shape {
	const all = nodes
		.flatMap((node) => alternativesOf(root, node, 0))
		.filter(({ types }) => types.join() !== 'null');
	const anything = all.length === 0 || all.some(({ types }) => types.length === 0);
	const objects = all.filter(({ types }) => types.length === 0 || types.includes('object'));
	const fields: Shape['fields'] = new Map();
	for (const name of new Set(all.flatMap((one) => [...one.fields.keys()]))) {
		const there = all.flatMap((one) => one.fields.get(name) ?? []);
		fields.set(name, { nodes: there, required: objects.every((one) => one.required.has(name)) });
	}
	const valued = all.length > 0 && all.every(({ values }) => values);
	const said = Object.entries(all[0]?.said ?? {}).filter(([key, value]) =>
		all.every((one) => one.said[key as keyof Shape['said']] === value),
	);
	return {
		at: all[0]?.at ?? nodes[0]?.at ?? [],
		types: anything ? [] : distinct(all.flatMap(({ types }) => types)),
		values: valued ? distinct(all.flatMap(({ values }) => values!)) : undefined,
		said: Object.fromEntries(said),
		description: all.map(({ description }) => description).join(' '),
		fields,
		items: all.flatMap(({ items }) => items),
		rest: all.flatMap(({ rest }) => rest),
	};
}

/** Deeper than this, or of more alternatives, a schema says nothing that is of use here. */
const DEEPEST = 12;
const MOST = 64;

function alternativesOf(root: Json, node: Node, depth: number): Alternative[] {
	const { $ref, ...own } = isObject(node.schema) ? node.schema : {};
	const parts = (key: string): Node[] =>
		[own[key] ?? []].flat().map((schema, n) => ({ schema, at: [...node.at, key, String(n)] }));
	let all = [alternativeOf(own, node.at)];
	if (depth > DEEPEST) return all;
	const inside = (part: Node) => alternativesOf(root, part, depth + 1);
	if (typeof $ref === 'string') all = crossed(all, inside(resolved(root, node)));
	for (const part of parts('allOf')) all = crossed(all, inside(part));
	const any = [...parts('anyOf'), ...parts('oneOf')].flatMap(inside);
	return any.length > 0 ? crossed(all, any) : all;
}

const SAID = ['format', 'minimum', 'maximum', 'default'];

function alternativeOf(schema: Json, at: string[]): Alternative {
	const inside = (key: string, value = schema[key]): Node[] =>
		isObject(value) ? [{ schema: value, at: [...at, key] }] : [];
	const fields = Object.entries(isObject(schema.properties) ? schema.properties : {}).map(
		([name, value]): [string, Node[]] => [
			name,
			[{ schema: value, at: [...at, 'properties', name] }],
		],
	);
	const listed = 'const' in schema ? [schema.const] : schema.enum;
	const values = Array.isArray(listed) ? listed : undefined;
	const said = [schema.type ?? []].flat().map(String);
	const seen = values
		? values.map((value) => (value === null ? 'null' : typeof value))
		: fields.length > 0 || isObject(schema.additionalProperties)
			? ['object']
			: 'items' in schema
				? ['array']
				: [];
	const types = distinct(said.length > 0 ? said : seen);
	const others = types.filter((type) => type !== 'null');
	return {
		at,
		types: others.length > 0 ? others : types,
		values: values?.filter((value) => value !== null).map((value) => JSON.stringify(value)),
		said: Object.fromEntries(SAID.flatMap((key) => (key in schema ? [[key, schema[key]]] : []))),
		description: String(schema.description ?? ''),
		fields: new Map(fields),
		required: new Set(Array.isArray(schema.required) ? schema.required.map(String) : []),
		items: inside('items'),
		rest: inside('additionalProperties'),
	};
}

/** Each of one with each of the other, both of which hold. */
const crossed = (one: Alternative[], other: Alternative[]): Alternative[] =>
	one.flatMap((a) => other.map((b) => both(a, b))).slice(0, MOST);

function both(a: Alternative, b: Alternative): Alternative {
	const fields = new Map(a.fields);
	for (const [name, nodes] of b.fields) fields.set(name, [...(fields.get(name) ?? []), ...nodes]);
	const common = a.types.filter((type) => b.types.includes(type));
	return {
		at: a.types.length > 0 || b.types.length === 0 ? a.at : b.at,
		types: common.length > 0 ? common : [...a.types, ...b.types],
		values: a.values ?? b.values,
		said: { ...b.said, ...a.said },
		description: `${a.description} ${b.description}`.trim(),
		fields,
		required: new Set([...a.required, ...b.required]),
		items: [...a.items, ...b.items],
		rest: [...a.rest, ...b.rest],
	};
}

export const distinct = <T,>(values: readonly T[]): T[] => [...new Set(values)];
