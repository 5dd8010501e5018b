import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * By the first input item of a run: n8n creates these objects for each run of a node, and keeps them while "Retry On
 * Fail" tries again (n8n-core, execution-engine/workflow-execute, `newTaskDataConnections`). The run is stored as well, in
 * case n8n ever passes one object to several runs.
 */
const memories = new WeakMap<object, { run: string; memory: unknown }>();

/** What all tries of this run share. @param create Makes what the first one starts with; always of the same type for a node. */
export function runMemory<T>(context: IExecuteFunctions, create: () => T): T {
	const [first = {}] = context.getInputData();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const run = JSON.stringify([context.getExecutionId(), context.getNode().name, $runIndex]);
	const stored = memories.get(first);
	const memory = stored?.run === run ? (stored.memory as T) : create();
	memories.set(first, { run, memory });
	return memory;
}
