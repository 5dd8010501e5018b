import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { EMPTY_AUDIENCE_ID, PROFILE_ID } from '../../../tools/sandbox/identities.mts';
import { POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

const DAY = 86_400_000;

withTriggers(
	'every event by one trigger',
	(stage) => {
		const profile = () => stage().sandbox.world.profile();
		const quoted = () => {
			const id = randomUUID();
			profile().quotations.push({ ...profile().quotations[0]!, id });
			return id;
		};
		const joined = () => {
			const id = randomUUID();
			profile().contacts.add({
				id,
				contact_type: 'CONSUMER',
				time_stamp: Date.now(),
				standard_personal_infos: [{ name: 'Voornaam', value: 'An' }],
				audience: { id: EMPTY_AUDIENCE_ID, company_profile: { id: PROFILE_ID } },
			});
			return id;
		};
		/** A deal begins; gives the id of its first change. */
		const began = () => {
			const { deals } = profile();
			deals.push({ ...deals[0]!, id: randomUUID(), history: [] });
			return stage().happened('STATUS_CHANGED', Date.now(), deals.length - 1);
		};
		it('each new one starts the workflow once, over a restart and a SIGKILL; a test shows the newest', async () => {
			const { rest, n8n, workflow, poller, happened, polled, came, untilCame } = stage();
			const moves = ['dealStatusChanged', 'dealCreated', 'dealAssigned'];
			const quotations = ['quotationCreated', 'quotationUpdated', 'quotationStatusChanged'];
			const id = await workflow([
				poller({
					events: [...moves, 'leadCreated', 'dealStuck', 'contactCreated', ...quotations],
					audienceId: EMPTY_AUDIENCE_ID,
					daysInStatus: 1,
					watchFields: ['status', 'expiresAt'],
				}),
			]);
			const sample = await rest.runManually(id, POLLING_TRIGGER);
			assert.equal(sample.status, 'success', JSON.stringify(sample.error));
			assert.equal(sample.items(POLLING_TRIGGER).length, 10);
			const tests = await came(id);

			await rest.activate(id);
			await polled(2);
			assert.deepEqual(await came(id), tests);
			const [changed] = profile().quotations;
			changed!.status = 'EXPIRED';
			// It gets stuck in a few seconds.
			const stuck = happened('STATUS_CHANGED', Date.now() - DAY + 8_000, 1);
			const expected = [
				happened(),
				happened('USER_CHANGED', Date.now(), 2),
				began(),
				stuck,
				stuck,
				joined(),
				quoted(),
				changed!.id,
				changed!.id,
			];
			const first = await untilCame(id, tests.length + expected.length);
			assert.deepEqual(first.slice(tests.length).sort(), expected.sort());

			await n8n.kill('SIGTERM');
			const stopped = [began(), quoted()];
			await n8n.restart();
			await untilCame(id, first.length + stopped.length);

			// Well after a poll, so that both of n8n's writes are done.
			await polled(1);
			await sleep(3_000);
			await n8n.kill();
			changed!.expiresAt += DAY;
			const killed = [happened(), joined(), changed!.id];
			await n8n.restart();
			await untilCame(id, first.length + stopped.length + killed.length);
			await polled(2);
			const later = (await came(id)).slice(first.length);
			assert.deepEqual(later.slice(0, stopped.length).sort(), stopped.sort());
			assert.deepEqual(later.slice(stopped.length).sort(), killed.sort());
		});
	},
	{ ownN8n: true },
);
