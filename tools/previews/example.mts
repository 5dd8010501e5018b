import type { Document } from 'openapi-backend';

/** JSON Schema as far as the description of the service uses it. */
interface Schema {
	$ref?: string;
	type?: string | string[];
	const?: unknown;
	enum?: unknown[];
	examples?: unknown[];
	properties?: Record<string, Schema>;
	items?: Schema;
	anyOf?: Schema[];
}

/** A value that fits a named schema of the description, made from the examples in it. */
export function exampleOf<T>(document: Document, name: string): T {
	const schemas = document.components?.schemas as Record<string, Schema>;
	const make = (schema: Schema): unknown => {
		if (schema.$ref) return make(schemas[schema.$ref.split('/').pop()!]);
		if (schema.examples) return schema.examples[0];
		if ('const' in schema) return schema.const;
		if (schema.enum) return schema.enum[0];
		if (schema.anyOf) return make(schema.anyOf[0]);
		if (schema.properties) {
			const entries = Object.entries(schema.properties);
			return Object.fromEntries(entries.map(([key, property]) => [key, make(property)]));
		}
		if (schema.items) return [make(schema.items)];
		throw new Error(`Schema ${name}: no example for ${JSON.stringify(schema)}`);
	};
	if (!schemas[name]) throw new Error(`The description has no schema ${name}`);
	return make(schemas[name]) as T;
}
