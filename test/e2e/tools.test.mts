import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import type { Answer } from '../../tools/n8n/rest.mts';
import { EMPTY_AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { openMcp, rowsOf, type McpClient } from './support/mcp.mts';
import { openStage, type Stage } from './support/stage.mts';

/** What a parameter is told, n8n asks the model for. */
const fromModel = (key: string, type = 'string') =>
	`={{ $fromAI('${key}', 'The ${key} that is meant', '${type}') }}`;

/** An operation for each kind of parameter that a model fills in; the tools of the examples: ask.test.mts. */
const TOOLS: Record<string, Record<string, Answer>> = {
	'contact create': {
		audienceId: EMPTY_AUDIENCE_ID,
		personalInfos: {
			mappingMode: 'defineBelow',
			value: { Voornaam: fromModel('first_name'), 'E-mailadres': fromModel('email') },
			matchingColumns: [],
			schema: [],
		},
	},
	'deal getAll': { search: fromModel('search') },
	// Filters that a model fills in, and one by an expression of the person who built the tool.
	'deal getAll filtered': {
		filters: { statusIds: fromModel('statuses') },
	},
	'deal getAll broken': { filters: { statusIds: '={{ $json.wonStatus }}' } },
	'deal getAll profile': { options: { companyProfileId: fromModel('profile') } },
	'deal update': {
		dealId: { __rl: true, mode: 'id', value: fromModel('deal_id') },
		updateFields: { statusId: fromModel('status'), assigneeId: fromModel('assignee') },
	},
};

const toolName = (operation: string) => operation.replaceAll(' ', '_');

describe('operations as tools, called through n8n by an MCP client', () => {
	let stage: Stage;
	let client: McpClient;
	before(async () => {
		stage = await openStage({ sandbox: { deals: 30 } });
		client = await openMcp(await serve(stage));
	});
	after(async () => {
		await client?.close();
		await stage?.close();
	});

	const use = async (operation: string, values: object): Promise<Answer[]> =>
		rowsOf(await client.use(toolName(operation), { ...values }));

	/** The answer as text, also if it is an error. */
	const answerOf = async (operation: string, values: object): Promise<string> =>
		await client.use(toolName(operation), { ...values }).catch(String);

	it('a contact is created', async () => {
		const { contacts } = stage.sandbox.world.profile();
		const before = contacts.count();
		await use('contact create', { first_name: 'Femke', email: 'femke@example.com' });
		assert.equal(contacts.count(), before + 1);
	});

	it('a deal is found by words of its title, moved and assigned by names', async () => {
		const { deals, statuses, users } = await stage.state();
		const [deal] = deals;
		const search = deal.summary.split(' ').slice(-2).join(' ').toUpperCase();
		const found = await use('deal getAll', { search });
		const { dealId } = found.find(({ title }) => title === deal.summary);
		const isElsewhere = ({ backlog_id: id, label }: Answer) =>
			id === deal.backlogId && label !== deal.statusLabel;
		const { label } = statuses.find(isElsewhere);
		const values = { deal_id: dealId, status: label, assignee: users[0].email };
		const [moved] = await use('deal update', values);
		assert.deepEqual(
			[moved.outcome, moved.status, moved.assignee],
			['updated', label, users[0].name],
		);
	});

	it('nothing from a model is the default, but for a profile it is an error, as is an empty expression', async () => {
		const all = await use('deal getAll filtered', { statuses: '' });
		const { deals } = await stage.state();
		assert.equal(all.length, Math.min(deals.length, 50));
		const error = (label: string) => new RegExp(`The expression of '${label}' is empty`);
		const sent = stage.sandbox.log.requests.length;
		assert.match(await answerOf('deal getAll broken', {}), error('Status Names or IDs'));
		assert.match(
			await answerOf('deal getAll profile', { profile: '' }),
			error('Company Profile ID'),
		);
		assert.equal(stage.sandbox.log.requests.length, sent);
	});
});

/** A workflow that offers the tools; gives the address of its server. */
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
