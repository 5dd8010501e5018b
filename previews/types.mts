import type { Document } from 'openapi-backend';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { isTypeAliasDeclaration, type Node } from 'typescript';

const HEADER = `// Made from sandbox/openapi.yaml by \`npm run previews\`: change that file, not this one.\n\n`;
/** What types cannot say: samples, and rules that hang on a value. */
const BEYOND_TYPES = ['examples', 'allOf', 'pattern'];
/** Rooms of a whole description, empty here: only the records are of use to the nodes. */
const EMPTY = ['paths', 'webhooks', 'operations', '$defs'];

/** TypeScript for each schema of the description, as the text of `file`. */
export async function typesOf(document: Document, file: string): Promise<string> {
	const { openapi, info, components } = document;
	const schemas = plain(components?.schemas) as object;
	const described = { openapi, info, paths: {}, components: { schemas } };
	const nodes = await openapiTS(described as never, {
		rootTypes: true,
		rootTypesNoSchemaPrefix: true,
		silent: true,
	});
	const text = astToString(nodes.filter((node: Node) => !isEmptyRoom(node)));
	return await format(HEADER + text, { ...(await resolveConfig(file)), filepath: file });
}

const isEmptyRoom = (node: Node) => isTypeAliasDeclaration(node) && EMPTY.includes(node.name.text);

/** A schema without what types cannot say. */
function plain(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(plain);
	if (typeof schema !== 'object' || schema === null) return schema;
	const kept = Object.entries(schema).filter(([key]) => !BEYOND_TYPES.includes(key));
	return Object.fromEntries(kept.map(([key, value]) => [key, plain(value)]));
}
