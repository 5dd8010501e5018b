import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { inLine, until } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { openStage, type Stage } from './support/stage.mts';

/** Of a real n8n, as a load balancer and an administrator see it. */

const ROWS = 200_000;
const LONGEST_SILENCE_MS = 1_000;
/** Of two seconds: n8n with nothing to do takes some 60, and one that goes on with the file 1,400. */
const MOST_WORK_MS = 300;

let stage: Stage;
before(async () => {
	const env = { N8N_PAYLOAD_SIZE_MAX: '64' };
	stage = await openStage({ env });
});
after(async () => await stage?.close());

/** A workflow that takes a file and tries it out, and is sent one of so many rows. */
async function upload(rows: number) {
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
	const people = Array.from({ length: rows }, (_, n) => `An ${n},an${n}@x.example,06${n + 1e7}`);
	const body = new FormData();
	const file = new Blob([`Name,Email,Phone\n${people.join('\n')}`], { type: 'text/csv' });
	body.set('data', file, 'people.csv');
	const answer = fetch(`${stage.n8n.url}/webhook/${path}`, { method: 'POST', body });
	answer.catch(() => undefined);
	return await until('the execution to begin', 30_000, async () =>
		(await stage.rest.listExecutions(id)).find(({ status }) => status === 'running'),
	);
}

/** The longest time in which n8n did not answer, asked every 25 ms until something has ended. */
async function longestSilence(end: Promise<unknown>): Promise<number> {
	let isOver = false;
	const ended = end.finally(() => (isOver = true));
	let longest = 0;
	while (!isOver) {
		const since = performance.now();
		assert.ok((await fetch(`${stage.n8n.url}/healthz`)).ok);
		longest = Math.max(longest, performance.now() - since);
		await sleep(25);
	}
	await ended;
	return longest;
}

it('Stop ends the work on a file of 200,000 rows, and n8n answers all the time', async (t) => {
	const { id } = await upload(ROWS);
	const stopping = (async () => {
		// Early, so that most of the work is still to come.
		await sleep(300);
		await stage.rest.cancelExecution(id);
		await sleep(1_000);
		const before = await stage.n8n.processorMs();
		await sleep(2_000);
		return (await stage.n8n.processorMs()) - before;
	})();
	const silence = Math.round(await longestSilence(stopping));
	const work = Math.round(await stopping);
	t.diagnostic(`${silence} ms of silence, ${work} ms of work in two seconds after it`);
	assert.ok(silence < LONGEST_SILENCE_MS);
	assert.ok(work < MOST_WORK_MS);
	assert.equal((await stage.rest.executionEnded(id)).status, 'canceled');
});
