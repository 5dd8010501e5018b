import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Answer } from '../../../tools/n8n/rest.mts';
import { succeeded, told, withExamples } from '../support/examples.mts';

withExamples('the examples that begin with an event', (stage) => {
	const wentOn = ({ deal, target }: { deal: Answer; target: Answer }) =>
		`${deal.summary} moved from ${deal.statusLabel} to ${target.label}`;

	it('deal-status-changes makes a sentence of it', async () => {
		await stage().active('deal-status-changes', async (id) => {
			// The first event waits 1.5 seconds for names, which a busy machine may need longer for.
			await stage().move();
			const moved = await stage().move();
			const executions = await stage().rest.executionsEnded(id, 2);
			const messages = executions.flatMap((one) => told(one, 'Message', 'message'));
			assert.ok(messages.includes(wentOn(moved)), messages.join('\n'));
		});
	});

	it('new-lead hands on who it is', async () => {
		await stage().active('new-lead', async (id) => {
			const { leads } = stage().sandbox.world.profile();
			const lead = leads.find(({ value }) => value === null) ?? leads[0];
			const happening = { name: 'CRM_BACKLOG_ITEM_CREATED', about: lead!.id };
			await stage().control('POST', '/events', happening);
			const [execution] = await stage().rest.executionsEnded(id);
			const [{ json }] = succeeded(execution!).items('Create it there');
			const { summary: name, person, id: externalId, enteredManually } = lead!;
			const { email, value, enteredManually: isManual } = json;
			assert.deepEqual([json.name, email, value], [name, person.email, lead!.value]);
			assert.deepEqual([json.externalId, isManual], [externalId, enteredManually]);
		});
	});

	it('stuck-deals tells of a deal once that has been in its status for long', async () => {
		// Two weeks are long to wait for.
		const seconds = 5;
		const stuck = async (id: string) => {
			const { users } = await stage().state();
			const { deal, target } = await stage().move();
			await sleep((seconds + 1) * 1000);
			const user = users.find((one: Answer) => one.id === deal.assigneeId);
			// All others have stood still since 2025, and were so when it was activated.
			assert.deepEqual(
				told(await stage().polledAgain(id), 'Send your message', 'concatenated_message'),
				[`- ${deal.summary}: 0 days in ${target.label}, ${user?.name ?? 'nobody'}, no phone`],
			);
			await stage().polledAgain(id);
			assert.equal((await stage().rest.listExecutions(id)).length, 1);
		};
		await stage().active('stuck-deals', stuck, {
			'Deal stuck': { daysInStatus: seconds / 86_400 },
		});
	});

	it('new-quotation hands on the PDF of each quotation that comes', async () => {
		await stage().active('new-quotation', async (id) => {
			const { quotations, requests, deals } = stage().sandbox.world.profile();
			const added = { ...quotations[0]!, id: randomUUID() };
			const { leadConfigurationId, person } = deals[0]!;
			requests.set(added.id, leadConfigurationId);
			quotations.push(added);
			const [item, ...more] = (await stage().polledAgain(id)).items('Send it on');
			assert.deepEqual(more, []);
			const name = `${added.number} ${person.first} ${person.last}.pdf`;
			assert.equal(item!.binary!.data!.fileName, name);
		});
	});
});
