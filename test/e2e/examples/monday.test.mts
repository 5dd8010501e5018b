import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';

import { AUDIENCE_ID } from '../../../tools/sandbox/identities.mts';
import { told, withExamples } from '../support/examples.mts';
import { takeExecutionPicture } from '../support/pictures.mts';

const DAY = 86_400_000;

withExamples('the examples of a Monday', (stage) => {
	const profile = () => stage().sandbox.world.profile();

	it('monday-report is one message: what entered, left and is there now, by assignee', async () => {
		const { deals, statuses, users, backlogs } = profile();
		const [first] = deals;
		const [offer, won] = statuses.filter(({ backlog_id: id }) => id === statuses[0]!.backlog_id);
		const lastWeek = Date.now() - 7 * DAY;
		const entry = (type: string, kind: string, _id: string, from: number, to: number) => {
			const metaData = { propertyValue: { _id, type: kind } };
			const [id, backlogItemId] = [randomUUID(), first!.id];
			return { id, backlogItemId, startTimestamp: from, endTimestamp: to, type, metaData };
		};
		const others = deals.splice(0, deals.length);
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
		const { id: workflowId } = await stage().load('monday-report');
		const execution = await stage().runByHand(workflowId, 'Every Monday');
		deals.splice(0, 1, ...others);
		const who = users[0]!.name;
		const { name } = backlogs.find(({ id }) => id === offer!.backlog_id)!;
		const [message, ...more] = told(execution, 'Send your message', 'message');
		assert.deepEqual(more, []);
		const [title, ...lines] = message.split('\n');
		assert.match(title, /^Week of \d+ [A-Z]\w+$/);
		assert.deepEqual(lines, [
			`- ${offer!.label} (${name}), ${who}: 0 entered, 1 left (median 60 days), 0 now`,
			`- ${won!.label} (${name}), ${who}: 1 entered, 0 left, 1 now`,
		]);
	});

	it('monday-report without a period and assignees counts all time', async () => {
		const all = { 'Last week': { after: '', before: '', splitByAssignee: false } };
		const { id: workflowId } = await stage().load('monday-report', all);
		const execution = await stage().runByHand(workflowId, 'Every Monday');
		const rows = execution.items('Last week').map(({ json }) => json);
		const { left, medianDays, p90Days } = rows.find(
			({ status }) => status === 'Offerte verstuurd',
		)!;
		// 0.83, 1.53, 3.03 and 4.65 days
		assert.deepEqual([left, medianDays, p90Days], [4, 2.28, 4.17]);
		const { id } = execution;
		await takeExecutionPicture(stage(), 'status-report', { workflowId, id }, 'Last week');
	});

	it('hygiene-on-monday is one message: doubles, contacts without a key, stuck deals and those of nobody', async () => {
		const { deals, users, contacts } = profile();
		const { assigneeId: left } = deals.find(({ assigneeId }) => assigneeId !== null)!;
		const gone = deals.filter(({ assigneeId }) => assigneeId === left);
		const nobodys = deals.filter(({ assigneeId }) => assigneeId === null).length;
		const everybody = [...users];
		users.splice(0, users.length, ...everybody.filter(({ id }) => id !== left));
		const [double] = contacts.slice(AUDIENCE_ID, 0, 1);
		contacts.add({ ...double!, id: randomUUID() });
		const named = [{ name: 'Achternaam', value: 'Onbereikbaar' }];
		contacts.add({ ...double!, id: randomUUID(), standard_personal_infos: named });
		const set = {
			Duplicates: { audienceId: AUDIENCE_ID },
			Contacts: { audienceId: AUDIENCE_ID },
		};
		const { id: workflowId } = await stage().load('hygiene-on-monday', set);
		const execution = await stage().runByHand(workflowId, 'Every Monday');
		users.splice(0, users.length, ...everybody);
		const [message, ...more] = told(execution, 'Send your message', 'message');
		assert.deepEqual(more, []);
		const parts = Object.fromEntries(
			message.split('\n\n').map((part: string) => {
				const [title, ...lines] = part.split('\n');
				return [title!.replace(/: \d+$/, ''), lines];
			}),
		);
		const email = double!.standard_personal_infos.find(({ name }) => name === 'E-mailadres')!;
		const [twice] = parts['Contacts that share an email or phone']!;
		assert.ok(twice!.startsWith(`- ${email.value}: `), message);
		assert.ok(parts['Contacts without email and phone']!.includes('- Onbereikbaar'), message);
		assert.match(parts['Stuck deals']![0]!, /^- .+ familie .+: .+, .+, \d{3} days$/);
		assert.match(message, new RegExp(`^Deals without an assignee: ${nobodys}$`, 'm'));
		const isGone = (line: string) => gone.some(({ summary }) => line.includes(summary));
		const ofGone = parts['Deals of users who left']!;
		assert.ok(ofGone.length > 0 && ofGone.every(isGone), message);
	});
});
