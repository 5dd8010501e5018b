import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { descriptions } from './built.mts';

const read = async (path: string) =>
	await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

const eventsOf = (name: string) => {
	const node = descriptions.find((one) => one.name === name)!;
	const { options } = (node.properties as INodeProperties[]).find((one) => one.name === 'events')!;
	return { node, events: options as INodePropertyOptions[] };
};

for (const { name } of eventsOf('salesCrmTrigger').events) {
	it(`${name} of the Sales CRM Trigger is named on its pages`, async () => {
		for (const page of ['README.md', 'docs/trigger.md']) {
			assert.ok((await read(page)).includes(`_${name}_`), page);
		}
	});
}

const { node, events } = eventsOf('salesCrmPollingTrigger');

for (const { name, value } of events) {
	it(`${name} of the Polling Trigger is named wherever events are listed`, async () => {
		assert.ok(
			node.subtitle!.includes(`${String(value)}:`),
			'descriptions/triggerFields.ts, POLL_EVENTS',
		);
		const codex = await read('nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node.json');
		const { alias } = JSON.parse(codex) as { alias: string[] };
		const searched = name.replace(':', '');
		assert.ok(
			alias.includes(searched),
			`SalesCrmPollingTrigger.node.json: the alias "${searched}"`,
		);
		for (const page of ['README.md', 'docs/polling-trigger.md']) {
			assert.ok((await read(page)).includes(name), page);
		}
		const guarded = await read('test/unit/descriptions/__snapshots__/publicNames.test.ts.snap');
		assert.ok(guarded.includes(String(value)), 'publicNames.test.ts');
	});
}

/** More of the triggers' words there would put the action node before them, where people look for a trigger. */
it('n8n finds the triggers by the words that people type, which it looks for in the file of the action node', async () => {
	const file = await read('nodes/SalesCrm/SalesCrm.node.json');
	const { alias } = JSON.parse(file) as { alias: string[] };
	const typed = [
		...[
			'Invoice',
			'Invoice Paid',
			'Form Submitted',
			'Stage Changed',
			'Deal Moved',
			'Quote Accepted',
		],
		...['Lead Converted', 'Webhook', 'Opportunity', 'New Lead', 'Signed', 'Stage'],
	];
	assert.deepEqual(
		typed.filter((word) => !alias.includes(word)),
		[],
	);
});
