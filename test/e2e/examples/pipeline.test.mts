import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { it } from 'node:test';

import type { Answer } from '../../../tools/n8n/rest.mts';
import { EXAMPLES, told, withExamples } from '../support/examples.mts';
import { takeExecutionPicture } from '../support/pictures.mts';

/** Of an execution in the editor, in pixels: without the list at the left. */
const CANVAS = { x: 420, y: 130, width: 850, height: 530 };

withExamples('the examples of the pipeline', (stage) => {
	it('import-deal-history gives one item per change', async () => {
		const { id } = await stage().load('import-deal-history');
		const execution = await stage().runByHand(id, 'When clicking Execute workflow');
		const changes = execution.items('Deal history').map(({ json }) => json);
		assert.ok(changes.some(({ status, assignee }) => status && !assignee));
	});

	it('longest-in-status makes one message of the deals, the longest first', async () => {
		const { id } = await stage().load('longest-in-status');
		const execution = await stage().runByHand(id, 'Every Monday');
		const [message, ...more] = told(execution, 'Send your message', 'concatenated_message');
		assert.deepEqual(more, []);
		const lines = String(message).split('\n');
		const days = lines.map((line) => Number(/: (\d+) days in /.exec(line)![1]));
		assert.ok(days.length > 5);
		assert.deepEqual(
			days,
			days.toSorted((a, b) => b - a),
		);
		assert.match(lines[0]!, /^- .+ familie .+, [A-Z]/);
	});

	it('time-per-status gives median and 90th percentile of the visits that ended', async () => {
		const { id: workflowId } = await stage().load('time-per-status');
		const execution = await stage().runByHand(workflowId, 'When clicking Execute workflow');
		const rows = execution.items('Status report').map(({ json }) => json);
		const [sent] = rows.filter(({ status }) => status === 'Offerte verstuurd');
		// 0.83, 1.53, 3.03 and 4.65 days
		const { left, medianDays, p90Days } = sent!;
		assert.deepEqual([left, medianDays, p90Days], [4, 2.28, 4.17]);
		const { id } = execution;
		await takeExecutionPicture(stage(), 'status-report', { workflowId, id }, 'Status report');
	});

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

	it('pipeline-movements tells what came, moved and left in a week', async () => {
		const { deals, statuses } = stage().sandbox.world.profile();
		// The first was moved by other tests.
		const [first, kept, moved, left] = deals;
		const statusOf = (deal: Answer) =>
			deal.history.findLast(({ type }: Answer) => type === 'STATUS_CHANGED').metaData.propertyValue
				._id;
		const labelOf = (id: string) => statuses.find((status) => status.id === id)!.label;
		const open = [...new Set([kept, moved, left].map(statusOf))];
		const others = statuses.filter(({ id }) => !open.includes(id));
		const target = others.find(({ backlog_id: id }) => id === moved!.backlogId)!;
		const gone = others.find((one) => one.backlog_id === left!.backlogId && one !== target)!;
		const from = { moved: labelOf(statusOf(moved)), left: labelOf(statusOf(left)) };
		await stage().control('POST', `/deals/${moved!.id}/move`, { statusId: target.id });
		await stage().control('POST', `/deals/${left!.id}/move`, { statusId: gone.id });
		const [entry] = kept!.history.filter(({ type }) => type === 'STATUS_CHANGED').slice(-1);
		const began = { ...entry!, id: randomUUID(), startTimestamp: Date.now(), endTimestamp: 0 };
		deals.push({ ...kept!, id: randomUUID(), summary: 'Just came', history: [began] });
		// The statuses of open deals, in both.
		const filters = { statusIds: [...open, target.id] };
		const set = { 'A week ago': { filters }, Now: { filters } };
		const { id: workflowId } = await stage().load('pipeline-movements', set);
		const execution = await stage().runByHand(workflowId, 'Every Monday');
		const [message, ...more] = told(execution, 'Send your message', 'concatenated_message');
		assert.deepEqual(more, []);
		assert.deepEqual(
			String(message)
				.split('\n')
				.filter((line) => !line.includes(first!.summary))
				.sort(),
			[
				`- ${left!.summary} left (was in ${from.left})`,
				`- ${moved!.summary} moved from ${from.moved} to ${target.label}`,
				`- Just came was added (is in ${labelOf(statusOf(kept))})`,
			].sort(),
		);
		deals.pop();
		const { id } = execution;
		const place = { workflowId, id };
		await takeExecutionPicture(stage(), 'pipeline-movements', place, 'Compare', CANVAS);
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
