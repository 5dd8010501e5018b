import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';

import type { Answer, WorkflowFile } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { nodeOf, succeeded, withExamples } from './support/examples.mts';
import { MOST_BYTES, openMcp, rowsOf as rows } from './support/mcp.mts';
import { startModel } from './support/scriptedModel.mts';

/** The examples that let a model ask the CRM: by MCP's own client, and by n8n's agent with a scripted model. */

const TOOLS = ['find_contact', 'find_deal', 'read_deal', 'pipeline_as_of', 'status_report'];

/** A day in the middle of the sandbox's histories. */
const DAY = '2025-04-01';

const tests: Parameters<typeof withExamples>[1] = (stage) => {
	const profile = () => stage().sandbox.world.profile();
	const title = () => profile().deals[7]!.summary;
	const email = () => {
		const [contact] = profile().contacts.slice(AUDIENCE_ID, 66, 67);
		return contact!.standard_personal_infos.find(({ name }) => name === 'E-mailadres')!.value;
	};
	/** As a person chooses in the editor. */
	const set = { find_contact: { audienceId: AUDIENCE_ID } };

	/** What a model asks that names nothing but what it looks for, by what it was told last. */
	const steps: Array<[tool: string, values: (before: Answer[]) => Record<string, unknown>]> = [
		['find_contact', () => ({ Email: email() })],
		['find_deal', () => ({ Search: title().toUpperCase() })],
		['read_deal', ([deal]) => ({ Deal: deal.dealId })],
		['pipeline_as_of', () => ({ Day: DAY })],
		['status_report', () => ({})],
	];
	const stepAfter = (answers: string[]) => {
		const step = steps[answers.length];
		if (!step) return undefined;
		const [call, values] = step;
		return { call, values: values(answers.length > 0 ? rows(answers.at(-1)!) : []) };
	};

	function check(test: TestContext, answers: string[]): void {
		for (const [n, answer] of answers.entries()) {
			const bytes = Buffer.byteLength(answer);
			test.diagnostic(`${TOOLS[n]}: ${rows(answer).length} items, ${bytes} bytes`);
			// A report has all statuses.
			assert.ok(bytes <= MOST_BYTES || TOOLS[n] === 'status_report', `${TOOLS[n]}: ${bytes} bytes`);
		}
		const [contacts, found, deals, then, report] = answers.map(rows);
		assert.equal(contacts![0].found, true);
		assert.ok(found!.length > 0 && found!.every((one) => one.title === title()));
		assert.equal(deals![0].title, title());
		assert.ok(deals![0].timeInStatus.length > 0);
		assert.match(then![10].more, /^\d+ more\. Narrow the filters, or give a larger limit\.$/);
		for (const { lastChangeAt } of then!.slice(0, 10)) assert.ok(lastChangeAt < `${DAY}T23`);
		for (const { openNow, entered } of report!) assert.ok(openNow >= 0 && entered >= 0);
		assert.ok(report!.length >= profile().statuses.length);
	}

	it('by any assistant that speaks MCP: five tools, short answers', async (test) => {
		const ask = async (_: string, file: WorkflowFile) => {
			const { path } = nodeOf(file, 'MCP Server').parameters!;
			const client = await openMcp(`${stage().n8n.url}/mcp/${path}`);
			const tools = await client.tools();
			assert.deepEqual(tools.map(({ name }) => name).sort(), TOOLS.toSorted());
			for (const { description = '', inputSchema } of tools) {
				assert.ok(description.length > 40, description);
				const needed = description.startsWith('Read one') ? ['Deal'] : [];
				assert.deepEqual(inputSchema.required ?? [], needed);
			}
			const answers: string[] = [];
			for (let step = stepAfter([]); step; step = stepAfter(answers))
				answers.push(await client.use(step.call, step.values));
			const wrong = await client.use('pipeline_as_of', { Statuses: 'Gewonnen!' }).catch(String);
			await client.close();
			check(test, answers);
			assert.match(wrong, /Unknown status .*Gewonnen!.*Available: /s);
		};
		await stage().active('ask-your-crm-mcp', ask, set);
	});

	it('by an agent in n8n: it calls the tools one after the other, and tells the end', async (test) => {
		const { rest } = stage();
		const model = await startModel(
			(answers) => stepAfter(answers) ?? { say: `Nothing more after ${answers.length} answers` },
		);
		const account = { apiKey: 'scripted', url: model.url };
		const openAiApi = await rest.createCredential('openAiApi', 'Scripted model', account);
		const file = await stage().read('ask-your-crm');
		nodeOf(file, 'Model').credentials = { openAiApi };
		Object.assign(nodeOf(file, 'find_contact').parameters!, set.find_contact);
		const chatInput = 'What did my pipeline look like?';
		const said = { sessionId: 'one', action: 'sendMessage', chatInput };
		const pinData = { Chat: [{ json: said }] };
		const { id } = await rest.createWorkflow({ ...file, pinData } as WorkflowFile);
		const execution = succeeded(await rest.runManually(id, 'Chat'));
		model.close();
		assert.deepEqual(model.offered.toSorted(), TOOLS.toSorted());
		check(test, model.answers);
		assert.equal(execution.items('Agent')[0]!.json.output, 'Nothing more after 5 answers');
	});
};

withExamples('ask your CRM', tests, { contacts: 80, deals: 60 });
