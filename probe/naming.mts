import type { OpenAPIBackend } from 'openapi-backend';

import type { Naming } from './examine/names.ts';

interface Schema {
	properties?: Record<string, Schema>;
	[key: string]: unknown;
}

/** The names of fields that stand in the description of the service, its samples left out. */
export function namingOf({ definition }: OpenAPIBackend, all: boolean): Naming {
	const described = new Set<string>();
	const visit = (schema: unknown) => {
		if (typeof schema !== 'object' || schema === null) return;
		const { properties = {}, examples: _, ...rest } = schema as Schema;
		for (const name of Object.keys(properties)) described.add(name);
		for (const inside of [...Object.values(properties), ...Object.values(rest)]) visit(inside);
	};
	visit(definition.components?.schemas);
	visit(definition.components?.responses);
	visit(definition.paths);
	return { described, all };
}
