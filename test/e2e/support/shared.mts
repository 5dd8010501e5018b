import { startN8n, type RunningN8n } from '../../../tools/n8n/n8n.mts';
import { openRest } from '../../../tools/n8n/rest.mts';
import type { Line } from '../../../tools/n8n/versions.mts';

const ADDRESS = 'SALES_CRM_N8N';
const SESSION = 'SALES_CRM_N8N_SESSION';

/**
 * Starts the one n8n that all test files share which need none of their own: starting one takes longer than most of
 * them do. Gives the environment that tells them where.
 */
export async function startShared(line: Line, tarball: string) {
	const n8n = await startN8n({ line, tarball, say: console.log });
	// One session for all: of two files at once each would set up the owner, and n8n allows five log-ins a minute
	// (n8n, controllers/auth.controller).
	const { headers } = await openRest(n8n.url, line);
	const env = { [ADDRESS]: n8n.url, [SESSION]: JSON.stringify(headers) };
	return { env, stop: n8n.stop };
}

/** The headers of the owner's session at the shared n8n; undefined at any other. */
export function sharedSession(url: string): Record<string, string> | undefined {
	return url === process.env[ADDRESS] ? JSON.parse(process.env[SESSION]!) : undefined;
}

/** The shared n8n, as far as it can be used from a test file; undefined when a file is run by itself. */
export function sharedN8n(): RunningN8n | undefined {
	const url = process.env[ADDRESS];
	if (!url) return undefined;
	const refuse = () => {
		throw new Error(
			'This n8n is shared: a test that looks at its log or restarts it needs its own',
		);
	};
	return { url, log: refuse, stop: refuse, kill: refuse, restart: refuse } as unknown as RunningN8n;
}
