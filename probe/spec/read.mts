import SwaggerParser from '@apidevtools/swagger-parser';
import { readFile } from 'node:fs/promises';

import { CouldNotRun } from '../report.mts';
import { isObject, type Json } from './schema.mts';

/**
 * Reads a specification: JSON or YAML, OpenAPI 3, in several files or in one. Nothing is fetched.
 * @returns `lost`: the first of what it refers to that could not be read. It is unknown; the rest is read all the same.
 */
export async function readSpecification(file: string): Promise<{ root: Json; lost?: string }> {
	const refuse = (why: string): never => {
		throw new CouldNotRun(`${file} ${why}`);
	};
	const text = await readFile(file, 'utf8').catch(({ code }) =>
		refuse(`could not be read (${code})`),
	);
	if (/^\s*<(!doctype|html)/i.test(text)) {
		refuse(
			'is a web page. The page loads the specification itself: save that, often /openapi.json, /v3/api-docs or /docs/api-docs.json',
		);
	}
	const parser = new SwaggerParser();
	const options = { resolve: { http: false }, continueOnError: true } as const;
	const lost = await parser.bundle(file, options).then(
		() => undefined,
		({ errors: [first] = [] }: { errors?: Error[] }) => first?.message,
	);
	const { schema } = parser as { schema?: unknown };
	const parsed = isObject(schema)
		? schema
		: await SwaggerParser.parse(file).catch(({ message }) =>
				refuse(`is no OpenAPI specification: ${String(message).slice(0, 300)}`),
			);
	const root = parsed as unknown as Json;
	if (root.swagger)
		refuse(
			`is Swagger ${String(root.swagger)}: convert it to OpenAPI 3 first, for example at converter.swagger.io`,
		);
	if (!/^3\./.test(String(root.openapi)) || !isObject(root.paths))
		refuse('is no OpenAPI 3 specification: it has no openapi: 3.x and paths');
	return { root, lost };
}
