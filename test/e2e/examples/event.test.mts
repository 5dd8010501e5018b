import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Answer } from '../../../tools/n8n/rest.mts';
import { EMPTY_AUDIENCE_ID, PROFILE_ID } from '../../../tools/sandbox/identities.mts';
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

	it('deal-won-or-lost tells what became of a deal', async () => {
		await stage().active('deal-won-or-lost', async (id) => {
			const { deals, users } = stage().sandbox.world.profile();
			const [deal] = deals;
			await stage().control('POST', `/deals/${deal!.id}/close`, { result: 'won' });
			const [execution] = await stage().rest.executionsEnded(id);
			const worth = deal!.value === null ? '' : `, ${deal!.value} EUR`;
			const assignee = users.find((user) => user.id === deal!.assigneeId)?.name ?? 'nobody';
			const message = `${deal!.summary} was won${worth} (${assignee})`;
			assert.deepEqual(told(execution!, 'Send your message', 'message'), [message]);
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

	it('quotation-accepted gives a row for each line', async () => {
		await stage().active('quotation-accepted', async (id) => {
			const { documents } = stage().sandbox.world.profile();
			const { id: about, number, lines } = documents.find(({ type }) => type === 'QUOTATION')!;
			for (const document_status of ['SENT', 'ACCEPTED']) {
				const metadata = { document_status, old_document_status: 'DRAFT' };
				const happening = { name: 'DOCUMENT_STATUS_UPDATED', about, metadata };
				await stage().control('POST', '/events', happening);
			}
			const [execution, ...more] = await stage().rest.executionsEnded(id);
			assert.deepEqual(more, []);
			const rows = succeeded(execution!).items('Send to your administration');
			assert.deepEqual(
				rows.map(({ json }) => [json.number, json.quantity, json.quotationId]),
				lines.map(({ quantity }) => [number, quantity, about]),
			);
		});
	});

	it('deal-of-an-event tells how long the deal was in each status', async () => {
		await stage().active('deal-of-an-event', async (id) => {
			const { deal, target } = await stage().move();
			const [execution] = await stage().rest.executionsEnded(id);
			const [message, ...more] = told(succeeded(execution!), 'Send your message', 'message');
			assert.deepEqual(more, []);
			const [first, ...times] = String(message).split('\n');
			const { users } = stage().sandbox.world.profile();
			const assignee = users.find((user) => user.id === deal.assigneeId)?.name ?? 'nobody';
			assert.equal(first, `${wentOn({ deal, target })} (${assignee}):`);
			// One for each status that the deal has been in; it came to this one just now.
			const { history } = stage().sandbox.world.findDeal(deal.id)!.deal;
			const statuses = history
				.filter(({ type }) => type === 'STATUS_CHANGED')
				.map(({ metaData }) => metaData.propertyValue?._id);
			assert.equal(times.length, new Set(statuses).size);
			for (const time of times) assert.match(time, /^- \d+(\.\d+)? days in \S/);
		});
	});

	it('every-change-from-history tells what happened while it was off, each change once', async () => {
		await stage().active('every-change-from-history', async (id) => {
			await stage().rest.deactivate(id);
			const moved = await stage().move();
			await stage().rest.activate(id);
			const [execution] = await stage().rest.executionsEnded(id);
			assert.deepEqual(told(execution!, 'Message', 'message'), [wentOn(moved)]);
			await stage().polledAgain(id);
			assert.equal((await stage().rest.listExecutions(id)).length, 1);
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

	it('new-contact greets each contact that comes', async () => {
		const greets = async (id: string) => {
			stage()
				.sandbox.world.profile()
				.contacts.add({
					id: randomUUID(),
					contact_type: 'CONSUMER',
					time_stamp: Date.now(),
					standard_personal_infos: [{ name: 'Voornaam', value: 'Femke' }],
					audience: { id: EMPTY_AUDIENCE_ID, company_profile: { id: PROFILE_ID } },
				});
			const said = told(await stage().polledAgain(id), 'Send your message', 'message');
			assert.deepEqual(said, ['Welcome, Femke!']);
		};
		await stage().active('new-contact', greets, {
			'New contact': { audienceId: EMPTY_AUDIENCE_ID },
		});
	});
});
