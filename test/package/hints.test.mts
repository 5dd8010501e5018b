import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import type { IBuilderHint, INodeTypeDescription } from 'n8n-workflow';

import action from '../../nodes/SalesCrm/resources/index.ts';
import { descriptions as nodes, manifest } from './built.mts';

/** What the nodes tell assistants that build workflows, as it is published. */

const require = createRequire(import.meta.url);
// n8n-core lets nobody in by name but at its front door.
const coreFolder = dirname(require.resolve('n8n-core/package.json'));
const ofCore = createRequire(join(coreFolder, 'package.json'));
const { validateNodeDescription } = ofCore(
	join(coreFolder, 'dist/nodes-loader/validate-node-description.js'),
) as { validateNodeDescription(description: object): void };
const { generateNodeTypeFile } = ofCore('@n8n/workflow-sdk') as {
	generateNodeTypeFile(description: object): string;
};

/** Whatever may hold a hint: a field, something that can be chosen, a collection. */
interface Hinted {
	name: string;
	type?: string;
	action?: string;
	builderHint?: { propertyHint: string };
	options?: Hinted[];
	values?: Hinted[];
}

/** With its path, such as `options.result`. */
const hintsIn = (
	items: Hinted[] = [],
	above = '',
): Array<{ path: string; text: string; holder: Hinted }> =>
	items.flatMap((holder) => {
		const path = above + holder.name;
		const text = holder.builderHint?.propertyHint;
		return [
			...(text === undefined ? [] : [{ path, text, holder }]),
			...hintsIn(holder.options, `${path}.`),
			...hintsIn(holder.values, `${path}.`),
		];
	});

const hintsOf = (node: INodeTypeDescription) => hintsIn(node.properties as Hinted[]);

const textsOf = (node: INodeTypeDescription): string[] => {
	const { searchHint, relatedNodes, extraTypeDefContent } = node.builderHint as IBuilderHint;
	return [
		searchHint!,
		...relatedNodes!.map(({ relationHint }) => relationHint),
		...(extraTypeDefContent ?? []).map(({ content }) => content),
		...hintsOf(node).map(({ text }) => text),
	];
};

describe('hints for assistants', () => {
	it('n8n takes the nodes with them', () => {
		for (const node of nodes) validateNodeDescription(node);
		const [{ properties }] = nodes as [INodeTypeDescription];
		const spoilt = properties.map((property) =>
			property.name === 'resource' ? { ...property, builderHint: { propertyHint: 'x' } } : property,
		);
		assert.throws(() => validateNodeDescription({ ...nodes[0], properties: spoilt }), /resource/);
	});

	it('write expressions and connections as a model does, not as they are stored', () => {
		for (const node of nodes) {
			for (const text of textsOf(node)) {
				assert.doesNotMatch(text, /=\{\{/);
				assert.doesNotMatch(text, /\bai_[a-z]/i);
			}
		}
	});

	it('are short: three sentences, half a screen of an example', () => {
		for (const node of nodes) {
			const { searchHint, extraTypeDefContent } = node.builderHint as IBuilderHint;
			for (const text of [searchHint!, ...hintsOf(node).map((hint) => hint.text)]) {
				assert.ok(text.split(/[.!?](?:\s|$)/).filter(Boolean).length <= 3, text);
				assert.ok(text.length <= 480, `${text.length}: ${text}`);
			}
			for (const { content } of extraTypeDefContent ?? []) {
				assert.ok(content.split('\n').length <= 50, content);
			}
		}
	});

	it('send to the other nodes of this package by the names that n8n has for them', () => {
		const ours = nodes.map(({ name }) => `${manifest.name}.${name}`);
		for (const [index, node] of nodes.entries()) {
			const related = (node.builderHint as IBuilderHint).relatedNodes!;
			const others = ours.filter((name) => name !== ours[index]);
			const types = related.map(({ nodeType }) => nodeType);
			assert.deepEqual(types.filter((type) => ours.includes(type)).sort(), others.sort());
			for (const type of types)
				assert.ok(ours.includes(type) || type.startsWith('n8n-nodes-base.'));
			for (const { relationHint } of related) assert.ok(relationHint.length > 20);
		}
	});

	it('are in the types that n8n makes for a model', () => {
		for (const node of nodes) {
			const types = generateNodeTypeFile({ ...node, name: `${manifest.name}.${node.name}` });
			const { searchHint, extraTypeDefContent } = node.builderHint as IBuilderHint;
			const ofFields = hintsOf(node).filter(({ holder }) => holder.action === undefined);
			for (const text of [searchHint!, ...ofFields.map((hint) => hint.text)]) {
				assert.ok(types.includes(`@builderHint ${text}`), text);
			}
			for (const { content } of extraTypeDefContent ?? []) {
				for (const line of content.split('\n')) assert.ok(types.includes(`* ${line}`), line);
			}
		}
	});

	it('each operation is told by its own words, not by those of the first of that name', () => {
		const types = generateNodeTypeFile({ ...nodes[0], name: 'salesCrm' });
		const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
		for (const resource of action.resources) {
			for (const { value, description } of resource.operations) {
				const name = capital(resource.value) + capital(value);
				const [text] = new RegExp(`^export type \\w+${name}Params = [^]*?^};`, 'm').exec(types)!;
				assert.ok(text.includes(`: ${description}`), name);
			}
		}
	});
});
