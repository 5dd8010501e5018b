import assert from 'node:assert/strict';
import { it } from 'node:test';

import {
	API_TOKEN,
	PROFILE_ID,
	SECOND_API_TOKEN,
	SECOND_PROFILE_ID,
} from '../../../sandbox/identities.mts';
import { page404 } from '../support/instantTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers('a webhook that could not be removed', (stage) => {
	/** The workflow is off and its webhook is left; with the next activation one works, and after it there is none. */
	const isMended = async (id: string, mend: () => Promise<void>): Promise<void> => {
		const { rest, hook, hooks, move, started } = stage();
		assert.equal((await rest.getWorkflow(id)).active, false);
		await hook();
		await mend();
		await rest.activate(id);
		await hook();
		const { deliveries } = await move();
		assert.deepEqual(
			deliveries.map(({ status }) => status),
			[200],
		);
		assert.equal((await started(id, 1)).length, 1);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	};

	for (const [where, routes] of [
		['that route alone', ['unsubscribe']],
		['the service', ['unsubscribe', 'listSubscriptions']],
	] as const) {
		it(`because a 404 page stood in front of ${where}, is not left beside that of the next activation`, async () => {
			const { rest, workflow, set } = stage();
			const id = await workflow();
			await rest.activate(id);
			await set({ faults: routes.map(page404) });
			await rest.deactivate(id);
			await isMended(id, async () => await set({ faults: [] }));
		});
	}

	for (const [profile, first, second] of [
		['names its profile', PROFILE_ID, PROFILE_ID],
		['names no profile', '', ''],
		['names the other profile, too', PROFILE_ID, SECOND_PROFILE_ID],
	] as const) {
		it(`because the token was of another profile (the credential ${profile}), is not left beside that of the next activation once the token is back`, async () => {
			const { rest, sandbox, trigger, workflow } = stage();
			const data = (apiToken: string, companyProfileId: string) => ({
				baseUrl: sandbox.url,
				apiToken,
				companyProfileId,
			});
			const type = 'salesCrmApi';
			const name = `Token ${Date.now()}`;
			const { id: own } = await rest.createCredential(type, name, data(API_TOKEN, first));
			const id = await workflow([
				{
					...trigger('apiToken'),
					credentials: { [type]: { id: own, name } },
				},
			]);
			await rest.activate(id);
			await rest.updateCredential(own, type, name, data(SECOND_API_TOKEN, second));
			await rest.deactivate(id);
			await isMended(
				id,
				async () => await rest.updateCredential(own, type, name, data(API_TOKEN, first)),
			);
		});
	}

	for (const unknownSubscriptionStatus of [403, 500]) {
		it(`because it was gone already, where the service answers that with ${unknownSubscriptionStatus}: this deactivation and the next end well`, async () => {
			const { rest, sandbox, workflow, hook, hooks, set, control } = stage();
			await set({ unknownSubscriptionStatus });
			const id = await workflow();
			await rest.activate(id);
			const { id: gone } = await hook();
			await control('POST', `/subscriptions/${gone}/forget`);
			await rest.deactivate(id);
			assert.equal((await rest.getWorkflow(id)).active, false);
			await rest.activate(id);
			sandbox.log.requests.length = 0;
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
			const asked = sandbox.log.requests
				.filter(({ operationId }) => operationId === 'unsubscribe')
				.map(({ query }) => query.id);
			assert.equal(asked.length, 1, 'only the one there was');
			assert.notEqual(asked[0], gone);
		});
	}
});
