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

const always = (route: string, status = 503) => ({ route, kind: 'status', status, every: 1 });

withTriggers('faults of the service', (stage) => {
	/** One event starts the workflow once, however many hooks tell of it. */
	const works = async (id: string): Promise<void> => {
		const { move, started, events } = stage();
		const { event, deliveries } = await move();
		assert.deepEqual(new Set(deliveries.map(({ status }) => status)), new Set([200]));
		await started(id, deliveries.length);
		assert.deepEqual(
			(await events(id, 'End')).map(({ eventId }) => eventId),
			[event.id],
		);
	};
	/** The workflow was switched off, and its hook is left; with the next activation one works, and after it there is none. */
	const isMended = async (id: string, mend: () => Promise<void>): Promise<void> => {
		const { rest, hook, hooks } = stage();
		assert.equal((await rest.getWorkflow(id)).active, false);
		await hook();
		await mend();
		await rest.activate(id);
		await hook();
		await works(id);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	};

	for (const listShowsUrl of [false, true]) {
		it(`a lost reply of subscribe (addresses in the list: ${listShowsUrl}): the workflow is started once by each event`, async () => {
			const { rest, workflow, hooks, set } = stage();
			const id = await workflow();
			await set({ faults: [{ route: 'subscribe', kind: 'lostReply' }], listShowsUrl });
			await rest.activate(id);
			// Where the list shows no addresses, the lost one cannot be told from a foreign one.
			const lost = listShowsUrl ? 0 : 1;
			assert.equal((await hooks()).length, 1 + lost);
			await works(id);
			await rest.deactivate(id);
			assert.equal((await hooks()).length, lost);
		});
	}

	it('a refusal of subscribe: an error at once, in plain words, and no hook; afterwards it works', async () => {
		const { rest, workflow, hooks, set } = stage();
		const id = await workflow();
		await set({ faults: [always('subscribe', 403)] });
		await assert.rejects(
			rest.activate(id),
			/Could not register the webhook: access is not allowed/,
		);
		assert.deepEqual(await hooks(), []);
		await set({ faults: [] });
		if (rest.line === '2') await rest.deactivate(id);
		await rest.activate(id);
		await works(id);
	});

	for (const [why, faults] of [
		['unsubscribe answers 500', [always('unsubscribe', 500)]],
		['a 404 page stands in front of that route alone', [page404('unsubscribe')]],
		[
			'a 404 page stands in front of the service',
			[page404('unsubscribe'), page404('listSubscriptions')],
		],
	] as const) {
		it(`${why}: deactivation goes on, and the next activation leaves one working hook`, async () => {
			const { rest, workflow, set } = stage();
			const id = await workflow();
			await rest.activate(id);
			await set({ faults });
			await rest.deactivate(id);
			await isMended(id, async () => await set({ faults: [] }));
		});
	}

	for (const [profile, first, second] of [
		['names no profile', '', ''],
		['names the other profile, too', PROFILE_ID, SECOND_PROFILE_ID],
	] as const) {
		it(`the token was of another profile (the credential ${profile}): once it is back, the next activation leaves one working hook`, async () => {
			const { rest, sandbox, trigger, workflow } = stage();
			const data = (apiToken: string, companyProfileId: string) => ({
				baseUrl: sandbox.url,
				apiToken,
				companyProfileId,
			});
			const type = 'salesCrmApi';
			const name = `Token ${Date.now()}`;
			const { id: own } = await rest.createCredential(type, name, data(API_TOKEN, first));
			const credentials = { [type]: { id: own, name } };
			const id = await workflow([{ ...trigger('apiToken'), credentials }]);
			await rest.activate(id);
			await rest.updateCredential(own, type, name, data(SECOND_API_TOKEN, second));
			await rest.deactivate(id);
			await isMended(
				id,
				async () => await rest.updateCredential(own, type, name, data(API_TOKEN, first)),
			);
		});
	}

	for (const unknownSubscriptionStatus of [404, 403, 500]) {
		it(`the hook is gone already, and the service answers ${unknownSubscriptionStatus}: deactivation ends at once`, async () => {
			const { rest, sandbox, workflow, hook, hooks, set, control } = stage();
			await set({ unknownSubscriptionStatus });
			const id = await workflow();
			await rest.activate(id);
			await control('POST', `/subscriptions/${(await hook()).id}/forget`);
			await rest.deactivate(id);
			const asked = sandbox.log.requests.filter(({ operationId }) => operationId === 'unsubscribe');
			assert.equal(asked.length, 1);
			await rest.activate(id);
			await works(id);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});
	}

	it('the list fails: one hook all the same', async () => {
		const { rest, workflow, hook, hooks, set } = stage();
		const id = await workflow();
		await set({ faults: [always('listSubscriptions', 500)] });
		await rest.activate(id);
		await hook();
		await works(id);
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});
});
