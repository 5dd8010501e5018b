import { startN8n, type RunningN8n } from '../../../runtime/n8n.mts';
import { openRest } from '../../../runtime/rest.mts';
import type { Line } from '../../../runtime/versions.mts';

const ADDRESS = 'SALES_CRM_N8N';

/**
 * Starts the one n8n that all test files share which need none of their own: starting one takes longer than most of
 * them do. Gives the environment that tells them where.
 */
export async function startShared(line: Line, tarball: string) {
	const n8n = await startN8n({ line, tarball, say: console.log });
	// The first to sign in sets up the owner; of two files at once each would.
	await openRest(n8n.url);
	return { env: { [ADDRESS]: n8n.url }, stop: n8n.stop };
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
