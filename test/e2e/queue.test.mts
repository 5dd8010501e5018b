import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../runtime/executions.mts';
import { inLine, type WorkflowNode } from '../../runtime/rest.mts';
import { API_TOKEN, PROFILE_ID } from '../../sandbox/identities.mts';
import { pollingTools, POLL_EVERY_MS } from './support/pollingTrigger.mts';
import { LINE } from './support/stage.mts';
import { workflowTools } from './support/triggerStage.mts';
import { openGate } from './support/gate.mts';
import { events, fateOf, timesRun, type Fate, type Sent } from './support/queue/events.mts';
import { importKilled } from './support/queue/killedImport.mts';
import { openQueueStage, type QueueStage } from './support/queue/queue.mts';

/**
 * n8n in queue mode as people run it (docs/queue-mode.md): PostgreSQL, Redis, a main process, two webhook processes and
 * two workers. The tests go on with what the ones before left. `EVENTS=5000` and `ROWS=20000` make it large.
 */
const EVENTS = Number(process.env.EVENTS ?? 1000);
const AT_FIRST = 0.4 * EVENTS;
const ROWS = Number(process.env.ROWS ?? 3000);
/** On 1.123 the import alone, and a smaller one. */
const ROWS_1 = Number(process.env.ROWS ?? 1000);

describe('queue mode, n8n 2', { skip: LINE !== '2' && 'shown on 2.x' }, () => {
	let stage: QueueStage;
	let tools: ReturnType<typeof events>;
	let history: ReturnType<typeof pollingTools>;
	let workflow: string;
	let watching: string;
	let readNew: ReturnType<typeof tools.reader>;
	before(async () => {
		stage = await openQueueStage('2');
		tools = events(stage);
		history = pollingTools(stage);
	});
	after(async () => await stage?.close());

	/** All changes of status that the service knows. */
	const changes = () =>
		stage.sandbox.world
			.profile()
			.deals.flatMap((deal) => deal.history)
			.filter(({ type }) => type === 'STATUS_CHANGED')
			.map(({ id }) => id);
	/** Sends events while something happens, and tells what became of them. */
	const during = async (test: TestContext, what: () => Promise<unknown>): Promise<Fate> => {
		const start = new Date().toISOString();
		const sent = await tools.moveDuring(what);
		const refused = stage.sandbox.log.deliveries.filter(
			({ status, time }) => status !== 200 && time >= start,
		);
		const words = new Set(refused.map(({ status, answer }) => `${status} ${answer}`));
		const fate = fateOf(sent, await readNew());
		test.diagnostic(`${sent.length} events: ${JSON.stringify(fate)}`);
		for (const one of words) test.diagnostic(one);
		assert.equal(fate.answers['200'], sent.length, 'each is answered 200 in the end');
		assert.equal(fate.tooOften, 0, 'no event runs more often than it was sent');
		return fate;
	};

	it('activation registers one webhook, where the webhook processes answer', async () => {
		const { sandbox, balancer } = stage;
		workflow = await activeWorkflow(stage, 'Events');
		readNew = tools.reader(workflow);
		const { subscriptions } = await stage.state();
		assert.equal(subscriptions.length, 1);
		assert.ok(subscriptions[0].url.startsWith(`${balancer.url}/webhook/`));
		const asked = sandbox.log.requests.filter(({ operationId }) => operationId === 'subscribe');
		assert.equal(asked.length, 1);
	});

	it('events by the hundred run once each, answered by both webhook processes; the history trigger tells of each move once, and one process alone polls', async (test) => {
		watching = await workflowTools(stage).workflow([history.poller()]);
		const known = new Set(changes());
		const active = Date.now();
		await stage.rest.activate(watching);
		await history.polled();

		const start = Date.now();
		const sent = await tools.move(AT_FIRST);
		const answered = Date.now() - start;
		const fate = fateOf(sent, await readNew());
		const ended = Date.now() - start;
		test.diagnostic(`${AT_FIRST} events answered in ${answered} ms, ran after ${ended} ms`);
		assert.deepEqual(fate, {
			answers: { 200: AT_FIRST },
			executions: { success: AT_FIRST },
			notRun: 0,
			twice: 0,
			tooOften: 0,
		});
		const [first, second] = stage.balancer.answered() as [number, number];
		assert.equal(first + second, AT_FIRST);
		assert.ok(first > AT_FIRST / 3 && second > AT_FIRST / 3, `${first} and ${second}`);

		const made = changes().filter((id) => !known.has(id));
		const came = await history.untilCame(watching, made.length);
		assert.deepEqual(came.sort(), made.sort());
		const slots = Math.ceil((Date.now() - active) / POLL_EVERY_MS);
		assert.ok(history.polls() <= slots + 1, `${history.polls()} polls in ${slots} times`);
	});

	it('Redis restarted: calls wait for it or are refused, and what was accepted has run or is listed as failed', async (test) => {
		const known = new Set(changes());
		const fate = await during(test, async () => {
			await sleep(1_000);
			await stage.redis.stop();
			await sleep(3_000);
			await stage.redis.start();
			await sleep(2_000);
		});
		const { success, ...failed } = fate.executions;
		assert.ok(success! > 0);
		// A Redis that is still reading what it kept makes n8n give up executions that it had taken.
		assert.ok(fate.notRun <= (failed.error ?? 0));
		assert.ok(fate.twice <= (fate.answers.null ?? 0), 'only what was sent again');

		const made = changes().filter((id) => !known.has(id));
		const ofPoller = `"workflowId" = '${watching}' and status = 'error'`;
		const came = await until('the changes, or a failed execution with them', 90_000, async () => {
			const ids = await history.came(watching);
			const lost = await stage.postgres.query(`select id from execution_entity where ${ofPoller}`);
			return ids.length === AT_FIRST + made.length || lost.length > 0 ? ids : undefined;
		});
		assert.equal(new Set(came).size, came.length);
		for (const id of came.slice(AT_FIRST)) assert.ok(made.includes(id));
		await stage.rest.deactivate(watching);
	});

	it('the database gone for ten seconds: calls are refused, and what was accepted has run or is listed as failed', async (test) => {
		const fate = await during(test, async () => {
			await sleep(1_000);
			await stage.postgres.crash();
			await sleep(10_000);
			await stage.postgres.start();
			await sleep(3_000);
		});
		assert.ok(fate.answers['503']! > 0, 'calls are refused meanwhile');
		const { success, ...failed } = fate.executions;
		const listed = Object.values(failed).reduce((sum, many) => sum + many, 0);
		assert.ok(success! > 0);
		assert.ok(fate.notRun <= listed, `${fate.notRun} did not run, ${listed} are listed`);
	});

	it('the main process restarted: events go on, and what the database lost is listed as crashed', async (test) => {
		const fate = await during(test, async () => {
			await sleep(1_000);
			await stage.n8n.restart();
			await sleep(1_000);
		});
		assert.ok(fate.notRun <= (fate.executions.crashed ?? 0));
		assert.ok(fate.twice <= (fate.answers.null ?? 0), 'only what was sent again');
		const open = `select id from execution_entity where status in ('new', 'running')`;
		assert.deepEqual(await stage.postgres.query(open), []);
		assert.equal((await stage.state()).subscriptions.length, 1);
	});

	it('a PDF that a worker fetched can be read through the main process', async () => {
		const [id] = (await stage.state()).quotations;
		const quotationId = { __rl: true, mode: 'id', value: id };
		const parameters = { resource: 'quotation', operation: 'download', quotationId };
		const [item] = (await stage.rest.runOnce([stage.crm('apiToken', parameters)])).items;
		const { data } = item!.binary!;
		assert.match(data.id, /^database:/);
		const query = new URLSearchParams({ id, company_profile_id: PROFILE_ID });
		const pdf = await fetch(`${stage.sandbox.url}/api/v1/quotations/pdf?${query}`, {
			headers: { authorization: `Bearer ${API_TOKEN}` },
		});
		const bytes = await stage.rest.readBinary(data);
		assert.ok(bytes.equals(Buffer.from(await pdf.arrayBuffer())));
	});

	it('an import whose worker is killed stays half done until it is run again; with skip each row is there once', async (test) => {
		await importsOnce(test, stage, ROWS, 'person');
	});

	it('deactivation leaves no webhook', async () => {
		await stage.rest.deactivate(workflow);
		assert.deepEqual((await stage.state()).subscriptions, []);
	});

	it('twenty different events at once on a fresh workflow: each reaches the next node once', async () => {
		const fresh = await activeWorkflow(stage, 'At once');
		const sent = await tools.moveAtOnce(20);
		const ran = await tools.reader(fresh)();
		const { answers, executions, notRun, twice } = fateOf(sent, ran);
		assert.deepEqual(
			{ answers, executions },
			{ answers: { 200: 20 }, executions: { success: 20 } },
		);
		assert.deepEqual({ notRun, twice }, { notRun: 0, twice: 0 });
		await stage.rest.deactivate(fresh);
	});

	it('a thousand events, one in ten delivered twice: none is lost, and of the repeats few reach the next node', async (test) => {
		const fresh = await activeWorkflow(stage, 'Twice');
		const { once, twice } = await tools.moveSomeTwice(EVENTS, [0, 100, 1_000, 5_000]);
		const times = timesRun(await tools.reader(fresh)());
		const often = ({ eventId }: Sent) => times[eventId] ?? 0;
		assert.deepEqual(new Set(once.map(often)), new Set([1]), 'each of those sent once');
		let repeats = 0;
		let passed = 0;
		for (const [distance, sent] of twice) {
			assert.ok(sent.every(({ answers }) => answers.join() === '200,200'));
			assert.ok(
				sent.every((one) => [1, 2].includes(often(one))),
				'none lost',
			);
			const through = sent.filter((one) => often(one) === 2).length;
			test.diagnostic(
				`${through} of ${sent.length} repeats passed, ${distance} ms after the event`,
			);
			repeats += sent.length;
			passed += through;
		}
		assert.equal(repeats, Math.floor(EVENTS / 10));
		assert.ok(passed < repeats / 2, `${passed} of ${repeats}`);
		await stage.rest.deactivate(fresh);
	});
});

describe('queue mode, n8n 1', { skip: LINE !== '1' && 'shown on 1.123' }, () => {
	let stage: QueueStage;
	before(async () => (stage = await openQueueStage('1')));
	after(async () => await stage?.close());

	it('a worker killed behind the trigger: the event is not taken for a repeat when the other runs the execution again', async () => {
		const gate = await openGate();
		try {
			const id = await activeWorkflow(stage, 'Killed', gate.node);
			const { rest, workers } = stage;
			const before = workers.map((worker) => worker.log().length);
			const [sent] = await events(stage).moveAtOnce(1);
			assert.deepEqual(sent!.answers, [200]);
			await gate.reached(1);
			const busy = workers.find((worker, n) =>
				worker.log().slice(before[n]).includes('started execution'),
			);
			await busy!.end('SIGKILL');
			await gate.reached(2, 120_000);
			gate.open();
			const [execution, ...others] = await rest.executionsEnded(id, 1);
			assert.equal(others.length, 0);
			assert.equal(execution!.status, 'success');
			assert.equal(execution!.items('End').length, 1);
			await rest.deactivate(id);
			workers.splice(workers.indexOf(busy!), 1);
			await stage.addWorker();
		} finally {
			await gate.close();
		}
	});

	it('an import whose worker is killed is run again by the other from its start; with skip each row is there once', async (test) => {
		await importsOnce(test, stage, ROWS_1, 'n8n');
	});
});

/** An active workflow that begins with the instant trigger and has these nodes before its end; gives its id. */
async function activeWorkflow(
	{ rest, trigger }: QueueStage,
	name: string,
	...between: WorkflowNode[]
): Promise<string> {
	const nodes = [trigger('apiToken'), ...between, { name: 'End', type: 'n8n-nodes-base.noOp' }];
	const { id } = await rest.createWorkflow({ name, nodes, connections: inLine(nodes) });
	await rest.activate(id);
	return id;
}

async function importsOnce(
	test: TestContext,
	stage: QueueStage,
	rows: number,
	again: 'n8n' | 'person',
) {
	const start = Date.now();
	const { half, outcomes, emails } = await importKilled(stage, rows, again);
	test.diagnostic(`${half} of ${rows} rows at the kill; all in ${Date.now() - start} ms`);
	assert.deepEqual(outcomes, { created: rows - half, existing: half, all: rows });
	assert.equal(emails.length, rows);
	assert.equal(new Set(emails).size, rows);
}
