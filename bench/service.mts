import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Service {
	url: string;
	stop(): void;
}

/** A service on the loopback address that answers every request so many milliseconds later. */
export async function serve(
	answer: (request: IncomingMessage, response: ServerResponse) => string | Buffer,
	latencyMs = 0,
): Promise<Service> {
	const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
		request.resume();
		response.setHeader('content-type', 'application/json');
		const body = answer(request, response);
		if (latencyMs === 0) response.end(body);
		else setTimeout(() => response.end(body), latencyMs);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		stop: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
