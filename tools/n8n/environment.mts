import { createServer } from 'node:net';

/** What n8n would pick up from the machine's own settings; the runtime starts from a clean slate. */
const FOREIGN = /^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_URL|NODES_|NODE_OPTIONS|npm_|ENVIRONMENT$)/i;

/**
 * The environment of an n8n that keeps to this machine: it listens on the loopback address, keeps its data in SQLite
 * under `userFolder`, and neither reports nor looks up anything outside. All else stays as n8n ships it.
 */
export function n8nEnvironment(options: {
	port: number;
	brokerPort: number;
	userFolder: string;
	extra?: Record<string, string>;
}): NodeJS.ProcessEnv {
	const url = `http://127.0.0.1:${options.port}`;
	const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
	return {
		...Object.fromEntries(inherited),
		NODE_ENV: 'production',
		N8N_USER_FOLDER: options.userFolder,
		N8N_PORT: String(options.port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PROTOCOL: 'http',
		N8N_EDITOR_BASE_URL: url,
		WEBHOOK_URL: `${url}/`,
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(options.brokerPort),
		DB_TYPE: 'sqlite',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		...options.extra,
	};
}

/** A TCP port of the loopback address that is free at this moment. */
export async function freePort(): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const { port } = server.address() as { port: number };
			server.close(() => resolve(port));
		});
	});
}
