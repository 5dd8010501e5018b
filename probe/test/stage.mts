import { setTimeout as sleep } from 'node:timers/promises';

import * as who from '../../sandbox/identities.mts';
import type { RequestEntry } from '../../sandbox/log.mts';
import { type Sandbox, startSandbox } from '../../sandbox/server.mts';
import type { Switches } from '../../sandbox/switches.mts';
import { readDescription } from '../../sandbox/validation.mts';
import type { WorldOptions } from '../../sandbox/world/world.mts';
import { markdownOf } from '../conclude/markdown.mts';
import { type Report, reportOf } from '../conclude/report.mts';
import type { Scheme } from '../context.mts';
import type { Network } from '../gate.mts';
import { n8nNetwork } from '../n8nNetwork.mts';
import { planOf } from '../plan.mts';

const TIMES = Number(process.env.TIMES_LONGER ?? 1);

/** So many runs of a property; TIMES_LONGER times as many where that is set. */
export const runs = (count: number) => ({
	numRuns: Math.ceil(count * TIMES),
	includeErrorInReport: true,
});

export interface Setting {
	switches?: Partial<Switches>;
	world?: WorldOptions;
	scheme?: Scheme;
	/** Webhooks of somebody else. */
	webhooks?: number;
	/** Instead of n8n's own requests, or around them. */
	around?: (network: Network) => Network;
	names?: boolean;
	/** Leaves out what the sandbox has of it. */
	without?: 'profile' | 'audience';
}

interface Held {
	contacts: number;
	webhooks: number;
}

export interface Ran {
	report: Report;
	markdown: string;
	/** All that reached the sandbox. */
	requests: RequestEntry[];
	logins: number;
	error?: Error;
	/** How much there was of what a write would change. */
	before: Held;
	after: Held;
}

/** A sandbox, and runs of the probe against it: each begins with a fresh world and empty logs. */
export class Stage {
	private constructor(
		readonly sandbox: Sandbox,
		private readonly network: Network,
		private readonly api: Awaited<ReturnType<typeof readDescription>>['api'],
	) {}

	static async open(): Promise<Stage> {
		const { api } = await readDescription();
		return new Stage(await startSandbox(), n8nNetwork(), api);
	}

	async close(): Promise<void> {
		await this.sandbox.close();
	}

	async run({
		switches,
		world,
		scheme = 'apiToken',
		webhooks = 0,
		around,
		names,
		without,
	}: Setting = {}): Promise<Ran> {
		const { sandbox } = this;
		sandbox.reset({ contacts: 60, quotations: 3, deals: 4, ...world });
		await this.addWebhooks(webhooks);
		Object.assign(sandbox.switches, switches);
		sandbox.log.requests.length = 0;
		const credential =
			scheme === 'apiToken' ? { apiToken: who.API_TOKEN } : { ...who.SERVICE_ACCOUNT };
		const plan = await planOf(
			{
				baseUrl: sandbox.url,
				scheme,
				credential: credential as never,
				profile: without === 'profile' ? undefined : who.PROFILE_ID,
				audience: without === 'audience' ? undefined : who.AUDIENCE_ID,
			},
			{
				network: around ? around(this.network) : this.network,
				api: this.api,
				names,
				wait: async () => await sleep(0),
			},
		);
		const before = this.held();
		let error: Error | undefined;
		for (const step of Object.values(plan.steps)) {
			await step().catch((reason: Error) => (error ??= reason));
			if (error) break;
		}
		const report = reportOf(plan.findings());
		const { log } = sandbox;
		return {
			report,
			markdown: markdownOf(report),
			requests: [...log.requests],
			logins: log.logins.length,
			error,
			before,
			after: this.held(),
		};
	}

	private held(): Held {
		const { world } = this.sandbox;
		// A growing audience grows by itself.
		const rests = this.sandbox.switches.growingAudience === 'no';
		const contacts = rests ? world.profile().contacts.count() : 0;
		return { contacts, webhooks: world.subscriptions().length };
	}

	private async addWebhooks(count: number) {
		if (count === 0) return;
		await fetch(`${this.sandbox.url}/_sandbox/subscriptions`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ count }),
		});
	}
}
