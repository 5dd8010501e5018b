import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { NodeHelpers, type INode } from 'n8n-workflow';

import { descriptions, manifest } from './built.mts';

/**
 * Workflows as each version saved them (tools/release/everyParameter.mts). What a person set then must still exist,
 * because n8n silently drops what is no longer declared. Build first: `npm run build`.
 */

const SAVED = join(import.meta.dirname, 'saved');

const types = new Map(descriptions.map((one) => [`${manifest.name}.${one.name}`, one]));

const versions = await readdir(SAVED);

it('this version has saved its own', () => assert.ok(versions.includes(manifest.version)));

for (const saved of versions) {
	describe(`a workflow saved by ${saved}`, async () => {
		for (const file of await readdir(join(SAVED, saved))) {
			const { nodes } = JSON.parse(await readFile(join(SAVED, saved, file), 'utf8'));
			for (const node of nodes as INode[]) {
				it(`${node.name} is loaded as it was saved`, () => {
					const description = types.get(node.type);
					assert.ok(description, `${node.type} no longer exists`);
					assert.ok([description.version].flat().includes(node.typeVersion));
					const { properties } = description;
					const loaded = NodeHelpers.getNodeParameters(
						properties,
						node.parameters,
						false,
						false,
						node,
						description,
					);
					assert.deepEqual(loaded, node.parameters);
					const issues = NodeHelpers.getNodeParametersIssues(properties, node, description);
					assert.deepEqual(issues?.parameters ?? {}, {});
				});
			}
		}
	});
}
