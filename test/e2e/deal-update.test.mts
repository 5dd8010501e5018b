import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Answer, inLine, until } from '../../tools/n8n/rest.mts';
import type { Switches } from '../../tools/sandbox/switches.mts';
import { openStage, type Scheme, type Stage } from './support/stage.mts';

/** Whatever the service does, a run ends with a word that is true, and no route is asked twice for one update. */
describe('Deal: Update', () => {
	let stage: Stage;
	const sandbox = { deals: 6, leads: 0, switches: { only: 'published' } } as const;
	before(async () => (stage = await openStage({ sandbox })));
	after(async () => await stage?.close());
	beforeEach(() => stage.sandbox.reset());

	const profile = () => stage.sandbox.world.profile();
	const deal = () => profile().deals[0]!;
	/** Statuses of the deal's own pipeline that it is not in, in their order. */
	const others = () => {
		const { backlogId, statusId } = deal();
		return profile().statuses.filter((one) => one.backlog_id === backlogId && one.id !== statusId);
	};
	const next = () => others()[0]!;
	const colleague = () => profile().users.find(({ id }) => id !== deal().assigneeId)!;

	const set = (switches: Partial<Switches>) => Object.assign(stage.sandbox.switches, switches);
	const fail = (...faults: Switches['faults']) => set({ faults });
	const requests = () => stage.sandbox.log.requests;
	const updates = () => requests().filter(({ method }) => method === 'PATCH');
	/** When the deal was read after the update, in seconds after it. */
	const waits = () => {
		const [update] = updates();
		const reads = requests().slice(requests().indexOf(update!));
		return reads
			.filter(({ operationId }) => operationId === 'getItem')
			.map(({ time }) => Math.round((Date.parse(time) - Date.parse(update!.time)) / 1000));
	};

	const update = (scheme: Scheme, updateFields: Answer) => {
		const dealId = { __rl: true, mode: 'id', value: deal().id };
		return stage.crm(scheme, { resource: 'deal', operation: 'update', dealId, updateFields });
	};

	type Case = {
		scheme?: Scheme;
		service?: () => unknown;
		fields: () => Answer;
		/** What of the deal is different afterwards. */
		becomes?: () => Answer;
		outcome?: 'updated' | 'unchanged';
		error?: RegExp;
		hint?: RegExp;
		/** By which routes an update was sent. */
		sent?: string[];
		waits?: number[];
	};
	const moved = () => ({ statusId: next().id });
	const described = () => ({ description: 'Gebeld' });

	/** The first is of an account for which no route has answered yet. */
	const CASES: Record<string, Case> = {
		'a right that is missing': {
			service() {
				const refusal = { kind: 'status', status: 403, code: 'INVALID_PERMISSION' } as const;
				const always = { ...refusal, every: 1 };
				fail({ ...always, route: 'updateItem' }, { ...always, route: 'updateBoardItem' });
			},
			fields: described,
			error: /^Could not update the deal: the credential does not have the permission for this/,
			sent: ['updateItem', 'updateBoardItem'],
		},
		'moved by name': {
			fields: () => ({ statusId: next().label.toUpperCase() }),
			becomes: moved,
			outcome: 'updated',
			sent: ['updateItem'],
		},
		'moved and assigned by name, and described': {
			fields: () => ({ statusId: next().label, assigneeId: colleague().email, ...described() }),
			becomes: () => ({ statusId: next().id, assigneeId: colleague().id, ...described() }),
			outcome: 'updated',
			sent: ['updateBoardItem'],
		},
		'as it is already': { fields: () => changeable(deal()), outcome: 'unchanged' },
		'a success that did nothing': {
			service: () => set({ patchEffect: 'nothing' }),
			fields: moved,
			error: /^The Sales CRM confirmed the update, but the deal is as before$/,
			sent: ['updateItem'],
		},
		'a success that wiped the description': {
			service: () => set({ patchEffect: 'wiped' }),
			fields: moved,
			becomes: () => ({ ...moved(), description: '' }),
			outcome: 'updated',
			hint: /^Changed as well with the update of ".+": 'Description'$/,
			sent: ['updateItem'],
		},
		'a lost answer of an update that was made': {
			service: () => fail({ kind: 'lostReply', route: 'updateItem' }),
			fields: moved,
			becomes: moved,
			outcome: 'updated',
			sent: ['updateItem'],
			waits: [3],
		},
		'a lost answer of an update that was not made': {
			service: () => fail({ kind: 'drop', route: 'updateItem' }),
			fields: moved,
			error: /^Could not update the deal: the connection was lost; it may have been carried out$/,
			sent: ['updateItem'],
			waits: [3, 10],
		},
		'an automation moves it on': {
			service: () => set({ patchEffect: 'movedOn' }),
			fields: () => ({ statusId: others()[1]!.id }),
			becomes: moved,
			outcome: 'updated',
			hint: /^'Status' of ".+" is ".+" now: an automation of your Sales CRM may have changed it/,
			sent: ['updateItem'],
		},
		'a status of another pipeline': {
			service() {
				const { backlogId } = deal();
				profile().statuses.find((one) => one.backlog_id !== backlogId)!.label = 'Elders';
			},
			fields: () => ({ statusId: 'Elders' }),
			error: /^The deal cannot be moved to "Elders": that is not a status of the pipeline ".+"$/,
		},
		'two statuses of one name': {
			service: () =>
				others()
					.slice(0, 2)
					.forEach((status) => (status.label = 'Twee')),
			fields: () => ({ statusId: 'twee' }),
			error: /^"twee" means 2 statuses of the pipeline ".+"$/,
		},
		'a service as described alone': {
			scheme: 'serviceAccount',
			service: () => set({ only: 'described' }),
			fields: described,
			error: /^Deals cannot be updated: your Sales CRM does not offer it$/,
		},
	};

	for (const [name, one] of Object.entries(CASES)) {
		it(`${name}: ${one.outcome ?? 'an error'}`, async () => {
			one.service?.();
			const expected = { ...changeable(deal()), ...one.becomes?.() };
			const node = update(one.scheme ?? 'apiToken', one.fields());
			const { items, execution } = await stage.rest.runOnce([node]);
			const runs: Answer[] = execution.resultData.runData[node.name];
			const hints = runs.flatMap((run) => run.hints ?? []).map(({ message }) => message);
			assert.match(execution.error?.message ?? '', one.error ?? /^$/);
			assert.match(hints.join('\n'), one.hint ?? /^$/);
			assert.deepEqual(changeable(deal()), expected);
			const shown = items.map(({ json }) => ({ outcome: json.outcome, ...changeable(json) }));
			assert.deepEqual(shown, one.outcome ? [{ outcome: one.outcome, ...expected }] : []);
			const sent = updates().map(({ operationId }) => operationId);
			assert.deepEqual(sent, one.sent ?? []);
			if (one.waits) assert.deepEqual(waits(), one.waits);
		});
	}

	for (const [name, service] of [
		['while the answer is awaited', () => set({ latencyMs: 1_000 })],
		['before the deal is read again', () => fail({ kind: 'drop', route: 'updateItem', every: 1 })],
	] as const) {
		it(`Stop ${name}: nothing more is sent`, async () => {
			service();
			const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
			// Two items about one deal: the second waits for its turn.
			const pinData = { Start: [{ json: {} }, { json: {} }] };
			const nodes = [start, update('apiToken', { description: '=Gebeld {{ $itemIndex }}' })];
			const file = { name: 'Stop', nodes, connections: inLine(nodes), pinData };
			const { id } = await stage.rest.createWorkflow(file);
			const ended = stage.rest.runManually(id, start.name);
			await until('an update', 60_000, async () => updates()[0]);
			const [running] = await stage.rest.listExecutions(id);
			await stage.rest.cancelExecution(running!.id);
			assert.equal((await ended).status, 'canceled');
			await sleep(5_000);
			const [sent] = updates();
			assert.deepEqual(requests().slice(requests().indexOf(sent!)), [sent]);
		});
	}
});

const changeable = ({ statusId, assigneeId, description }: Answer) => ({
	statusId,
	assigneeId,
	description,
});
