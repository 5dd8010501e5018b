import SwaggerParser from '@apidevtools/swagger-parser';
import { readFile } from 'node:fs/promises';

import { CouldNotRun } from '../couldNotRun.mts';
import { distinct, type Json, isObject } from './schema.mts';

export interface Read {
	root: Json;
	/** What could not be read of what it refers to. It is unknown; the rest is read all the same. */
	lost: string[];
}

/** Reads a specification: JSON or YAML, OpenAPI 3, in several files or in one. Nothing is fetched. */
export async function readSpecification(file: string): Promise<Read> {
	const text = await readFile(file, 'utf8').catch(({ code }) => {
		throw new CouldNotRun(`${file} could not be read (${code})`);
	});
	if (/^\s*<(!doctype|html)/i.test(text)) {
		throw new CouldNotRun(
			`${file} is a web page. The page loads the specification itself: save that, often /openapi.json, /v3/api-docs or /docs/api-docs.json`,
		);
	}
	const parser = new SwaggerParser();
	const options = { resolve: { http: false }, continueOnError: true } as const;
	const lost = await parser.bundle(file, options).then(
		() => [],
		({ errors = [] }: { errors?: Error[] }) => distinct(errors.map(({ message }) => message)),
	);
	const { schema } = parser as { schema?: unknown };
	const read = isObject(schema)
		? schema
		: await SwaggerParser.parse(file).catch(({ message }) => {
				throw new CouldNotRun(
					`${file} is no OpenAPI specification: ${firstLines(String(message))}`,
				);
			});
	const root = read as unknown as Json;
	const { openapi, swagger, paths } = root;
	if (swagger) {
		throw new CouldNotRun(
			`${file} is Swagger ${String(swagger)}: convert it to OpenAPI 3 first, for example at converter.swagger.io`,
		);
	}
	if (!/^3\./.test(String(openapi)) || !isObject(paths)) {
		throw new CouldNotRun(
			`${file} is no OpenAPI 3 specification: it has no openapi: 3.x and paths`,
		);
	}
	return { root, lost };
}

const firstLines = (message: string) => message.split('\n').slice(0, 3).join(' ').slice(0, 300);
