import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands before the webhook processes and hands each call to the next of them. */
export async function openBalancer() {
	const targets: string[] = [];
	let turn = 0;
	const server = createServer((request, response) => {
		const target = targets[turn++ % targets.length]!;
		const { method, headers } = request;
		// A connection for each call: one that n8n closes while it is idle must not cost a call.
		const forward = send(`${target}${request.url}`, { method, headers, agent: false });
		forward.on('response', (answer) => {
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
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
