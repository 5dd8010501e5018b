import assert from 'node:assert/strict';

import { until } from '../../../../tools/n8n/executions.mts';
import type { QueueStage } from './queue.mts';

/** How many calls the service has under way. */
const AT_ONCE = 8;
const MAX_MS = 600_000;

/** An event that was sent. */
export interface Sent {
	eventId: number;
	/** What each delivery was answered. */
	answers: Array<number | null>;
}

/** Moves deals at the service and reads what became of it. */
export function events({ rest, sandbox, postgres }: QueueStage) {
	let moves = 0;
	/** @param againAfterMs When the event is delivered once more. */
	const move = async (againAfterMs?: number): Promise<Sent> => {
		const { deals, statuses } = sandbox.world.profile();
		const n = moves++;
		const deal = deals[n % deals.length]!;
		// A move to its own status would move nothing, and start nothing.
		const others = statuses.filter(({ id }) => id !== deal.statusId);
		const status = others[n % others.length]!;
		// The service reads its switches as it begins to send: the events beside this one are sent once.
		sandbox.switches.duplicateDeliveries = againAfterMs !== undefined;
		sandbox.switches.duplicateAfterMs = againAfterMs ?? 0;
		const sending = sandbox.moveDeal(deal.id, status.id);
		sandbox.switches.duplicateDeliveries = false;
		const { event, deliveries } = await sending;
		return { eventId: event.id, answers: deliveries.map((one) => one.status) };
	};
	return {
		/** Moves so many deals at the same moment. */
		moveAtOnce: async (count: number): Promise<Sent[]> =>
			await Promise.all(Array.from({ length: count }, async () => await move())),
		/** Moves deals; one in ten of the events is delivered twice, so many milliseconds after each other. */
		async moveMany(count: number, againAfterMs: number): Promise<Sent[]> {
			const sent: Array<Promise<Sent>> = [];
			const sender = async () => {
				while (sent.length < count) {
					const isTwice = sent.length % 10 === 9;
					const one = move(isTwice ? againAfterMs : undefined);
					sent.push(one);
					// Beside one that comes again the others go on.
					if (!isTwice) await one;
				}
			};
			await Promise.all(Array.from({ length: AT_ONCE }, sender));
			return await Promise.all(sent);
		},
		/** How often each event reached the end of the workflow, by its id, once all executions have succeeded. */
		async timesRun(workflowId: string, sent: Sent[]): Promise<Map<number, number>> {
			const deliveries = sent.flatMap(({ answers }) => answers).length;
			// Counted in the database itself: n8n's list loses some between its pages while they start out of turn.
			const query = `select id from execution_entity where "workflowId" = '${workflowId}' and status = 'success'`;
			const ids = await until('all executions to succeed', MAX_MS, async () => {
				const rows = await postgres.query(query);
				return rows.length >= deliveries ? rows.flat() : undefined;
			});
			assert.equal(ids.length, deliveries);
			const times = new Map<number, number>();
			const read = async () => {
				for (let id = ids.pop(); id; id = ids.pop()) {
					const [item] = (await rest.executionEnded(id)).items('End');
					if (item) times.set(item.json.eventId, (times.get(item.json.eventId) ?? 0) + 1);
				}
			};
			await Promise.all(Array.from({ length: AT_ONCE }, read));
			return times;
		},
	};
}
