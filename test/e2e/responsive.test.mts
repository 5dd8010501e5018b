import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, it } from 'node:test';

import { inLine, until, type WorkflowNode } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { openStage, type Stage } from './support/stage.mts';

/** Of a real n8n, as a load balancer asks whether it is alive. By shape and number of rows: tools/bench/importShapes.mts. */

const LONGEST_SILENCE_MS = 1000;
/** What 200,000 rows would take, were they read to their end. */
const ROWS = 200_000;

let stage: Stage;
before(async () => {
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem', N8N_PAYLOAD_SIZE_MAX: '64' };
	stage = await openStage({ env });
});
after(async () => await stage?.close());

/** A workflow that takes a file, and tries it out. */
async function upload(content: string): Promise<{ workflowId: string; answer: Promise<Response> }> {
	const path = crypto.randomUUID();
	const webhook: WorkflowNode = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} },
	};
	const parameters = {
		resource: 'contact',
		operation: 'import',
		audienceId: AUDIENCE_ID,
		dryRun: true,
	};
	const nodes = [webhook, stage.crm('apiToken', parameters)];
	const file = { name: path, nodes, connections: inLine(nodes) };
	const { id } = await stage.rest.createWorkflow(file);
	await stage.rest.activate(id);
	const body = new FormData();
	body.set('data', new Blob([content], { type: 'text/csv' }), 'people.csv');
	const answer = fetch(`${stage.n8n.url}/webhook/${path}`, { method: 'POST', body });
	return { workflowId: id, answer };
}

/** The longest time in which n8n did not answer, asked every 25 ms until something has come. */
async function longestSilence(end: Promise<unknown>): Promise<number> {
	let isOver = false;
	const told = end.finally(() => (isOver = true));
	let longest = 0;
	while (!isOver) {
		const since = performance.now();
		assert.ok((await fetch(`${stage.n8n.url}/healthz`)).ok);
		longest = Math.max(longest, performance.now() - since);
		await sleep(25);
	}
	await told;
	return longest;
}

const LETTER = 'dear '.repeat(50_000);

for (const [name, content, said] of [
	['a letter of one line', LETTER, /Error in workflow/],
	['a letter above the rows', `${LETTER}\nName,Email\nAn,an@x.example`, /"wouldCreate":1/],
	['XML on one line', '<row><name>An Jansen</name></row>'.repeat(20_000), /Error in workflow/],
] as const) {
	it(`n8n answers while ${name} is read`, async (t) => {
		const { answer } = await upload(content);
		const longest = await longestSilence(answer);
		t.diagnostic(`longest silence ${Math.round(longest)} ms`);
		assert.ok(longest < LONGEST_SILENCE_MS, `${longest} ms without an answer`);
		assert.match(await (await answer).text(), said);
	});
}

it('Stop ends the work on a file, and n8n answers all the time', async (t) => {
	const rows = Array.from(
		{ length: ROWS },
		(_, n) => `An ${n},an${n}@x.example,06${n + 10_000_000}`,
	);
	const { workflowId, answer } = await upload(`Name,Email,Phone\n${rows.join('\n')}`);
	const { id } = await until('the execution to begin', 30_000, async () =>
		(await stage.rest.listExecutions(workflowId)).find(({ status }) => status === 'running'),
	);
	await sleep(1_500);
	const stopping = (async () => {
		await stage.rest.cancelExecution(id);
		await sleep(1_000);
		const before = await stage.n8n.processorMs();
		await sleep(2_000);
		return (await stage.n8n.processorMs()) - before;
	})();
	const longest = await longestSilence(stopping);
	const afterwards = await stopping;
	t.diagnostic(
		`${Math.round(afterwards)} ms of work in two seconds, ${Math.round(longest)} ms of silence`,
	);
	assert.ok(afterwards < 1_000, `${afterwards} ms of work in the two seconds after`);
	assert.ok(longest < LONGEST_SILENCE_MS, `${longest} ms without an answer`);
	assert.equal((await stage.rest.executionEnded(id)).status, 'canceled');
	await answer.catch(() => undefined);
});
