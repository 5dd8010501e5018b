import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import {
	API_TOKEN,
	PROFILE_ID,
	SECOND_API_TOKEN,
	SECOND_PROFILE_ID,
} from '../../../tools/sandbox/identities.mts';
import { openStage, type Stage } from '../support/stage.mts';
import { crmNode } from './support/credentials.mts';

/** One credential without a profile, in turn of two customers: it is edited, or its token is an expression. */
for (const [kind, wrongProfileStatus] of [
	['strict', 403],
	['lenient', 200],
] as const) {
	describe(`at a service that is ${kind} about profiles, a credential that changes hands`, () => {
		let stage: Stage;
		before(async () => {
			stage = await openStage({
				sandbox: { switches: { only: 'published', wrongProfileStatus } },
			});
		});
		after(async () => await stage?.close());

		const entered = (apiToken: string) => ({ baseUrl: stage.sandbox.url, apiToken });
		const credentialOf = async (apiToken: string) =>
			await stage.rest.createCredential('salesCrmApi', 'Customers', entered(apiToken));

		/** The profiles whose statuses a run returns, and the profiles that were asked for. */
		const profilesOf = async (credential: { id: string; name: string }, item = {}) => {
			stage.sandbox.log.requests.length = 0;
			const parameters = { resource: 'status', operation: 'getAll', returnAll: true };
			const node = crmNode('salesCrmApi', credential, parameters);
			const { items, execution } = await stage.rest.runOnce([node], [item]);
			assert.equal(execution.error?.message, undefined);
			const asked = stage.sandbox.log.requests.flatMap(({ path }) =>
				[PROFILE_ID, SECOND_PROFILE_ID].filter((id) => path.includes(id)),
			);
			const ids = items.map(({ json }) => json.statusId);
			const shown = [PROFILE_ID, SECOND_PROFILE_ID].filter((id) =>
				stage.sandbox.world.profile(id).statuses.some((one) => ids.includes(one.id)),
			);
			return [...shown, ...new Set(asked)];
		};

		it('reads the customer whose token it holds, also after each edit', async () => {
			const credential = await credentialOf(API_TOKEN);
			assert.deepEqual(await profilesOf(credential), [PROFILE_ID, PROFILE_ID]);
			for (const [token, profile] of [
				[SECOND_API_TOKEN, SECOND_PROFILE_ID],
				[API_TOKEN, PROFILE_ID],
			] as const) {
				await stage.rest.call('PATCH', `/credentials/${credential.id}`, {
					name: credential.name,
					type: 'salesCrmApi',
					data: entered(token),
				});
				assert.deepEqual(await profilesOf(credential), [profile, profile]);
			}
		});

		it('reads the customer of the run if its token is an expression', async () => {
			const credential = await credentialOf('={{ $json.token }}');
			for (const [token, profile] of [
				[API_TOKEN, PROFILE_ID],
				[SECOND_API_TOKEN, SECOND_PROFILE_ID],
				[API_TOKEN, PROFILE_ID],
			] as const) {
				assert.deepEqual(await profilesOf(credential, { token }), [profile, profile]);
			}
		});
	});
}
