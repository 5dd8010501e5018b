import SwaggerParser from '@apidevtools/swagger-parser';
import { readFile } from 'node:fs/promises';

import { CouldNotRun } from '../couldNotRun.mts';
import { type Json, isObject } from './schema.mts';

/** Reads a specification: JSON or YAML, OpenAPI 3, in several files or in one. Nothing is fetched. */
export async function readSpecification(file: string): Promise<Json> {
	const text = await readFile(file, 'utf8').catch(({ code }) => {
		throw new CouldNotRun(`${file} could not be read (${code})`);
	});
	if (/^\s*<(!doctype|html)/i.test(text)) {
		throw new CouldNotRun(
			`${file} is a web page. The page loads the specification itself: save that, often /openapi.json, /v3/api-docs or /docs/api-docs.json`,
		);
	}
	// What it refers to and is not there is unknown, which says less than no report at all.
	const read = await SwaggerParser.bundle(file, { resolve: { http: false } })
		.catch(async () => await SwaggerParser.parse(file))
		.catch(({ message }) => {
			throw new CouldNotRun(`${file} is no OpenAPI specification: ${firstLines(String(message))}`);
		});
	const specification = read as unknown as Json;
	const { openapi, swagger, paths } = specification;
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
	return specification;
}

const firstLines = (message: string) => message.split('\n').slice(0, 3).join(' ').slice(0, 300);
