import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startN8n, type RunningN8n } from '../n8n/n8n.mts';
import { packPackage, ROOT } from '../n8n/pack.mts';
import { openRest, type Rest, type WorkflowFile } from '../n8n/rest.mts';
import { API_TOKEN, PROFILE_ID, SERVICE_ACCOUNT } from '../sandbox/identities.mts';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';
import type { Deal } from '../sandbox/world/shapes.mts';
import type { Say } from './progress.mts';

export const EXAMPLES = join(ROOT, 'examples');

type Imported = { id: string; file: WorkflowFile };

/** What the demo has started so far, and how to end it again at any moment. */
export class Stage {
	sandbox!: Sandbox;
	n8n!: RunningN8n;
	rest!: Rest;
	/** The example workflows by the name of their file. */
	readonly workflows = new Map<string, Imported>();
	/** The deal that the story is about. */
	deal?: Deal;
	/** Workflows that created a webhook. */
	readonly registered = new Set<string>();
	#endings: Array<() => Promise<unknown>> = [];

	/** Where it tells what it does. */
	say: Say = console.log;

	async build(): Promise<void> {
		const { say } = this;
		const tarball = await packPackage(say);
		this.sandbox = await startSandbox();
		this.#endings.push(async () => await this.sandbox.close());
		say(`the sandbox CRM runs at ${this.sandbox.url}`);
		this.n8n = await startN8n({ line: '2', tarball, say });
		this.#endings.push(async () => await this.n8n.stop());
	}

	/** What a user does first: make an account, fill in credentials, import workflows. */
	async furnish(): Promise<void> {
		const { say } = this;
		this.rest = await openRest(this.n8n.url, '2');
		const shared = { baseUrl: this.sandbox.url, companyProfileId: PROFILE_ID };
		const credentials = [
			['salesCrmApi', 'Sales CRM account', { ...shared, apiToken: API_TOKEN }],
			['salesCrmServiceAccountApi', 'Sales CRM service account', { ...shared, ...SERVICE_ACCOUNT }],
		] as const;
		for (const [type, name, data] of credentials) {
			const { id } = await this.rest.createCredential(type, name, data);
			const { status, message } = await this.rest.testCredential(id, type, name, data);
			if (status !== 'OK') throw new Error(`the test of "${name}" failed: ${message}`);
			say(`credential "${name}": ${message}`);
		}
		for (const name of (await readdir(EXAMPLES)).filter((entry) => entry.endsWith('.json'))) {
			const file = JSON.parse(await readFile(join(EXAMPLES, name), 'utf8')) as WorkflowFile;
			const { id } = await this.rest.createWorkflow(file);
			this.workflows.set(name.replace('.json', ''), { id, file });
			say(`workflow "${file.name}" imported`);
		}
	}

	workflow(name: string): Imported {
		const found = this.workflows.get(name);
		if (!found) throw new Error(`examples/${name}.json is missing`);
		return found;
	}

	/** Takes back what was registered, then ends everything in the opposite order of its start. */
	async end(): Promise<void> {
		if (this.registered.size > 0) {
			this.say('unpublishing the trigger workflows …');
			for (const id of this.registered) await this.rest.deactivate(id);
			this.registered.clear();
			const left = (await this.state()).subscriptions.length;
			this.say(`webhooks left in the sandbox: ${left}`);
			if (left > 0) throw new Error('an unpublished workflow left its webhook behind');
		}
		while (this.#endings.length > 0) await this.#endings.pop()!();
	}

	/** The sandbox's own view of its data. */
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	async state(): Promise<any> {
		return await (await fetch(`${this.sandbox.url}/_sandbox/state`)).json();
	}
}
