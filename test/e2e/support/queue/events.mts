import { until } from '../../../../runtime/executions.mts';
import type { QueueStage } from './queue.mts';

/** How many calls the service has under way. */
const AT_ONCE = 8;
const MAX_MS = 600_000;
/** So long nothing may change before it counts as settled: n8n leaves some executions "new" for good. */
const QUIET_MS = 5_000;

/** An event that was sent, and what each attempt was answered; null: nothing, or not in time. */
export type Sent = { eventId: number; answers: Array<number | null> };
/** An execution. The id of the event is there when it came to its end. */
export type Ran = { id: string; status: string; eventId: number | undefined };

/** Moves deals at the service and reads what became of it. */
export function events(stage: QueueStage) {
	const { rest, sandbox, postgres } = stage;
	let moves = 0;
	const move = async (): Promise<Sent> => {
		const { deals, statuses } = sandbox.world.profile();
		const n = moves++;
		const status = statuses[n % statuses.length]!;
		const { event, deliveries } = await sandbox.moveDeal(deals[n % deals.length]!.id, status.id);
		return { eventId: event.id, answers: deliveries.map((delivery) => delivery.status) };
	};
	const moveWhile = async (goesOn: () => boolean): Promise<Sent[]> => {
		const sent: Sent[] = [];
		const sender = async () => {
			while (goesOn()) sent.push(await move());
		};
		await Promise.all(Array.from({ length: AT_ONCE }, sender));
		return sent;
	};
	/** Moves a deal; the event is delivered once more, so much later. */
	const moveTwice = async (afterMs: number): Promise<Sent> => {
		const { switches } = sandbox;
		// The service reads its switches as it begins to send: the events beside this one are sent once.
		Object.assign(switches, { duplicateDeliveries: true, duplicateAfterMs: afterMs });
		const sent = move();
		Object.assign(switches, { duplicateDeliveries: false, duplicateAfterMs: 0 });
		return await sent;
	};
	return {
		/** Moves deals so many times. */
		async move(count: number): Promise<Sent[]> {
			let left = count;
			return await moveWhile(() => left-- > 0);
		},
		/** The same; one in ten of the events is delivered twice, by turns so many milliseconds after each other. */
		async moveSomeTwice(
			count: number,
			distancesMs: number[],
		): Promise<{ once: Sent[]; twice: Map<number, Sent[]> }> {
			const twice = new Map<number, Sent[]>(distancesMs.map((distance) => [distance, []]));
			const later: Array<Promise<unknown>> = [];
			const once: Sent[] = [];
			let n = 0;
			const sender = async () => {
				while (n < count) {
					const own = n++;
					if (own % 10 !== 9) {
						once.push(await move());
						continue;
					}
					const distance = distancesMs[Math.floor(own / 10) % distancesMs.length]!;
					const sent = moveTwice(distance).then((one) => twice.get(distance)!.push(one));
					// The others go on meanwhile.
					later.push(sent);
				}
			};
			await Promise.all(Array.from({ length: AT_ONCE }, sender));
			await Promise.all(later);
			return { once, twice };
		},
		/** Moves so many deals at the same moment. */
		moveAtOnce: async (count: number): Promise<Sent[]> =>
			await Promise.all(Array.from({ length: count }, move)),
		/** Moves deals as long as something takes; calls that are not answered 2xx are made again until they are. */
		async moveDuring(something: () => Promise<unknown>): Promise<Sent[]> {
			sandbox.switches.deliveryAttempts = 1000;
			let over = false;
			const [sent] = await Promise.all([
				moveWhile(() => !over),
				something().finally(() => (over = true)),
			]);
			sandbox.switches.deliveryAttempts = 1;
			return sent;
		},
		/**
		 * The executions of a workflow that are new since it was asked last, once nothing changes any more. They are
		 * counted in the database itself: n8n's list loses some between its pages while they start out of turn.
		 */
		reader(workflowId: string) {
			const told = new Set<string>();
			const where = `"workflowId" = '${workflowId}'`;
			const list = async () =>
				await postgres.query(`select id, status from execution_entity where ${where}`);
			const settled = async () => {
				let last = '';
				let since = 0;
				return await until('all executions to end', MAX_MS, async () => {
					const rows = await list();
					const now = JSON.stringify(rows.sort());
					if (now !== last) [last, since] = [now, Date.now()];
					const quiet = Date.now() - since;
					const open = rows.some(([, status]) => status === 'new' || status === 'running');
					return !open || quiet > QUIET_MS ? rows : undefined;
				});
			};
			return async (): Promise<Ran[]> => {
				const fresh = (await settled()).filter(([id]) => !told.has(id!));
				const ran: Ran[] = [];
				const read = async () => {
					for (let row = fresh.pop(); row; row = fresh.pop()) {
						const [id, status] = row as [string, string];
						told.add(id);
						const items = status === 'success' && (await rest.executionEnded(id)).items('End');
						ran.push({ id, status, eventId: items ? items[0]?.json.eventId : undefined });
					}
				};
				await Promise.all(Array.from({ length: 8 }, read));
				return ran;
			};
		},
	};
}

export type Fate = {
	/** Attempts by their answer: "200", "503", "null". */
	answers: Record<string, number>;
	/** Executions by their status. */
	executions: Record<string, number>;
	/** Events answered 2xx that did not run. */
	notRun: number;
	/** Events that ran more often than they were answered 2xx: an attempt without an answer ran, too. */
	twice: number;
	/** Events that ran more often than they were sent; nothing explains that. */
	tooOften: number;
};

/** What became of events: from what each attempt was answered and from what ran. */
export function fateOf(sent: Sent[], ran: Ran[]): Fate {
	const times = timesRun(ran);
	const often = (one: Sent) => times[one.eventId] ?? 0;
	const accepted = ({ answers }: Sent) => answers.filter((one) => one === 200).length;
	return {
		answers: count(sent.flatMap(({ answers }) => answers)),
		executions: count(ran.map(({ status }) => status)),
		notRun: sent.filter((one) => often(one) < accepted(one)).length,
		twice: sent.filter((one) => often(one) > accepted(one)).length,
		tooOften: sent.filter((one) => often(one) > one.answers.length).length,
	};
}

/** How often each event reached the end of its workflow, by its id. */
export const timesRun = (ran: Ran[]): Record<string, number> =>
	count(ran.flatMap(({ eventId }) => (eventId === undefined ? [] : [eventId])));

function count(values: Array<string | number | null>): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
	return counts;
}
