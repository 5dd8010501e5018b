import assert from 'node:assert/strict';
import { it } from 'node:test';

import { until } from '../../tools/n8n/rest.mts';
import { EMPTY_AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { withEditor } from './editor/scene.mts';

const PEOPLE = [
	{ firstName: 'Sanne', lastName: 'de Vries', Email: 'sanne@example.com', city: 'Utrecht' },
	{ firstName: 'Daan', lastName: 'Bakker', Email: 'daan@example.com', city: 'Zwolle' },
	{ firstName: 'Sanne', lastName: 'de Vries', Email: 'Sanne@Example.com', city: 'Utrecht' },
];
/** Seen side by side, without scrolling. */
const SEEN = ['row', 'outcome', 'reason', 'contactId', 'Voornaam', 'Achternaam', 'E-mailadres'];

/** Each resource with mouse and keyboard only; the pictures of docs/operations.md are taken on the way. */
withEditor(
	'a walk through the editor',
	(scene) => {
		/** A new workflow that hands items to an action of ours. */
		const handing = async (items: object[], action: string) => {
			const { bench } = scene();
			await bench.newWorkflow();
			await bench.add('manual', 'Manual Trigger');
			await bench.add('edit fields', 'Edit Fields (Set)');
			await bench.setItems(items);
			await bench.close();
			await bench.add('crm', 'Sales CRM', action);
			return bench;
		};

		it('Contact: Create: a dry run, a failure half-way, and the whole', async () => {
			const { sandbox } = scene().stage;
			const bench = await handing(PEOPLE, 'Create contact');
			await bench.page.setViewportSize({ width: 1600, height: 1000 });
			await bench.fill('audienceId', EMPTY_AUDIENCE_ID);
			await bench.choose(bench.panel.getByTestId('mapping-mode-select'), 'Map Automatically');
			const outcomes = async () => {
				const { columns, rows } = await bench.table();
				assert.deepEqual(columns.slice(0, SEEN.length), SEEN);
				return rows.map((row) => row[1]).sort();
			};
			await bench.addOption('Dry Run');
			await bench.turn('dryRun');
			await bench.run();
			assert.deepEqual(await outcomes(), ['duplicate', 'wouldCreate', 'wouldCreate']);
			await bench.output
				.getByText(
					/^Dry run, nothing was sent\. 2 of 3 rows would be created\. 1 repeats another row/,
				)
				.waitFor();
			await bench.turn('dryRun');

			sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422, nth: 2 }];
			assert.match(
				await bench.fails(),
				/Row [12]: Could not create the contact.* 1 of 3 was imported\. Run it again/s,
			);
			await bench.run();
			assert.deepEqual(await outcomes(), ['created', 'duplicate', 'existing']);
			await bench.output.getByText(/^1 of 3 rows was created\. 1 already existed/).waitFor();
			await bench.picture('contact');
			await bench.page.setViewportSize({ width: 1280, height: 1000 });
			assert.equal(sandbox.world.profile().contacts.createdIn(EMPTY_AUDIENCE_ID).length, 2);
		});

		it('Contact: Search: who is in the audience, and who is not', async () => {
			const people = [{ Email: 'SANNE@example.com' }, { Email: 'nobody@example.com' }];
			const bench = await handing(people, 'Search contacts');
			await bench.fill('audienceId', EMPTY_AUDIENCE_ID);
			await bench.expression('email', '{{ $json.Email }}');
			await bench.run();
			const { columns, rows } = await bench.table();
			assert.deepEqual(columns.slice(0, 3), ['found', 'Voornaam', 'Achternaam']);
			const found = rows.map((row) => [row[0], row[columns.indexOf('matchedBy')]]);
			assert.deepEqual(found, [
				['true', 'email'],
				['false', 'null'],
			]);
			await bench.picture('contact-search');
		});

		it('Deal: Get Many: which deals have been in their status for longest', async () => {
			const { bench } = scene();
			await bench.newWorkflow();
			await bench.add('deal', 'Sales CRM', 'Get many deals');
			await bench.addOption('Minimum Days in Status', 'first');
			await bench.addOption('Sort');
			await bench.choose('sort', 'Longest in Status');
			await bench.run();
			const { columns, rows } = await bench.table();
			const days = rows.map((row) => Number(row[columns.indexOf('daysInStatus')]));
			assert.ok(days.length > 1 && days.every((one) => one >= 7));
			assert.deepEqual(
				days,
				days.toSorted((a, b) => b - a),
			);
			await bench.picture('deal');
		});

		it('Deal: Get: chosen by a word of its title, with how long it was where', async () => {
			const { bench, stage } = scene();
			const { deals } = stage.sandbox.world.profile();
			const [word] = deals[0]!.summary.split(' ').slice(-1);
			const fits = deals.filter(({ summary }) => summary.includes(word!));
			await bench.choose('operation', 'Get');
			const listed = await bench.search('dealId', word!.toUpperCase());
			// Of two with one title the ID tells them apart.
			const titles = listed.map((name) => name.replace(/ – [\da-f-]{36}$/, ''));
			assert.deepEqual(titles.toSorted(), fits.map(({ summary }) => summary).toSorted());
			await bench.picture('deal-list');
			await bench.take(listed[0]!);
			await bench.addOption('Include Time in Status');
			await bench.turn('includeTimeInStatus');
			await bench.run();
			await bench.show('json');
			await bench.output.getByText('timeInStatus').first().waitFor();
			await bench.output.getByText(titles[0]!).first().waitFor();
			await bench.picture('deal-get');
		});

		it('Deal History: Get Time in Status: how long deals stay in a status', async () => {
			const { bench } = scene();
			await bench.newWorkflow();
			await bench.add('deal', 'Sales CRM', 'Get time in status of deals');
			await bench.run();
			const { columns, rows } = await bench.table();
			assert.deepEqual(columns.slice(0, 4), ['title', 'status', 'totalDays', 'current']);
			assert.ok(rows.some(([, label]) => label === 'Nieuw'));
			await bench.show('schema');
			await bench.picture('deal-history');
		});

		for (const [resource, picture, column] of [
			['Deal Status', 'deal-status', 'status'],
			['User', 'user', 'name'],
			['Quotation', 'quotation', 'customer'],
		] as const) {
			it(`${resource}: Get Many`, async () => {
				const { bench } = scene();
				await bench.choose('resource', resource);
				await bench.choose('operation', 'Get Many');
				await bench.run();
				const { columns, rows } = await bench.table();
				assert.ok(columns.includes(column), columns.join());
				assert.ok(rows.length > 0);
				await bench.picture(picture);
			});
		}

		it('Webhook: Create', async () => {
			const { bench, stage } = scene();
			const url = 'https://archive.example.com/deal-changed';
			await bench.choose('resource', 'Webhook');
			await bench.choose('operation', 'Create');
			await bench.fill('name', 'Deals to the archive');
			await bench.fill('url', url);
			await bench.run();
			assert.ok((await bench.table()).columns.includes('subscription'));
			await bench.picture('webhook');
			const { world } = stage.sandbox;
			const hooks = world.subscriptions();
			assert.equal(hooks[0]!.url, url);
			// The button may have been clicked again.
			for (const { id } of hooks) world.forget(id);
		});

		it('the trigger shows an event, while the published workflow gets it, too', async () => {
			const { bench, stage } = scene();
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
	},
	{ lines: '2' },
);
