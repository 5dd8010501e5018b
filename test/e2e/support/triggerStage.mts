import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe } from 'node:test';

import { inLine, type WorkflowNode } from '../../../tools/n8n/rest.mts';
import { pollingTools } from './pollingTrigger.mts';
import { instantTools } from './instantTrigger.mts';
import { LINE, openStage, type Stage, type StageOptions } from './stage.mts';

export type TriggerStage = Stage &
	ReturnType<typeof workflowTools> &
	ReturnType<typeof instantTools> &
	ReturnType<typeof pollingTools>;

/** Makes workflows that begin with triggers, and clears them away. */
export function workflowTools({ rest, sandbox, trigger }: Stage) {
	const made: string[] = [];
	return {
		/** A workflow that begins with each of these triggers, an instant one by default. Not active yet. */
		async workflow(
			triggers: WorkflowNode[] = [trigger('apiToken')],
			...behind: WorkflowNode[]
		): Promise<string> {
			const nodes = behind.length > 0 ? behind : [{ name: 'End', type: 'n8n-nodes-base.noOp' }];
			const { id } = await rest.createWorkflow({
				name: `Triggers ${randomUUID()}`,
				nodes: [...triggers, ...nodes],
				connections: Object.assign({}, ...triggers.map((node) => inLine([node, ...nodes]))),
			});
			made.push(id);
			return id;
		},
		/** Starts over: no active workflow, no hooks, a fresh world, switches as at the start. */
		async clear(): Promise<void> {
			sandbox.reset();
			for (const id of made.splice(0)) {
				if ((await rest.getWorkflow(id)).active) await rest.deactivate(id);
			}
			// Not a second reset: that would end a session which n8n has just got, and never used.
			for (const entries of Object.values(sandbox.log)) entries.length = 0;
		},
	};
}

/**
 * Tests of the triggers. `stage()` is there once a test runs; each test finds a fresh world at the service and none of
 * its predecessor's workflows.
 */
export function withTriggers(
	what: string,
	tests: (stage: () => TriggerStage) => void,
	options: StageOptions = {},
): void {
	describe(`${what} (n8n ${LINE}.x)`, () => {
		let stage: TriggerStage;
		before(async () => {
			const opened = await openStage(options);
			stage = {
				...opened,
				...workflowTools(opened),
				...instantTools(opened),
				...pollingTools(opened),
			};
		});
		afterEach(async () => await stage.clear());
		after(async () => await stage?.close());
		tests(() => stage);
	});
}
