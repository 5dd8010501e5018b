import http from 'node:http';
import SandboxEnvironment from './sandbox-environment.mjs';

/**
 * Beside the sandbox, a bare HTTP server that answers exactly what a test wants, byte by byte, and
 * breaks the connection where it wants. See fileServer.d.ts.
 */
export default class FileServerEnvironment extends SandboxEnvironment {
	async setup() {
		await super.setup();
		const files = { answers: [], requests: [] };
		this.server = http.createServer((request, response) => {
			files.requests.push({ url: request.url, headers: request.headers });
			const next = files.answers.length > 1 ? files.answers.shift() : files.answers[0];
			const { status = 200, headers = {}, body = '', breakAfter, stallAfter, dripMs } = next;
			const bytes = Buffer.from(body, 'latin1');
			const length = dripMs === undefined ? { 'content-length': bytes.length } : {};
			response.writeHead(status, { ...length, ...headers });
			if (stallAfter !== undefined) {
				response.flushHeaders();
				return response.write(bytes.subarray(0, stallAfter));
			}
			if (dripMs !== undefined) {
				const drip = setInterval(() => response.write(' '), dripMs);
				return response.once('close', () => clearInterval(drip));
			}
			if (breakAfter === undefined) return response.end(bytes);
			response.write(bytes.subarray(0, breakAfter), () => request.socket.resetAndDestroy());
		});
		await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		files.url = `http://127.0.0.1:${this.server.address().port}`;
		this.global.fileServer = files;
	}

	async teardown() {
		this.server?.closeAllConnections();
		await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve()));
		await super.teardown();
	}
}
