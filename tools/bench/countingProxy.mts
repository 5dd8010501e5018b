import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Passed {
	/** The last part of each path, in the order of the requests. */
	names: string[];
	/** The path and query of each GET. */
	reads: string[];
	bytes: number;
}

/** Passes requests on, and counts them and the bytes of their answers. */
export async function countingProxy(target: string) {
	const none = (): Passed => ({ names: [], reads: [], bytes: 0 });
	let passed = none();
	const server = http.createServer((request, response) => {
		const { method, headers, url } = request;
		const asked = http.request(new URL(url!, target), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode!, answer.headers);
			answer.on('data', (piece: Buffer) => (passed.bytes += piece.length));
			answer.pipe(response);
		});
		passed.names.push(url!.split('?')[0]!.split('/').at(-1)!);
		if (method === 'GET') passed.reads.push(url!);
		request.pipe(asked);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		take(): Passed {
			const taken = passed;
			passed = none();
			return taken;
		},
		stop() {
			server.close();
			server.closeAllConnections();
		},
	};
}
