import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../tools/n8n/rest.mts';
import {
	API_TOKEN,
	PROFILE_ID,
	SECOND_API_TOKEN,
	SECOND_PROFILE_ID,
} from '../../../tools/sandbox/identities.mts';
import { EVENT, type Hook, SECRET_HEADER } from '../support/instantTrigger.mts';
import { withTriggers } from '../support/triggerStage.mts';

/** A credential without a profile, which is edited in place from customer A's token to B's. */
withTriggers(
	'a credential that changes hands',
	(stage) => {
		const entered = (apiToken: string) => ({ baseUrl: stage().sandbox.url, apiToken });
		const hooksOf = (profile: string) =>
			[...stage().sandbox.world.profile(profile).subscriptions.values()] as unknown as Hook[];
		/** Sends an event; what its webhooks answered. */
		const answersOf = async (profile: string) => {
			const { sandbox } = stage();
			const [{ id: about }] = sandbox.world.profile(profile).deals;
			const { deliveries } = await sandbox.send({ name: EVENT, about }, profile);
			return deliveries.map(({ status }) => status);
		};
		/** The profile of each event that started the workflow, once so many did. */
		const profilesOf = async (id: string, runs: number) =>
			(await stage().started(id, runs)).map(({ companyProfileId }) => companyProfileId);

		for (const wrongProfileStatus of [403, 200] as const) {
			it(`is registered for the new customer once it is activated anew, or changed and published (another profile: ${wrongProfileStatus})`, async () => {
				const { rest, n8n, trigger, workflow, set, changeTrigger, call } = stage();
				await set({ only: 'published', wrongProfileStatus });
				const credential = await rest.createCredential(
					'salesCrmApi',
					'Customer',
					entered(API_TOKEN),
				);
				const options = { recordTypes: ['deal', 'lead'] };
				const active = async () => {
					const node = trigger('apiToken', { options });
					const id = await workflow([{ ...node, credentials: { salesCrmApi: credential } }]);
					await rest.activate(id);
					return id;
				};
				const [renewed, changed] = [await active(), await active()];
				const old = hooksOf(PROFILE_ID);
				assert.deepEqual(await answersOf(PROFILE_ID), [200, 200]);
				for (const id of [renewed, changed])
					assert.deepEqual(await profilesOf(id, 1), [PROFILE_ID]);

				const data = entered(SECOND_API_TOKEN);
				const edited = { name: 'Customer', type: 'salesCrmApi', data };
				await rest.call('PATCH', `/credentials/${credential.id}`, edited);
				await rest.deactivate(renewed);
				await rest.activate(renewed);
				await changeTrigger(changed, ({ parameters }) => {
					parameters!.options = { ...options, subscriptionName: 'B' };
				});
				for (let starts = 2; starts <= 3; starts++) {
					await until('a webhook of B for each', 30_000, async () =>
						hooksOf(SECOND_PROFILE_ID).length === 2 ? true : undefined,
					);
					assert.deepEqual(await answersOf(SECOND_PROFILE_ID), [200, 200]);
					for (const hook of old) assert.equal(await call(hook, await eventOf(PROFILE_ID)), 401);
					const expected = [PROFILE_ID, ...Array(starts - 1).fill(SECOND_PROFILE_ID)];
					for (const id of [renewed, changed])
						assert.deepEqual(await profilesOf(id, starts), expected);
					if (starts === 2) await n8n.restart();
					for (const hook of hooksOf(SECOND_PROFILE_ID)) {
						await until('n8n to take calls', 60_000, async () =>
							(await call(hook)) === 200 ? true : undefined,
						);
					}
				}
				for (const id of [renewed, changed]) await rest.deactivate(id);
				assert.deepEqual(hooksOf(SECOND_PROFILE_ID), []);
			});
		}

		it('an event of another profile, with the right secret, starts nothing: 200 and a word in the log', async () => {
			const { rest, n8n, trigger, workflow, call } = stage();
			const options = { recordTypes: ['deal', 'lead'] };
			const id = await workflow([trigger('apiToken', { options })]);
			await rest.activate(id);
			const [hook] = hooksOf(PROFILE_ID);
			assert.equal(await call(hook!, await eventOf(SECOND_PROFILE_ID)), 200);
			assert.equal(await call(hook!, await eventOf(PROFILE_ID)), 200);
			assert.deepEqual(await profilesOf(id, 1), [PROFILE_ID]);
			const words = 'an event of another company profile started nothing';
			const said = new RegExp(`${words}.*${SECOND_PROFILE_ID}.*${PROFILE_ID}`);
			await until('a word in the log', 10_000, async () =>
				said.test(n8n.log()) ? true : undefined,
			);
		});

		/** An event as the service would send it, without sending it. */
		const eventOf = async (profile: string) => {
			const { sandbox } = stage();
			const [{ id: about }] = sandbox.world.profile(profile).deals;
			const hooks = sandbox.world.profile(profile).subscriptions;
			const all = [...hooks];
			hooks.clear();
			const { event } = await sandbox.send({ name: EVENT, about }, profile);
			for (const [id, hook] of all) hooks.set(id, hook);
			return event;
		};
	},
	{ ownN8n: true },
);
