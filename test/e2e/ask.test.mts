import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';

import { ROOT } from '../../tools/n8n/pack.mts';
import type { Answer, WorkflowFile } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { MOST_BYTES, openMcp, rowsOf as rows } from './support/mcp.mts';
import { type ScriptedModel, startModel, type Step } from './support/scriptedModel.mts';
import { openStage, type Stage } from './support/stage.mts';

/** The examples that let a model ask the CRM: by MCP's own client, and by n8n's agent with a scripted model. */

const TOOLS = ['find_contact', 'find_deal', 'read_deal', 'pipeline_as_of', 'status_report'];

/** A day in the middle of the sandbox's histories. */
const DAY = '2025-04-01';

describe('ask your CRM', () => {
	let stage: Stage;
	let email: string;
	let title: string;

	before(async () => {
		stage = await openStage({ sandbox: { contacts: 80, deals: 60 } });
		const { contacts, deals } = stage.sandbox.world.profile();
		const [{ standard_personal_infos: infos }] = contacts.slice(AUDIENCE_ID, 66, 67);
		email = infos.find(({ name }) => name === 'E-mailadres')!.value;
		title = deals[7]!.summary;
	});
	after(async () => await stage?.close());

	/** The example, with credential and audience chosen as a person does in the editor. */
	const read = async (name: string) => {
		const path = join(ROOT, 'examples', `${name}.json`);
		const file = JSON.parse(await readFile(path, 'utf8')) as WorkflowFile;
		const { credentials } = stage.crm('apiToken', {});
		for (const node of file.nodes.filter(({ credentials: ours }) => ours)) {
			node.credentials = credentials;
		}
		const find = file.nodes.find((node) => node.name === 'find_contact')!;
		find.parameters!.audienceId = AUDIENCE_ID;
		return file;
	};

	/** What each tool answers to a model that names nothing but what it looks for. */
	function check(test: TestContext, tool: string, answer: string): Answer[] {
		const bytes = Buffer.byteLength(answer);
		const items = rows(answer);
		test.diagnostic(`${tool}: ${items.length} items, ${bytes} bytes`);
		assert.ok(items.length > 0, tool);
		// A report has all statuses.
		if (tool !== 'status_report') assert.ok(bytes <= MOST_BYTES, `${tool}: ${bytes} bytes`);
		return items;
	}

	const steps: Array<[tool: string, values: (before: Answer[]) => Record<string, unknown>]> = [
		['find_contact', () => ({ Email: email })],
		['find_deal', () => ({ Search: title.toUpperCase() })],
		['read_deal', ([deal]) => ({ Deal: deal.dealId })],
		['pipeline_as_of', () => ({ Day: DAY })],
		['status_report', () => ({})],
	];

	function checkAll(test: TestContext, answers: string[]): void {
		const all = answers.map((answer, n) => check(test, steps[n]![0], answer));
		const [[contact], found, [deal], then, report] = all as [
			Answer[],
			Answer[],
			Answer[],
			Answer[],
			Answer[],
		];
		assert.equal(contact.found, true);
		assert.ok(found.every((one) => one.title === title));
		assert.equal(deal.title, title);
		assert.ok(deal.timeInStatus.length > 0);
		assert.match(then[10].more, /^\d+ more\. Narrow the filters, or give a larger limit\.$/);
		for (const { lastChangeAt } of then.slice(0, 10)) assert.ok(lastChangeAt < `${DAY}T23`);
		for (const { openNow, entered } of report) assert.ok(openNow >= 0 && entered >= 0);
		assert.ok(report.length >= stage.sandbox.world.profile().statuses.length);
	}

	it('by any assistant that speaks MCP: five tools, short answers', async (test) => {
		const file = await read('ask-your-crm-mcp');
		const { id } = await stage.rest.createWorkflow(file);
		await stage.rest.activate(id);
		const { path } = file.nodes.find(({ name }) => name === 'MCP Server')!.parameters!;
		const client = await openMcp(`${stage.n8n.url}/mcp/${path}`);
		const tools = await client.tools();
		assert.deepEqual(tools.map(({ name }) => name).sort(), TOOLS.toSorted());
		for (const { description, inputSchema } of tools) {
			assert.ok(description!.length > 40, description);
			assert.deepEqual(
				inputSchema.required ?? [],
				description!.startsWith('Read one') ? ['Deal'] : [],
			);
		}
		const answers: string[] = [];
		for (const [name, values] of steps) {
			const given = values(answers.length > 0 ? rows(answers.at(-1)!) : []);
			answers.push(await client.use(name, given));
		}
		checkAll(test, answers);
		const wrong = await client.use('pipeline_as_of', { Statuses: 'Gewonnen!' }).catch(String);
		assert.match(wrong, /Unknown status .*Gewonnen!.*Available: /s);
		await client.close();
		await stage.rest.deactivate(id);
	});

	/** Lets n8n's agent ask the tools by a script, and gives what it said at the end. */
	async function agentSays(chatInput: string, script: (answers: string[]) => Step) {
		const model: ScriptedModel = await startModel(script);
		const account = { apiKey: 'scripted', url: model.url };
		const credential = await stage.rest.createCredential('openAiApi', 'Scripted model', account);
		const file = await read('ask-your-crm');
		const node = file.nodes.find(({ name }) => name === 'Model')!;
		node.credentials = { openAiApi: credential };
		const said = { sessionId: 'one', action: 'sendMessage', chatInput };
		const pinData = { Chat: [{ json: said }] };
		const { id } = await stage.rest.createWorkflow({ ...file, pinData } as WorkflowFile);
		const execution = await stage.rest.runManually(id, 'Chat');
		model.close();
		assert.equal(execution.status, 'success', execution.error?.message);
		assert.deepEqual(model.offered.toSorted(), TOOLS.toSorted());
		const [{ json }] = execution.items('Agent');
		return { output: json.output as string, answers: model.answers };
	}

	it('by an agent in n8n: it calls the tools one after the other, and tells the end', async (test) => {
		const { output, answers } = await agentSays('What did my pipeline look like?', (before) => {
			const step = steps[before.length];
			if (!step) return { say: `Nothing more after ${before.length} answers` };
			const [call, values] = step;
			return { call, values: values(before.length > 0 ? rows(before.at(-1)!) : []) };
		});
		checkAll(test, answers);
		assert.equal(output, 'Nothing more after 5 answers');
	});
});
