import { sleep } from 'n8n-workflow';

import { listContacts, searchParameters } from '../../support/contactRuns';
import { type RunOptions, runNode } from '../../support/engine';
import { startOver } from '../../support/startOver';

/** A canceled execution ends at once and sends nothing more, in real time. */

beforeEach(async () => await startOver({ contacts: 10_000 }));

async function firstRequest() {
	while (sandbox.log.requests.length === 0) await sleep(10);
}

/** A list reads at most six pages ahead. */
const MAX_UNDER_WAY = 6;

/** Cancels a run some time after its first request, and checks that no more requests arrive. */
async function cancelled(run: (options: RunOptions) => Promise<unknown>, afterMs = 300) {
	const controller = new AbortController();
	const ended = run({ signal: controller.signal }).then(
		() => 'returned items',
		(error: Error) => error.message,
	);
	await firstRequest();
	await sleep(afterMs);
	controller.abort();
	expect(await ended).toBe('The execution was canceled');
	const sent = sandbox.log.requests.length;
	await quiet();
	// Those that were under way may still arrive, on a busy machine late.
	expect(sandbox.log.requests.length - sent).toBeLessThanOrEqual(MAX_UNDER_WAY);
	return sent;
}

/** Waits until no request arrives for 200 ms. */
async function quiet() {
	for (let seen = -1; seen < sandbox.log.requests.length; ) {
		seen = sandbox.log.requests.length;
		await sleep(200);
	}
}

it('during a long list', async () => {
	Object.assign(sandbox.switches, { latencyMs: 30 });
	const sent = await cancelled(async (options) => await listContacts({}, options), 500);
	expect(sent).toBeGreaterThan(2);
	expect(sent).toBeLessThan(150);
});

it('while an audience is listed for thousands of items', async () => {
	Object.assign(sandbox.switches, { latencyMs: 30 });
	const items = Array.from({ length: 5000 }, (_, n) => ({ json: { email: `an${n}@example.com` } }));
	for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
		sandbox.log.requests.length = 0;
		await cancelled(
			async (options) =>
				await runNode({ ...options, items, onError, parameters: searchParameters() }),
		);
	}
});

it('with "Continue", also after an item that failed', async () => {
	Object.assign(sandbox.switches, { latencyMs: 30 });
	const items = [{ json: {} }, { json: { email: 'an@example.com' } }];
	const run = { items, onError: 'continueRegularOutput', parameters: searchParameters() } as const;
	await cancelled(async (options) => await runNode({ ...options, ...run }));
});
