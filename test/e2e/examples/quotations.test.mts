import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Answer } from '../../../tools/n8n/rest.mts';
import { nodeOf, succeeded, told, withExamples } from '../support/examples.mts';

const tests: Parameters<typeof withExamples>[1] = (stage) => {
	const profile = () => stage().sandbox.world.profile();
	/** The quotation at this place becomes the only one of a deal. */
	const give = (deal: { leadConfigurationId: string }, place: number, change: object) => {
		const { quotations, requests } = profile();
		const quotation = Object.assign(quotations[place]!, change);
		for (const [id, request] of requests)
			if (request === deal.leadConfigurationId) requests.delete(id);
		requests.set(quotation.id, deal.leadConfigurationId);
		return quotation;
	};

	it('quotation-register has one row a quotation, kept up to date', async () => {
		const { id } = await stage().load('quotation-register');
		const { quotations } = profile();
		for (const status of ['SENT', 'ACCEPTED']) {
			quotations[0]!.status = status;
			await stage().runByHand(id, 'Each morning');
			const found = await stage().rowsOf('quotation-register');
			assert.deepEqual(
				found.map(({ quotationId }) => quotationId),
				quotations.map((one) => one.id),
			);
			const [{ number, total }] = quotations as [Answer];
			const [first] = found;
			assert.deepEqual([first.number, first.status, first.total], [number, status, String(total)]);
		}
	});

	it('accepted-quotations books the lines of each once, by either trigger', async () => {
		const { deals } = profile();
		Object.assign(deals[0]!.person, { street: 'Dorpsstraat', number: '12-A' });
		Object.assign(deals[0]!.person, { postcode: '1234 AB', place: 'Ergenshuizen' });
		const [one, other] = [give(deals[0]!, 1, {}), give(deals[1]!, 2, { status: 'SENT' })];
		const booked = async () =>
			(await stage().rowsOf('accepted-quotations')).map((row) => [
				...[row.number, row.description, row.quantity, row.unitPrice],
			]);
		const linesOf = ({ number, lines }: typeof one) =>
			lines.map(({ description, quantity, unitPrice }) => [
				...[number, description, String(quantity), String(unitPrice)],
			]);
		await stage().active('accepted-quotations', async (id) => {
			const become = async (document_status: string) => {
				const metadata = { document_status, old_document_status: 'DRAFT' };
				const happening = { name: 'DOCUMENT_STATUS_UPDATED', about: one.id, metadata };
				await stage().control('POST', '/events', happening);
			};
			await become('SENT');
			for (const runs of [1, 2]) {
				await become('ACCEPTED');
				(await stage().rest.executionsEnded(id, runs)).forEach(succeeded);
			}
			assert.deepEqual(await booked(), linesOf(one));
			const [row] = await stage().rowsOf('accepted-quotations');
			const { street, postalCode, city } = row!;
			assert.deepEqual([street, postalCode, city], ['Dorpsstraat 12-A', '1234 AB', 'Ergenshuizen']);
		});
		// The note's other way.
		const file = await stage().read('accepted-quotations');
		const trigger = nodeOf(file, 'Quotation accepted');
		const type = 'n8n-nodes-sales-crm.salesCrmPollingTrigger';
		const pollTimes = { item: [{ mode: 'everyHour', minute: 0 }] };
		Object.assign(trigger, { type, typeVersion: 1 });
		Object.assign(trigger.parameters!, { pollTimes, start: 'onlyNew' });
		delete trigger.parameters!.simplify;
		await stage().chooseTable('accepted-quotations', [
			...[nodeOf(file, 'Not booked yet'), nodeOf(file, 'Book the line')],
		]);
		const { id } = await stage().rest.createWorkflow(file);
		one.status = 'SENT';
		await stage().rest.activate(id);
		for (const quotation of [one, other]) quotation.status = 'ACCEPTED';
		succeeded(await stage().polledAgain(id));
		assert.deepEqual(await booked(), [...linesOf(one), ...linesOf(other)]);
		await stage().rest.deactivate(id);
	});

	it('quotation-reminders reminds each customer once', async () => {
		const { id } = await stage().load('quotation-reminders');
		const { quotations, requests, items, deals } = profile();
		// Two that wait for the same customer.
		for (const quotation of quotations.slice(0, 2)) {
			quotation.status = 'SENT';
			requests.set(quotation.id, deals[3]!.leadConfigurationId);
		}
		const waiting = quotations.filter(({ status }) => status === 'SENT');
		const emails = waiting.flatMap((one) => {
			const item = items.find(
				({ leadConfigurationId }) => leadConfigurationId === requests.get(one.id),
			);
			return item ? [item.person.email] : [];
		});
		assert.ok(new Set(emails).size < emails.length, 'some customer has several');
		for (const _again of [1, 2]) {
			await stage().runByHand(id, 'Each morning');
			assert.deepEqual(
				(await stage().rowsOf('quotation-reminders')).map(({ email }) => email).sort(),
				[...new Set(emails)].sort(),
			);
		}
	});

	it('open-quotations is one message of those that wait, whichever way the Sales CRM answers', async () => {
		const { quotations, deals } = profile();
		const at = (days: number) => Date.now() - days * 86_400_000;
		for (const quotation of quotations) quotation.status = 'ACCEPTED';
		const { number } = give(deals[0]!, 0, {
			status: 'SENT',
			total: 4321.5,
			createdAt: at(12),
		});
		give(deals[1]!, 1, { status: 'SENT', createdAt: at(9) });
		const { id } = await stage().load('open-quotations');
		const { first, last, email, phone = 'no phone' } = deals[0]!.person;
		for (const only of ['published', null] as const) {
			stage().sandbox.switches.only = only;
			const execution = await stage().runByHand(id, 'Every morning');
			assert.deepEqual(told(execution, 'Send your message', 'message'), [
				`Open quotations: 1\n- ${first} ${last}: quotation ${number}, 4321.50 EUR, open for 12 days, ${phone}, ${email}`,
			]);
		}
	});

	it('move-accepted-deals moves the deals that stayed, and finds none again', async () => {
		const { statuses, deals, requests } = profile();
		requests.clear();
		const from = statuses.find(({ label }) => label === 'Offerte verstuurd')!;
		const to = statuses.find(
			({ label, backlog_id: id }) => label === 'Gewonnen' && id === from.backlog_id,
		)!;
		const [deal, other] = deals.filter(({ backlogId }) => backlogId === from.backlog_id);
		profile().move(deal!, from);
		profile().move(other!, to);
		give(deal!, 0, { status: 'ACCEPTED' });
		give(other!, 1, { status: 'ACCEPTED' });
		const { id } = await stage().load('move-accepted-deals');
		const run = async () => (await stage().runByHand(id, 'Every half hour')).items('Move the deal');
		assert.deepEqual(
			(await run()).map(({ json }) => [json.outcome, json.title, json.status]),
			[['updated', deal!.summary, 'Gewonnen']],
		);
		assert.equal(deal!.statusId, to.id);
		assert.deepEqual(await run(), []);
	});

	it('move-back puts back what it moved, but not what somebody moved on', async () => {
		const { statuses, deals } = profile();
		const from = statuses.find(({ label }) => label === 'In onderhandeling')!;
		const inPipeline = statuses.filter((one) => one.backlog_id === from.backlog_id);
		const [other, to] = ['Gewonnen', 'Verloren'].map(
			(label) => inPipeline.find((one) => one.label === label)!,
		);
		const { id } = await stage().load('move-back');
		profile().move(deals[0]!, from);
		profile().move(deals[1]!, from);
		const moved = (await stage().runByHand(id, 'Every morning')).items('Move');
		assert.ok(moved.length >= 2);
		assert.ok(moved.every(({ json }) => json.outcome === 'updated' && json.statusId === to!.id));
		profile().move(deals[1]!, other!);
		const back = (await stage().runByHand(id, 'Move back')).items('Put back');
		const outcomes = Object.fromEntries(back.map(({ json }) => [json.dealId, json.outcome]));
		assert.deepEqual([outcomes[deals[0]!.id], deals[0]!.statusId], ['updated', from.id]);
		assert.deepEqual([outcomes[deals[1]!.id], deals[1]!.statusId], ['skipped', other!.id]);
		assert.deepEqual(await stage().rowsOf('move-back'), []);
	});
};

// As described alone, deals have no quotations.
withExamples('the examples of quotations', tests, { switches: { only: 'published' } });
