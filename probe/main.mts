/** `npm run probe`: what a Sales CRM is really like, told without a value of the account. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { inTurn } from '../demo/progress.mts';
import { readDescription } from '../sandbox/validation.mts';
import { readArguments, type Sandbox, USAGE } from './arguments.mts';
import { markdownOf } from './conclude/markdown.mts';
import { reportOf } from './conclude/report.mts';
import { CouldNotRun } from './couldNotRun.mts';
import { n8nNetwork } from './n8nNetwork.mts';
import { planOf } from './plan.mts';

let endSandbox = async () => {};

/** The sandbox at the address, or one of our own. */
async function sandboxAt(url: string | undefined): Promise<Sandbox> {
	const { startSandbox, ...identities } = await import('../sandbox/server.mts');
	if (url) return { baseUrl: url, identities };
	const sandbox = await startSandbox();
	endSandbox = sandbox.close;
	return { baseUrl: sandbox.url, identities };
}

async function run(argv: string[]): Promise<void> {
	const { account, json, report: file, names } = await readArguments(argv, process.env, sandboxAt);
	const { api } = await readDescription();
	const plan = await planOf(account, { network: n8nNetwork(), api, names, wait: sleep });
	let failed: unknown;
	const steps = Object.entries(plan.steps).map(([title, step]) => [
		title,
		// What went wrong is told below: an error on its way may hold what was answered.
		async () => {
			await step().catch((error) => {
				failed = error;
				throw new Error('could not be done');
			});
		},
	]);
	await inTurn(Object.fromEntries(steps)).catch((error) => {
		throw failed ?? error;
	});
	const report = reportOf(plan.findings());
	const markdown = markdownOf(report);
	if (json) await writeFile(json, `${JSON.stringify(report, null, '\t')}\n`);
	if (file) await writeFile(file, `${markdown}\n`);
	console.log(`\n${markdown}`);
}

/** Of an error that is not the probe's own only its kind is told, and where in this code it arose. */
function reasonFor(error: unknown): string {
	if (error instanceof CouldNotRun) return error.why;
	const { name = 'Error', stack = '', code } = error as Error & { code?: string };
	if (code?.startsWith('E') && /open|write/.test(String((error as { syscall?: string }).syscall))) {
		return `the file of the report could not be written (${code})`;
	}
	const place = /probe\/[\w/]+\.m?ts:\d+/.exec(stack.slice(stack.indexOf('\n    at ')))?.[0];
	return `the probe itself failed (${name}${place ? ` at ${place}` : ''}): please tell its makers`;
}

const argv = process.argv.slice(2);
if (argv.includes('--help')) console.log(USAGE);
else {
	await run(argv).catch((error) => {
		console.error(`\nThe probe could not run: ${reasonFor(error)}`);
		if (error instanceof CouldNotRun && argv.length === 0) console.error(`\n${USAGE}`);
		process.exitCode = 1;
	});
	await endSandbox();
}
