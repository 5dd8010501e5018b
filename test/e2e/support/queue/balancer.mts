import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = Awaited<ReturnType<typeof openBalancer>>;

/** What stands before the webhook processes and hands each call to the next of them. */
export async function openBalancer() {
	const targets: string[] = [];
	const answered = new Map<string, number>();
	let turn = 0;
	const server = createServer((request, response) => {
		const target = targets[turn++ % targets.length]!;
		const { method, headers } = request;
		// A connection for each call: one that n8n closes while it is idle must not cost a call.
		const forward = send(`${target}${request.url}`, { method, headers, agent: false });
		forward.on('response', (answer) => {
			answered.set(target, (answered.get(target) ?? 0) + 1);
			response.writeHead(answer.statusCode!, answer.headers);
			answer.pipe(response);
		});
		forward.on('error', () => {
			if (response.headersSent) response.destroy();
			else response.writeHead(502).end();
		});
		response.on('close', () => forward.destroy());
		request.pipe(forward);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		/** Where calls go, in turn. */
		targets,
		/** How many calls each of them answered. */
		answered: () => targets.map((target) => answered.get(target) ?? 0),
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
