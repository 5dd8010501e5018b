import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import kinds from '../../nodes/api/eventKinds.ts';
import { API_TOKEN, EMPTY_AUDIENCE_ID, PROFILE_ID } from '../../tools/sandbox/identities.mts';
import { instantTools } from './support/instantTrigger.mts';
import { POLLING_TRIGGER, pollingTools, POLL_EVERY_MS } from './support/pollingTrigger.mts';
import { events, type Sent } from './support/queue/events.mts';
import { importKilled } from './support/queue/killedImport.mts';
import { openQueueStage, type QueueStage } from './support/queue/queue.mts';
import { LINE } from './support/stage.mts';
import { workflowTools } from './support/triggerStage.mts';

/**
 * n8n in queue mode as people run it (docs/queue-mode.md): PostgreSQL, Redis, a main process, two webhook processes and
 * two workers. On 1.123 the killed import alone. `EVENTS=5000` and `ROWS=20000` make it large.
 */
const EVENTS = Number(process.env.EVENTS ?? 1000);
const ROWS = Number(process.env.ROWS ?? 1000);
/** How long after an event the same one comes once more. */
const DISTANCES_MS = [0, 100, 1_000, 5_000];

const on2 = { skip: LINE !== '2' && 'shown on 2.x' };

describe(`queue mode (n8n ${LINE}.x)`, () => {
	let stage: QueueStage;
	let tools: ReturnType<typeof events>;
	before(async () => {
		stage = await openQueueStage();
		tools = events(stage);
	});
	after(async () => await stage?.close());

	const activeWorkflow = async (): Promise<string> => {
		const id = await workflowTools(stage).workflow();
		await stage.rest.activate(id);
		return id;
	};

	it(
		'a thousand events, one in ten delivered twice: none is lost, and of the repeats few reach the next node',
		on2,
		async (test) => {
			const id = await activeWorkflow();
			const { subscriptions } = await stage.state();
			assert.equal(subscriptions.length, 1);
			assert.ok(subscriptions[0].url.startsWith(`${stage.balancer.url}/webhook/`));
			const start = Date.now();
			const sent = await tools.moveMany(EVENTS, DISTANCES_MS);
			test.diagnostic(`${EVENTS} events answered in ${Date.now() - start} ms`);
			const times = await tools.timesRun(id, sent);
			test.diagnostic(`all ran after ${Date.now() - start} ms`);

			const often = ({ eventId }: Sent) => times[eventId] ?? 0;
			const [once, twice] = [sent.filter(isOnce), sent.filter((one) => !isOnce(one))];
			assert.deepEqual(new Set(once.map(often)), new Set([1]));
			assert.ok(
				twice.every((one) => [1, 2].includes(often(one))),
				'none lost',
			);
			for (const distance of DISTANCES_MS) {
				const own = twice.filter(({ againAfterMs }) => againAfterMs === distance);
				const passed = own.filter((one) => often(one) === 2).length;
				test.diagnostic(
					`${passed} of ${own.length} repeats passed, ${distance} ms after the event`,
				);
			}
			assert.equal(twice.length, Math.floor(EVENTS / 10));
			assert.ok(twice.filter((one) => often(one) === 2).length < twice.length / 2);
			const [first, second] = stage.balancer.answered() as [number, number];
			assert.ok(Math.min(first, second) > EVENTS / 3, `${first} and ${second}`);
			await stage.rest.deactivate(id);
		},
	);

	it('every event of the Sales CRM Trigger reaches a worker, once', on2, async () => {
		const { tell } = instantTools(stage);
		const values = kinds.EVENTS.map(({ value }) => value);
		const parameters = { events: values, options: { recordTypes: ['deal', 'lead'] } };
		const id = await workflowTools(stage).workflow([stage.trigger('apiToken', parameters)]);
		await stage.rest.activate(id);
		const answers: number[] = [];
		for (const kind of kinds.EVENTS) {
			const { deliveries } = await tell(kind);
			answers.push(...deliveries.map(({ status }: { status: number }) => status));
		}
		assert.deepEqual(answers, Array(values.length).fill(200));
		const executions = await stage.rest.executionsEnded(id, values.length);
		const items = executions.flatMap((one) => one.items('End').map(({ json }) => json));
		assert.deepEqual(items.map(({ triggeredBy }) => triggeredBy).sort(), values.toSorted());
		await stage.rest.deactivate(id);
	});

	it('the polling trigger tells of each move once, and one process alone polls', on2, async () => {
		const { poller, polled, polls, untilCame } = pollingTools(stage);
		const id = await workflowTools(stage).workflow([poller()]);
		const before = polls();
		const active = Date.now();
		await stage.rest.activate(id);
		await polled();
		const changes = () =>
			stage.sandbox.world
				.profile()
				.deals.flatMap(({ history }) => history)
				.map((entry) => entry.id);
		const known = new Set(changes());
		await tools.moveAtOnce(50);
		const made = changes().filter((one) => !known.has(one));
		assert.deepEqual((await untilCame(id, made.length)).sort(), made.sort());
		await polled();
		const slots = Math.ceil((Date.now() - active) / POLL_EVERY_MS);
		assert.ok(polls() - before <= slots + 1, `${polls() - before} polls in ${slots} times`);
		await stage.rest.deactivate(id);
	});

	it(
		'beside a polling trigger, published anew by turns, each process knows the secret',
		on2,
		async () => {
			const { poller, untilAssignedCame } = pollingTools(stage);
			const { changeTrigger } = instantTools(stage);
			const triggers = [stage.trigger('serviceAccount'), poller({ events: ['dealAssigned'] })];
			const id = await workflowTools(stage).workflow(triggers);
			await stage.rest.activate(id);
			const allPass = async () => {
				const answers = (await tools.moveAtOnce(20)).flatMap((one) => one.answers);
				assert.deepEqual(new Set(answers), new Set([200]));
			};
			for (const turn of [1, 2]) {
				const options = { additionalEvents: `CRM_${turn}` };
				await changeTrigger(id, ({ parameters }) => Object.assign(parameters!, { options }));
				await allPass();
				// n8n now writes static data that the polling trigger read before.
				await untilAssignedCame(id);
				await allPass();
				const filters = { assigneeIds: [] };
				const edited = { filters, options: { pageSize: turn } };
				await changeTrigger(id, (node) => Object.assign(node.parameters!, edited), POLLING_TRIGGER);
				await untilAssignedCame(id);
				await allPass();
			}
			await stage.rest.deactivate(id);
		},
	);

	it('a PDF that a worker fetched can be read through the main process', on2, async () => {
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

	it('an import whose worker is killed is run again, by a person or by n8n 1; with skip each row is there once', async (test) => {
		const { half, outcomes } = await importKilled(stage, ROWS, LINE === '1' ? 'n8n' : 'person');
		test.diagnostic(`${half} of ${ROWS} rows at the kill`);
		const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
		assert.deepEqual([count('existing'), count('created')], [half, ROWS - half]);
		const contacts = stage.sandbox.world.profile().contacts.createdIn(EMPTY_AUDIENCE_ID);
		const infos = contacts.map((contact) => JSON.stringify(contact.standard_personal_infos));
		assert.deepEqual([infos.length, new Set(infos).size], [ROWS, ROWS]);
	});
});

const isOnce = ({ againAfterMs }: Sent) => againAfterMs === undefined;
