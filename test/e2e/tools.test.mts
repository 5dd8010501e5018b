import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it, type TestContext } from 'node:test';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import type { Answer } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID, EMPTY_AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { MOST_BYTES, openMcp, rowsOf, type McpClient } from './support/mcp.mts';
import { openStage, type Stage } from './support/stage.mts';

/** An agent has no files. */
const NO_TOOLS = ['contact import', 'quotation download'];

/** What a parameter is told, n8n asks the model for. */
const fromModel = (key: string, type = 'string') =>
	`={{ $fromAI('${key}', 'The ${key} that is meant', '${type}') }}`;

const byId = (key: string) => ({ __rl: true, mode: 'id', value: fromModel(key) });
const count = { limit: fromModel('limit', 'number') };
const person = { Voornaam: fromModel('first_name'), 'E-mailadres': fromModel('email') };

/** Every operation of the node, with the values that a model fills in. */
const TOOLS: Record<string, Record<string, Answer>> = {
	'contact create': {
		audienceId: EMPTY_AUDIENCE_ID,
		personalInfos: { mappingMode: 'defineBelow', value: person, matchingColumns: [], schema: [] },
	},
	'contact getAll': { audienceId: AUDIENCE_ID },
	'contact search': {
		audienceId: AUDIENCE_ID,
		email: fromModel('email'),
		phone: fromModel('phone'),
	},
	'contact findDuplicates': { audienceId: AUDIENCE_ID },
	'contactPerson getAll': { search: fromModel('search') },
	'contactPerson get': { contactPersonId: byId('contact_person_id') },
	'deal getAll': { search: fromModel('search') },
	'deal get': { dealId: byId('deal_id'), options: { includeTimeInStatus: true } },
	'deal update': {
		dealId: byId('deal_id'),
		updateFields: { statusId: fromModel('status'), assigneeId: fromModel('assignee') },
	},
	'quotation getAll': count,
	'quotation get': { quotationId: byId('quotation_id') },
	'history getAll': { ...count, filters: { pipelineIds: fromModel('pipeline') } },
	'history getTimeInStatus': { ...count, filters: { pipelineIds: fromModel('pipeline') } },
	'history getStatusReport': { filters: { pipelineIds: fromModel('pipeline') } },
	'status getAll': {},
	'user getAll': {},
	'webhook create': { name: fromModel('name'), url: fromModel('url') },
	'webhook getAll': {},
	'webhook delete': { webhookId: fromModel('webhook_id') },
};

const toolName = (operation: string) => operation.replace(' ', '_');

describe('every operation as a tool, called through n8n by an MCP client', () => {
	let stage: Stage;
	let client: McpClient;
	before(async () => {
		stage = await openStage({ sandbox: { contacts: 80, quotations: 8 } });
		client = await openMcp(await serve(stage));
	});
	after(async () => {
		await client?.close();
		await stage?.close();
	});

	/** The items of an answer, which must be short where a test says so. */
	const use = async (operation: string, values = {}, short?: TestContext): Promise<Answer[]> => {
		const answer = await client.use(toolName(operation), values);
		const bytes = Buffer.byteLength(answer);
		short?.diagnostic(`${operation}: ${bytes} bytes`);
		assert.ok(!short || bytes <= MOST_BYTES, operation);
		return rowsOf(answer);
	};

	it('shows each with a description and the values it wants', async () => {
		const known = nodes.resources.flatMap(({ value, operations }) =>
			operations.map((operation) => `${value} ${operation.value}`),
		);
		const tools = await client.tools();
		assert.deepEqual(
			tools.map(({ name }) => name).sort(),
			known
				.filter((one) => !NO_TOOLS.includes(one))
				.map(toolName)
				.sort(),
		);
		for (const { name, description } of tools) assert.ok(description, `${name} is not described`);
		const create = tools.find(({ name }) => name === 'contact_create')!;
		assert.deepEqual(Object.keys(create.inputSchema.properties ?? {}), ['first_name', 'email']);
	});

	it('contacts: creates one, lists 50 and says that there are more, finds one, says who is not there or twice', async () => {
		const { contacts } = stage.sandbox.world.profile();
		const before = contacts.count();
		await use('contact create', { first_name: 'Femke', email: 'femke@example.com' });
		assert.equal(contacts.count(), before + 1);
		const listed = await use('contact getAll');
		assert.equal(listed.length, 51);
		assert.match(listed[50].more, /^There may be more\. /);
		const [first] = contacts.slice(AUDIENCE_ID, 66, 67);
		const { value: email } = first!.standard_personal_infos.find(
			({ name }) => name === 'E-mailadres',
		)!;
		const [found] = await use('contact search', { email, phone: '' });
		assert.equal(found.contactId, first!.id);
		const [missed] = await use('contact search', { email: '', phone: '+31 6 0000 0000' });
		assert.deepEqual([missed.found, missed.matches], [false, 0]);
		contacts.add({ ...first!, id: randomUUID() });
		const twice = await use('contact findDuplicates');
		assert.ok(twice.some(({ contactId, matches }) => contactId === first!.id && matches === 2));
	});

	it('deals: one is found by words of its title, and read with its time in status, each in a short answer', async (test) => {
		const [deal] = (await stage.state()).deals;
		// As a person would say it: the last words, in other letters.
		const search = deal.summary.split(' ').slice(-2).join(' ').toUpperCase();
		const found = await use('deal getAll', { search }, test);
		const one = found.find(({ title }) => title === deal.summary);
		assert.equal(one.status, deal.statusLabel);
		const [got] = await use('deal get', { deal_id: one.dealId }, test);
		const { status } = got.timeInStatus.find(({ current }: Answer) => current);
		assert.equal(status, deal.statusLabel);
	});

	it('deals: one is moved and assigned by names; its customer is found by email', async () => {
		const { deals, statuses, users } = await stage.state();
		const [deal] = deals;
		const target = statuses.find(
			({ backlog_id: id, label }: Answer) =>
				id === deal.backlogId &&
				label !== deal.statusLabel &&
				statuses.filter((one: Answer) => one.backlog_id === id && one.label === label).length === 1,
		);
		const values = { deal_id: deal.id, status: target.label, assignee: users[0].email };
		const [moved] = await use('deal update', values);
		assert.deepEqual(
			[moved.outcome, moved.status, moved.assignee],
			['updated', target.label, users[0].name],
		);
		const [found] = await use('contactPerson getAll', { search: moved.email });
		assert.equal(found.email, moved.email);
		const [got] = await use('contactPerson get', { contact_person_id: found.contactPersonId });
		assert.deepEqual(got.requestIds, found.requestIds);
	});

	it('deals: history of a pipeline by its name, statuses and users', async () => {
		const name = 'Offertetraject';
		const statuses = (await use('status getAll')).filter((one) => one.pipeline === name);
		const values = { limit: 4, pipeline: name.toLowerCase() };
		for (const operation of ['history getAll', 'history getTimeInStatus']) {
			const history = await use(operation, values);
			assert.deepEqual(
				history.slice(0, 4).map(({ pipeline }) => pipeline),
				Array(4).fill(name),
			);
			assert.match(history[4].more, /^\d+ more\. Narrow the filters/);
		}
		assert.deepEqual(
			(await use('history getStatusReport', values)).map(({ statusId }) => statusId),
			statuses.map(({ statusId }) => statusId),
		);
		assert.equal((await use('user getAll')).length, 6);
	});

	it('quotations: lists as many as asked, gets one', async () => {
		const [first, ...others] = await use('quotation getAll', { limit: 3 });
		assert.deepEqual(Object.keys(others[2]), ['more']);
		const values = { quotation_id: first.quotationId };
		assert.equal((await use('quotation get', values))[0].number, first.number);
	});

	it('webhooks: registers one, lists it, deletes it', async () => {
		const values = { name: 'From a model', url: 'http://127.0.0.1:9/hook' };
		const [{ subscription }] = await use('webhook create', values);
		const listed = await use('webhook getAll');
		assert.deepEqual(
			listed.map((entry) => entry.subscription.id),
			[subscription.id],
		);
		await use('webhook delete', { webhook_id: subscription.id });
		assert.deepEqual((await stage.state()).subscriptions, []);
	});
});

/** A workflow that offers all tools; gives the address of its server. */
async function serve({ n8n, rest, crm }: Stage): Promise<string> {
	const path = randomUUID();
	const server = {
		name: 'MCP Server',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		webhookId: path,
		parameters: { path },
	};
	const tools = Object.entries(TOOLS).map(([key, values]) => {
		const [resource, operation] = key.split(' ');
		const parameters = { descriptionType: 'auto', resource, operation, ...values };
		const name = toolName(key);
		return crm('apiToken', parameters, { name, type: 'n8n-nodes-sales-crm.salesCrmTool' });
	});
	const toServer = { ai_tool: [[{ node: server.name, type: 'ai_tool', index: 0 }]] };
	const { id } = await rest.createWorkflow({
		name: 'Tools',
		nodes: [server, ...tools],
		connections: Object.fromEntries(tools.map(({ name }) => [name, toServer])),
	});
	await rest.activate(id);
	return `${n8n.url}/mcp/${path}`;
}
