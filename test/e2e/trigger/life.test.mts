import assert from 'node:assert/strict';
import { it } from 'node:test';

import { type Answer, type WorkflowNode } from '../../../runtime/rest.mts';
import { API_TOKEN, PROFILE_ID, SECOND_PROFILE_ID } from '../../../sandbox/identities.mts';
import { EVENT, SECRET_HEADER, TRIGGER, type Hook } from '../support/instantTrigger.mts';
import { SCHEMES, type Scheme } from '../support/stage.mts';
import { withTriggers } from '../support/triggerStage.mts';

withTriggers('the life of the trigger', (stage) => {
	for (const scheme of Object.keys(SCHEMES) as Scheme[]) {
		it(`has one webhook while active that starts the workflow, and none afterwards, signed in by ${scheme}`, async () => {
			const { rest, n8n, trigger, workflow, hook, hooks, state, move, events, started, set } =
				stage();
			await set({ timestampUnit: 's' });
			const id = await workflow([trigger(scheme)]);
			await rest.activate(id);
			const { url, method, headers, events: names, ...registered } = await hook();
			assert.equal(registered.company_profile_id, PROFILE_ID);
			assert.deepEqual([method, names], ['POST', [EVENT]]);
			assert.ok(url.startsWith(`${n8n.url}/webhook/`), url);
			assert.ok(headers[SECRET_HEADER]!.length >= 32);

			const { statuses, users } = await state();
			// On a busy machine the first event may not wait for its names.
			await move(1);
			await started(id, 1);
			const { event, deliveries, deal } = await move();
			assert.deepEqual(
				deliveries.map(({ status, answer }) => [status, JSON.parse(answer)]),
				[[200, { received: true, started: true }]],
			);
			await started(id, 2);
			const [, item, ...others] = await events(id, 'End');
			assert.equal(others.length, 0);
			const named = (all: Answer, wanted: unknown) => all.find((one: Answer) => one.id === wanted);
			const expected = {
				title: deal.summary,
				status: named(statuses, event.metadata.status_id).label,
				previousStatus: deal.statusLabel,
				assignee: named(users, deal.assigneeId)?.name ?? null,
				occurredAt: new Date(event.timestamp * 1000).toISOString(),
				createdAt: new Date(event.payload.timestamp_created).toISOString(),
				changeType: 'STATUS_CHANGED',
				triggeredBy: 'dealStatusChanged',
				eventId: event.id,
				dealId: deal.id,
				previousStatusId: deal.statusId,
				companyProfileId: PROFILE_ID,
			};
			const shown = Object.keys(expected).map((field) => [field, item![field]]);
			assert.deepEqual(Object.fromEntries(shown), expected);
			assert.equal(Object.keys(item!).length, 26);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		});
	}

	it('leaves nothing behind in ten rounds', async () => {
		const { rest, workflow, hook, hooks } = stage();
		const id = await workflow();
		for (let round = 1; round <= 10; round++) {
			await rest.activate(id);
			await hook();
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), [], `after round ${round}`);
		}
	});

	it('a service that calls the address while it registers it gets 200, and the call starts nothing', async () => {
		const { rest, workflow, set, answers, untilStarted, listen } = stage();
		await set({ pingWhileRegistering: 'empty' });
		const id = await workflow();
		await rest.activate(id);
		assert.deepEqual(await rest.listExecutions(id), []);
		assert.deepEqual(await answers(), [200]);
		await listen(id);
		assert.deepEqual(await answers(), [200, 200]);
		assert.equal((await untilStarted(id, 3)).length, 3);
		await stage().untilTestIsOver();
	});
});

withTriggers('settings changed on an active workflow', (stage) => {
	/** The old hook is gone, the new one is there: in this order, and nothing else was called. */
	const wasReplaced = async (before: Hook): Promise<Hook> => {
		const { hook, sandbox } = stage();
		const after = await hook();
		assert.notEqual(after.id, before.id);
		const calls = sandbox.log.requests
			.map(({ operationId, query }) => [operationId, query.id])
			.filter(([operation]) => operation === 'unsubscribe' || operation === 'subscribe');
		assert.deepEqual(calls, [
			['subscribe', undefined],
			['unsubscribe', before.id],
			['subscribe', undefined],
		]);
		return after;
	};

	it('other events, another profile, another credential: the old hook goes, one for the new settings comes', async () => {
		const { rest, workflow, trigger, hook, hooks, sandbox, changeTrigger, answers } = stage();
		const changes: Array<[(node: WorkflowNode) => void, (hook: Hook) => void]> = [
			[
				({ parameters }) => (parameters!.options = { additionalEvents: 'CRM_OTHER, CRM_MORE' }),
				({ events }) => assert.deepEqual(events, [EVENT, 'CRM_OTHER', 'CRM_MORE']),
			],
			[
				({ parameters }) => (parameters!.options = { companyProfileId: SECOND_PROFILE_ID }),
				(after) => assert.equal(after.company_profile_id, SECOND_PROFILE_ID),
			],
			[
				(node) => {
					node.parameters!.authentication = 'apiToken';
					node.credentials = trigger('apiToken').credentials;
				},
				() => undefined,
			],
		];
		for (const [change, check] of changes) {
			const id = await workflow([trigger('serviceAccount')]);
			sandbox.log.requests.length = 0;
			await rest.activate(id);
			const before = await hook();
			await changeTrigger(id, change);
			check(await wasReplaced(before));
			assert.equal(
				(await answers()).join(),
				before.company_profile_id === (await hook()).company_profile_id ? '200' : '',
			);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), []);
		}
	});

	it('the node renamed: still one working hook', async () => {
		const { rest, workflow, hook, hooks, answers, started } = stage();
		const id = await workflow();
		await rest.activate(id);
		const { nodes, connections } = await rest.getWorkflow(id);
		nodes.find(({ name }: WorkflowNode) => name === TRIGGER).name = 'Renamed';
		await rest.updateWorkflow(id, { nodes, connections: { Renamed: connections[TRIGGER] } });
		await rest.activate(id);
		assert.deepEqual(await answers(), [200]);
		await started(id, 1);
		await hook();
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	it('http in the credential becomes another spelling of the same address: the hook is kept, and removed', async () => {
		const { rest, workflow, trigger, hook, hooks, sandbox } = stage();
		const data = { baseUrl: sandbox.url, apiToken: API_TOKEN, companyProfileId: PROFILE_ID };
		const { id: own } = await rest.createCredential('salesCrmApi', 'Rewritten', data);
		const credentials = { salesCrmApi: { id: own, name: 'Rewritten' } };
		const id = await workflow([{ ...trigger('apiToken'), credentials }]);
		await rest.activate(id);
		await hook();
		const baseUrl = sandbox.url.replace('127.0.0.1', 'localhost');
		await rest.updateCredential(own, 'salesCrmApi', 'Rewritten', { ...data, baseUrl });
		await rest.deactivate(id);
		assert.deepEqual(await hooks(), []);
	});

	it('the credential deleted: deactivation goes on all the same', async () => {
		const { rest, workflow, trigger, hook, sandbox } = stage();
		const data = { baseUrl: sandbox.url, apiToken: API_TOKEN, companyProfileId: PROFILE_ID };
		const credential = await rest.createCredential('salesCrmApi', 'Short-lived', data);
		const id = await workflow([
			{ ...trigger('apiToken'), credentials: { salesCrmApi: credential } },
		]);
		await rest.activate(id);
		await rest.deleteCredential(credential.id);
		await rest.deactivate(id);
		assert.equal((await rest.getWorkflow(id)).active, false);
		// Nobody can sign in to remove it any more; n8n answers its calls with 404.
		assert.equal((await stage().call(await hook(), {})).status, 404);
	});
});

withTriggers('neighbours on one profile', (stage) => {
	for (const listShowsUrl of [false, true]) {
		it(`120 foreign hooks stay untouched (addresses in the list: ${listShowsUrl})`, async () => {
			const { rest, workflow, hooks, control, set } = stage();
			await set({ listShowsUrl });
			await control('POST', '/subscriptions', { count: 120 });
			const foreign = await hooks();
			const id = await workflow();
			await rest.activate(id);
			const all = await hooks();
			assert.equal(all.length, 121);
			assert.deepEqual(all.slice(0, 120), foreign);
			await rest.deactivate(id);
			assert.deepEqual(await hooks(), foreign);
		});
	}

	it('two workflows, one with two triggers: each has its own hook and secret, one going does not disturb the others', async () => {
		const { rest, workflow, trigger, hooks, call, move, events, started, untilStarted } = stage();
		const second = { ...trigger('serviceAccount'), name: 'Second trigger' };
		const [single, double] = [await workflow(), await workflow([trigger('apiToken'), second])];
		await rest.activate(double);
		const [one, other] = await hooks();
		assert.equal((await call({ ...one!, headers: other!.headers }, {})).status, 401);
		await rest.activate(single);
		assert.equal((await hooks()).length, 3);
		const { event } = await move();
		assert.equal((await started(single, 1)).length, 1);
		assert.deepEqual(
			(await started(double, 2)).map(({ eventId }) => eventId),
			[event.id],
		);
		assert.deepEqual(
			(await events(double, 'Second trigger')).map(({ eventId }) => eventId),
			[event.id],
		);
		await rest.deactivate(double);
		assert.equal((await hooks()).length, 1);
		await move();
		assert.equal((await untilStarted(single, 2)).length, 2);
	});
});

withTriggers('the test of the editor', (stage) => {
	const modes = async (id: string) =>
		(await stage().rest.listExecutions(id)).map(({ mode }) => mode).sort();

	for (const listShowsUrl of [false, true]) {
		it(`works beside the active workflow and leaves its hook alone, also when it is begun anew (addresses in the list: ${listShowsUrl})`, async () => {
			const { rest, workflow, hook, hooks, call, set, move, started, listen, untilTestIsOver } =
				stage();
			await set({ listShowsUrl });
			const id = await workflow();
			await rest.activate(id);
			const production = await hook();
			for (let time = 1; time <= 3; time++) {
				await listen(id);
				assert.equal((await hooks()).length, 2, `pressed ${time} times`);
			}
			const test = (await hooks()).find(({ id: hookId }) => hookId !== production.id)!;
			assert.match(test.url, /\/webhook-test\//);
			// A call without the secret of the test ends neither the test nor starts anything.
			assert.equal((await call({ ...test, headers: production.headers }, {})).status, 401);
			const { event, deliveries } = await move();
			assert.deepEqual(
				deliveries.map(({ status }) => status),
				[200, 200],
			);
			const items = await started(id, 2);
			assert.deepEqual(
				items.map(({ eventId }) => eventId),
				[event.id, event.id],
			);
			assert.deepEqual(await modes(id), ['manual', 'webhook']);
			await untilTestIsOver();
			assert.deepEqual(await hook(), production);
			await move();
			assert.equal((await started(id, 3)).length, 3);
			assert.deepEqual(await modes(id), ['manual', 'webhook', 'webhook']);
		});
	}

	it('cancelled, takes its own hook away and no other', async () => {
		const { rest, workflow, hook, hooks, listen, untilTestIsOver } = stage();
		const id = await workflow();
		await rest.activate(id);
		const production = await hook();
		await listen(id);
		assert.equal((await hooks()).length, 2);
		await rest.call('DELETE', `/test-webhook/${id}`);
		await untilTestIsOver();
		assert.deepEqual(await hook(), production);
	});
});
