import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { ensureN8n } from '../../../tools/n8n/install.mts';
import type { Answer } from '../../../tools/n8n/rest.mts';
import { openMcp, type McpClient } from '../support/mcp.mts';
import { LINE, openStage, type Stage } from '../support/stage.mts';

/**
 * What n8n finds for what people say, and what it tells a model of our nodes: asked of n8n's own MCP server,
 * whose search and types n8n's assistant shares (n8n, node-catalog/node-catalog.service). No model takes part.
 */

const PACKAGE = 'n8n-nodes-sales-crm.';
const NODE = `${PACKAGE}salesCrm`;
const POLLING = `${PACKAGE}salesCrmPollingTrigger`;

/** What people type into the list of nodes, and the first of ours there. */
const TYPED: Record<string, string[]> = {
	[NODE]: ['sales crm', 'quotation', 'time in status', 'contact import', 'import csv', 'quote pdf'],
	[POLLING]: ['stuck', 'new deal', 'new quote', 'stuck deal', 'new contact'],
};

/** Words of the triggers: n8n shows them with the action node, whose file has the words as well. */
const OF_TRIGGERS = [
	...['invoice', 'invoice paid', 'form submitted', 'stage changed', 'deal moved', 'quote accepted'],
	...['lead converted', 'webhook', 'opportunity', 'new lead', 'signed', 'stage'],
];

/** With words such as Webhook and New Lead in its file, the action node is found before the triggers, not without them. */
const BEFORE_TRIGGERS = ['crm webhook', 'new deal', 'new opportunity', 'new quotation'];

/** What people say to an assistant, and which of ours is found first. Both triggers answer the last. */
const SAID: Array<[first: RegExp, phrases: string[]]> = [
	[/salesCrm$/, ['sales crm', 'quotation pdf', 'opportunities', 'import contacts from csv']],
	[/salesCrm$/, ['create contact', 'duplicate contacts', 'sales cycle', 'time in status']],
	[/salesCrm$/, BEFORE_TRIGGERS],
	[/salesCrmTrigger$/, ['sales crm trigger', 'deal stage changed', 'deal moved']],
	[/salesCrmPollingTrigger$/, ['stuck deals']],
	[/Trigger$/, ['deal assigned']],
];

/** A whole question, and what stands beside our node to answer it. */
const QUESTION = 'what did my pipeline look like on 1 October';
const ANSWER = /as it is now or was on a past day/;

type Search = (filter: string, nodes: Answer[]) => Array<{ item: { properties: Answer } }>;

let stage: Stage;
before(async () => (stage = await openStage()));
after(async () => await stage?.close());

it("n8n's list of nodes, searched as the editor does, finds the right one of ours first", async () => {
	const { folder } = await ensureN8n(LINE, console.error);
	const file = LINE === '1' ? 'sublimeSearch' : 'sublime-search';
	const require = createRequire(join(folder, 'package.json'));
	const path = join(folder, `node_modules/@n8n/utils/dist/search/${file}.cjs`);
	const { sublimeSearch } = require(path) as { sublimeSearch: Search };
	const nodes = (await stage.rest.nodeTypes()).map((properties) => ({ properties }));
	for (const [node, words] of Object.entries(TYPED)) {
		for (const typed of words) {
			const names = sublimeSearch(typed, nodes).map(({ item }) => String(item.properties.name));
			assert.equal(
				names.find((name) => name.startsWith(PACKAGE)),
				node,
				typed,
			);
		}
	}
	for (const typed of OF_TRIGGERS) {
		const names = sublimeSearch(typed, nodes).map(({ item }) => String(item.properties.name));
		assert.ok(names.includes(NODE), typed);
	}
});

/** 1.123 has no such server, and its assistant reads no hints. */
describe("n8n's MCP server for those that build workflows", { skip: LINE === '1' }, () => {
	let client: McpClient;
	before(async () => {
		const { rest, n8n } = stage;
		await rest.call('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
		await rest.call('GET', '/mcp/api-key');
		const { apiKey } = await rest.call('POST', '/mcp/api-key/rotate', {});
		const headers = { authorization: `Bearer ${apiKey}` };
		client = await openMcp(`${n8n.url}/mcp-server/http`, headers);
	});
	after(async () => await client?.close());

	/** Those of ours that are found for each query, best first, with the words beside them. */
	const search = async (queries: string[]) => {
		const answer = await client.use('search_nodes', { queries });
		const parts = answer.split(/^## "(.*)"$/m).slice(1);
		const oursFor = (query: string) => {
			const found = parts[parts.indexOf(query) + 1]!.split(/^- /m).slice(1);
			return found
				.map((words) => ({ id: words.split(/\s/)[0]!, words }))
				.filter(({ id }) => id.startsWith(PACKAGE));
		};
		return new Map(queries.map((query) => [query, oursFor(query)]));
	};

	it('finds the right one of ours first for what people say, and what answers a question', async () => {
		const found = await search([...SAID.flatMap(([, phrases]) => phrases), QUESTION]);
		for (const [first, phrases] of SAID)
			for (const phrase of phrases) assert.match(found.get(phrase)![0]?.id ?? '', first, phrase);
		for (const phrase of BEFORE_TRIGGERS)
			assert.ok(
				found.get(phrase)!.some(({ id }) => /Trigger$/.test(id)),
				phrase,
			);
		const ours = found.get(QUESTION)!.find(({ id }) => id === NODE);
		assert.match(ours?.words ?? '', ANSWER);
	});
});
