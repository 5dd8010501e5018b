import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import type { Answer } from '../../tools/n8n/rest.mts';
import { openStage, type Stage } from './support/stage.mts';

const PACKAGE = 'n8n-nodes-sales-crm';

describe('what the editor asks n8n of the nodes', () => {
	let stage: Stage;
	before(async () => (stage = await openStage()));
	after(async () => await stage?.close());

	it('icons, light and dark, of nodes and credentials', async () => {
		const types = [
			...(await stage.rest.nodeTypes()).filter(({ name }) => name.startsWith(`${PACKAGE}.`)),
			...(await stage.rest.credentialTypes()).filter(({ name }) => name.startsWith('salesCrm')),
		];
		assert.equal(types.length, 3 + 1 + 3, 'three nodes, the tool and three credentials');
		for (const { name, iconUrl } of types) {
			assert.notEqual(iconUrl.light, iconUrl.dark, name);
			for (const path of Object.values<string>(iconUrl)) {
				const icon = await fetch(`${stage.n8n.url}/${path}`);
				assert.equal(icon.headers.get('content-type'), 'image/svg+xml', `${name}: ${path}`);
			}
		}
	});

	it('a preview of the output of every operation and of the triggers', async () => {
		const operations = nodes.resources.flatMap((resource) =>
			resource.operations.map(({ value }) => `salesCrm/1.0.0/${resource.value}/${value}`),
		);
		for (const path of [...operations, 'salesCrmTrigger/1.1.0', 'salesCrmPollingTrigger/1.0.0']) {
			const preview = await fetch(`${stage.n8n.url}/schemas/${PACKAGE}.${path}.json`, {
				headers: { accept: 'application/json' },
			});
			assert.equal(preview.status, 200, path);
			assert.equal(((await preview.json()) as Answer).type, 'object', path);
		}
	});
});
