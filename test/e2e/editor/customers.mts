import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Sandbox } from '../../../tools/sandbox/server.mts';
import type { Workbench } from './workbench.mts';

/** What only some Sales CRMs offer: deals are changed, customers looked up. */
export function customers(open: () => { sandbox: Sandbox; bench: Workbench }): void {
	const profile = () => open().sandbox.world.profile();

	it('Deal: Update: only the statuses of the pipeline of the deal, and what was before', async () => {
		const { bench } = open();
		const { deals, statuses } = profile();
		const deal = deals.find(({ labels }) => labels.length === 1)!;
		const columns = statuses.filter((one) => one.backlog_id === deal.backlogId);
		const target = columns.find(({ id }) => id !== deal.statusId)!;
		await bench.newWorkflow();
		await bench.add('deal', 'Sales CRM', 'Update deal');
		await bench.search('dealId', deal.summary);
		await bench.take(deal.summary);
		await bench.addOption('Status Name or ID', 'first');
		const labels = columns.map(({ label }) => label);
		assert.deepEqual(await bench.choices('statusId'), ['Leave as It Is', ...labels]);
		await bench.formPicture('deal-update-form');
		await bench.choose('statusId', target.label);
		await bench.run();
		const { columns: keys, rows } = await bench.table();
		assert.deepEqual(keys.slice(0, 3), ['outcome', 'reason', 'before']);
		assert.equal(rows[0]![0], 'updated');
		await bench.widePicture('deal-update');
	});

	it('Contact Person: Look Up: who has this number, with deals and quotations', async () => {
		const { bench } = open();
		const { person } = profile().deals.find((one) => one.person.phone)!;
		await bench.choose('resource', 'Contact Person');
		await bench.choose('operation', 'Look Up');
		await bench.fill('value', person.phone!);
		await bench.run();
		assert.ok((await bench.table()).columns.includes('deals'));
		// As a table it has so many columns that the deals are out of sight.
		await bench.show('json');
		await bench.picture('look-up');
	});

	for (const [resource, picture] of [
		['Quotation', 'quotation'],
		['Invoice', undefined],
	] as const) {
		it(`${resource}: Get Many: each with its title and customer`, async () => {
			const { bench } = open();
			await bench.choose('resource', resource);
			await bench.choose('operation', 'Get Many');
			await bench.run();
			const { columns, rows } = await bench.table();
			assert.ok(rows.length > 0 && columns.includes('title') && columns.includes('customer'));
			for (const row of rows) assert.notEqual(row[columns.indexOf('title')], 'null');
			if (picture) await bench.picture(picture);
		});
	}
}
