import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { it } from 'node:test';

import type { Answer, WorkflowNode } from '../../../tools/n8n/rest.mts';
import { EXAMPLES, nodeOf, withExamples } from '../support/examples.mts';
import { LINE } from '../support/stage.mts';

/** Not in n8n 1, as the example's note says. */
const NEW_IN_2 = ['@n8n/n8n-nodes-langchain.chatHitlTool'];

const names = (await readdir(EXAMPLES))
	.filter((name) => name.endsWith('.json'))
	.map((name) => name.replace('.json', ''));

withExamples('each example', (stage) => {
	let types: Answer[] | undefined;
	const typeOf = async ({ type, typeVersion }: WorkflowNode) => {
		types ??= await stage().rest.nodeTypes();
		return types.find(
			({ name, version }) => name === type && [version].flat().includes(typeVersion),
		);
	};

	it('is one of twenty-three', () => assert.equal(names.length, 23));

	for (const name of names) {
		it(`${name} is imported, has nodes and parameters that exist, and at most three things to change`, async () => {
			const { file, id } = await stage().load(name);
			assert.equal((await stage().rest.getWorkflow(id)).name, file.name);
			const { content } = nodeOf(file, 'Note').parameters!;
			const toChange = content.match(/^\d\. /gm)?.length ?? 0;
			assert.ok(toChange >= 1 && toChange <= 3, `${toChange} things to change`);
			for (const node of file.nodes) {
				const type = await typeOf(node);
				if (!type && LINE === '1' && NEW_IN_2.includes(node.type)) {
					assert.match(content, /n8n 1 has no human review/);
					continue;
				}
				assert.ok(type, `${node.name}: there is no ${node.type} ${node.typeVersion}`);
				const known = type.properties.map(({ name }: { name: string }) => name);
				const strange = Object.keys(node.parameters ?? {}).filter((one) => !known.includes(one));
				assert.deepEqual(strange, [], node.name);
			}
		});
	}
});
