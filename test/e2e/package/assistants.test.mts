import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IBuilderHint } from 'n8n-workflow';

import { ensureN8n } from '../../../runtime/install.mts';
import { type Answer, type WorkflowNode } from '../../../runtime/rest.mts';
import { AUDIENCE_ID, EMPTY_AUDIENCE_ID } from '../../../sandbox/identities.mts';
import { LINE, openStage, type Stage } from '../support/stage.mts';

/**
 * What n8n finds for what people say, and what it tells a model of our nodes: asked of n8n's own MCP server,
 * whose search and types n8n's assistant shares (n8n, node-catalog/node-catalog.service). No model takes part.
 */

const PACKAGE = 'n8n-nodes-sales-crm.';
const OURS = ['salesCrm', 'salesCrmTrigger', 'salesCrmPollingTrigger'];

/** Which of our nodes comes first for a phrase; `first` where it is also the first of all. */
const PHRASES: Array<[phrase: string, node: string, of?: 'first']> = [
	['sales crm', 'salesCrm', 'first'],
	['import contacts from csv', 'salesCrm'],
	['create contact', 'salesCrm'],
	['quotation pdf', 'salesCrm', 'first'],
	['time in status', 'salesCrm'],
	['opportunities', 'salesCrm', 'first'],
	['sales crm trigger', 'salesCrmTrigger', 'first'],
	['crm webhook', 'salesCrmTrigger'],
	['deal moved', 'salesCrmTrigger'],
	['deal stage changed', 'salesCrmTrigger', 'first'],
	['opportunity stage changed', 'salesCrmTrigger', 'first'],
	['stuck deals', 'salesCrmPollingTrigger', 'first'],
	['new deal', 'salesCrmPollingTrigger', 'first'],
	['new opportunity', 'salesCrmPollingTrigger', 'first'],
	['deal assigned', 'salesCrmPollingTrigger', 'first'],
	['new quote', 'salesCrmPollingTrigger', 'first'],
	['new quotation', 'salesCrmPollingTrigger', 'first'],
	['klanten importeren', 'salesCrm', 'first'],
	['contactpersoon zoeken', 'salesCrm', 'first'],
	['offerte downloaden', 'salesCrm', 'first'],
	['pijplijn', 'salesCrm', 'first'],
	['doorlooptijd', 'salesCrm', 'first'],
	['deal verplaatst', 'salesCrmTrigger', 'first'],
	['statuswijziging deal', 'salesCrmTrigger', 'first'],
	['vastgelopen deals', 'salesCrmPollingTrigger', 'first'],
	['deal toegewezen', 'salesCrmPollingTrigger', 'first'],
	['nieuwe verkoopkans', 'salesCrmPollingTrigger', 'first'],
	['nieuwe klant', 'salesCrmPollingTrigger', 'first'],
	['nieuwe relatie', 'salesCrmPollingTrigger', 'first'],
	['nieuwe offerte', 'salesCrmPollingTrigger', 'first'],
];

/** Whole questions, and what stands beside our node to answer each. */
const QUESTIONS: Array<[question: string, words: RegExp]> = [
	['what did my pipeline look like on 1 October', /as they stand now or stood on a past day/],
	['how long do deals stay in each status', /how long they stay in each status/],
	['which contacts are twice in the list', /findDuplicates/],
];

/** What people type into the list of nodes. */
const TYPED: Array<[typed: string, node: string]> = [
	['sales crm', 'salesCrm'],
	['offerte', 'salesCrm'],
	['quotation', 'salesCrm'],
	['klant', 'salesCrm'],
	['importeren', 'salesCrm'],
	['doorlooptijd', 'salesCrm'],
	['stage changed', 'salesCrmTrigger'],
	['statuswijziging', 'salesCrmTrigger'],
	['stuck', 'salesCrmPollingTrigger'],
	['new deal', 'salesCrmPollingTrigger'],
	['vastgelopen', 'salesCrmPollingTrigger'],
	['new quote', 'salesCrmPollingTrigger'],
	['stuck deal', 'salesCrmPollingTrigger'],
	['new contact', 'salesCrmPollingTrigger'],
	['deal status', 'salesCrm'],
	['contact import', 'salesCrm'],
	['import csv', 'salesCrm'],
	['quote pdf', 'salesCrm'],
	['nieuwe klant', 'salesCrmPollingTrigger'],
	['nieuw contact', 'salesCrmPollingTrigger'],
];

type Search = (filter: string, nodes: Answer[]) => Array<{ item: { properties: Answer } }>;

let stage: Stage;
let types: Answer[];
before(async () => {
	stage = await openStage({ sandbox: { contacts: 20 } });
	types = await stage.rest.nodeTypes();
});
after(async () => await stage?.close());

const typeOf = (node: string): Answer => types.find(({ name }) => name === PACKAGE + node);
const hintOf = (node: string): IBuilderHint => typeOf(node).builderHint;

describe('n8n has the nodes with their hints', () => {
	it('and each node that a hint sends to', () => {
		for (const node of OURS) {
			const { searchHint, relatedNodes } = hintOf(node);
			assert.ok(searchHint, node);
			assert.ok(relatedNodes!.length >= 2, node);
			for (const { nodeType } of relatedNodes!) {
				assert.ok(
					types.some(({ name }) => name === nodeType),
					`${node}: ${nodeType}`,
				);
			}
		}
	});
});

describe("n8n's list of nodes, searched as the editor does", () => {
	it('finds the right one of ours first', async () => {
		const { folder } = await ensureN8n(LINE, console.error);
		const file = LINE === '1' ? 'sublimeSearch' : 'sublime-search';
		const require = createRequire(join(folder, 'package.json'));
		const path = join(folder, `node_modules/@n8n/utils/dist/search/${file}.cjs`);
		const { sublimeSearch } = require(path) as { sublimeSearch: Search };
		const nodes = types.map((properties) => ({ properties }));
		for (const [typed, node] of TYPED) {
			const names = sublimeSearch(typed, nodes).map(({ item }) => item.properties.name as string);
			assert.equal(
				names.find((name) => name.startsWith(PACKAGE)),
				PACKAGE + node,
				typed,
			);
		}
	});
});

/** 1.123 has no such server, and its assistant reads no hints. */
if (LINE !== '1') {
	describe("n8n's MCP server for those that build workflows", () => {
		let client: Client;
		before(async () => {
			client = await connect(stage);
		});
		after(async () => await client?.close());

		const ask = async (name: string, values: Record<string, unknown>): Promise<Answer> => {
			const { content, isError } = (await client.callTool({ name, arguments: values })) as Answer;
			const text = content.map((part: Answer) => part.text).join('');
			assert.ok(!isError, `${name}: ${text}`);
			return text.startsWith('{') ? JSON.parse(text) : text;
		};
		/** What is found for each query, best first, with the words beside it. */
		const search = async (queries: string[]) => {
			const answer: string = await ask('search_nodes', { queries });
			const parts = answer.split(/^## "(.*)"$/m).slice(1);
			return new Map(
				queries.map((query) => {
					const found = parts[parts.indexOf(query) + 1]!.split(/^- /m).slice(1);
					return [query, found.map((words) => ({ id: words.split(/\s/)[0]!, words }))];
				}),
			);
		};

		it('finds the right one of ours first for what people say', async () => {
			const found = await search(PHRASES.map(([phrase]) => phrase));
			for (const [phrase, node, first] of PHRASES) {
				const ids = found.get(phrase)!.map(({ id }) => id);
				const among = first ? ids : ids.filter((id) => id.startsWith(PACKAGE));
				assert.equal(among[0], PACKAGE + node, `${phrase}: ${ids.join(', ')}`);
			}
		});

		it('finds ours for whole questions, with what answers them', async () => {
			const found = await search(QUESTIONS.map(([question]) => question));
			for (const [question, words] of QUESTIONS) {
				const ours = found.get(question)!.find(({ id }) => id === `${PACKAGE}salesCrm`);
				assert.match(ours?.words ?? '', words, question);
			}
		});

		it('tells beside a node when to take it, what cannot be done, and which others there are', async () => {
			const phrases = ['sales crm', 'deal stage changed', 'stuck deals'];
			const found = await search(phrases);
			for (const [index, phrase] of phrases.entries()) {
				const node = OURS[index]!;
				const { words } = found.get(phrase)!.find(({ id }) => id === PACKAGE + node)!;
				assert.ok(words.includes(`@builderHint ${hintOf(node).searchHint}`), words);
				for (const { nodeType, relationHint } of hintOf(node).relatedNodes!) {
					assert.ok(words.includes(`- ${nodeType}: "${relationHint}"`), words);
				}
			}
		});

		it('gives the types of each node with the hints of its fields', async () => {
			const texts: string[] = [];
			for (const node of OURS)
				texts.push(await ask('get_node_types', { nodeIds: [{ nodeId: PACKAGE + node }] }));
			for (const [index, node] of OURS.entries()) {
				const hints = propertyHints(typeOf(node).properties);
				assert.ok(hints.length >= 2, node);
				for (const hint of hints) assert.ok(texts[index]!.includes(`@builderHint ${hint}`), hint);
			}
			// Above its types n8n puts the words of the first operation of that name, of whatever resource.
			const [ofDeals] = /^export type \w+DealGetAllParams = [^]*?^};/m.exec(texts[0]!)!;
			assert.match(ofDeals, /Get many deals: /);
		});

		it('makes nodes of the examples, and they run', async () => {
			const row = { firstName: 'Femke', lastName: 'Jansen', email: 'femke@example.com' };
			const dealId = (await aDeal(stage)).dealId;
			const [imported, one, deal, then, statuses] = await Promise.all(
				examples('salesCrm').map(async (code) => await madeOf(ask, stage, code)),
			);
			const { contacts } = await stage.state();
			imported!.parameters!.audienceId = EMPTY_AUDIENCE_ID;
			const report = await ran(stage, [set('Row', row), toFile, imported!]);
			assert.deepEqual([report.rows, report.created, report.failed], [1, 1, 0]);
			await ran(stage, [set('Row', { ...row, audienceId: AUDIENCE_ID }), one!]);
			assert.equal((await stage.state()).contacts, contacts + 2);
			const found = await ran(stage, [set('Event', { dealId }), deal!]);
			assert.equal(found.dealId, dealId);
			assert.ok(found.timeInStatus.length > 0);
			assert.ok((await ran(stage, [then!])).dealId);
			assert.ok((await ran(stage, [statuses!])).visits >= 0);

			const [stuck] = examples('salesCrmPollingTrigger');
			const { parameters } = await madeOf(ask, stage, stuck!);
			assert.deepEqual([parameters!.events, parameters!.daysInStatus], [['dealStuck'], 14]);
		});
	});
}

/** All hints of fields, and of what can be chosen in them. */
function propertyHints(items: Answer[] = []): string[] {
	return items.flatMap((item) => [
		// n8n tells those of operations in its search.
		...(item.builderHint && item.action === undefined ? [item.builderHint.propertyHint] : []),
		...propertyHints(item.options),
		...propertyHints(item.values),
	]);
}

const examples = (node: string): string[] =>
	hintOf(node).extraTypeDefContent!.flatMap(({ content }) =>
		[...content.matchAll(/<pattern [^>]*>\n([^]*?)\n<\/pattern>/g)].map(([, code]) => code!),
	);

type Ask = (name: string, values: Record<string, unknown>) => Promise<Answer>;

/** The node that n8n makes of the code of an example, in a workflow of its own. */
async function madeOf(ask: Ask, { rest }: Stage, code: string): Promise<WorkflowNode> {
	const [, name] = /const (\w+) =/.exec(code)!;
	const start = "const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1 });";
	const whole = code.includes('= trigger(')
		? `${code}\nexport default workflow('example', 'Example').add(${name});`
		: `${start}\n${code}\nexport default workflow('example', 'Example').add(start).to(${name});`;
	const checked = await ask('validate_workflow', { code: whole });
	assert.equal(checked.valid, true, JSON.stringify(checked));
	const { workflowId } = await ask('create_workflow_from_code', { code: whole });
	const { nodes } = await rest.getWorkflow(workflowId);
	return nodes.find(({ type }: WorkflowNode) => type.startsWith(PACKAGE));
}

/** A file such as a form hands on. */
const toFile: WorkflowNode = {
	name: 'File',
	type: 'n8n-nodes-base.convertToFile',
	typeVersion: 1.1,
	parameters: { operation: 'csv', binaryPropertyName: 'data', options: {} },
};

const set = (name: string, json: object): WorkflowNode => ({
	name,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: JSON.stringify(json) },
});

/** What the last node gives out first. */
async function ran({ rest, crm }: Stage, nodes: WorkflowNode[]): Promise<Answer> {
	const { credentials } = crm('apiToken', {});
	const last = { ...nodes.at(-1)!, credentials };
	const { items, execution } = await rest.runOnce([...nodes.slice(0, -1), last]);
	assert.equal(execution.error, undefined, JSON.stringify(execution.error));
	return items[0]!.json;
}

async function aDeal(stage: Stage): Promise<Answer> {
	const all = { resource: 'deal', operation: 'getAll', limit: 1 };
	return await ran(stage, [stage.crm('apiToken', all)]);
}

async function connect({ n8n, rest }: Stage): Promise<Client> {
	await rest.call('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
	await rest.call('GET', '/mcp/api-key');
	const { apiKey } = await rest.call('POST', '/mcp/api-key/rotate', {});
	const client = new Client({ name: 'test', version: '1' });
	const headers = { authorization: `Bearer ${apiKey}` };
	const address = new URL(`${n8n.url}/mcp-server/http`);
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
	return client;
}
