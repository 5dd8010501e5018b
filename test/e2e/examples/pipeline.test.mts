import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { it } from 'node:test';

import { EXAMPLES, told, withExamples } from '../support/examples.mts';

withExamples('the examples of the pipeline', (stage) => {
	it('monday-report is one message: what entered, left and is there now, by assignee', async () => {
		const { deals, statuses, users, backlogs } = stage().sandbox.world.profile();
		const [first] = deals;
		const [offer, won] = statuses.filter(({ backlog_id: id }) => id === statuses[0]!.backlog_id);
		const DAY = 86_400_000;
		const lastWeek = Date.now() - 7 * DAY;
		const entry = (type: string, kind: string, _id: string, from: number, to: number) => {
			const metaData = { propertyValue: { _id, type: kind } };
			const [id, backlogItemId] = [randomUUID(), first!.id];
			return { id, backlogItemId, startTimestamp: from, endTimestamp: to, type, metaData };
		};
		const told = deals.splice(0, deals.length);
		// In the first status for 60 days, moved last week.
		const from = lastWeek - 60 * DAY;
		deals.push({
			...first!,
			history: [
				entry('USER_CHANGED', 'USER', users[0]!.id, from, from),
				entry('STATUS_CHANGED', 'STATUS', offer!.id, from, lastWeek),
				entry('STATUS_CHANGED', 'STATUS', won!.id, lastWeek, 0),
			],
		});
		const { id } = await stage().load('monday-report');
		const execution = await stage().runByHand(id, 'Every Monday');
		const [message, ...more] = execution.items('Send your message').map(({ json }) => json);
		deals.splice(0, 1, ...told);
		assert.deepEqual(more, []);
		const who = users[0]!.name;
		const { name } = backlogs.find(({ id }) => id === offer!.backlog_id)!;
		assert.deepEqual(message!.concatenated_message.split('\n'), [
			`- ${offer!.label} (${name}), ${who}: 0 entered, 1 left (median 60 days), 0 now`,
			`- ${won!.label} (${name}), ${who}: 1 entered, 0 left, 1 now`,
		]);
	});

	it('all examples use only nodes and parameters that exist', async () => {
		const types = await stage().rest.nodeTypes();
		for (const file of (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json'))) {
			for (const node of (await stage().read(file.replace('.json', ''))).nodes) {
				const where = `${file}, node "${node.name}"`;
				const type = types.find(
					({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
				);
				assert.ok(type, `${where}: there is no ${node.type}`);
				const known = new Set(type.properties.map(({ name }: { name: string }) => name));
				for (const name of Object.keys(node.parameters ?? {})) {
					assert.ok(known.has(name), `${where}: there is no parameter ${name}`);
				}
			}
		}
	});
});
