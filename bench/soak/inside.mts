/**
 * Loaded into the n8n that `bench/soak.mts` watches. On SIGUSR2 it collects garbage and writes, as one line of JSON, what
 * only the process itself can tell. It opens nothing, so that it is not among what is counted.
 */
import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes after a full collection, and how many of each kind of handle and request are open. */
export interface Inside {
	heapUsed: number;
	external: number;
	handles: Record<string, number>;
}

const { SOAK_PROCESS_FILE: file } = process.env;
// n8n starts a task runner with the same settings, which is no concern of ours.
if (file && process.argv[1]?.endsWith('n8n')) {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	process.on('SIGUSR2', () => {
		collect();
		const { heapUsed, external } = process.memoryUsage();
		const handles: Record<string, number> = {};
		for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
		appendFileSync(file, `${JSON.stringify({ heapUsed, external, handles } satisfies Inside)}\n`);
	});
}
