/** `npm run runtime [-- 1|2|all]`: installs n8n ahead of time, for people and for CI. */
import { ensureN8n } from './install.mts';
import { RELEASES, type Line } from './versions.mts';

const wanted = process.argv[2] ?? '2';
const lines = (wanted === 'all' ? Object.keys(RELEASES) : [wanted]) as Line[];
if (!lines.every((line) => line in RELEASES)) {
	console.error(`Which n8n? Say 1, 2 or all, not "${wanted}".`);
	process.exit(1);
}
try {
	for (const line of lines) {
		const { version, folder } = await ensureN8n(line, console.log);
		console.log(`n8n ${version} is ready in ${folder}`);
	}
} catch (error) {
	console.error(`n8n could not be installed: ${(error as Error).message}`);
	process.exit(1);
}
