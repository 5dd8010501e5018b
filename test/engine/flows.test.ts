import { version } from 'n8n-core/package.json';
import { sleep } from 'n8n-workflow';

import { createParameters } from '../support/contactRuns';
import { crmOf, startFlow } from '../support/flow';
import { startOver } from '../support/startOver';

/** Whole workflows in n8n's engine, on both lines. */

beforeEach(async () => await startOver());

it('the tests run on the line of n8n that they name', () => {
	expect(version).toMatch(n8nLine === '2' ? /^2\./ : /^1\.122\./);
});

it('"Stop" ends the run, and nothing more is sent', async () => {
	Object.assign(sandbox.switches, { latencyMs: 20 });
	const nodes = [crmOf(createParameters())];
	const rows = Array.from({ length: 500 }, (_, n) => ({ json: { firstName: `An ${n}` } }));
	const { cancel, ended } = startFlow({ nodes }, rows);
	await sleep(300);
	cancel();
	expect((await ended).status).toBe('canceled');
	const sent = sandbox.log.requests.length;
	await sleep(400);
	// Of the five that were under way some may still arrive, on a busy machine late.
	expect(sandbox.log.requests.length - sent).toBeLessThanOrEqual(5);
	expect(sent).toBeLessThan(200);
});
