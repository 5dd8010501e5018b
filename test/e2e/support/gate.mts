import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { until } from '../../../runtime/executions.mts';
import type { WorkflowNode } from '../../../runtime/rest.mts';

export type Gate = Awaited<ReturnType<typeof openGate>>;

/** A service that lets a workflow wait as long as a test wants: it answers a call when it is told to. */
export async function openGate() {
	const waiting: ServerResponse[] = [];
	let calls = 0;
	let isOpen = false;
	const answer = (response: ServerResponse) =>
		response.writeHead(200, { 'content-type': 'application/json' }).end('{"open":true}');
	const server = createServer((_, response) => {
		calls++;
		if (isOpen) answer(response);
		else waiting.push(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		/** A node that waits at it. */
		node: {
			name: 'Gate',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: `http://127.0.0.1:${port}/`, options: {} },
		} as WorkflowNode,
		/** Waits until so many calls have come to it. */
		async reached(count: number, timeoutMs = 60_000): Promise<void> {
			await until(`${count} calls at the gate`, timeoutMs, async () =>
				calls >= count ? true : undefined,
			);
		},
		/** From now on all calls are answered at once, those that wait, too. */
		open(): void {
			isOpen = true;
			waiting.splice(0).forEach(answer);
		},
		async close(): Promise<void> {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
