import assert from 'node:assert/strict';

import * as who from '../../sandbox/identities.mts';
import { startSandbox } from '../../sandbox/server.mts';
import type { Switches } from '../../sandbox/switches.mts';
import type { WorldOptions } from '../../sandbox/world/world.mts';
import { LOGINS, MAX_LOGINS, MAX_REQUESTS, type Network, READS } from '../live/gate.mts';
import { probeAccount } from '../probe.mts';
import { CouldNotRun, markdownOf, type Report } from '../report.mts';

export interface Setting {
	switches?: Partial<Switches>;
	world?: WorldOptions;
	bySession?: boolean;
	/** Webhooks of somebody else. */
	webhooks?: number;
	/** Around `fetch`. */
	around?: (network: Network) => Network;
	names?: boolean;
	/** Without profile and audience. */
	bare?: boolean;
}

export const sandbox = await startSandbox();

/** Runs the probe against the sandbox. By its log each run is harmless. */
export async function run(setting: Setting) {
	const { switches, world, bySession, webhooks = 0, around, names, bare } = setting;
	sandbox.reset({ contacts: 60, quotations: 3, deals: 4, ...world });
	await fetch(`${sandbox.url}/_sandbox/subscriptions`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ count: webhooks }),
	});
	Object.assign(sandbox.switches, switches);
	sandbox.log.requests.length = 0;
	const before = held();
	const options = {
		baseUrl: sandbox.url,
		profile: bare ? undefined : who.PROFILE_ID,
		audience: bare ? undefined : who.AUDIENCE_ID,
		credential: bySession ? { ...who.SERVICE_ACCOUNT } : { apiToken: who.API_TOKEN },
		network: around?.(fetch),
		wait: async () => undefined,
	};
	const ended: Report | Error = await probeAccount(options, names).catch((error: Error) => error);
	const isError = ended instanceof Error;
	const requests = [...sandbox.log.requests];
	// Reads and right logins, one at a time, so many at most; and nothing was written.
	assert.ok(!isError || ended instanceof CouldNotRun, isError ? ended.stack : '');
	assert.ok(requests.length > 0 && requests.length <= MAX_REQUESTS, String(requests.length));
	for (const { operationId, inFlight } of requests) {
		assert.ok([...READS, ...LOGINS].includes(operationId ?? ''), operationId ?? 'none');
		assert.equal(inFlight, 1);
	}
	assert.ok(sandbox.log.logins.length <= MAX_LOGINS);
	assert.deepEqual(held(), before);
	/** All that leaves: the screen, the file, and why it could not run. */
	const told = isError ? String(ended) : markdownOf(ended) + JSON.stringify(ended);
	return { told, requests, report: isError ? undefined : ended };
}

function held() {
	const { world, switches } = sandbox;
	// A growing audience grows by itself.
	const rests = switches.growingAudience === 'no';
	const contacts = rests ? world.profile().contacts.count() : 0;
	return { contacts, webhooks: world.subscriptions().length };
}
