import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { inLine, until } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import type { EventName } from '../../tools/sandbox/openapi.ts';
import { openStage, type Stage } from './support/stage.mts';

/** A real n8n goes on answering while files and events that are made to hurt come in, as a load balancer sees it. */

const LONGEST_SILENCE_MS = 1_000;
/** Of two seconds: n8n with nothing to do takes some 60, and one that goes on with a file 1,400. */
const MOST_WORK_MS = 300;

let stage: Stage;
before(async () => {
	stage = await openStage({ env: { N8N_PAYLOAD_SIZE_MAX: '64' } });
});
after(async () => await stage?.close());

/** A workflow that takes a file and tries its import out; how to send it one. */
async function importing(file: string): Promise<{ id: string; send(): Promise<unknown> }> {
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
	const url = `${stage.n8n.url}/webhook/${path}`;
	return { id, send: async () => await (await fetch(url, { method: 'POST', body })).text() };
}

const tryOut = async (file: string) => (await importing(file)).send;

/** Has the service send an event to a workflow, with changes to the record. */
async function sendEvent(
	chosen: string,
	name: EventName,
	changes: object,
): Promise<() => Promise<unknown>> {
	const { payload } = (await stage.sandbox.send({ name })).event;
	const nodes = [
		stage.trigger('apiToken', { events: [chosen] }),
		{ name: 'End', type: 'n8n-nodes-base.noOp' },
	];
	const file = { name: 'Hostile event', nodes, connections: inLine(nodes) };
	const { id } = await stage.rest.createWorkflow(file);
	await stage.rest.activate(id);
	return async () => {
		const { deliveries } = await stage.sandbox.send({
			name,
			payload: { ...payload, ...changes },
		});
		assert.deepEqual(
			deliveries.map(({ status }) => status),
			[200],
		);
		await stage.rest.executionsEnded(id);
		await stage.rest.deactivate(id);
	};
}

/** Asks n8n every 25 ms whether it is there. */
async function silenceDuring(
	work: () => Promise<unknown>,
): Promise<{ longest: number; took: number }> {
	let isOver = false;
	const start = performance.now();
	const ended = work().finally(() => (isOver = true));
	let longest = 0;
	while (!isOver) {
		const since = performance.now();
		assert.ok((await fetch(`${stage.n8n.url}/healthz`)).ok);
		longest = Math.max(longest, performance.now() - since);
		await sleep(25);
	}
	await ended;
	return { longest: Math.round(longest), took: Math.round(performance.now() - start) };
}

/** A file of so many people. */
const rowsOf = (many: number, person: (n: number) => string): string =>
	`Name,Email,Phone\n${Array.from({ length: many }, (_, n) => person(n)).join('\n')}`;

const warned = (n: number) => `An,an${n}@x.example,61234567${n % 10}`;

const many = (fields: number, value: (n: number) => unknown) =>
	Array.from({ length: fields }, (_, n) => ({ label: 'Bron', value: value(n) }));

const INPUTS: Record<string, () => Promise<() => Promise<unknown>>> = {
	'a file of quotation marks that close nothing': async () =>
		await tryOut(`name,email\n"${'x,"'.repeat(Number(process.env.HOSTILE_MARKS ?? 500_000))}`),
	'a file of 100,000 rows, each with a warning': async () => await tryOut(rowsOf(100_000, warned)),
	'a file of 3,000,000 line ends': async () => await tryOut(`Name,Email${'\n'.repeat(3_000_000)}`),
	'a deal with 10,000 free fields of one label': async () =>
		await sendEvent('dealStatusChanged', 'CRM_BACKLOG_ITEM_STATUS_CHANGE', {
			free_fields: many(10_000, (n) => ({ n })),
		}),
	'a form of 30,000 answers': async () =>
		await sendEvent('formCompleted', 'LEAD_CONFIGURATION_FINALIZED', {
			input_fields: many(30_000, (n) => `answer ${n}`),
		}),
};

for (const [name, prepare] of Object.entries(INPUTS)) {
	it(`n8n answers during ${name}`, async (t) => {
		const { longest, took } = await silenceDuring(await prepare());
		t.diagnostic(`${longest} ms of silence in ${took} ms`);
		assert.ok(longest < LONGEST_SILENCE_MS);
	});
}

it('Stop ends the work on a file of 200,000 rows, and n8n answers all the time', async (t) => {
	const { rest, n8n } = stage;
	const { id, send } = await importing(
		rowsOf(200_000, (n) => `An ${n},an${n}@x.example,06${n + 1e7}`),
	);
	send().catch(() => undefined);
	const running = await until('the execution to begin', 30_000, async () =>
		(await rest.listExecutions(id)).find(({ status }) => status === 'running'),
	);
	let work = Infinity;
	const { longest } = await silenceDuring(async () => {
		// Early, so that most of the work is still to come.
		await sleep(300);
		await rest.cancelExecution(running.id);
		await sleep(1_000);
		const before = await n8n.processorMs();
		await sleep(2_000);
		work = (await n8n.processorMs()) - before;
	});
	t.diagnostic(`${longest} ms of silence, ${work} ms of work in two seconds after it`);
	assert.ok(longest < LONGEST_SILENCE_MS);
	assert.ok(work < MOST_WORK_MS);
	assert.equal((await rest.executionEnded(running.id)).status, 'canceled');
});
