import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import type { IBuilderHint, INodeTypeDescription } from 'n8n-workflow';

import { descriptions, manifest } from './built.mts';

/** What the nodes tell assistants that build workflows, as it is published. */

const require = createRequire(import.meta.url);
// n8n-core exports nothing but its main module by name.
const coreFolder = dirname(require.resolve('n8n-core/package.json'));
const { validateNodeDescription } = createRequire(join(coreFolder, 'package.json'))(
	join(coreFolder, 'dist/nodes-loader/validate-node-description.js'),
) as { validateNodeDescription(description: object): void };

it('n8n accepts the nodes with their hints', () => {
	for (const node of descriptions) validateNodeDescription(node);
	const [{ properties }] = descriptions as [INodeTypeDescription];
	const spoilt = properties.map((property) =>
		property.name === 'resource' ? { ...property, builderHint: { propertyHint: 'x' } } : property,
	);
	const action = { ...descriptions[0], properties: spoilt };
	assert.throws(() => validateNodeDescription(action), /resource/);
});

it('each node points to the other two by the names that n8n gives them', () => {
	const ours = descriptions.map(({ name }) => `${manifest.name}.${name}`);
	for (const [index, { builderHint }] of descriptions.entries()) {
		const types = (builderHint as IBuilderHint).relatedNodes!.map(({ nodeType }) => nodeType);
		const named = types.filter((type) => !type.startsWith('n8n-nodes-base.'));
		assert.deepEqual(named.sort(), ours.filter((_, n) => n !== index).sort());
	}
});
