import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { readDescription } from '../sandbox/validation.mts';

/** `npm run types`: the types of the service's records, made from its description in tools/sandbox/openapi.yaml. */

export const TYPES = fileURLToPath(new URL('../sandbox/openapi.ts', import.meta.url));

const HEADER = `// Made from tools/sandbox/openapi.yaml by \`npm run types\`: change that file, not this one.\n\n`;

/** What types cannot say: samples, and rules that hang on a value. */
const BEYOND_TYPES = ['examples', 'allOf', 'pattern'];

/** An exported type for each schema, as the text of {@link TYPES}. */
export async function serviceTypes(): Promise<string> {
	const { api } = await readDescription();
	// Not `api.document`: that is read in the background, and may not be there yet.
	const { openapi, info, components } = await api.loadDocument();
	const described = {
		openapi,
		info,
		paths: {},
		components: { schemas: plain(components?.schemas) },
	};
	const exported = { rootTypes: true, rootTypesNoSchemaPrefix: true };
	const text = astToString(await openapiTS(described as never, { silent: true, ...exported }));
	return await format(HEADER + text, { ...(await resolveConfig(TYPES)), filepath: TYPES });
}

/** A schema without what types cannot say. */
function plain(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(plain);
	if (typeof schema !== 'object' || schema === null) return schema;
	const kept = Object.entries(schema).filter(([key]) => !BEYOND_TYPES.includes(key));
	return Object.fromEntries(kept.map(([key, value]) => [key, plain(value)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
	await writeFile(TYPES, await serviceTypes());
