import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';

import type { Fault } from '../../../tools/sandbox/faults.mts';
import { addEntry } from '../../../tools/sandbox/world/history.mts';
import type { Deal } from '../../../tools/sandbox/world/shapes.mts';
import { POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers('a service of which a list breaks and comes back', (stage) => {
	it('each event comes once, of its kind, with its customer', async () => {
		const { rest, sandbox, workflow, poller, polled, untilCame, executions } = stage();
		sandbox.switches.only = 'published';
		const profile = sandbox.world.profile();
		const began = (all: Deal[]) => {
			const [model] = all as [Deal];
			const { backlogId } = model;
			const first = profile.allStatuses.find((one) => one.backlog_id === backlogId)!;
			const deal: Deal = {
				...model,
				id: randomUUID(),
				statusId: first.id,
				labels: [],
				history: [],
			};
			all.push(deal);
			addEntry(deal, Date.now(), 'STATUS_CHANGED', first.id);
			return deal.history[0]!.id;
		};
		const quoted = () => {
			const [model] = profile.quotations;
			const id = randomUUID();
			profile.quotations.push({ ...model!, id });
			profile.requests.set(id, profile.deals[0]!.leadConfigurationId);
			return id;
		};
		const breaks = (...faults: Array<Partial<Fault> & { route: string }>) => {
			sandbox.switches.faults = faults.map((one) => ({ kind: 'status', every: 1, ...one }));
		};
		const failures = async () =>
			(await executions(id)).filter(({ status }) => status === 'error').length;
		const items = async () =>
			(await executions(id)).flatMap((one) => one.items(POLLING_TRIGGER).map(({ json }) => json));

		const deals = ['dealCreated', 'leadCreated', 'dealStatusChanged', 'dealStuck'];
		const id = await workflow([
			poller({
				events: [...deals, 'quotationCreated', 'quotationUpdated'],
				watchFields: ['customer', 'status'],
				daysInStatus: 1,
			}),
		]);
		await rest.activate(id);
		await polled(2);

		breaks({ route: 'listContactPersons', status: 500 });
		const quotation = quoted();
		await polled(3);
		assert.deepEqual(await items(), []);
		assert.ok((await failures()) > 0, 'the polls fail aloud');
		sandbox.switches.faults = [];
		await untilCame(id, 1);

		for (const fault of [
			{ route: 'listStatusesAsPublished', status: 503 },
			{ route: 'listBoards', kind: 'html', status: 404 },
			{ route: 'listBoards', kind: 'status', status: 404 },
		] as const) {
			const before = await items();
			const failed = await failures();
			breaks(fault);
			began(profile.deals);
			began(profile.leads);
			await polled(3);
			assert.deepEqual(await items(), before);
			assert.ok((await failures()) > failed, 'the polls fail aloud');
			sandbox.switches.faults = [];
			await untilCame(id, before.length + 2);
		}
		await polled(2);
		const [first, ...others] = await items();
		assert.equal(first.quotationId, quotation);
		const { person } = profile.deals[0]!;
		assert.equal(first.customer, `${person.first} ${person.last}`);
		const kinds = others.map(({ triggeredBy, recordType }) => `${triggeredBy} ${recordType}`);
		const pair = ['dealCreated deal', 'leadCreated lead'];
		assert.deepEqual(kinds, [...pair, ...pair, ...pair]);
	});
});
