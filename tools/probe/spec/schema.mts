import { isObject, type Json, objectAt } from './file.mts';

export const distinct = <T,>(values: readonly T[]): T[] => [...new Set(values)];

/**
 * A schema as whoever sends or reads such data sees it:
 * 1. All parts of a schema (allOf, anyOf, oneOf) are put together. What one of several alternatives
 *    requires is not required.
 * 2. null is left aside: generators differ too much in how they write it, if they do.
 */
export class Shape {
	/** As they are written. */
	readonly parts: Json[] = [];
	/** Those that hold whichever alternative is chosen. */
	readonly sure: Json[] = [];

	/** @param schemas Of one thing: several where several places speak of it. */
	constructor(schemas: readonly unknown[]) {
		for (const schema of schemas) this.take(schema, true);
	}

	/** Of its fields. */
	get names(): string[] {
		return distinct(this.parts.flatMap((part) => Object.keys(objectAt(part, 'properties'))));
	}

	field(name: string): Shape | undefined {
		if (!this.names.includes(name)) return undefined;
		return new Shape(this.parts.map((part) => objectAt(part, 'properties')[name]));
	}

	get items(): Shape {
		return new Shape(this.parts.map(({ items }) => items));
	}

	/** Given, or that of what is given. */
	get types(): unknown[] {
		return this.parts.flatMap(
			({ type, properties, items }) => type ?? (properties ? 'object' : items ? 'array' : []),
		);
	}

	/** Each field that every alternative requires, with the part that says so. */
	get required(): Array<[name: string, part: Json]> {
		return this.sure.flatMap((part) =>
			[part.required ?? []].flat().map((name): [string, Json] => [String(name), part]),
		);
	}

	private take(schema: unknown, isSure: boolean): void {
		if (!isObject(schema) || this.parts.includes(schema)) return;
		this.parts.push(schema);
		if (isSure) this.sure.push(schema);
		const { allOf = [], anyOf = [], oneOf = [] } = schema;
		for (const part of [allOf].flat()) this.take(part, isSure);
		const others = [anyOf, oneOf].flat().filter((one) => Object(one).type !== 'null');
		for (const one of others) this.take(one, isSure && others.length === 1);
	}
}
