import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';

import { ROOT } from '../../../tools/n8n/pack.mts';
import {
	type Answer,
	type Execution,
	until,
	type WorkflowFile,
	type WorkflowNode,
} from '../../../tools/n8n/rest.mts';
import type { SandboxOptions } from '../../../tools/sandbox/server.mts';
import { openStage, type Stage } from './stage.mts';

export const EXAMPLES = join(ROOT, 'examples');

/** What a person does in the editor: parameters by the name of the node. */
type Settings = Record<string, Record<string, Answer>>;

export type ExampleStage = Stage & ReturnType<typeof exampleTools>;

export const nodeOf = (file: WorkflowFile, name: string) =>
	file.nodes.find((node) => node.name === name)!;

export const tableNodes = (file: WorkflowFile) =>
	file.nodes.filter(({ type }) => type === 'n8n-nodes-base.dataTable');

export function succeeded(execution: Execution): Execution {
	assert.equal(execution.status, 'success', execution.error?.message);
	return execution;
}

/** The values of one field that a node gave out. */
export const told = (execution: Execution, node: string, field: string): Answer[] =>
	execution.items(node).map(({ json }) => json[field]);

function exampleTools(stage: Stage) {
	const { rest } = stage;
	/** An example with the credential of this stage: several tests at one n8n have some of that name. */
	const read = async (name: string): Promise<WorkflowFile> => {
		const text = await readFile(join(EXAMPLES, `${name}.json`), 'utf8');
		const file = JSON.parse(text) as WorkflowFile;
		const { credentials } = stage.crm('apiToken', {});
		for (const node of file.nodes.filter((one) => one.credentials?.salesCrmApi)) {
			assert.equal(node.credentials!.salesCrmApi!.name, 'Sales CRM account');
			node.credentials = credentials;
		}
		return file;
	};
	const tables = new Map<string, string>();
	const tablesPath = async () => {
		const { id } = await rest.call('GET', '/projects/personal');
		return `/projects/${id}/data-tables`;
	};
	/** Gives n8n the file of a table, as **Import CSV** does; gives the columns that n8n finds in it. */
	const upload = async (name: string): Promise<Answer> => {
		const file = `${name.replace(/ table$/, '').toLowerCase()}.csv`;
		const body = new FormData();
		const content = await readFile(join(EXAMPLES, 'tables', file));
		// n8n 1 looks at the type, n8n 2 at the name.
		body.set('file', new Blob([content], { type: 'text/csv' }), file);
		const { url, headers } = rest;
		const request = { method: 'POST', body, headers };
		const answer = await fetch(`${url}/rest/data-tables/uploads`, request);
		return ((await answer.json()) as Answer).data;
	};
	/** Makes the data table of the example's file, and chooses it in these nodes. */
	const chooseTable = async (name: string, nodes: WorkflowNode[]) => {
		if (!tables.has(name)) {
			const { id: fileId, columns: inFile } = await upload(name);
			const columns = inFile.map((one: Answer) => ({ name: one.name, type: one.type }));
			// Several stages at one n8n have a table for the same example.
			const table = { name: `${name} ${randomUUID()}`, columns, fileId, hasHeaders: true };
			const { id } = await rest.call('POST', await tablesPath(), table);
			tables.set(name, id);
		}
		for (const node of nodes) node.parameters!.dataTableId.value = tables.get(name);
	};
	const rowsOf = async (name: string): Promise<Answer[]> => {
		const rows: Answer[] = [];
		for (let total = 1; rows.length < total; ) {
			// n8n gives 50 rows at most.
			const query = `skip=${rows.length}&take=50&sortBy=id:asc`;
			const path = `${await tablesPath()}/${tables.get(name)}/rows?${query}`;
			const { data, count } = await rest.call('GET', path);
			assert.ok(data.length > 0 || count === 0, 'a page of the table without rows');
			rows.push(...(data as Answer[]));
			total = count;
		}
		return rows;
	};
	/** An example in n8n, with its data table and whatever else a person sets. */
	const load = async (name: string, set: Settings = {}) => {
		const file = await read(name);
		const nodes = tableNodes(file);
		for (const node of nodes)
			await chooseTable(node.name.endsWith(' table') ? node.name : name, [node]);
		for (const [node, parameters] of Object.entries(set)) {
			Object.assign(nodeOf(file, node).parameters!, parameters);
		}
		const { id } = await rest.createWorkflow(file);
		return { file, id };
	};
	/** Waits until an execution waits at a node for a person. */
	const waitingAt = async (id: string, node: string): Promise<Execution> =>
		await until(`execution ${id} to wait at ${node}`, 60_000, async () => {
			const execution = await rest.getExecution(id);
			assert.notEqual(execution.status, 'error', execution.error?.message);
			const isThere = execution.resultData.lastNodeExecuted === node;
			return execution.status === 'waiting' && isThere ? execution : undefined;
		});
	const runByHand = async (id: string, trigger: string) =>
		succeeded(await rest.runManually(id, trigger));
	/** Loads an example, and works with it while it is active. */
	const active = async (
		name: string,
		work: (id: string, file: WorkflowFile) => Promise<void>,
		set: Settings = {},
	) => {
		const { id, file } = await load(name, set);
		await rest.activate(id);
		await work(id, file);
		await rest.deactivate(id);
	};
	/** Activating polls at once: what happened since comes then. */
	const polledAgain = async (id: string) => {
		await rest.deactivate(id);
		await rest.activate(id);
		return (await rest.executionsEnded(id))[0]!;
	};
	return { read, load, chooseTable, rowsOf, waitingAt, runByHand, active, polledAgain };
}

/** Tests of workflows in examples/, as they are imported. */
export function withExamples(
	title: string,
	tests: (stage: () => ExampleStage) => void,
	sandbox?: SandboxOptions,
): void {
	describe(title, () => {
		let stage: ExampleStage;
		before(async () => {
			const opened = await openStage({ sandbox });
			stage = { ...opened, ...exampleTools(opened) };
		});
		after(async () => await stage?.close());
		tests(() => stage);
	});
}
