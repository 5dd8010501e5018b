import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

import { NODE_MAJOR, RELEASES } from '../runtime/versions.mts';

const { version } = JSON.parse(
	readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** What the figures hold for. The load is that of before the run, which makes its own. */
export function machine(): string {
	const load = loadavg().map((one) => one.toFixed(2));
	const model = cpus()[0]?.model.trim() ?? 'an unknown processor';
	return [
		`${new Date().toISOString().slice(0, 10)}, \`npm run bench\``,
		`n8n-nodes-sales-crm ${version} in the engine of n8n ${RELEASES['2'].version} on Node.js ${NODE_MAJOR}`,
		`${availableParallelism()} cores of ${model}, ${(totalmem() / 2 ** 30).toFixed(1)} GiB of memory`,
		`load average before the run ${load.join(', ')} (over 1, 5 and 15 minutes)`,
	].join('; ');
}
