/**
 * `npm run demo`: the story of a job in a real n8n, beside the sandbox CRM. A file goes in, a customer accepts a
 * quotation, the deal moves, and the colleague's message stands in the terminal.
 * With `-- --once` it ends when all is done; otherwise it stays up to be looked at, until Ctrl-C.
 */
import { OWNER } from '../n8n/rest.mts';
import { inTurn, type Say, type Steps } from './progress.mts';
import { Stage } from './stage.mts';
import { acceptQuotation, importFile, moveDeal, tellColleague, WON } from './steps.mts';

const once = process.argv.includes('--once');
const start = Date.now();
const stage = new Stage();

/** A step of the demo; what it says goes under its title. */
const step = (work: () => Promise<void>) => async (say: Say) => {
	stage.say = say;
	await work();
};
const steps: Steps = {
	'Build, install and start': step(async () => await stage.build()),
	'Account, credentials and workflows': step(async () => await stage.furnish()),
	'A file goes in': step(async () => await importFile(stage)),
	'A colleague wants a message when a deal is won': step(async () => await tellColleague(stage)),
	'A customer accepts a quotation': step(async () => await acceptQuotation(stage)),
	'The deal moves, and the message is there': step(async () => await moveDeal(stage)),
};

let ending: Promise<void> | undefined;
const end = async () => await (ending ??= stage.end());

/** Once for an ending in good order; twice when that takes too long. */
function endOnSignal(): void {
	if (ending) process.exit(130);
	stage.say('ending everything this demo started; once more Ctrl-C to leave at once');
	void end().then(
		() => process.exit(finished ? 0 : 130),
		(error: Error) => fail(`ending: ${error.message}`),
	);
}

function fail(why: string): never {
	console.error(`\nFailed: ${why}`);
	process.exit(1);
}

let finished = false;
process.on('SIGINT', endOnSignal);
process.on('SIGTERM', endOnSignal);

try {
	await inTurn(steps);
} catch (error) {
	stage.say = console.log;
	// After Ctrl-C, steps fail because what they need is gone.
	if (ending) await new Promise(() => undefined);
	await end().catch((another: Error) => console.error(another.message));
	fail(error.message);
}
stage.say = console.log;
finished = true;
console.log(
	`\nAll ${Object.keys(steps).length} steps succeeded, in ${Math.round((Date.now() - start) / 1000)} s.`,
);

if (once) {
	await end().catch((error: Error) => fail(`ending: ${error.message}`));
	process.exit(0);
}
console.log(`
  n8n           ${stage.n8n.url}
  email         ${OWNER.email}
  password      ${OWNER.password}
  sandbox CRM   ${stage.sandbox.url}   (drag a deal to ${WON} there, then open n8n's executions)

Ctrl-C ends both and removes their data.`);
