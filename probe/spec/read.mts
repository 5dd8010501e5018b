import SwaggerParser from '@apidevtools/swagger-parser';
import { access } from 'node:fs/promises';

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
	await access(file).catch(({ code }) => refuse(`could not be read (${code})`));
	const parser = new SwaggerParser();
	const options = { resolve: { http: false }, continueOnError: true } as const;
	const lost = await parser.bundle(file, options).then(
		() => undefined,
		({ errors: [first] = [] }: { errors?: Error[] }) => first?.message,
	);
	const root = (parser as { schema?: unknown }).schema as Json;
	if (!isObject(root)) refuse(`is no OpenAPI specification: ${String(lost).slice(0, 300)}`);
	if (!/^3\./.test(String(root.openapi)) || !isObject(root.paths))
		refuse('is no OpenAPI specification of version 3: it has no openapi: 3.x and paths');
	return { root, lost };
}
