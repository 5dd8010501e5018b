import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import {
	type Answer,
	inLine,
	type Outcome,
	until,
	type WorkflowNode,
} from '../../tools/n8n/rest.mts';
import { startSandbox, type Sandbox } from '../../tools/sandbox/server.mts';
import table from '../support/updateLives.ts';
import { crmNode, ENTERED } from './sign-in/support/credentials.mts';
import { openStage, type Stage } from './support/stage.mts';

/**
 * Deal: Update in a real n8n: lives that wait, by n8n's own clock, and what n8n does to an update. All other lives, in no
 * time: unit/SalesCrm/deal/deal.update.lives.test.ts.
 */

let stage: Stage;
before(async () => void (stage = await openStage()));
after(async () => await stage?.close());

/** A service of its own, because what one life does to it is no concern of the next. */
interface Crm {
	sandbox: Sandbox;
	deal: ReturnType<Sandbox['world']['profile']>['deals'][number];
	/** The updates that were sent, and not plainly refused. */
	sent(): string[];
	node(fields: Answer, more?: Partial<WorkflowNode>, options?: Answer): WorkflowNode;
	run(
		fields: Answer,
		items?: Answer[],
		more?: Partial<WorkflowNode>,
		options?: Answer,
	): Promise<Outcome>;
}

async function withCrm(play: (crm: Crm) => Promise<void>): Promise<void> {
	const switches = { only: 'published' } as const;
	const sandbox = await startSandbox({ deals: 40, leads: 0, switches });
	try {
		const [deal] = sandbox.world.profile().deals;
		// By a name of its own: n8n remembers for an address how its service answers, and a port may come again in other tests.
		const entered = ENTERED.salesCrmApi(sandbox.url.replace('127.0.0.1', 'localhost'));
		const credential = await stage.rest.createCredential('salesCrmApi', 'Lives', entered);
		const node: Crm['node'] = (updateFields, more, options = {}) => {
			const dealId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
			const parameters = { resource: 'deal', operation: 'update', dealId, updateFields, options };
			return crmNode('salesCrmApi', credential, parameters, more);
		};
		await play({
			...{ sandbox, deal: deal!, node },
			sent: () =>
				sandbox.log.requests
					.filter(({ operationId }) => /^update(Board)?Item$/.test(operationId ?? ''))
					.map(({ operationId, status }) => `${operationId} ${status}`)
					.filter((one) => !/ 4..$/.test(one)),
			run: async (fields, items = [{}], more = {}, options = {}) =>
				await stage.rest.runOnce(
					[node(fields, more, options)],
					items.map((item) => ({ id: deal!.id, ...item })),
				),
		});
	} finally {
		await sandbox.close();
	}
}

const hintsOf = ({ execution }: Outcome): string[] =>
	execution.resultData.runData['Sales CRM'].flatMap(({ hints = [] }: Answer) =>
		hints.map(({ message }: Answer) => message),
	);

describe('a life of an update', { concurrency: 4 }, () => {
	const lives = Object.entries(table.livesAt(() => undefined as never));
	for (const [name] of lives.filter(([, { waited }]) => waited !== undefined)) {
		it(name, async () => {
			await withCrm(async ({ sandbox, deal, sent, run }) => {
				const { asks, happens, word, sent: most } = table.livesAt(() => sandbox)[name]!;
				const asked = asks();
				happens?.();
				const outcome = await run(asked);
				if (word instanceof RegExp) {
					assert.match(outcome.execution.error!.message, word);
				} else {
					const [{ json }] = outcome.items as [Answer];
					assert.deepEqual([json.statusId, json.title], [deal.statusId, deal.summary]);
					for (const [key, value] of Object.entries(word)) assert.deepEqual(json[key], value, key);
					assert.deepEqual(hintsOf(outcome), []);
				}
				assert.equal(sent().length, most, sent().join());
			});
		});
	}

	it('two items about one deal: both lines stand there, in order', async () => {
		await withCrm(async ({ sandbox, deal, run }) => {
			sandbox.switches.patchLateReads = 1;
			const { items } = await run({ description: '={{ $json.text }}' }, [
				{ text: 'Een' },
				{ text: 'Twee' },
			]);
			assert.deepEqual(
				items.map(({ json }) => json.outcome),
				['updated', 'updated'],
			);
			assert.match(deal.description, /\nEen\nTwee$/);
		});
	});

	it('"Retry On Fail" behind a service that is late: the line is added once', async () => {
		await withCrm(async ({ sandbox, deal, sent, run }) => {
			sandbox.switches.patchLateReads = 2;
			const before = deal.description;
			const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1000 };
			const { items } = await run({ description: 'Gebeld' }, [{}], retries);
			assert.equal(items[0]!.json.outcome, 'updated');
			assert.deepEqual(items[0]!.json.before, { description: before });
			assert.equal(deal.description.split('Gebeld').length, 2);
			assert.equal(sent().length, 1);
		});
	});

	it('"Stop": nothing more is sent', async () => {
		await withCrm(async ({ sandbox, sent, node }) => {
			sandbox.switches.latencyMs = 50;
			const path = crypto.randomUUID();
			const nodes = [
				{
					...{ name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path },
					parameters: { path, httpMethod: 'POST' },
				},
				{
					...{ name: 'Deals', type: 'n8n-nodes-base.splitOut', typeVersion: 1 },
					parameters: { fieldToSplitOut: 'body.deals' },
				},
				node({ description: 'Gebeld' }),
			];
			const file = { name: 'To be stopped', nodes, connections: inLine(nodes) };
			const { id } = await stage.rest.createWorkflow(file);
			await stage.rest.activate(id);
			const deals = sandbox.world.profile().deals.map((deal) => ({ id: deal.id }));
			await fetch(`${stage.n8n.url}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ deals }),
			});
			await until('three updates', 30_000, async () => sent().length >= 3 || undefined);
			const [running] = await stage.rest.listExecutions(id);
			await stage.rest.cancelExecution(running!.id);
			assert.equal((await stage.rest.executionEnded(running!.id)).status, 'canceled');
			await sleep(500);
			const { length } = sent();
			await sleep(1_000);
			assert.deepEqual([sent().length, length < deals.length], [length, true]);
		});
	});

	it('what was moved wrongly is put back by its own `before`', async () => {
		await withCrm(async ({ deal, run, node, sandbox }) => {
			const { statusId, summary, description } = deal;
			const other = sandbox.world
				.profile()
				.statuses.find((one) => one.backlog_id === deal.backlogId && one.id !== statusId)!;
			const wrong = { statusId: other.label, title: 'Ander dak', description: 'Gebeld' };
			const { items } = await run(wrong);
			assert.deepEqual([deal.statusId, deal.summary], [other.id, 'Ander dak']);
			const { before } = items[0]!.json;
			const back = node({}, {}, { restore: '={{ $json.before }}' });
			const undone = await stage.rest.runOnce([back], [{ id: deal.id, before }]);
			assert.equal(undone.execution.error, undefined);
			assert.deepEqual(
				[deal.statusId, deal.summary, deal.description],
				[statusId, summary, description],
			);
		});
	});
});
