/**
 * @jest-environment ./test/unit/support/sandbox-environment.mjs
 */
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	type INode,
	type INodeExecutionData,
	type INodeType,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { createParameters } from '../support/contactRuns';
import { stage } from '../support/engine';
import { startOver } from '../support/startOver';
import { ACTION } from '../support/workflow';

/** "Continue" as n8n-core itself routes it, in a workflow of two nodes. */

beforeEach(async () => await startOver());

const rows = ['An', '', 'Bo', '', 'Cas'].map((firstName, n) => ({ firstName, n }));

const rowsType = {
	description: {
		displayName: 'Rows',
		name: 'rows',
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	execute: async () => [rows.map((json) => ({ json }))],
} as unknown as INodeType;

const rowsNode: INode = {
	id: 'rows',
	name: 'Rows',
	type: 'rows',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

async function runWorkflow(onError: INode['onError']) {
	const main = [[{ node: 'Sales CRM', type: NodeConnectionTypes.Main, index: 0 }]];
	const { workflow, additionalData } = stage(ACTION, {
		onError,
		parameters: createParameters(),
		others: [rowsNode],
		types: { rows: rowsType },
		connections: { Rows: { main } },
	});
	additionalData.hooks = new ExecutionLifecycleHooks('manual', '1', {} as never);
	const execution = new WorkflowExecute(additionalData, 'manual');
	const { data } = await execution.run({ workflow, startNode: rowsNode });
	const { error, runData } = data.resultData;
	const outputs = runData['Sales CRM'][0].data?.main ?? [];
	return { error, outputs: outputs.map((items) => items ?? []) };
}

const numbersOf = (items: INodeExecutionData[]) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

it('to the error output: the failed items; the others go on', async () => {
	const { error, outputs } = await runWorkflow('continueErrorOutput');
	expect(error).toBeUndefined();
	expect(outputs.map(numbersOf)).toEqual([
		[0, 2, 4],
		[1, 3],
	]);
	const words = expect.stringContaining('There is no personal information');
	expect(outputs[1].map(({ json }) => json)).toMatchObject([{ error: words }, { error: words }]);
});

it('to the regular output: all items in input order', async () => {
	const { error, outputs } = await runWorkflow('continueRegularOutput');
	expect(error).toBeUndefined();
	expect(outputs.map(numbersOf)).toEqual([[0, 1, 2, 3, 4]]);
	expect(outputs[0].map(({ json }) => 'error' in json)).toEqual([false, true, false, true, false]);
});

it('without "Continue" the run fails with the words for the user', async () => {
	const { error, outputs } = await runWorkflow(undefined);
	expect(error?.message).toBe('There is no personal information to create a contact from');
	expect(outputs).toEqual([]);
});
