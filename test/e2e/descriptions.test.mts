import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import type { Answer } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID, EMPTY_AUDIENCE_ID, PROFILE_ID } from '../../tools/sandbox/identities.mts';
import { LINE, openStage, type Stage } from './support/stage.mts';
import { workflowTools } from './support/triggerStage.mts';
import { instantTools } from './support/instantTrigger.mts';
import { pollingTools } from './support/pollingTrigger.mts';

/**
 * A person enters Base URL and token, and nothing else: every operation and both triggers, at a service as described
 * alone, as published alone, and as both.
 */

const byId = (value: Answer) => ({ __rl: true, mode: 'id', value });

/** Records that exist at the service. */
type Known = Record<'dealId' | 'quotationId' | 'invoiceId' | 'contractId', string>;

/** Others need no parameters; a service as one of the two alone may not offer them. */
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
	'contactPerson get': ({ dealId }) => ({
		contactPersonId: byId(`={{ $json.contactPersonId ?? '${dealId}' }}`),
	}),
	'contactPerson lookUp': () => ({ by: 'name', value: 'a' }),
	'webhook create': () => ({ name: 'Other program', url: 'https://example.com/hook' }),
	'webhook getAll': () => ({}),
	'webhook delete': () => ({
		webhookId: byId("={{ $('webhook create').first().json.webhookId }}"),
	}),
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

const START = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

const PERSON = {
	name: 'Person',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'raw',
		jsonOutput: JSON.stringify({ Achternaam: 'Jansen', 'E-mailadres': 'jansen@example.com' }),
	},
};

/** Where a file to import comes from. */
const TO_FILE = {
	name: 'Convert to File',
	type: 'n8n-nodes-base.convertToFile',
	typeVersion: 1.1,
	parameters: { operation: 'csv', options: {} },
};

/** What these act on; all others stand beside each other behind the person. */
const BEFORE: Record<string, string> = {
	'contactPerson get': 'contactPerson getAll',
	'webhook getAll': 'webhook create',
	'webhook delete': 'webhook getAll',
	'contact import': TO_FILE.name,
};

function connectionsOf(names: string[]): Record<string, Answer> {
	const after: Record<string, string[]> = { [START.name]: [PERSON.name] };
	for (const name of names) (after[BEFORE[name] ?? PERSON.name] ??= []).push(name);
	const toInputOf = (node: string) => ({ node, type: 'main', index: 0 });
	return Object.fromEntries(
		Object.entries(after).map(([name, next]) => [name, { main: [next.map(toInputOf)] }]),
	);
}

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

		it('every operation works with Base URL and token alone', async () => {
			const all = nodes.resources.flatMap(({ value, operations }) =>
				operations.map((operation) => `${value} ${operation.value}`),
			);
			const { deals, quotations } = await stage.state();
			const { documents } = stage.sandbox.world.profile();
			const idOf = (type: string) => documents.find((one) => one.type === type)!.id;
			const known: Known = {
				dealId: deals[0].id,
				quotationId: quotations[0],
				invoiceId: idOf('INVOICE'),
				contractId: idOf('CONTRACT'),
			};
			const more = { credentials: await blank(), onError: 'continueRegularOutput' };
			const operations = all.map((name) => {
				const [resource, operation] = name.split(' ');
				const parameters: Answer = { resource, operation, ...OPERATIONS[name]?.(known) };
				const isOther = !(name in OPERATIONS);
				if (only === 'described' && (isOther || NEEDS_PROFILE.test(name)))
					parameters.options = { companyProfileId: PROFILE_ID };
				return stage.crm('apiToken', parameters, { name, ...more });
			});
			const { id } = await stage.rest.createWorkflow({
				name: `Operations ${only}`,
				nodes: [START, PERSON, TO_FILE, ...operations],
				connections: connectionsOf([TO_FILE.name, ...all]),
				settings: { executionOrder: 'v1' },
			});
			const execution = await stage.rest.runManually(id, START.name);
			assert.equal(execution.status, 'success', execution.error?.message);

			for (const name of all) {
				const [first] = execution.items(name);
				assert.ok(first, name);
				const missing = only && NOT_OFFERED[only];
				const mayBeMissing = !(name in OPERATIONS) && first.json.error !== undefined;
				if (missing && (mayBeMissing || missing.operations.test(name)))
					assert.match(first.json.error ?? '', missing.error, name);
				else assert.equal(first.json.error, undefined, name);
			}
			const [created] = execution.items('webhook create');
			const listed = JSON.stringify(execution.items('webhook getAll'));
			assert.ok(listed.includes(created!.json.webhookId), listed);
			assert.deepEqual((await stage.state()).subscriptions, []);
		});

		it('both triggers are published, and start a workflow', async () => {
			const tools = { ...workflowTools(stage), ...instantTools(stage), ...pollingTools(stage) };
			const credentials = await blank();
			const options = only === 'described' ? { companyProfileId: PROFILE_ID } : {};
			const instant = await tools.workflow([
				{ ...stage.trigger('apiToken', { options }), credentials },
			]);
			await stage.rest.activate(instant);
			assert.deepEqual(await tools.answers(), [200]);
			const [event] = await tools.started(instant, 1);
			assert.equal(event!.triggeredBy, 'dealStatusChanged');
			assert.ok(event!.status && event!.title, JSON.stringify(event));
			await stage.rest.deactivate(instant);
			assert.deepEqual(await tools.hooks(), []);

			const poller = { ...tools.poller({ options }), credentials };
			const polling = await tools.workflow([poller]);
			await stage.rest.activate(polling);
			const changeId = tools.happened();
			assert.deepEqual(await tools.untilCame(polling, 1), [changeId]);
			await stage.rest.deactivate(polling);
		});
	});
}
