import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * By the first input item of a run. n8n makes these objects anew for each run of a node and keeps them
 * for the tries of "Retry On Fail" (n8n-core, execution-engine/workflow-execute, `newTaskDataConnections`);
 * with them the memory goes, too. Should n8n ever hand one object to several runs, the key beside it
 * tells them apart.
 */
const remembered = new WeakMap<object, Map<string, Map<string, unknown>>>();

/** What is remembered from one try of this run of a node to the next. */
export function memoryOf<T>(context: IExecuteFunctions): Map<string, T> {
	const [first = {}] = context.getInputData();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const key = JSON.stringify([context.getExecutionId(), context.getNode().name, $runIndex]);
	const runs = remembered.get(first) ?? new Map<string, Map<string, unknown>>();
	remembered.set(first, runs);
	const memory = runs.get(key) ?? new Map<string, unknown>();
	runs.set(key, memory);
	return memory as Map<string, T>;
}
