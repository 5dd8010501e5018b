import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../../tools/n8n/rest.mts';
import { EMPTY_AUDIENCE_ID } from '../../../tools/sandbox/identities.mts';
import type { Stage } from '../support/stage.mts';
import type { Workbench } from './workbench.mts';

const PEOPLE = [
	{ firstName: 'Sanne', lastName: 'de Vries', Email: 'sanne@example.com', city: 'Utrecht' },
	{ firstName: 'Daan', lastName: 'Bakker', Email: 'daan@example.com', city: 'Zwolle' },
	{ firstName: 'Sanne', lastName: 'de Vries', Email: 'Sanne@Example.com', city: 'Utrecht' },
];

/** Each resource with mouse and keyboard only; the pictures of the docs are taken on the way. */
export function walkthrough(open: () => { stage: Stage; bench: Workbench }): void {
	/** A new workflow that hands items to an action of ours. */
	const handing = async (items: object[], action: string) => {
		const { bench } = open();
		await bench.newWorkflow();
		await bench.add('manual', 'Manual Trigger');
		await bench.add('edit fields', 'Edit Fields (Set)');
		await bench.setItems(items);
		await bench.close();
		await bench.add('crm', 'Sales CRM', action);
		return bench;
	};

	it('Contact: Create asks in front what everyone sets; a failure half-way, and the whole', async () => {
		const { sandbox } = open().stage;
		const bench = await handing(PEOPLE, 'Create contact');
		await bench.field('Land').waitFor();
		const [before, behind] = [
			['resource', 'operation', 'audienceId'],
			['ifExists', 'matchBy'],
		];
		const mapped = ['Voornaam', 'Achternaam', 'E-mailadres', 'Telefoonnummer', 'Straatnaam'];
		mapped.push('Huisnummer', 'Postcode', 'Plaats', 'Land');
		assert.deepEqual(await bench.fields(), [...before, ...mapped, ...behind]);
		await bench.choose(bench.panel.getByTestId('mapping-mode-select'), 'Map Automatically');
		await bench.panel.getByText(/^Common names count as the same: firstName, E-mail/).waitFor();
		assert.deepEqual(await bench.fields(), [...before, ...behind]);
		await bench.formPicture('form-contact');

		await bench.fill('audienceId', EMPTY_AUDIENCE_ID);
		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422, nth: 2 }];
		assert.match(
			await bench.fails(),
			/Row [12]: Could not create the contact.* 1 of 3 was imported\. Run it again/s,
		);
		await bench.run();
		const { columns, rows } = await bench.table();
		assert.deepEqual(columns.slice(0, 4), ['row', 'outcome', 'reason', 'contactId']);
		assert.deepEqual(rows.map((row) => row[1]).sort(), ['created', 'duplicate', 'existing']);
		await bench.output.getByText(/^1 of 3 rows was created\. 1 already existed/).waitFor();
		await bench.page.setViewportSize({ width: 1600, height: 1000 });
		await bench.picture('contact');
		await bench.page.setViewportSize({ width: 1280, height: 1000 });
	});

	it('Contact: Search: who is in the audience, and who is not', async () => {
		const people = [{ Email: 'SANNE@example.com' }, { Email: 'nobody@example.com' }];
		const bench = await handing(people, 'Search contacts');
		await bench.fill('audienceId', EMPTY_AUDIENCE_ID);
		await bench.expression('email', '{{ $json.Email }}');
		await bench.run();
		const { columns, rows } = await bench.table();
		assert.deepEqual(columns.slice(0, 3), ['found', 'Voornaam', 'Achternaam']);
		assert.deepEqual(
			rows.map(([found]) => found),
			['true', 'false'],
		);
		await bench.picture('contact-search');
	});

	it('Deal: Get Many: which deals have been in their status for longest', async () => {
		const { bench } = open();
		await bench.newWorkflow();
		await bench.add('deal', 'Sales CRM', 'Get many deals');
		await bench.addOption('Minimum Days in Status', 'first');
		await bench.addOption('Sort');
		await bench.choose('sort', 'Longest in Status');
		await bench.run();
		const { columns, rows } = await bench.table();
		const days = rows.map((row) => Number(row[columns.indexOf('daysInStatus')]));
		assert.ok(days.length > 1 && days.every((one) => one >= 7));
		await bench.picture('deal');
	});

	it('Deal: Get: chosen by a word of its title, with how long it was where', async () => {
		const { bench, stage } = open();
		const [deal] = stage.sandbox.world.profile().deals;
		await bench.choose('operation', 'Get');
		const word = deal!.summary.split(' ').at(-1)!.toUpperCase();
		const listed = await bench.search('dealId', word);
		assert.ok(listed.length > 0 && listed.every((name) => name.toUpperCase().includes(word)));
		await bench.picture('deal-list');
		await bench.take(listed[0]!);
		await bench.addOption('Include Time in Status');
		await bench.turn('includeTimeInStatus');
		await bench.run();
		// The table of the run before may still be there for a moment.
		await until('the time in status', 20_000, async () => {
			const { columns } = await bench.table();
			return columns.includes('timeInStatus') ? true : undefined;
		});
		await bench.show('json');
		await bench.output.getByText('contactDetails').first().waitFor();
		await bench.picture('deal-get');
	});

	for (const [resource, operation, column, picture] of [
		['Deal History', 'Get Time in Status', 'totalDays', 'deal-history'],
		['Deal Status', 'Get Many', 'status'],
		['User', 'Get Many', 'name'],
	] as const) {
		it(`${resource}: ${operation}`, async () => {
			const { bench } = open();
			await bench.choose('resource', resource);
			await bench.choose('operation', operation);
			await bench.run();
			assert.ok((await bench.table()).columns.includes(column));
			if (picture === 'deal-history') await bench.show('schema');
			if (picture) await bench.picture(picture);
		});
	}

	it('Webhook: the list is empty, and says what to do; one is created', async () => {
		const { bench, stage } = open();
		await bench.choose('resource', 'Webhook');
		await bench.choose('operation', 'Delete');
		await bench.field('webhookId').getByTestId('rlc-input').click();
		await bench.page.getByText(/^This company profile has no webhooks\. Create one, or/).waitFor();
		await bench.picture('trouble-empty-list');
		await bench.choose('operation', 'Create');
		await bench.fill('name', 'Deals to the archive');
		await bench.fill('url', 'https://archive.example.com/deal-changed');
		await bench.run();
		assert.ok((await bench.table()).columns.includes('subscription'));
		const { world } = stage.sandbox;
		// The button may have been clicked again.
		for (const { id } of world.subscriptions()) world.forget(id);
	});

	it('the trigger shows an event, while the published workflow gets it, too', async () => {
		const { bench, stage } = open();
		const { sandbox, rest } = stage;
		const hooks = async (count: number) =>
			await until(`${count} webhooks`, 20_000, async () =>
				sandbox.world.subscriptions().length === count ? true : undefined,
			);
		await bench.newWorkflow();
		await bench.add('deal', 'Sales CRM', 'On deal status changed');
		await bench.close();
		await bench.publish();
		await hooks(1);
		await bench.open('Sales CRM Trigger');
		await bench.button.click();
		await hooks(2);
		const { deal } = await stage.move();
		await bench.output.getByText('1 item').waitFor();
		await bench.output.getByText(deal.summary).first().waitFor();
		await bench.show('schema');
		await bench.picture('trigger');
		await hooks(1);
		const executions = await rest.executionsEnded(bench.workflowId(), 2);
		assert.deepEqual(executions.map(({ mode }) => mode).sort(), ['manual', 'webhook']);
	});
}
