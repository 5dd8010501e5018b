import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import type { Answer } from '../../../tools/n8n/rest.mts';

/** A model reads so much without forgetting what it was asked. */
export const MOST_BYTES = 12_000;

export type McpClient = Awaited<ReturnType<typeof openMcp>>;

/** MCP's own client, at a server of n8n. */
export async function openMcp(url: string, headers: Record<string, string> = {}) {
	const client = new Client({ name: 'sales-crm-test', version: '1.0.0' });
	const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
	await client.connect(transport);
	return {
		tools: async () => (await client.listTools()).tools,
		/** What a tool answers. @throws what it calls an error */
		async use(name: string, values: Record<string, unknown> = {}): Promise<string> {
			const { content, isError } = (await client.callTool({ name, arguments: values })) as Answer;
			const text: string = content.map((part: Answer) => part.text).join('');
			if (isError) throw new Error(`${name}: ${text}`);
			return text;
		},
		close: async () => await client.close(),
	};
}

/** The items in the answer of a tool, in whatever n8n wraps them. */
export const rowsOf = (answer: string): Answer[] =>
	[JSON.parse(answer) as Answer]
		.flat(2)
		.map((row) => row.response ?? row.json ?? row)
		.flat();
