import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';

import type { Answer } from '../../tools/n8n/rest.mts';
import {
	AUDIENCE_ID,
	EMPTY_AUDIENCE_ID,
	PROFILE_ID,
	PROFILE_SECRETS,
} from '../../tools/sandbox/identities.mts';
import { LINE, openStage, type Stage } from './support/stage.mts';
import { workflowTools } from './support/triggerStage.mts';
import { instantTools } from './support/instantTrigger.mts';
import { pollingTools } from './support/pollingTrigger.mts';

/**
 * A person enters Base URL and token, and nothing else: every operation and both triggers, at a service as described
 * alone, as published alone, and as both. How many requests each operation took is in the diagnostics.
 */

const byId = (value: Answer) => ({ __rl: true, mode: 'id', value });

/** In this order: a webhook is deleted that was created before. Contacts have no route as published. */
const operationsOf = (known: { dealId: string; quotationId: string; webhookId?: string }) =>
	[
		['status getAll', {}],
		['user getAll', {}],
		['deal getAll', { limit: 3 }],
		['deal get', { dealId: byId(known.dealId) }],
		['history getAll', { limit: 3 }],
		['history getTimeInStatus', { limit: 3 }],
		['history getStatusReport', {}],
		['quotation getAll', { limit: 3 }],
		['quotation get', { quotationId: byId(known.quotationId) }],
		['quotation download', { quotationId: byId(known.quotationId) }],
		['webhook create', { name: 'Other program', url: 'https://example.com/hook' }],
		['webhook getAll', {}],
		['contact getAll', { audienceId: AUDIENCE_ID, limit: 3 }],
		['contact search', { audienceId: AUDIENCE_ID, name: 'a' }],
		['contact findDuplicates', { audienceId: AUDIENCE_ID }],
		[
			'contact create',
			{
				audienceId: EMPTY_AUDIENCE_ID,
				personalInfos: {
					mappingMode: 'defineBelow',
					value: { Achternaam: 'Bos', 'E-mailadres': 'bos@example.com' },
				},
			},
		],
	] as Array<[string, Record<string, Answer>]>;

for (const only of ['described', 'published', null] as const) {
	describe(`at a service as ${only ?? 'both'} (n8n ${LINE}.x)`, () => {
		let stage: Stage;
		before(async () => {
			const switches = { only, sharedEmails: true };
			stage = await openStage({ sandbox: { contacts: 8, quotations: 3, switches } });
		});
		after(async () => await stage?.close());

		const blank = async () => {
			const content = { baseUrl: stage.sandbox.url, apiToken: 'sandbox-api-token' };
			const reference = await stage.rest.createCredential('salesCrmApi', `Blank ${only}`, content);
			return { salesCrmApi: reference };
		};
		/** The operations of the sandbox that were asked since the last time, in short. */
		const asked = () => {
			const counts = new Map<string, number>();
			for (const { operationId, method, path, status } of stage.sandbox.log.requests.splice(0)) {
				const what = `${operationId ?? `${method} ${path}`} ${status}`;
				counts.set(what, (counts.get(what) ?? 0) + 1);
			}
			return [...counts].map(([what, count]) => (count === 1 ? what : `${what} ×${count}`));
		};

		it('every operation works with Base URL and token alone', async (t: TestContext) => {
			const { deals, quotations } = await stage.state();
			const known = { dealId: deals[0].id, quotationId: quotations[0] };
			const credentials = await blank();
			let webhookId: string | undefined;
			const seen: string[] = [];
			const run = async (name: string, parameters: Record<string, Answer>) => {
				const [resource, operation] = name.split(' ');
				const node = stage.crm('apiToken', { resource, operation, ...parameters }, { credentials });
				stage.sandbox.log.requests.length = 0;
				const { items, execution } = await stage.rest.runOnce([node]);
				const requests = asked();
				t.diagnostic(`${name}: ${requests.length} (${requests.join(', ')})`);
				seen.push(JSON.stringify([items, execution.error]));
				if (only === 'published' && name.startsWith('contact')) {
					assert.match(execution.error?.message ?? '', /\(404\)|INVALID_PERMISSION/);
					return items;
				}
				assert.equal(execution.error?.message, undefined, name);
				assert.ok(items.length > 0, name);
				return items;
			};
			for (const [name, parameters] of operationsOf(known)) {
				// As described a quotation needs no profile; history, statuses and users cannot do without one.
				if (only === 'described' && /^(status|user|deal|history|webhook getAll)/.test(name))
					parameters.options = { companyProfileId: PROFILE_ID };
				const items = await run(name, parameters);
				if (name === 'webhook create') webhookId = String(items[0]!.json.webhookId);
				if (name === 'webhook getAll')
					assert.ok(JSON.stringify(items).includes(webhookId!), JSON.stringify(items));
			}
			await run('webhook delete', { webhookId: byId(webhookId) });
			assert.deepEqual((await stage.state()).subscriptions, []);
			for (const secret of Object.values(PROFILE_SECRETS))
				assert.ok(!seen.join().includes(secret), secret);
		});

		it('both triggers are published, and start a workflow', async (t: TestContext) => {
			const tools = { ...workflowTools(stage), ...instantTools(stage), ...pollingTools(stage) };
			const credentials = await blank();
			const options = only === 'described' ? { companyProfileId: PROFILE_ID } : {};
			stage.sandbox.log.requests.length = 0;
			const instant = await tools.workflow([
				{ ...stage.trigger('apiToken', { options }), credentials },
			]);
			await stage.rest.activate(instant);
			t.diagnostic(`trigger published: ${asked().join(', ')}`);
			assert.deepEqual(await tools.answers(), [200]);
			const [event] = await tools.events(instant);
			assert.equal(event!.triggeredBy, 'dealStatusChanged');
			assert.ok(event!.status && event!.title, JSON.stringify(event));
			await stage.rest.deactivate(instant);
			t.diagnostic(`trigger unpublished: ${asked().join(', ')}`);
			assert.deepEqual(await tools.hooks(), []);

			const poller = { ...tools.poller({ options }), credentials };
			const polling = await tools.workflow([poller]);
			await stage.rest.activate(polling);
			t.diagnostic(`polling trigger published: ${asked().join(', ')}`);
			const changeId = tools.happened();
			assert.deepEqual(await tools.untilCame(polling, 1), [changeId]);
			await stage.rest.deactivate(polling);
		});
	});
}
