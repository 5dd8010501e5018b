import { after, afterEach, before, describe } from 'node:test';

import { inLine, until, type Answer, type WorkflowNode } from '../../../../runtime/rest.mts';
import { historyTools } from '../../history-trigger/support/stage.mts';
import { LINES, sharedN8n } from '../../support/shared.mts';
import { openTriggerStage, TRIGGER, type Item, type TriggerStage } from './stage.mts';

/** Both triggers in one n8n: what the tests of the history trigger make replaces what has the same name. */
export type BothStage = Omit<TriggerStage, keyof ReturnType<typeof historyTools>> &
	ReturnType<typeof historyTools> &
	ReturnType<typeof bothTools>;

type Options = {
	/** For tests that restart n8n. */
	ownN8n?: boolean;
};

/** Runs the same tests on every supported line of n8n, side by side: they mostly wait for polls. */
export function forEachLine(
	what: string,
	tests: (stage: () => BothStage) => void,
	{ ownN8n }: Options = {},
): void {
	describe(what, { concurrency: true }, () => {
		for (const line of LINES) {
			describe(`n8n ${line}.x`, { concurrency: false }, () => {
				let stage: BothStage;
				before(async () => {
					const opened = await openTriggerStage({
						line,
						n8n: ownN8n ? undefined : sharedN8n(line),
					});
					stage = { ...opened, ...historyTools(opened), ...bothTools(opened) };
				});
				afterEach(async () => await stage.clear());
				after(async () => await stage?.close());
				tests(() => stage);
			});
		}
	});
}

function bothTools({ rest, move, events }: TriggerStage) {
	const publish = async (id: string, change: Answer): Promise<void> => {
		await rest.updateWorkflow(id, change);
		// n8n 1.x puts a change of an active workflow live as it is saved.
		if (rest.line === '2') await rest.activate(id);
	};
	const untilStarted = async (workflowId: string, count: number): Promise<Item[]> =>
		await until(`${count} events`, 60_000, async () => {
			const items = await events(workflowId);
			return items.length >= count ? items : undefined;
		});
	return {
		/** Changes an active workflow and puts that live. */
		publish,
		/** Changes the instant trigger, so that it is registered anew, and the other triggers are not. */
		async changeTrigger(id: string): Promise<void> {
			const { nodes } = await rest.getWorkflow(id);
			const node = nodes.find(({ name }: WorkflowNode) => name === TRIGGER);
			node.parameters.options = { additionalEvents: `CRM_OTHER_${Date.now()}` };
			await publish(id, { nodes });
		},
		/** Adds a trigger before the node behind the others, and puts that live. */
		async addTrigger(id: string, trigger: WorkflowNode): Promise<void> {
			const { nodes, connections } = await rest.getWorkflow(id);
			const wires = inLine([trigger, { name: 'End' }]);
			await publish(id, { nodes: [...nodes, trigger], connections: { ...connections, ...wires } });
		},
		/** Moves a deal; what the service's calls were answered. */
		async answers(): Promise<Array<number | null>> {
			const { deliveries } = await move();
			return deliveries.map(({ status }) => status);
		},
		/** Waits until the instant trigger has started the workflow so often; what it gave out. */
		untilStarted,
	};
}
