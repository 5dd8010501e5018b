import assert from 'node:assert/strict';

import * as who from '../../sandbox/identities.mts';
import type { RequestEntry } from '../../sandbox/log.mts';
import { type Sandbox, startSandbox } from '../../sandbox/server.mts';
import type { Switches } from '../../sandbox/switches.mts';
import type { WorldOptions } from '../../sandbox/world/world.mts';
import { CouldNotRun } from '../couldNotRun.mts';
import { LOGINS, MAX_LOGINS, MAX_REQUESTS, type Network, READS } from '../live/gate.mts';
import { probeAccount } from '../probe.mts';
import { markdownOf, type Report } from '../report.mts';

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

export interface Ran {
	report?: Report;
	/** All that leaves: the screen, the file, and why it could not run. */
	told: string;
	requests: RequestEntry[];
	error?: Error;
}

/** A sandbox, and runs of the probe against it. By its log each run is harmless. */
export class Stage {
	private constructor(readonly sandbox: Sandbox) {}

	static open = async (): Promise<Stage> => new Stage(await startSandbox());
	close = async (): Promise<void> => await this.sandbox.close();

	async run({
		switches,
		world,
		bySession,
		webhooks = 0,
		around,
		names,
		bare,
	}: Setting): Promise<Ran> {
		const { sandbox } = this;
		sandbox.reset({ contacts: 60, quotations: 3, deals: 4, ...world });
		await fetch(`${sandbox.url}/_sandbox/subscriptions`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ count: webhooks }),
		});
		Object.assign(sandbox.switches, switches);
		sandbox.log.requests.length = 0;
		const before = this.held();
		let error: Error | undefined;
		const report = await probeAccount({
			baseUrl: sandbox.url,
			profile: bare ? undefined : who.PROFILE_ID,
			audience: bare ? undefined : who.AUDIENCE_ID,
			credential: bySession ? { ...who.SERVICE_ACCOUNT } : { apiToken: who.API_TOKEN },
			network: around ? around(fetch) : undefined,
			names,
			wait: async () => undefined,
		}).catch((reason: Error) => void (error = reason));
		const told = [report && markdownOf(report), JSON.stringify(report), String(error ?? '')].join(
			'\n',
		);
		const requests = [...sandbox.log.requests];
		this.wasHarmless(requests, error, JSON.stringify({ switches, bySession }));
		assert.deepEqual(this.held(), before);
		return { report: report ?? undefined, told, requests, error };
	}

	/** Reads and right logins, one at a time, so many at most. */
	private wasHarmless(requests: RequestEntry[], error: Error | undefined, what: string) {
		assert.ok(!error || error instanceof CouldNotRun, `${what}: ${error?.stack}`);
		assert.ok(
			requests.length > 0 && requests.length <= MAX_REQUESTS,
			`${what}: ${requests.length}`,
		);
		for (const { operationId, inFlight } of requests) {
			assert.ok([...READS, ...LOGINS].includes(operationId ?? ''), `${what}: ${operationId}`);
			assert.equal(inFlight, 1, what);
		}
		assert.ok(this.sandbox.log.logins.length <= MAX_LOGINS, what);
	}

	private held() {
		const { world, switches } = this.sandbox;
		// A growing audience grows by itself.
		const rests = switches.growingAudience === 'no';
		const contacts = rests ? world.profile().contacts.count() : 0;
		return { contacts, webhooks: world.subscriptions().length };
	}
}
