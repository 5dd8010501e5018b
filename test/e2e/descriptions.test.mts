import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import type { Answer } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID, EMPTY_AUDIENCE_ID, PROFILE_ID } from '../../tools/sandbox/identities.mts';
import { LINE, openStage, type Stage } from './support/stage.mts';
import { workflowTools } from './support/triggerStage.mts';
import { instantTools } from './support/instantTrigger.mts';
import { pollingTools } from './support/pollingTrigger.mts';

/**
 * A person enters Base URL and token, and nothing else: every operation and both triggers, at a service as described
 * alone, as published alone, and as both. The diagnostics say how many requests each of them took.
 */

const byId = (value: Answer) => ({ __rl: true, mode: 'id', value });

/** Records that exist at the service; the last two as soon as an operation has shown them. */
type Known = Record<
	'dealId' | 'quotationId' | 'invoiceId' | 'contractId' | 'contactPersonId' | 'webhookId',
	string
>;

/**
 * In this order: a webhook is deleted that was created before. Others need no parameters, and come last; a service as one of
 * the two alone may not offer them.
 */
const OPERATIONS: Record<string, (known: Known) => Record<string, Answer>> = {
	'deal getAll': () => ({ limit: 3 }),
	'deal get': ({ dealId }) => ({ dealId: byId(dealId) }),
	'deal update': ({ dealId }) => ({
		dealId: byId(dealId),
		updateFields: { description: 'Called' },
	}),
	'history getAll': () => ({ limit: 3 }),
	'history getTimeInStatus': () => ({ limit: 3 }),
	'quotation getAll': () => ({ limit: 3 }),
	'quotation get': ({ quotationId }) => ({ quotationId: byId(quotationId) }),
	'quotation download': ({ quotationId }) => ({ quotationId: byId(quotationId) }),
	'invoice getAll': () => ({ limit: 3 }),
	'invoice download': ({ invoiceId }) => ({ documentId: byId(invoiceId) }),
	'contract getAll': () => ({ limit: 3 }),
	'contract download': ({ contractId }) => ({ documentId: byId(contractId) }),
	'contactPerson getAll': () => ({ limit: 3 }),
	'contactPerson get': ({ contactPersonId }) => ({ contactPersonId: byId(contactPersonId) }),
	'contactPerson lookUp': () => ({ by: 'name', value: 'a' }),
	'webhook create': () => ({ name: 'Other program', url: 'https://example.com/hook' }),
	'webhook getAll': () => ({}),
	'webhook delete': ({ webhookId }) => ({ webhookId: byId(webhookId) }),
	'contact getAll': () => ({ audienceId: AUDIENCE_ID, limit: 3 }),
	'contact search': () => ({ audienceId: AUDIENCE_ID, name: 'a' }),
	'contact findDuplicates': () => ({ audienceId: AUDIENCE_ID }),
	'contact create': () => ({
		audienceId: EMPTY_AUDIENCE_ID,
		personalInfos: {
			mappingMode: 'defineBelow',
			value: { Achternaam: 'Bos', 'E-mailadres': 'bos@example.com' },
		},
	}),
	'contact import': () => ({ audienceId: EMPTY_AUDIENCE_ID, dryRun: false }),
};

/** As described these need a profile that is entered; the others do without, or are not offered. */
const NEEDS_PROFILE = /^(deal|history|webhook getAll|contactPerson|invoice|contract)/;

/** What a service as one of the two alone does not offer, and what a person is told. */
const NOT_OFFERED = {
	described: {
		operations: /^(deal update|contactPerson|invoice|contract)/,
		error: /does not offer|\(404\)|could not be read/,
	},
	published: { operations: /^contact /, error: /\(404\)/ },
};

/** Where a file to import comes from. */
const TO_FILE = {
	name: 'Convert to File',
	type: 'n8n-nodes-base.convertToFile',
	typeVersion: 1.1,
	parameters: { operation: 'csv', options: {} },
};

for (const only of ['described', 'published', null] as const) {
	describe(`at a service as ${only ?? 'both'} (n8n ${LINE}.x)`, () => {
		let stage: Stage;
		before(async () => {
			const switches = { only, sharedEmails: true };
			stage = await openStage({ sandbox: { contacts: 8, quotations: 30, switches } });
		});
		after(async () => await stage?.close());

		const blank = async () => {
			const content = { baseUrl: stage.sandbox.url, apiToken: 'sandbox-api-token' };
			const reference = await stage.rest.createCredential('salesCrmApi', `Blank ${only}`, content);
			return { salesCrmApi: reference };
		};
		/** The operations of the sandbox that were asked since the last time, with their answers. */
		const tell = (t: TestContext, what: string) => {
			const asked = stage.sandbox.log.requests.splice(0);
			const each = asked.map(
				({ operationId, method, path, status }) =>
					`${operationId ?? `${method} ${path}`} ${status}`,
			);
			t.diagnostic(`${what}: ${asked.length} (${each.join(', ')})`);
		};

		it('every operation works with Base URL and token alone', async (t: TestContext) => {
			const { resources } = nodes;
			const all = resources.flatMap(({ value, operations }) =>
				operations.map((operation) => `${value} ${operation.value}`),
			);
			const others = all.filter((name) => !(name in OPERATIONS));
			const { deals, quotations } = await stage.state();
			const { documents } = stage.sandbox.world.profile();
			const idOf = (type: string) => documents.find((one) => one.type === type)!.id;
			const known: Known = {
				dealId: deals[0].id,
				quotationId: quotations[0],
				invoiceId: idOf('INVOICE'),
				contractId: idOf('CONTRACT'),
				contactPersonId: deals[0].id,
				webhookId: '',
			};
			const credentials = await blank();
			for (const name of [...Object.keys(OPERATIONS), ...others]) {
				const [resource, operation] = name.split(' ');
				const parameters: Answer = { resource, operation, ...OPERATIONS[name]?.(known) };
				const isOther = others.includes(name);
				if (only === 'described' && (isOther || NEEDS_PROFILE.test(name)))
					parameters.options = { companyProfileId: PROFILE_ID };
				const node = stage.crm('apiToken', parameters, { credentials });
				const before = operation === 'import' ? [TO_FILE] : [];
				stage.sandbox.log.requests.length = 0;
				const person = { Achternaam: 'Jansen', 'E-mailadres': 'jansen@example.com' };
				const { items, execution } = await stage.rest.runOnce([...before, node], [person]);
				tell(t, name);
				const missing = only && NOT_OFFERED[only];
				const mayBeMissing = isOther && execution.error !== undefined;
				if (missing && (mayBeMissing || missing.operations.test(name))) {
					assert.match(execution.error?.message ?? '', missing.error, name);
					continue;
				}
				assert.equal(execution.error?.message, undefined, name);
				assert.ok(items.length > 0, name);
				if (name === 'contactPerson getAll')
					known.contactPersonId = String(items[0]!.json.contactPersonId);
				if (name === 'webhook create') known.webhookId = String(items[0]!.json.webhookId);
				if (name === 'webhook getAll')
					assert.ok(JSON.stringify(items).includes(known.webhookId), JSON.stringify(items));
			}
			assert.deepEqual((await stage.state()).subscriptions, []);
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
			tell(t, 'trigger published');
			assert.deepEqual(await tools.answers(), [200]);
			const [event] = await tools.started(instant, 1);
			assert.equal(event!.triggeredBy, 'dealStatusChanged');
			assert.ok(event!.status && event!.title, JSON.stringify(event));
			await stage.rest.deactivate(instant);
			tell(t, 'trigger unpublished');
			assert.deepEqual(await tools.hooks(), []);

			const poller = { ...tools.poller({ options }), credentials };
			const polling = await tools.workflow([poller]);
			await stage.rest.activate(polling);
			tell(t, 'polling trigger published');
			const changeId = tools.happened();
			assert.deepEqual(await tools.untilCame(polling, 1), [changeId]);
			await stage.rest.deactivate(polling);
		});
	});
}
