import { randomUUID } from 'node:crypto';

import { until, type Answer, type Execution, type WorkflowNode } from '../../../tools/n8n/rest.mts';
import type { Stage } from './stage.mts';

export const POLLING_TRIGGER = 'Sales CRM Polling Trigger';

export const POLL_EVERY_MS = 5_000;

/** n8n refuses an expression that runs more than once a minute, but takes twelve of them. */
const POLL_TIMES = {
	item: Array.from({ length: 60_000 / POLL_EVERY_MS }, (_, n) => ({
		mode: 'custom',
		cronExpression: `${(n * POLL_EVERY_MS) / 1000} * * * * *`,
	})),
};

/** What the tests of the polling trigger do again and again. */
export function pollingTools(stage: Stage) {
	const { rest, sandbox } = stage;
	const executions = async (workflowId: string): Promise<Execution[]> => {
		const found = await rest.listExecutions(workflowId);
		return (await Promise.all(found.map(({ id }) => rest.executionEnded(id)))).reverse();
	};
	const came = async (workflowId: string, node = POLLING_TRIGGER): Promise<string[]> =>
		(await executions(workflowId)).flatMap((one) =>
			one.items(node).map(({ json }) => json.changeId as string),
		);
	const polls = () =>
		sandbox.log.requests.filter(({ operationId }) => operationId === 'listHistory').length;
	/** Something happens to a deal, at any moment; gives the id of the change. */
	const happened = (type = 'STATUS_CHANGED', at = Date.now(), dealIndex = 0): string => {
		const { deals, statuses, users } = sandbox.world.profile();
		const deal = deals[dealIndex % deals.length]!;
		const present = deal.history.findLast((entry) => entry.type === 'STATUS_CHANGED')?.metaData;
		const others = statuses.filter(
			(one) => one.backlog_id === deal.backlogId && one.id !== present?.propertyValue?._id,
		);
		const status = others[deal.history.length % others.length]!.id;
		const [id, kind] = type === 'USER_CHANGED' ? [users[0]!.id, 'USER'] : [status, 'STATUS'];
		const last = deal.history.at(-1);
		if (last && last.endTimestamp === 0 && last.startTimestamp <= at) last.endTimestamp = at;
		const entry = {
			id: randomUUID(),
			backlogItemId: deal.id,
			startTimestamp: at,
			endTimestamp: 0,
			type,
			metaData: { propertyValue: { _id: id, type: kind } },
		};
		deal.history.push(entry as (typeof deal.history)[number]);
		return entry.id;
	};
	return {
		/** The node, polling every five seconds. */
		poller(
			parameters: Record<string, Answer> = {},
			more: Partial<WorkflowNode> = {},
		): WorkflowNode {
			const { credentials } = stage.crm('apiToken', {});
			return {
				name: POLLING_TRIGGER,
				type: 'n8n-nodes-sales-crm.salesCrmPollingTrigger',
				typeVersion: 1,
				parameters: { authentication: 'apiToken', pollTimes: POLL_TIMES, ...parameters },
				credentials,
				...more,
			};
		},
		happened,
		/** How often the history was read so far. */
		polls,
		/** Waits until the history was read so many times more, and for what came of it. */
		async polled(times = 1): Promise<void> {
			const target = polls() + times;
			await until(`${times} polls`, times * 2 * POLL_EVERY_MS + 30_000, async () =>
				polls() >= target ? true : undefined,
			);
		},
		executions,
		/** The ids of the changes that started a workflow, in the order of its executions. */
		came,
		/** Waits until so many changes have come. */
		async untilCame(workflowId: string, count: number, timeoutMs = 60_000): Promise<string[]> {
			return await until(`${count} changes`, timeoutMs, async () => {
				const ids = await came(workflowId);
				return ids.length >= count ? ids : undefined;
			});
		},
	};
}
