import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { descriptions } from './built.mts';

/** Each event of both triggers is named in every place that lists events. */

const read = async (path: string) =>
	await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

const eventsOf = (name: string) => {
	const node = descriptions.find((one) => one.name === name)!;
	const { options } = (node.properties as INodeProperties[]).find((one) => one.name === 'events')!;
	return { node, events: options as INodePropertyOptions[] };
};

for (const { name } of eventsOf('salesCrmTrigger').events) {
	it(`${name} of the Sales CRM Trigger is told everywhere`, async () => {
		for (const page of ['README.md', 'docs/trigger.md']) {
			assert.ok((await read(page)).includes(`_${name}_`), page);
		}
	});
}

const { node, events } = eventsOf('salesCrmPollingTrigger');

for (const { name, value } of events) {
	it(`${name} is told everywhere`, async () => {
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
