import { isObject, type Json, resolved } from './file.mts';

/**
 * A schema as whoever sends or reads such data sees it:
 * 1. A $ref is followed when what it leads to is looked at, so circular ones do no harm.
 * 2. All parts of a schema (allOf, anyOf, oneOf) are put together. What one of several alternatives
 *    requires is not required.
 * 3. null is left aside: generators differ too much in how they write it, if they do.
 * 4. A type that is not given is that of what is given: properties, items, values.
 */

export const distinct = <T,>(values: readonly T[]): T[] => [...new Set(values)];

/** The object at a key; an empty one where there is none. */
export const objectAt = (value: unknown, key: string): Json => {
	const inside: unknown = Object(value)[key];
	return isObject(inside) ? inside : {};
};

export class Shape {
	/** As they are written. */
	readonly parts: Json[] = [];
	/** Those that hold whichever alternative is chosen. */
	private readonly sure = new Set<Json>();
	/** None where it may be anything, or nothing is said of it. */
	readonly types: string[];
	/** Undefined where it may have any. */
	readonly values?: unknown[];
	readonly names: string[];

	/** @param schemas Of one thing: several where several places speak of it. */
	constructor(schemas: readonly unknown[]) {
		for (const schema of schemas) this.take(schema, true);
		const typed = this.parts.filter((schema) => typesIn(schema).length > 0);
		this.types = distinct(typed.flatMap(typesIn));
		const listed = typed.map((schema) => ('const' in schema ? [schema.const] : schema.enum));
		if (listed.length > 0 && listed.every(Array.isArray)) this.values = distinct(listed.flat());
		this.names = distinct(
			this.parts.flatMap((schema) => Object.keys(objectAt(schema, 'properties'))),
		);
	}

	field(name: string): Shape | undefined {
		if (!this.names.includes(name)) return undefined;
		return this.inside(({ properties }) => [Object(properties)[name]]);
	}

	/** The part that requires a field. */
	requiring(name: string): Json | undefined {
		return [...this.sure].find(({ required }) => [required].flat().includes(name));
	}

	/** The fields that every alternative requires. */
	get required(): string[] {
		const all = [...this.sure].flatMap(({ required }) => [required ?? []].flat());
		return distinct(all.filter((name) => typeof name === 'string'));
	}

	get items(): Shape {
		return this.inside(({ items }) => [items]);
	}

	/** The part that says this of it, such as its format. */
	saying(key: string): Json | undefined {
		return this.parts.find((schema) => key in schema);
	}

	private inside(of: (schema: Json) => unknown[]): Shape {
		return new Shape(this.parts.flatMap(of));
	}

	private take(schema: unknown, isSure: boolean): void {
		if (!isObject(schema) || this.parts.includes(schema)) return;
		this.parts.push(schema);
		if (isSure) this.sure.add(schema);
		if ('$ref' in schema) this.take(resolved(schema), isSure);
		const alternatives = (key: string) => [schema[key] ?? []].flat();
		for (const part of alternatives('allOf')) this.take(part, isSure);
		const others = [...alternatives('anyOf'), ...alternatives('oneOf')].filter(
			(one) => Object(one).type !== 'null',
		);
		for (const one of others) this.take(one, isSure && others.length === 1);
	}
}

function typesIn(schema: Json): string[] {
	const { type, properties, additionalProperties, items } = schema;
	const said = [type ?? []].flat().map(String);
	const values = 'const' in schema ? [schema.const] : [schema.enum ?? []].flat();
	const seen: string[] = values.filter((value) => value !== null).map((value) => typeof value);
	if (isObject(properties) || isObject(additionalProperties)) seen.push('object');
	if (items !== undefined) seen.push('array');
	return (said.length > 0 ? said : seen).filter((one) => one !== 'null');
}
