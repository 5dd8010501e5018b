import { startN8n, type RunningN8n } from '../../../runtime/n8n.mts';
import type { Line } from '../../../runtime/versions.mts';

/** The lines the triggers and the examples are proven on; `N8N_LINE` narrows it to one. */
export const LINES: Line[] = process.env.N8N_LINE ? [process.env.N8N_LINE as Line] : ['2', '1'];

const variable = (line: Line) => `SALES_CRM_N8N_${line}`;

/**
 * Starts one n8n of each line for the tests of the triggers and of the examples, if any of them is to run: most need
 * no n8n of their own, and starting one takes longer than they do. Gives the environment that tells them where.
 */
export async function startShared(files: string[], tarball: string) {
	const wanted = files.some((file) => /[\\/]((history-)?trigger[\\/]|examples)/.test(file))
		? LINES
		: [];
	const running: RunningN8n[] = [];
	const env: Record<string, string> = {};
	for (const line of wanted) {
		const n8n = await startN8n({ line, tarball, say: console.log });
		running.push(n8n);
		env[variable(line)] = n8n.url;
	}
	return { env, stop: async () => void (await Promise.all(running.map((n8n) => n8n.stop()))) };
}

/** The shared n8n of a line, as far as it can be used from a test file; undefined when a file is run by itself. */
export function sharedN8n(line: Line): RunningN8n | undefined {
	const url = process.env[variable(line)];
	if (!url) return undefined;
	const refuse = () => {
		throw new Error(
			'This n8n is shared: a test that looks at its log or restarts it needs its own',
		);
	};
	return { url, log: refuse, stop: refuse, kill: refuse, restart: refuse } as unknown as RunningN8n;
}
