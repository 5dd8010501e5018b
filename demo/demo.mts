/**
 * `npm run demo`: the package's main job in a real n8n, beside the sandbox CRM.
 * With `-- --once` it ends when all is done; otherwise it stays up to be looked at, until Ctrl-C.
 */
import { OWNER } from '../runtime/rest.mts';
import { Stage } from './stage.mts';
import { createContacts, importHistory, watchDeals } from './steps.mts';

const once = process.argv.includes('--once');
const start = Date.now();
const stage = new Stage(console.log);

const steps: Array<[string, () => Promise<void>]> = [
	['Build, install and start', async () => await stage.build()],
	['Account, credentials and workflows', async () => await stage.furnish()],
	['Import the deal history', async () => await importHistory(stage)],
	['Create contacts from a CSV file', async () => await createContacts(stage)],
	['Wait for a deal to change status', async () => await watchDeals(stage)],
];

let ending: Promise<void> | undefined;
const end = async () => await (ending ??= stage.end());

/** Once for an ending in good order; twice when that takes too long. */
function endOnSignal(): void {
	if (ending) process.exit(130);
	console.log('\nending everything this demo started; once more Ctrl-C to leave at once');
	void end().then(
		() => process.exit(finished ? 0 : 130),
		(error: Error) => fail('ending', error),
	);
}

function fail(what: string, error: Error): never {
	console.error(`\nFailed: ${what}: ${error.message}`);
	process.exit(1);
}

let finished = false;
process.on('SIGINT', endOnSignal);
process.on('SIGTERM', endOnSignal);

for (const [index, [title, step]] of steps.entries()) {
	console.log(`\n── ${index + 1} of ${steps.length}: ${title}`);
	try {
		await step();
	} catch (error) {
		// After Ctrl-C, steps fail because what they need is gone.
		if (ending) await new Promise(() => undefined);
		await end().catch((another: Error) => console.error(another.message));
		fail(title, error as Error);
	}
}
finished = true;
console.log(
	`\nAll ${steps.length} steps went well, in ${Math.round((Date.now() - start) / 1000)} s.`,
);

if (once) {
	await end().catch((error: Error) => fail('ending', error));
	process.exit(0);
}
console.log(`
  n8n           ${stage.n8n.url}
  log-in        ${OWNER.email}
  password      ${OWNER.password}
  sandbox CRM   ${stage.sandbox.url}   (drag a deal there, then look at n8n's executions)

Ctrl-C ends both and removes their data.`);
