import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';

import { POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

const DAY = 86_400_000;

withTriggers(
	'deals created and stuck',
	(stage) => {
		it('a deal is told when it is created, and when it has been in its status too long: once each, over a restart', async () => {
			const { rest, n8n, sandbox, poller, workflow, polled, executions, untilCame } = stage();
			const { deals, statuses } = sandbox.world.profile();

			/** A deal comes into a status that it was not in; gives the id of the change. */
			const moved = (deal: (typeof deals)[number], at: number): string => {
				const propertyOf = (entry: (typeof deal.history)[number]) =>
					(entry.metaData as { propertyValue?: { _id: string } }).propertyValue?._id;
				const present = deal.history.filter(({ type }) => type === 'STATUS_CHANGED').at(-1);
				const { id: _id } = statuses.find(
					({ id, backlog_id: backlog }) =>
						backlog === deal.backlogId && !(present && propertyOf(present) === id),
				)!;
				const last = deal.history.at(-1);
				if (last) last.endTimestamp = at;
				const id = randomUUID();
				deal.history.push({
					id,
					backlogItemId: deal.id,
					startTimestamp: at,
					endTimestamp: 0,
					type: 'STATUS_CHANGED',
					metaData: { propertyValue: { _id, type: 'STATUS' } },
				});
				return id;
			};
			const created = (): string => {
				deals.push({ ...deals[0]!, id: randomUUID(), history: [] });
				return moved(deals.at(-1)!, Date.now());
			};
			const told = async () =>
				(await executions(id))
					.flatMap((one) => one.items(POLLING_TRIGGER))
					.map(({ json }) => [json.triggeredBy, json.changeId, json.daysInStatus]);

			const events = ['dealCreated', 'dealStuck'];
			const id = await workflow([poller({ events, daysInStatus: 1 })]);
			await rest.activate(id);
			await polled();
			assert.deepEqual(await told(), [], 'what is stuck already is not told');

			const first = created();
			// In a few seconds it will have been there for a day.
			const stuck = moved(deals[0]!, Date.now() - DAY + 8_000);
			await untilCame(id, 2);
			const both = [
				['dealCreated', first, null],
				['dealStuck', stuck, 1],
			];
			assert.deepEqual(await told(), both);

			await n8n.kill('SIGTERM');
			const meanwhile = created();
			await n8n.restart();
			await untilCame(id, 3, 120_000);
			await polled();
			assert.deepEqual(await told(), [...both, ['dealCreated', meanwhile, null]]);
		});
	},
	{ ownN8n: true },
);
