import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that is no Sales CRM, and remembers all that was sent to it. */
export interface Elsewhere {
	url: string;
	/** Each request in full: address, headers and body. */
	received: string[];
	close(): Promise<void>;
}

type Answering = (request: http.IncomingMessage, body: string) => Reply | Promise<Reply>;
type Reply = { status?: number; headers?: Record<string, string>; body?: string };

export const WEB_PAGE: Reply = {
	headers: { 'content-type': 'text/html' },
	body: '<!doctype html><title>Bakery</title><h1>Fresh bread</h1>',
};

export async function openElsewhere(answering: Answering = () => WEB_PAGE): Promise<Elsewhere> {
	const received: string[] = [];
	const server = http.createServer(async (request, response) => {
		let text = '';
		for await (const chunk of request) text += chunk;
		received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${text}`);
		const { status = 200, headers = {}, body = '' } = await answering(request, text);
		response.writeHead(status, headers).end(body);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received,
		close: async () => {
			server.closeAllConnections();
			await new Promise((done) => server.close(done));
		},
	};
}

/** Hands on what comes in below `path`, as a gateway does that gives the service a path of its own. */
export const gateway =
	(path: string, target: string): Answering =>
	async ({ url = '', method, headers }, body) => {
		if (!url.startsWith(`${path}/`)) return { status: 404, body: 'Nothing here' };
		const passed = ['authorization', 'x-authorization', 'content-type', 'accept'];
		const response = await fetch(target + url.slice(path.length), {
			method,
			headers: passed.flatMap((name) =>
				headers[name] === undefined ? [] : [[name, String(headers[name])] as [string, string]],
			),
			body: body === '' ? undefined : body,
		});
		return {
			status: response.status,
			headers: { 'content-type': response.headers.get('content-type') ?? 'text/plain' },
			body: await response.text(),
		};
	};
