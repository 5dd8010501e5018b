import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe } from 'node:test';

import {
	inLine,
	until,
	type Answer,
	type Execution,
	type WorkflowNode,
} from '../../../../runtime/rest.mts';
import { LINES, sharedN8n } from '../../support/shared.mts';
import { openStage, type Stage } from '../../support/stage.mts';

export const HISTORY_TRIGGER = 'Sales CRM History Trigger';

/** n8n refuses an expression that runs more than once a minute, but takes six of them. */
const EVERY_TEN_SECONDS = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

/** Long enough for a poll to come and to be over. */
export const POLL_MS = 14_000;

export type HistoryStage = Stage & ReturnType<typeof historyTools>;

/** What the tests of the history trigger do again and again. */
export function historyTools(stage: Stage) {
	const { rest, sandbox } = stage;
	const made: string[] = [];
	const executions = async (workflowId: string): Promise<Execution[]> => {
		const found = await rest.listExecutions(workflowId);
		return (await Promise.all(found.map(({ id }) => rest.executionEnded(id)))).reverse();
	};
	const came = async (workflowId: string, node = HISTORY_TRIGGER): Promise<string[]> =>
		(await executions(workflowId)).flatMap((one) =>
			one.items(node).map(({ json }) => json.changeId as string),
		);
	return {
		/** The node, polling every ten seconds. */
		poller(
			parameters: Record<string, Answer> = {},
			more: Partial<WorkflowNode> = {},
		): WorkflowNode {
			const { credentials } = stage.crm('apiToken', {});
			return {
				name: HISTORY_TRIGGER,
				type: 'n8n-nodes-sales-crm.salesCrmHistoryTrigger',
				typeVersion: 1,
				parameters: { authentication: 'apiToken', pollTimes: EVERY_TEN_SECONDS, ...parameters },
				credentials,
				...more,
			};
		},
		/** A workflow that begins with each of these nodes. Not active yet. */
		async workflow(triggers: WorkflowNode[], ...behind: WorkflowNode[]): Promise<string> {
			const nodes = behind.length > 0 ? behind : [{ name: 'End', type: 'n8n-nodes-base.noOp' }];
			const wires = triggers.map((node) => inLine([node, ...nodes]));
			const { id } = await rest.createWorkflow({
				name: `History ${randomUUID()}`,
				nodes: [...triggers, ...nodes],
				connections: Object.assign({}, ...wires),
			});
			made.push(id);
			return id;
		},
		/** Something happens to a deal, at any moment; gives the id of the change. */
		happened(type = 'STATUS_CHANGED', at = Date.now(), dealIndex = 0): string {
			const { deals, statuses, users } = sandbox.world.profile();
			const deal = deals[dealIndex % deals.length]!;
			const ladder = statuses.filter(({ backlog_id: backlog }) => backlog === deal.backlogId);
			const status = ladder[deal.history.length % ladder.length]!.id;
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
		},
		/** Looks up an entry of any deal, to edit it behind n8n's back. */
		entry(id: string) {
			const all = sandbox.world.profile().deals.flatMap(({ history }) => history);
			return all.find((one) => one.id === id)!;
		},
		/** How often the history was read so far. */
		polls: () =>
			sandbox.log.requests.filter(({ operationId }) => operationId === 'listHistory').length,
		/** Waits until the history was read so many times more, and for what came of it. */
		async polled(times = 1): Promise<void> {
			const reads = () =>
				sandbox.log.requests.filter(({ operationId }) => operationId === 'listHistory').length;
			const target = reads() + times;
			await until(`${times} polls`, times * POLL_MS + 30_000, async () =>
				reads() >= target ? true : undefined,
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
		/** Starts over: no active workflow, a fresh world. */
		async clear(): Promise<void> {
			sandbox.reset();
			for (const id of made.splice(0)) {
				if ((await rest.getWorkflow(id)).active) await rest.deactivate(id);
			}
			sandbox.reset();
		},
	};
}

type Options = {
	/** For tests that restart or kill n8n. */
	ownN8n?: boolean;
	env?: Record<string, string>;
	lines?: typeof LINES;
};

/** Runs the same tests on every supported line of n8n, side by side: they mostly wait for polls. */
export function forEachLine(
	what: string,
	tests: (stage: () => HistoryStage) => void,
	{ ownN8n, env, lines = LINES }: Options = {},
): void {
	describe(what, { concurrency: true }, () => {
		for (const line of lines) {
			describe(`n8n ${line}.x`, { concurrency: false }, () => {
				let stage: HistoryStage;
				before(async () => {
					const n8n = ownN8n || env ? undefined : sharedN8n(line);
					const opened = await openStage({ line, n8n, env });
					stage = { ...opened, ...historyTools(opened) };
				});
				afterEach(async () => await stage.clear());
				after(async () => await stage?.close());
				tests(() => stage);
			});
		}
	});
}
