import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Answer } from '../../tools/n8n/rest.mts';
import { AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { nodeOf, withExamples } from './support/examples.mts';
import { openMcp, rowsOf } from './support/mcp.mts';

const READING = ['find_contact', 'find_deal', 'read_deal', 'pipeline_as_of', 'status_report'];
/** In the example of an assistant a person stands before these. */
const WRITING = ['move_deal', 'create_contact'];

/** A day in the middle of the sandbox's histories. */
const DAY = '2025-04-01';

const tests: Parameters<typeof withExamples>[1] = (stage) => {
	it('ask-your-crm-mcp and the writing tools of assistant answer an MCP client', async () => {
		const { rest, n8n } = stage();
		const { deals, statuses, contacts } = stage().sandbox.world.profile();
		const file = await stage().read('ask-your-crm-mcp');
		for (const name of WRITING) {
			file.nodes.push(nodeOf(await stage().read('assistant'), name));
			file.connections[name] = file.connections.find_deal;
		}
		for (const name of ['find_contact', 'create_contact'])
			nodeOf(file, name).parameters!.audienceId = AUDIENCE_ID;
		const { id } = await rest.createWorkflow(file);
		await rest.activate(id);
		const client = await openMcp(`${n8n.url}/mcp/${nodeOf(file, 'MCP Server').parameters!.path}`);
		const use = async (name: string, values: object): Promise<Answer[]> =>
			rowsOf(await client.use(name, { ...values }));
		const offered = await client.tools();
		assert.deepEqual(offered.map(({ name }) => name).sort(), [...READING, ...WRITING].sort());

		const [contact] = contacts.slice(AUDIENCE_ID, 66, 67);
		const { value: Email } = contact!.standard_personal_infos.find(
			({ name }) => name === 'E-mailadres',
		)!;
		assert.equal((await use('find_contact', { Email }))[0].found, true);

		const { summary, backlogId, statusId } = deals[7]!;
		const found = await use('find_deal', { Search: summary.toUpperCase() });
		assert.ok(found.length > 0 && found.every(({ title }) => title === summary));
		const Deal = deals[7]!.id;
		const [deal] = await use('read_deal', { Deal });
		assert.equal(deal.title, summary);
		assert.ok(deal.timeInStatus.length > 0);

		const then = await use('pipeline_as_of', { Day: DAY });
		assert.match(then[10].more, /^\d+ more\. Narrow the filters, or give a larger limit\.$/);
		for (const { lastChangeAt } of then.slice(0, 10)) assert.ok(lastChangeAt < `${DAY}T23`);
		const wrong = await client.use('pipeline_as_of', { Statuses: 'Gewonnen!' }).catch(String);
		assert.match(wrong, /Unknown status .*Gewonnen!.*Available: /s);
		assert.ok((await use('status_report', {})).length >= statuses.length);

		const { label } = statuses.find(
			(status) => status.backlog_id === backlogId && status.id !== statusId,
		)!;
		const [moved] = await use('move_deal', { Deal, Status: label });
		assert.deepEqual([moved.outcome, moved.status], ['updated', label]);
		const femke = { First_name: 'Femke', Email: 'femke@example.com', Last_name: '', Phone: '' };
		for (const outcome of ['created', 'existing'])
			assert.equal((await use('create_contact', femke))[0].outcome, outcome);
		await client.close();
		await rest.deactivate(id);
	});
};

withExamples('ask your CRM', tests, { contacts: 80, deals: 60 });
