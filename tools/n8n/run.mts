import { randomUUID } from 'node:crypto';

import { executions, type Execution, type Item } from './executions.mts';
import type { Answer, Session } from './session.mts';
import { workflows, type WorkflowNode } from './workflows.mts';

export type Outcome = {
	/** What the caller of the webhook got: HTTP status and JSON body. */
	status: number;
	body: Answer;
	/** What the last node gave out; with binary data and pairing, which the body does not show. */
	items: Item[];
	execution: Execution;
};

/** Runs nodes in a running n8n without a workflow of their own to look after. */
export function runs(session: Session & { webhookUrl: string }) {
	const { createWorkflow, activate, deactivate } = workflows(session);
	const { executionsEnded } = executions(session);

	/**
	 * Runs nodes one after the other on `items`, in production: through a webhook, whose answer is what the last
	 * node gives out. An error does not throw; it stands in `execution.error`, or in the items.
	 */
	const runOnce = async (
		nodes: WorkflowNode[],
		items: Array<Record<string, Answer>> = [{}],
		timeoutMs = 120_000,
	): Promise<Outcome> => {
		const path = randomUUID();
		const chain: WorkflowNode[] = [
			{
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				webhookId: path,
				parameters: {
					path,
					httpMethod: 'POST',
					responseMode: 'lastNode',
					responseData: 'allEntries',
					options: {},
				},
			},
			{
				name: 'Items',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'body.items', options: {} },
			},
			...nodes,
		];
		const { id } = await createWorkflow({
			name: `Run ${path}`,
			nodes: chain,
			connections: inLine(chain),
		});
		await activate(id);
		const response = await fetch(`${session.webhookUrl}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ items }),
			signal: AbortSignal.timeout(timeoutMs),
		});
		const text = await response.text();
		const [execution] = await executionsEnded(id, 1, timeoutMs);
		await deactivate(id);
		return {
			status: response.status,
			body: text.startsWith('[') || text.startsWith('{') ? JSON.parse(text) : text,
			items: execution!.items(chain.at(-1)!.name),
			execution: execution!,
		};
	};
	return { runOnce };
}

/** Connects each node's first output to the next node. */
export function inLine(nodes: Array<{ name: string }>): Record<string, Answer> {
	const connections: Record<string, Answer> = {};
	nodes.slice(1).forEach(({ name }, index) => {
		connections[nodes[index]!.name] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	});
	return connections;
}
