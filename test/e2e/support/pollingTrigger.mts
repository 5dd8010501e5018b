import { until, type Answer, type Execution, type WorkflowNode } from '../../../tools/n8n/rest.mts';
import { addEntry } from '../../../tools/sandbox/world/history.mts';
import type { Stage } from './stage.mts';

export const POLLING_TRIGGER = 'Sales CRM Polling Trigger';

const POLL_EVERY_MS = 5_000;

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
			one.items(node).map(({ json }) => json.changeId ?? json.quotationId ?? json.contactId),
		);
	const polls = () =>
		sandbox.log.requests.filter((one) => one.operationId?.startsWith('listHistory')).length;
	/** Something happens to a deal, at any moment; gives the id of the change. */
	const happened = (
		type: 'STATUS_CHANGED' | 'USER_CHANGED' = 'STATUS_CHANGED',
		at = Date.now(),
		dealIndex = 0,
	): string => {
		const { deals, statuses, users } = sandbox.world.profile();
		const deal = deals[dealIndex % deals.length]!;
		const target = statuses.find(
			(one) => one.backlog_id === deal.backlogId && one.id !== deal.statusId,
		)!;
		if (type === 'STATUS_CHANGED') deal.statusId = target.id;
		addEntry(deal, at, type, type === 'STATUS_CHANGED' ? target.id : users[0]!.id);
		return deal.history.at(-1)!.id;
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
		/** Waits until the history was read so many times more, and for what came of it. */
		async polled(times = 1): Promise<void> {
			const target = polls() + times;
			await until(`${times} polls`, times * 2 * POLL_EVERY_MS + 30_000, async () =>
				polls() >= target ? true : undefined,
			);
		},
		executions,
		/** The ids of the changes and records that started a workflow, in the order of its executions. */
		came,
		/** Waits until so many changes have come. */
		async untilCame(workflowId: string, count: number): Promise<string[]> {
			return await until(`${count} changes`, 120_000, async () => {
				const ids = await came(workflowId);
				return ids.length >= count ? ids : undefined;
			});
		},
	};
}
