import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Answer } from '../../../tools/n8n/rest.mts';
import { succeeded, told, withExamples } from '../support/examples.mts';

const tests: Parameters<typeof withExamples>[1] = (stage) => {
	const profile = () => stage().sandbox.world.profile();
	const moveTo = async (label: string) => {
		const { statuses, deals } = profile();
		const target = statuses.find((status) => status.label === label)!;
		const deal = deals.find(
			(one) => one.backlogId === target.backlog_id && one.statusId !== target.id,
		)!;
		await stage().control('POST', `/deals/${deal.id}/move`, { statusId: target.id });
		return deal;
	};

	it('stuck-deals tells of a deal once that has been in its status for long', async () => {
		// Two weeks are long to wait for.
		const seconds = 5;
		const stuck = async (id: string) => {
			const { users } = await stage().state();
			const { deal, target } = await stage().move();
			await sleep((seconds + 1) * 1000);
			const user = users.find((one: Answer) => one.id === deal.assigneeId);
			const { phone } = profile().deals.find((one) => one.id === deal.id)!.person;
			// All others have stood still since 2025, as this test is the first that moves one.
			assert.deepEqual(told(await stage().polledAgain(id), 'Send your message', 'message'), [
				`Stuck deals: 1\n- ${deal.summary}: 0 days in ${target.label}, ${user?.name ?? 'nobody'}, ${phone ?? 'no phone'}`,
			]);
			await stage().polledAgain(id);
			assert.equal((await stage().rest.listExecutions(id)).length, 1);
		};
		await stage().active('stuck-deals', stuck, {
			'Deal stuck': { daysInStatus: seconds / 86_400 },
		});
	});

	it('deal-status-changes tells of a deal that enters the chosen status, with its customer', async () => {
		await stage().active('deal-status-changes', async (id) => {
			await moveTo('Gewonnen');
			// On a busy machine names and amount may come too late for the first event that shows them.
			await moveTo('Offerte verstuurd');
			await stage().rest.executionsEnded(id);
			const deal = await moveTo('Offerte verstuurd');
			const [execution] = await stage().rest.executionsEnded(id, 2);
			const [message, ...more] = told(execution!, 'Send your message', 'message');
			assert.deepEqual(more, []);
			const { summary, person } = deal;
			assert.ok(message.startsWith(`${summary} is now in Offerte verstuurd (was in `), message);
			assert.ok(message.endsWith(`, ${person.phone ?? 'no phone'}, ${person.email}`), message);
			assert.equal((await stage().rest.listExecutions(id)).length, 2);
		});
	});

	it('new-lead hands on who it is', async () => {
		await stage().active('new-lead', async (id) => {
			const { leads } = profile();
			const lead = leads.find(({ value }) => value === null) ?? leads[0];
			Object.assign(lead!.person, { street: 'Dorpsstraat', number: '12-A' });
			Object.assign(lead!.person, { postcode: '1234 AB', place: "'s-Gravenhage" });
			lead!.description = 'Voornaam: An\nAchternaam: van Dam';
			const happening = { name: 'CRM_BACKLOG_ITEM_CREATED', about: lead!.id };
			await stage().control('POST', '/events', happening);
			const [execution] = await stage().rest.executionsEnded(id);
			const [{ json }] = succeeded(execution!).items('Create it there');
			const { summary: name, person, id: externalId, enteredManually } = lead!;
			const { email, value, enteredManually: isManual } = json;
			assert.deepEqual([json.name, email, value], [name, person.email, lead!.value]);
			const parts = [json.firstName, json.lastName, json.street, json.houseNumber, json.city];
			assert.deepEqual(parts, ['An', 'van Dam', 'Dorpsstraat', '12-A', "'s-Gravenhage"]);
			assert.deepEqual([json.externalId, isManual], [externalId, enteredManually]);
		});
	});

	it('invoice-messages tells of an invoice that is paid, and of one that is overdue, once', async () => {
		await stage().active('invoice-messages', async (id) => {
			const { documents, documentStatuses } = profile();
			const invoices = documents.filter(({ type, requestId }) => type === 'INVOICE' && requestId);
			const [paid, overdue, sent] = invoices as [Answer, Answer, Answer];
			documentStatuses.set(paid.id, 'PAID');
			documentStatuses.set(overdue.id, 'EXPIRED');
			documentStatuses.set(sent.id, 'CREATED');
			const line = ({ number, total, requestId }: Answer, status: string) => {
				const { items } = profile();
				const { person } = items.find((one) => one.leadConfigurationId === requestId)!;
				const customer = `${person.first} ${person.last}`;
				return `- ${number} ${customer}: ${status}, ${total.toFixed(2)} EUR, ${person.phone ?? 'no phone'}`;
			};
			assert.deepEqual(told(await stage().polledAgain(id), 'Send your message', 'message'), [
				['Invoices: 2', line(paid, 'paid'), line(overdue, 'overdue')].join('\n'),
			]);
			await stage().polledAgain(id);
			assert.equal((await stage().rest.listExecutions(id)).length, 1);
		});
	});

	it('won-this-week has a row for each deal that was marked as won', async () => {
		await stage().active('won-this-week', async (id) => {
			const open = profile().deals.filter(({ labels }) =>
				labels.every(({ type }) => !type!.startsWith('DEAL_')),
			);
			await stage().sandbox.closeDeal(open[0]!.id, 'won');
			await stage().sandbox.closeDeal(open[1]!.id, 'lost');
			succeeded(await stage().polledAgain(id));
			const [row, ...more] = await stage().rowsOf('won-this-week');
			assert.deepEqual(more, []);
			const { dealId, title, value, week, won } = row!;
			assert.deepEqual(
				[dealId, title, value],
				[open[0]!.id, open[0]!.summary, String(open[0]!.value)],
			);
			assert.match(week, /^\d{4}-W\d{2}$/);
			assert.ok(Math.abs(Date.parse(won) - Date.now()) < 600_000, won);
		});
	});

	it('missed-nothing counts which trigger brought a change first', async () => {
		// A poll that fell on the same moment might be first.
		const rarely = { pollTimes: { item: [{ mode: 'everyX', value: 24, unit: 'hours' }] } };
		const counted = async (id: string) => {
			const heard = await moveTo('Gewonnen');
			const [execution] = await stage().rest.executionsEnded(id);
			assert.equal(told(execution!, 'Write it down', 'broughtBy')[0], 'webhook');
			await stage().rest.deactivate(id);
			const missed = await moveTo('Verloren');
			await stage().rest.activate(id);
			await stage().rest.executionsEnded(id, 2);
			const rows = await stage().rowsOf('missed-nothing');
			assert.deepEqual(
				rows.map(({ title, broughtBy }) => [title, broughtBy]),
				[
					[heard.summary, 'webhook'],
					[missed.summary, 'poll'],
				],
			);
			const monday = await stage().runByHand(id, 'Every Monday');
			const [message] = told(monday, 'Send your message', 'message');
			assert.ok(message.startsWith('Last week: webhook 1, poll 1. By the poll first: '), message);
			assert.ok(message.includes(`${missed.summary} to Verloren at 20`), message);
		};
		await stage().active('missed-nothing', counted, { Poll: rarely });
	});

	it('new-quotation hands on the PDF of each quotation that comes', async () => {
		await stage().active('new-quotation', async (id) => {
			const { quotations, requests, deals } = profile();
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
};

// As described alone, deals have no phone.
withExamples('the examples that begin with an event', tests, { switches: { only: 'published' } });
