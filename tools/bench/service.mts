import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Service {
	url: string;
	/** Milliseconds between a request and its answer. */
	latencyMs: number;
	stop(): void;
}

/** A service on the loopback address. */
export async function serve(
	answer: (request: IncomingMessage, response: ServerResponse) => string | Buffer,
): Promise<Service> {
	const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
		request.resume();
		response.setHeader('content-type', 'application/json');
		const body = answer(request, response);
		if (service.latencyMs === 0) response.end(body);
		else setTimeout(() => response.end(body), service.latencyMs);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const service: Service = {
		url: `http://127.0.0.1:${port}`,
		latencyMs: 0,
		stop: () => {
			server.close();
			server.closeAllConnections();
		},
	};
	return service;
}
