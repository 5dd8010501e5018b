/**
 * A schema as whoever reads or writes such data sees it:
 * 1. A $ref is followed when what it leads to is looked at, so circular ones do no harm.
 * 2. All parts of a schema (allOf, anyOf, oneOf) are put together. What one of several alternatives
 *    requires is not required.
 * 3. null is left aside: generators differ too much in how they write it, if they do.
 * 4. A type that is not said is that of what is said: properties, items, values.
 * 5. Items are those of a list, or of an object with any keys.
 */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const distinct = <T,>(values: readonly T[]): T[] => [...new Set(values)];

/** The object at a key; an empty one where there is none. */
export const objectAt = (value: unknown, key: string): Json => {
	const inside: unknown = Object(value)[key];
	return isObject(inside) ? inside : {};
};

/** What a $ref leads to; a place that is not there is unknown. */
export function resolved(root: Json, value: unknown): Json {
	let there = value;
	for (let hops = 0; hops < 20 && isObject(there) && typeof there.$ref === 'string'; hops++) {
		const keys = there.$ref.replace(/^#\//, '').split('/').map(decodeURIComponent);
		const names = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
		there = names.reduce<unknown>((inside, name) => Object(inside)[name], root);
	}
	return isObject(there) && !('$ref' in there) ? there : {};
}

export class Shape {
	private readonly parts: Json[] = [];
	/** Those that hold whatever alternative is taken. */
	private readonly sure = new Set<Json>();
	/** None where it may be anything, or nothing is said of it. */
	readonly types: string[];
	/** As JSON; undefined where it may have any. */
	readonly values?: string[];
	readonly names: string[];

	/** @param schemas Of one thing: several where several places speak of it. */
	constructor(
		private readonly root: Json,
		schemas: readonly unknown[],
	) {
		for (const schema of schemas) this.take(schema, true);
		const typed = this.parts.filter((schema) => typesIn(schema).length > 0);
		this.types = distinct(typed.flatMap(typesIn));
		const listed = typed.map((schema) => ('const' in schema ? [schema.const] : schema.enum));
		if (listed.length > 0 && listed.every(Array.isArray)) {
			const values = listed.flat().filter((value) => value !== null);
			this.values = distinct(values.map((value) => JSON.stringify(value)));
		}
		this.names = distinct(
			this.parts.flatMap((schema) => Object.keys(objectAt(schema, 'properties'))),
		);
	}

	field(name: string): Shape | undefined {
		if (!this.names.includes(name)) return undefined;
		return this.inside(({ properties }) => [Object(properties)[name]]);
	}

	requires(name: string): boolean {
		return [...this.sure].some(({ required }) => [required].flat().includes(name));
	}

	get items(): Shape {
		return this.inside(({ items, additionalProperties }) => [items, additionalProperties]);
	}

	/** What is said of it besides, such as its format. */
	said(key: string): unknown {
		return this.parts.find((schema) => key in schema)?.[key];
	}

	private inside(of: (schema: Json) => unknown[]): Shape {
		return new Shape(this.root, this.parts.flatMap(of));
	}

	private take(schema: unknown, isSure: boolean): void {
		if (!isObject(schema) || this.parts.includes(schema)) return;
		this.parts.push(schema);
		if (isSure) this.sure.add(schema);
		const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema as Record<string, unknown[]>;
		if ($ref) this.take(resolved(this.root, { $ref }), isSure);
		for (const part of allOf) this.take(part, isSure);
		const others = [anyOf, oneOf].flat().filter((one) => Object(one).type !== 'null');
		for (const one of others) this.take(one, isSure && others.length === 1);
	}
}

function typesIn(schema: Json): string[] {
	const { type, properties, additionalProperties, items } = schema;
	const said = [type ?? []].flat().map(String);
	const values = 'const' in schema ? [schema.const] : [schema.enum ?? []].flat();
	const seen: string[] = values.map((value) => typeof value);
	if (isObject(properties) || isObject(additionalProperties)) seen.push('object');
	if (items !== undefined) seen.push('array');
	return (said.length > 0 ? said : seen).filter((one) => one !== 'null');
}
