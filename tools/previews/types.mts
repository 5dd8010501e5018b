import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { readDescription } from '../sandbox/validation.mts';

/** `npm run types`: the types of the service's records, made from its description in tools/sandbox/openapi.yaml. */

export const TYPES = fileURLToPath(new URL('../sandbox/openapi.ts', import.meta.url));

const HEADER = `// Made from tools/sandbox/openapi.yaml by \`npm run types\`: change that file, not this one.\n\n`;

/** The schemas that nodes/ and sandbox/ use the types of; what these refer to comes along. */
const USED = [
	'Contact',
	'DealStatusChange',
	'HistoryItem',
	'NewSubscription',
	'Quotation',
	'Status',
	'User',
];

/** What types cannot say: samples, and rules that hang on a value. */
const BEYOND_TYPES = ['examples', 'allOf', 'pattern'];

/** An exported type for each schema that is used, as the text of {@link TYPES}. */
export async function serviceTypes(): Promise<string> {
	const { api } = await readDescription();
	// Not `api.document`: that is read in the background, and may not be there yet.
	const { openapi, info, components } = await api.loadDocument();
	const schemas = withReferences(components?.schemas as Schemas);
	const described = { openapi, info, paths: {}, components: { schemas } };
	const nodes = await openapiTS(described as never, { silent: true });
	const text = astToString(recordsOf(nodes)).replaceAll(
		/components\["schemas"\]\["(\w+)"\]/g,
		(_, name: string) => name,
	);
	return await format(HEADER + text, { ...(await resolveConfig(TYPES)), filepath: TYPES });
}

type Schemas = Record<string, unknown>;

/** The used schemas in the order of the description. */
function withReferences(schemas: Schemas): Schemas {
	const wanted = new Set(USED);
	for (const name of wanted) {
		if (!schemas[name]) throw new Error(`The description has no schema ${name}`);
		schemas[name] = plain(schemas[name]);
		const references = JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g);
		for (const [, referred] of references) wanted.add(referred!);
	}
	return Object.fromEntries(Object.entries(schemas).filter(([name]) => wanted.has(name)));
}

/** A schema without what types cannot say. */
function plain(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(plain);
	if (typeof schema !== 'object' || schema === null) return schema;
	const kept = Object.entries(schema).filter(([key]) => !BEYOND_TYPES.includes(key));
	return Object.fromEntries(kept.map(([key, value]) => [key, plain(value)]));
}

/** The members of `components.schemas`, each a type of its own. */
function recordsOf(nodes: ts.Node[]): ts.Node[] {
	const memberOf = (members: readonly ts.TypeElement[], name: string) =>
		members.find((member) => (member.name as ts.Identifier).text === name);
	const components = nodes.find(
		(node) => ts.isInterfaceDeclaration(node) && node.name.text === 'components',
	) as ts.InterfaceDeclaration;
	const schemas = memberOf(components.members, 'schemas') as ts.PropertySignature;
	return (schemas.type as ts.TypeLiteralNode).members.map((member) => {
		const { name, type } = member as ts.PropertySignature;
		const exported = ts.factory.createModifiersFromModifierFlags(ts.ModifierFlags.Export);
		const record =
			type && ts.isTypeLiteralNode(type)
				? ts.factory.createInterfaceDeclaration(
						exported,
						name as ts.Identifier,
						[],
						[],
						type.members,
					)
				: ts.factory.createTypeAliasDeclaration(exported, name as ts.Identifier, [], type!);
		return ts.setSyntheticLeadingComments(record, ts.getSyntheticLeadingComments(member));
	});
}

if (process.argv[1] === fileURLToPath(import.meta.url))
	await writeFile(TYPES, await serviceTypes());
