import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import type { IBuilderHint } from 'n8n-workflow';

import { ensureN8n } from '../../../tools/n8n/install.mts';
import type { Answer } from '../../../tools/n8n/rest.mts';
import { openMcp, type McpClient } from '../support/mcp.mts';
import { LINE, openStage, type Stage } from '../support/stage.mts';

/**
 * What n8n finds for what people say, and what it tells a model of our nodes: asked of n8n's own MCP server,
 * whose search and types n8n's assistant shares (n8n, node-catalog/node-catalog.service). No model takes part.
 */

const PACKAGE = 'n8n-nodes-sales-crm.';
const OURS = ['salesCrm', 'salesCrmTrigger', 'salesCrmPollingTrigger'];

/** What people say, and which node is the first of all that n8n finds. */
const FIRST: Record<string, string[]> = {
	salesCrm: ['sales crm', 'quotation pdf', 'opportunities'],
	salesCrmTrigger: ['sales crm trigger', 'deal stage changed', 'opportunity stage changed'],
	salesCrmPollingTrigger: ['stuck deals'],
};
/** Both triggers answer these; each says when to take the other. */
const EITHER_TRIGGER = [
	'new deal',
	'new opportunity',
	'deal assigned',
	'new quote',
	'new quotation',
];
/** The same for what others offer, too: the first of ours. */
const FIRST_OF_OURS: Record<string, string[]> = {
	salesCrm: [
		'import contacts from csv',
		'create contact',
		'duplicate contacts',
		'sales cycle',
		'time in status',
	],
	salesCrmTrigger: ['crm webhook', 'deal moved'],
};
const pairsOf = (table: Record<string, string[]>) =>
	Object.entries(table).flatMap(([node, phrases]) =>
		phrases.map((phrase) => [phrase, node] as const),
	);

/** Whole questions, and what stands beside our node to answer each. */
const QUESTIONS: Array<[question: string, words: RegExp]> = [
	['what did my pipeline look like on 1 October', /as they are now or were on a past day/],
	['how long do deals stay in each status', /how long each deal was in each of its statuses/],
	['which contacts are twice in the list', /findDuplicates/],
];

/** What people type into the list of nodes, and the first of ours there. */
const TYPED: Record<string, string[]> = {
	salesCrm: [
		...['sales crm', 'quotation', 'time in status', 'deal status', 'contact import'],
		...['import csv', 'quote pdf'],
	],
	salesCrmTrigger: ['stage changed', 'deal moved'],
	salesCrmPollingTrigger: ['stuck', 'new deal', 'new quote', 'stuck deal', 'new contact'],
};

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

describe("n8n's list of nodes, searched as the editor does", () => {
	it('finds the right one of ours first', async () => {
		const { folder } = await ensureN8n(LINE, console.error);
		const file = LINE === '1' ? 'sublimeSearch' : 'sublime-search';
		const require = createRequire(join(folder, 'package.json'));
		const path = join(folder, `node_modules/@n8n/utils/dist/search/${file}.cjs`);
		const { sublimeSearch } = require(path) as { sublimeSearch: Search };
		const nodes = types.map((properties) => ({ properties }));
		for (const [typed, node] of pairsOf(TYPED)) {
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
		let client: McpClient;
		before(async () => {
			client = await connect(stage);
		});
		after(async () => await client?.close());

		const ask: Ask = async (name, values) => {
			const text = await client.use(name, values);
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

		it('finds the right one of ours first for what people say, and for whole questions what answers them', async () => {
			const [first, ofOurs] = [pairsOf(FIRST), pairsOf(FIRST_OF_OURS)];
			const asked = [...first, ...ofOurs, ...QUESTIONS].map(([words]) => words);
			const said = [...asked, ...EITHER_TRIGGER];
			const found = await search(said);
			const oursOf = (words: string) => found.get(words)!.find(({ id }) => id.startsWith(PACKAGE))!;
			for (const [phrase, node] of first)
				assert.equal(found.get(phrase)![0]!.id, PACKAGE + node, phrase);
			for (const phrase of EITHER_TRIGGER)
				assert.match(found.get(phrase)![0]!.id, new RegExp(`^${PACKAGE}.*Trigger$`), phrase);
			for (const [phrase, node] of ofOurs) assert.equal(oursOf(phrase).id, PACKAGE + node, phrase);
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
					assert.ok(
						types.some(({ name }) => name === nodeType),
						nodeType,
					);
					assert.ok(words.includes(`- ${nodeType}: "${relationHint}"`), words);
				}
			}
		});
	});
}

type Ask = (name: string, values: Record<string, unknown>) => Promise<Answer>;

async function connect({ n8n, rest }: Stage): Promise<McpClient> {
	await rest.call('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
	await rest.call('GET', '/mcp/api-key');
	const { apiKey } = await rest.call('POST', '/mcp/api-key/rotate', {});
	return await openMcp(`${n8n.url}/mcp-server/http`, { authorization: `Bearer ${apiKey}` });
}
