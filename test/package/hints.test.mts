import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import type { IBuilderHint, INodeTypeDescription } from 'n8n-workflow';

import { descriptions as nodes, manifest } from './built.mts';

/** What the nodes tell assistants that build workflows, as it is published. */

const require = createRequire(import.meta.url);
// n8n-core lets nobody in by name but at its front door.
const coreFolder = dirname(require.resolve('n8n-core/package.json'));
const ofCore = createRequire(join(coreFolder, 'package.json'));
const { validateNodeDescription } = ofCore(
	join(coreFolder, 'dist/nodes-loader/validate-node-description.js'),
) as { validateNodeDescription(description: object): void };

/** Whatever may hold a hint: a field, something that can be chosen, a collection. */
interface Hinted {
	builderHint?: { propertyHint: string };
	options?: Hinted[];
	values?: Hinted[];
}

const hintsIn = (items: Hinted[] = []): string[] =>
	items.flatMap(({ builderHint, options, values }) => [
		...(builderHint ? [builderHint.propertyHint] : []),
		...hintsIn(options),
		...hintsIn(values),
	]);

const hintsOf = (node: INodeTypeDescription) => hintsIn(node.properties as Hinted[]);

const textsOf = (node: INodeTypeDescription): string[] => {
	const { searchHint, relatedNodes } = node.builderHint as IBuilderHint;
	return [searchHint!, ...relatedNodes!.map(({ relationHint }) => relationHint), ...hintsOf(node)];
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

	it('are short: three sentences', () => {
		for (const text of nodes.flatMap(textsOf)) {
			assert.ok(text.split(/[.!?](?:\s|$)/).filter(Boolean).length <= 3, text);
			assert.ok(text.length <= 410, `${text.length}: ${text}`);
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
});
