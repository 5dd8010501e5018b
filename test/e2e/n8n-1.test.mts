import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Item } from '../../tools/n8n/rest.mts';
import { EMPTY_AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { connectOAuth2 } from './sign-in/support/connect.mts';
import {
	crmNode,
	ENTERED,
	LIST_QUOTATIONS,
	type CredentialType,
} from './sign-in/support/credentials.mts';
import { AUTO_MAPPED } from './support/mapping.mts';
import { withTriggers } from './support/triggerStage.mts';

/**
 * Once through the package in the last n8n of the 1.x line. Its engine runs test/engine besides (`npm run test:1.123`);
 * `npm run test:e2e:1.123` runs all files of this folder on it.
 */

const QUOTATIONS = 120;
const SKIP = {
	resource: 'contact',
	operation: 'create',
	audienceId: EMPTY_AUDIENCE_ID,
	personalInfos: AUTO_MAPPED,
	ifExists: 'skip',
};

withTriggers(
	'the packed package in the last 1.x',
	(stage) => {
		for (const type of Object.keys(ENTERED) as CredentialType[]) {
			it(`on 1.123 a list is complete, signed in by ${type}`, async () => {
				const { rest, sandbox, state } = stage();
				assert.equal(rest.line, '1');
				const credential = await rest.createCredential(type, type, ENTERED[type](sandbox.url));
				if (type === 'salesCrmOAuth2Api') await connectOAuth2(rest, credential.id);
				const { items } = await rest.runOnce([crmNode(type, credential, LIST_QUOTATIONS)]);
				const listed = items.map(({ json }) => json.id as string);
				assert.deepEqual(listed.sort(), [...(await state()).quotations].sort());
				assert.equal(listed.length, QUOTATIONS);
			});
		}

		it('on 1.123 an import that is sent again with Skip creates nothing twice', async () => {
			const { rest, crm, sandbox } = stage();
			const rows = Array.from({ length: 60 }, (_, n) => ({ email: `an${n}@example.com` }));
			const send = async () => await rest.runOnce([crm('apiToken', SKIP)], rows);
			const outcomes = (items: Item[]) => [...new Set(items.map(({ json }) => json.outcome))];
			assert.deepEqual(outcomes((await send()).items), ['created']);
			assert.deepEqual(outcomes((await send()).items), ['existing']);
			const { contacts } = sandbox.world.profile();
			assert.equal(contacts.createdIn(EMPTY_AUDIENCE_ID).length, rows.length);
		});

		it('on 1.123 activation registers one webhook, its event starts the workflow, deactivation removes it', async () => {
			const { rest, workflow, hook, hooks, move, started } = stage();
			const id = await workflow();
			await rest.activate(id);
			await hook();
			const { event, deliveries } = await move();
			assert.deepEqual(
				deliveries.map(({ status }) => status),
				[200],
			);
			assert.deepEqual(
				(await started(id, 1)).map(({ eventId }) => eventId),
				[event.id],
			);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});

		it('on 1.123 the history trigger polls: each change after its activation comes once', async () => {
			const { rest, poller, workflow, happened, polled, came, untilCame } = stage();
			const id = await workflow([poller()]);
			await rest.activate(id);
			await polled();
			const made = [happened()];
			await untilCame(id, 1);
			made.push(happened());
			await untilCame(id, 2);
			await polled();
			assert.deepEqual(await came(id), made);
		});
	},
	{ line: '1', ownN8n: true, sandbox: { quotations: QUOTATIONS } },
);
