import assert from 'node:assert/strict';

import { until, type Answer, type WorkflowNode } from '../../../tools/n8n/rest.mts';
import type { Stage } from './stage.mts';

export const SECRET_HEADER = 'X-Webhook-Secret';
export const EVENT = 'CRM_BACKLOG_ITEM_STATUS_CHANGE';
export const TRIGGER = 'Sales CRM Trigger';

export type Hook = {
	id: string;
	url: string;
	method: string;
	headers: Record<string, string>;
	events: string[];
	company_profile_id: string;
	name: string;
};
export type Item = Record<string, Answer>;

/** What the tests of the instant trigger do again and again. */
export function instantTools(stage: Stage) {
	const { rest, control } = stage;
	const hooks = async (): Promise<Hook[]> => (await stage.state()).subscriptions;
	const events = async (workflowId: string, node = TRIGGER): Promise<Item[]> => {
		const found = await rest.listExecutions(workflowId);
		const executions = await Promise.all(found.map(({ id }) => rest.executionEnded(id)));
		return executions.reverse().flatMap((one) => one.items(node).map(({ json }) => json));
	};
	return {
		/** Presses "Listen for test event". */
		async listen(workflowId: string): Promise<void> {
			const saved = async () => ({ workflowData: await rest.getWorkflow(workflowId) });
			const body = {
				...(rest.line === '1' ? await saved() : {}),
				triggerToStartFrom: { name: TRIGGER },
			};
			assert.deepEqual(await rest.call('POST', `/workflows/${workflowId}/run`, body), {
				waitingForWebhook: true,
			});
		},
		hooks,
		/** The one hook there is; fails when there are more, or none. */
		async hook(): Promise<Hook> {
			const all = await hooks();
			assert.equal(all.length, 1, `one hook expected, there are ${all.length}`);
			return all[0]!;
		},
		/** Waits until the webhook of a test in the editor is gone, and one is left. */
		async untilTestIsOver(): Promise<void> {
			await until('the webhook of the test to go', 10_000, async () =>
				(await hooks()).length === 1 ? true : undefined,
			);
		},
		/** Sets switches of the sandbox. */
		async set(switches: Answer): Promise<void> {
			await control('PATCH', '/switches', switches);
		},
		/** Moves a deal; what the service's calls were answered. */
		async answers(): Promise<Array<number | null>> {
			return (await stage.move()).deliveries.map(({ status }) => status);
		},
		/** Calls a hook as the service would, or as a stranger would; the status of the answer. */
		async call({ url, headers }: Hook, body: object = {}): Promise<number> {
			const { status } = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...headers },
				body: JSON.stringify(body),
			});
			return status;
		},
		/** What the trigger gave out so far, oldest first, once every execution has ended. */
		events,
		/** Waits until a workflow was started this often, and gives what the trigger gave out. */
		async started(workflowId: string, count: number): Promise<Item[]> {
			await until(`${count} executions`, 30_000, async () => {
				const found = await rest.listExecutions(workflowId);
				return found.length >= count ? found : undefined;
			});
			return await events(workflowId);
		},
		/** Changes a trigger of an active workflow, and puts that live. */
		async changeTrigger(
			id: string,
			edit: (node: WorkflowNode) => void,
			trigger = TRIGGER,
		): Promise<void> {
			const { nodes } = await rest.getWorkflow(id);
			edit(nodes.find(({ name }: WorkflowNode) => name === trigger));
			await rest.updateWorkflow(id, { nodes });
			// n8n 1.x puts a change of an active workflow live as it is saved.
			if (rest.line === '2') await rest.activate(id);
		},
	};
}
