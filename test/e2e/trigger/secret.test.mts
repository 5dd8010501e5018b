import assert from 'node:assert/strict';
import { it } from 'node:test';

import { withTriggers } from '../support/triggerStage.mts';
import { SECRET_HEADER } from '../support/instantTrigger.mts';

withTriggers(
	'calls that are not from the service',
	(stage) => {
		it('are answered 401, start nothing and tell nothing of the secret', async () => {
			const { rest, n8n, workflow, hook, call, move, started } = stage();
			const id = await workflow();
			await rest.activate(id);
			const older = (await hook()).headers[SECRET_HEADER]!;
			const { event } = await move();
			await started(id, 1);
			await rest.deactivate(id);
			await rest.activate(id);
			const current = await hook();
			const secret = current.headers[SECRET_HEADER]!;
			assert.ok(secret.length >= 32 && secret !== older);

			const forged: Record<string, string | undefined> = {
				none: undefined,
				empty: '',
				wrong: 'x'.repeat(secret.length),
				older,
				longer: `${secret}0`,
				shorter: secret.slice(0, -1),
				'other case': secret.toUpperCase(),
				twice: `${secret}, ${secret}`,
			};
			for (const [what, value] of Object.entries(forged)) {
				const { status, text } = await call(current, event, {
					headers: { [SECRET_HEADER]: value },
				});
				assert.equal(status, 401, what);
				assert.deepEqual(JSON.parse(text), {
					received: false,
					message: 'This call does not carry the secret of the webhook.',
				});
			}
			assert.equal((await rest.listExecutions(id)).length, 1);
			const other = { ...event, id: event.id + 1 };
			assert.equal((await call(current, other)).status, 200);
			assert.equal((await started(id, 2)).length, 2);
			for (const kept of [older, secret]) assert.ok(!n8n.log().includes(kept));
			assert.ok(!JSON.stringify(await rest.executionsEnded(id, 2)).includes(secret));
		});
	},
	{ env: { N8N_LOG_LEVEL: 'debug' } },
);
