import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it, type TestContext } from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import type { Answer, WorkflowNode } from '../../runtime/rest.mts';
import { AUDIENCE_ID, EMPTY_AUDIENCE_ID } from '../../sandbox/identities.mts';
import { openStage, type Stage } from './support/stage.mts';

/** An agent's tool: what it is told about a parameter, n8n asks the model for. */
const fromModel = (key: string, what: string, type = 'string') =>
	`={{ $fromAI('${key}', '${what}', '${type}') }}`;

const quotation = { __rl: true, mode: 'id', value: fromModel('quotation_id', 'Id of a quotation') };
const count = { limit: fromModel('limit', 'How many at most', 'number') };

/** A model reads so much without forgetting what it was asked. */
const MOST_BYTES = 8192;

/** Every operation of the node, with the values that a model fills in. */
const TOOLS: Record<string, Record<string, Answer>> = {
	contact_create: {
		resource: 'contact',
		operation: 'create',
		audienceId: EMPTY_AUDIENCE_ID,
		personalInfos: {
			mappingMode: 'defineBelow',
			value: {
				Voornaam: fromModel('first_name', 'First name'),
				'E-mailadres': fromModel('email', 'Email address'),
			},
			matchingColumns: [],
			schema: [],
		},
	},
	contact_list: { resource: 'contact', operation: 'getAll', audienceId: AUDIENCE_ID },
	contact_find: {
		resource: 'contact',
		operation: 'find',
		audienceId: AUDIENCE_ID,
		email: fromModel('email', 'Email address of the contact'),
		phone: fromModel('phone', 'Phone number of the contact'),
	},
	contact_duplicates: {
		resource: 'contact',
		operation: 'findDuplicates',
		audienceId: AUDIENCE_ID,
	},
	deal_find: {
		resource: 'deal',
		operation: 'getAll',
		search: fromModel('search', 'Words of the title of the deal'),
	},
	deal_get: {
		resource: 'deal',
		operation: 'get',
		dealId: { __rl: true, mode: 'id', value: fromModel('deal_id', 'Id of a deal') },
		options: { includeTimeInStatus: true },
	},
	quotation_list: { resource: 'quotation', operation: 'getAll', ...count },
	quotation_get: { resource: 'quotation', operation: 'get', quotationId: quotation },
	quotation_download: { resource: 'quotation', operation: 'download', quotationId: quotation },
	history_list: {
		resource: 'history',
		operation: 'getAll',
		output: 'timeInStatus',
		...count,
		filters: { pipelineIds: fromModel('pipeline_id', 'Id of a pipeline') },
	},
	status_list: { resource: 'status', operation: 'getAll' },
	user_list: { resource: 'user', operation: 'getAll' },
	webhook_create: {
		resource: 'webhook',
		operation: 'create',
		name: fromModel('name', 'Name of the webhook'),
		url: fromModel('url', 'Address to call'),
	},
	webhook_list: { resource: 'webhook', operation: 'getAll' },
	webhook_delete: {
		resource: 'webhook',
		operation: 'delete',
		webhookId: fromModel('webhook_id', 'Id of the webhook'),
	},
};

describe('every operation as a tool, called through n8n by an MCP client', () => {
	let stage: Stage;
	let client: Client;

	before(async () => {
		stage = await openStage({ sandbox: { contacts: 80, quotations: 8 } });
		client = await connect(stage);
	});
	after(async () => {
		await client?.close();
		await stage?.close();
	});

	/** The bytes of the latest answer. */
	let bytes = 0;
	const isShort = (test: TestContext, what: string) => {
		test.diagnostic(`${bytes} bytes of ${what}`);
		assert.ok(bytes <= MOST_BYTES, what);
	};
	const use = async (name: string, values: Record<string, unknown> = {}): Promise<Answer> => {
		const result = (await client.callTool({ name, arguments: values })) as Answer;
		const text = result.content.map((part: Answer) => part.text).join('');
		assert.ok(!result.isError, `${name}: ${text}`);
		bytes = Buffer.byteLength(text);
		return JSON.parse(text);
	};
	const rows = (answer: Answer): Answer[] => [answer].flat(2).map((row) => row.json ?? row);

	it('shows each with a description and the values it wants', async () => {
		const { tools } = await client.listTools();
		assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(TOOLS).sort());
		for (const { name, description } of tools) assert.ok(description, `${name} is not described`);
		const create = tools.find(({ name }) => name === 'contact_create')!;
		assert.deepEqual(Object.keys(create.inputSchema.properties ?? {}), ['first_name', 'email']);
	});

	it('contacts: creates one with what the model gives, lists 10 where it names no number', async () => {
		const before = (await stage.state()).contacts;
		await use('contact_create', { first_name: 'Femke', email: 'femke@example.com' });
		assert.equal((await stage.state()).contacts, before + 1);
		assert.equal(rows(await use('contact_list')).length, 10);
	});

	it('contacts: finds the one with an email, and says what is not there', async () => {
		const { contacts } = stage.sandbox.world.profile();
		const [{ id, standard_personal_infos: infos }] = contacts.slice(AUDIENCE_ID, 66, 67);
		const email = infos.find(({ name }) => name === 'E-mailadres')!.value;
		const [found] = rows(await use('contact_find', { email, phone: '' }));
		assert.equal(found.contactId, id);
		const [missed] = rows(await use('contact_find', { email: '', phone: '+31 6 0000 0000' }));
		assert.deepEqual([missed.found, missed.contactId], [false, null]);
	});

	it('contacts: finds those that are twice', async () => {
		const { contacts } = stage.sandbox.world.profile();
		const [first] = contacts.slice(AUDIENCE_ID, 66, 67);
		contacts.add({ ...first!, id: randomUUID() });
		const twice = rows(await use('contact_duplicates'));
		assert.ok(twice.some(({ contactId, matches }) => contactId === first!.id && matches === 2));
	});

	it('deals: one is found by words of its title, and read with its time in status, each within 8 KB', async (test) => {
		const [deal] = (await stage.state()).deals;
		// As a person would say it: the last words, in other letters.
		const search = deal.summary.split(' ').slice(-2).join(' ').toUpperCase();
		const found = rows(await use('deal_find', { search }));
		const one = found.find(({ title }) => title === deal.summary);
		assert.equal(one.status, deal.statusLabel);
		isShort(test, `${found.length} deals`);
		const [got] = rows(await use('deal_get', { deal_id: one.dealId }));
		const { status, totalMs } = got.timeInStatus.find(({ current }: Answer) => current);
		assert.equal(status, deal.statusLabel);
		assert.ok(totalMs > 0);
		isShort(test, 'one deal');
	});

	it('quotations: lists as many as asked, gets one, downloads one', async () => {
		const [first, ...others] = rows(await use('quotation_list', { limit: 3 }));
		assert.equal(others.length, 2);
		const [got] = rows(await use('quotation_get', { quotation_id: first.id }));
		assert.equal(got.id, first.id);
		const [file] = rows(await use('quotation_download', { quotation_id: first.id }));
		assert.equal(file.quotationId, first.id);
	});

	it('deals: history of a pipeline, statuses and users', async () => {
		const [status] = rows(await use('status_list'));
		const values = { limit: 4, pipeline_id: status.backlog_id };
		const history = rows(await use('history_list', values));
		assert.equal(history.length, 4);
		for (const { pipelineId } of history) assert.equal(pipelineId, status.backlog_id);
		assert.equal(rows(await use('user_list')).length, 6);
	});

	it('webhooks: registers one, lists it, deletes it', async () => {
		const values = { name: 'From a model', url: 'http://127.0.0.1:9/hook' };
		const [{ subscription }] = rows(await use('webhook_create', values));
		const listed = rows(await use('webhook_list'));
		assert.deepEqual(
			listed.map((entry) => entry.subscription.id),
			[subscription.id],
		);
		await use('webhook_delete', { webhook_id: subscription.id });
		assert.deepEqual((await stage.state()).subscriptions, []);
	});
});

async function connect({ n8n, rest, crm }: Stage): Promise<Client> {
	const path = randomUUID();
	const server: WorkflowNode = {
		name: 'MCP Server',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		webhookId: path,
		parameters: { path },
	};
	const tools = Object.entries(TOOLS).map(([name, parameters]) => {
		const descriptionType = 'auto';
		return crm(
			'apiToken',
			{ descriptionType, ...parameters },
			{ name, type: 'n8n-nodes-sales-crm.salesCrmTool' },
		);
	});
	const toServer = { ai_tool: [[{ node: server.name, type: 'ai_tool', index: 0 }]] };
	const { id } = await rest.createWorkflow({
		name: 'Tools',
		nodes: [server, ...tools],
		connections: Object.fromEntries(tools.map(({ name }) => [name, toServer])),
	});
	await rest.activate(id);
	const client = new Client({ name: 'sales-crm-test', version: '1.0.0' });
	await client.connect(new StreamableHTTPClientTransport(new URL(`${n8n.url}/mcp/${path}`)));
	return client;
}
