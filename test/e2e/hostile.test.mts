import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { inLine } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { openStage, type Stage } from './support/stage.mts';

/** A real n8n goes on answering while files that are made to hurt are imported. */

const LONGEST_SILENCE_MS = 1_000;

let stage: Stage;
before(async () => {
	stage = await openStage({ env: { N8N_PAYLOAD_SIZE_MAX: '64' } });
});
after(async () => await stage?.close());

/** Sends a file to a workflow that tries its import out, and asks n8n every 25 ms whether it is there. */
async function silenceDuring(file: string): Promise<{ longest: number; took: number }> {
	const path = crypto.randomUUID();
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} },
		},
		stage.crm('apiToken', {
			...{ resource: 'contact', operation: 'import', audienceId: AUDIENCE_ID, dryRun: true },
		}),
	];
	const { id } = await stage.rest.createWorkflow({ name: path, nodes, connections: inLine(nodes) });
	await stage.rest.activate(id);
	const body = new FormData();
	body.set('data', new Blob([file], { type: 'text/csv' }), 'people.csv');
	let isOver = false;
	const start = performance.now();
	const answer = fetch(`${stage.n8n.url}/webhook/${path}`, { method: 'POST', body })
		.then(async (response) => await response.text())
		.finally(() => (isOver = true));
	let longest = 0;
	while (!isOver) {
		const since = performance.now();
		assert.ok((await fetch(`${stage.n8n.url}/healthz`)).ok);
		longest = Math.max(longest, performance.now() - since);
		await sleep(25);
	}
	await answer;
	return { longest: Math.round(longest), took: Math.round(performance.now() - start) };
}

const warned = (n: number) => `An,an${n}@x.example,61234567${n % 10}`;

const FILES: Record<string, string> = {
	'quotation marks that close nothing': `name,email\n"${'x,"'.repeat(
		Number(process.env.HOSTILE_MARKS ?? 500_000),
	)}`,
	'100,000 rows, each with a warning': `Name,Email,Phone\n${Array.from({ length: 100_000 }, (_, n) => warned(n)).join('\n')}`,
};

for (const [name, file] of Object.entries(FILES)) {
	it(`n8n answers during a file of ${name}`, async (t) => {
		const { longest, took } = await silenceDuring(file);
		t.diagnostic(`${longest} ms of silence in ${took} ms`);
		assert.ok(longest < LONGEST_SILENCE_MS);
	});
}
