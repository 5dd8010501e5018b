/**
 * `npx tsx tools/release/everyParameter.mts`, before a release and after `npm run build`: writes workflows that set every
 * parameter of every node as this version has them, into test/package/saved/<version>/. Later versions are tested to
 * load them unchanged, for n8n silently drops a parameter that is no longer declared.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
	type NodeParameterValueType,
} from 'n8n-workflow';

const ROOT = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const { name, version, n8n } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));

const folder = join(ROOT, 'test/package/saved', version);
await mkdir(folder, { recursive: true });
for (const path of n8n.nodes as string[]) {
	const [Type] = Object.values<new () => { description: INodeTypeDescription }>(
		require(join(ROOT, path)),
	);
	const { description } = new Type!();
	const workflow = {
		name: `Every parameter of ${description.displayName} ${version}`,
		nodes: nodesOf(description),
		connections: {},
	};
	const file = join(folder, `${description.name}.json`);
	await writeFile(file, `${JSON.stringify(workflow, null, '\t')}\n`);
}

/** A node for each resource, operation and output, or one where there are none. */
function nodesOf(description: INodeTypeDescription): INode[] {
	const { properties } = description;
	let choices: INodeParameters[] = [{}];
	for (const choice of ['resource', 'operation', 'output']) {
		choices = choices.flatMap((parameters) => {
			const shown = properties.find(
				(property) =>
					property.name === choice &&
					NodeHelpers.displayParameter(parameters, property, null, description),
			);
			const options = (shown?.options ?? []) as INodePropertyOptions[];
			return shown
				? options.map(({ value }) => ({ ...parameters, [choice]: value }))
				: [parameters];
		});
	}
	return choices.map((parameters, index) => {
		const node: INode = {
			id: `${description.name}-${index}`,
			name: [description.displayName, ...Object.values(parameters)].join(' '),
			type: `${name}.${description.name}`,
			typeVersion: description.defaultVersion ?? (description.version as number),
			position: [0, index * 160],
			parameters,
		};
		const all = filled(node, properties, description);
		// As n8n saves it: without what is hidden, or no other than the default.
		const saved = NodeHelpers.getNodeParameters(properties, all, false, false, node, description);
		return { ...node, parameters: saved! };
	});
}

/** A value for each parameter that is shown, in the order of the form: later ones depend on earlier ones. */
function filled(node: INode, properties: INodeProperties[], description: INodeTypeDescription) {
	const parameters: INodeParameters = { ...node.parameters };
	for (const property of properties) {
		if (property.type === 'notice' || property.type === 'callout') continue;
		const isShown = NodeHelpers.displayParameter(parameters, property, node, description);
		if (isShown && !(property.name in parameters)) {
			parameters[property.name] = valueOf(property) as NodeParameterValueType;
		}
	}
	return parameters;
}

/** Some value that is not the default, for n8n leaves defaults out when it saves. */
function valueOf({ type, default: usual, options, typeOptions }: INodeProperties): unknown {
	const among = (options ?? []) as INodePropertyOptions[];
	const one = among.find(({ value }) => value !== usual)?.value;
	switch (type) {
		case 'boolean':
			return !usual;
		case 'number':
			return Number(usual) + 1;
		case 'options':
			return one ?? 'chosen';
		case 'multiOptions': {
			// All of them, so that each shows what hangs on it.
			const all = among.map(({ value }) => value);
			if (all.length === 0) return ['chosen'];
			return isDeepStrictEqual(all, usual) ? [one] : all;
		}
		case 'dateTime':
			return '2026-11-01T09:30:00.000Z';
		case 'json':
			return '{ "a": 1 }';
		case 'resourceLocator':
			return { __rl: true, mode: 'id', value: '3f2b8c1e-5d4a-4b6f-9a7e-2c1d0e9f8a7b' };
		case 'resourceMapper':
			return { mappingMode: 'defineBelow', value: { Voornaam: 'An' }, schema: [] };
		case 'collection':
			return Object.fromEntries(
				(options as INodeProperties[]).map((option) => [option.name, valueOf(option)]),
			);
		case 'fixedCollection':
			return Object.fromEntries(
				(options as INodePropertyCollection[]).map(({ name: group, values }) => {
					const row = Object.fromEntries(values.map((each) => [each.name, valueOf(each)]));
					return [group, typeOptions?.multipleValues ? [row] : row];
				}),
			);
		default:
			return '={{ $json.entered }}';
	}
}
