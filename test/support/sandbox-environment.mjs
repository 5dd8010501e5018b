import http from 'node:http';
import { tsImport } from 'tsx/esm/api';
import N8nEnvironment from './n8n/environment.mjs';

/** Loaded once in each worker and shared by its test files, because the sandbox keeps no state in its modules. */
let loaded;
const load = () => {
	const part = (name) => tsImport(`../../tools/sandbox/${name}.mts`, import.meta.url);
	return (loaded ??= Promise.all([part('server'), part('identities'), part('oidc/browser')]));
};

/**
 * Runs a test file with a sandbox of its own, in the same process, and with a bare HTTP server that sends exactly the
 * bytes that a test wants, and breaks the connection if it wants. Both are globals of the file (globals.d.ts).
 */
export default class SandboxEnvironment extends N8nEnvironment {
	async setup() {
		await super.setup();
		const [{ startSandbox }, identities, { openBrowser }] = await load();
		this.sandbox = await startSandbox();
		const fileServer = { answers: [], requests: [] };
		this.server = http.createServer((...call) => answer(fileServer, ...call));
		await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		fileServer.url = `http://127.0.0.1:${this.server.address().port}`;
		Object.assign(this.global, { sandbox: this.sandbox, identities, openBrowser, fileServer });
	}

	async teardown() {
		this.server?.closeAllConnections();
		this.server?.close();
		await this.sandbox?.close();
		await super.teardown();
	}
}

function answer({ answers, requests }, request, response) {
	requests.push({ url: request.url, headers: request.headers });
	const next = answers.length > 1 ? answers.shift() : answers[0];
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
}
