import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { openRest, until, type Rest } from '../../runtime/rest.mts';
import { startN8n, type RunningN8n } from '../../runtime/n8n.mts';
import { packPackage } from '../../runtime/pack.mts';
import { API_TOKEN, EMPTY_AUDIENCE_ID, PROFILE_ID } from '../../sandbox/identities.mts';
import { startSandbox, type Sandbox } from '../../sandbox/server.mts';
import { openEditor, type Editor } from './sign-in/support/browser.mts';
import { CredentialDialog } from './sign-in/support/dialog.mts';
import { LINE } from './support/stage.mts';
import { Workbench } from './walkthrough/workbench.mts';

const NODES = ['Sales CRM', 'Sales CRM Polling'];
const PEOPLE = [
	{ firstName: 'Sanne', lastName: 'de Vries', Email: 'sanne@example.com', city: 'Utrecht' },
	{ firstName: 'Daan', lastName: 'Bakker', Email: 'daan@example.com', city: 'Zwolle' },
	{ firstName: 'Sanne', lastName: 'de Vries', Email: 'Sanne@Example.com', city: 'Utrecht' },
];

/** From an empty n8n, with mouse and keyboard only, as someone who has just installed the package. */
describe('a first walk through the editor', { skip: LINE !== '2' && 'the editor of 2.x' }, () => {
	let sandbox: Sandbox;
	let n8n: RunningN8n;
	let rest: Rest;
	let editor: Editor;
	let bench: Workbench;
	before(async () => {
		const say = (line: string) => console.error(`  ${line}`);
		const tarball = process.env.SALES_CRM_TARBALL ?? (await packPackage(say));
		n8n = await startN8n({ line: '2', tarball, say });
		sandbox = await startSandbox();
		rest = await openRest(n8n.url);
		editor = await openEditor(n8n.url);
		await editor.page.setViewportSize({ width: 1600, height: 820 });
		bench = new Workbench(editor.page, n8n.url);
	});
	after(async () => {
		await editor?.close();
		await n8n?.stop();
		await sandbox?.close();
	});

	it('finds the nodes by the words crm and deal', async () => {
		await bench.newWorkflow();
		for (const word of ['crm', 'deal']) {
			// n8n shows a node and its trigger as one entry.
			const found = await bench.find(word);
			assert.deepEqual(
				found.filter((name) => NODES.includes(name)),
				NODES,
				word,
			);
		}
	});

	it('imports contacts, with a credential made on the way', async () => {
		// Wide enough to see row, outcome, reason, name and email side by side.
		await editor.page.setViewportSize({ width: 1600, height: 1000 });
		await bench.newWorkflow();
		await bench.add('manual', 'Manual Trigger');
		await bench.add('edit fields', 'Edit Fields (Set)');
		await bench.setItems(PEOPLE);
		await bench.close();
		await bench.add('crm', 'Sales CRM', 'Create contact');

		await bench.panel.getByText('Connect to Sales CRM').click();
		const dialog = await CredentialDialog.opened(editor.page);
		await dialog.fill({ baseUrl: sandbox.url, apiToken: API_TOKEN, companyProfileId: PROFILE_ID });
		await dialog.save();
		await bench.panel.getByTestId('node-credentials-select').waitFor();

		await bench.fill('audienceId', EMPTY_AUDIENCE_ID);
		await bench.choose(bench.panel.getByTestId('mapping-mode-select'), 'Map Automatically');
		const outcomes = async () => {
			const { columns, rows } = await bench.table();
			// Row, outcome, reason, name and email are seen without scrolling.
			const seen = [
				'row',
				'outcome',
				'reason',
				'contactId',
				'Voornaam',
				'Achternaam',
				'E-mailadres',
			];
			assert.deepEqual(columns.slice(0, seen.length), seen);
			return rows.map((row) => row[1]);
		};
		await bench.turn('dryRun');
		await bench.run();
		assert.deepEqual(await outcomes(), ['wouldCreate', 'wouldCreate', 'duplicate']);
		await bench.output.getByText(/^2 of 3 rows would be created, 1 duplicate/).waitFor();
		await bench.picture('import-dry-run');
		await bench.turn('dryRun');

		sandbox.switches.faults = [{ route: 'createContact', kind: 'status', status: 422, nth: 2 }];
		assert.match(
			await bench.fails(),
			/Row [12]: Could not create the contact.* 1 of 3 is in\. Execute again/s,
		);
		await bench.picture('import-half-way');

		await bench.run();
		assert.deepEqual((await outcomes()).sort(), ['created', 'duplicate', 'existing']);
		await bench.output.getByText(/^1 of 3 rows was created, 1 there already/).waitFor();
		await bench.picture('contact');
		await editor.page.setViewportSize({ width: 1280, height: 1000 });
		assert.equal(sandbox.world.profile().contacts.createdIn(EMPTY_AUDIENCE_ID).length, 2);
	});

	it('looks people up: who is in the audience, and who is not', async () => {
		await bench.newWorkflow();
		await bench.add('manual', 'Manual Trigger');
		await bench.add('edit fields', 'Edit Fields (Set)');
		await bench.setItems([{ Email: 'SANNE@example.com' }, { Email: 'nobody@example.com' }]);
		await bench.close();
		await bench.add('crm', 'Sales CRM', 'Find contact');
		await bench.fill('audienceId', EMPTY_AUDIENCE_ID);
		await bench.expression('email', '{{ $json.Email }}');
		await bench.run();
		const { columns, rows } = await bench.table();
		assert.deepEqual(columns.slice(0, 3), ['found', 'matchedBy', 'matches']);
		assert.deepEqual(
			rows.map((row) => row.slice(0, 3)),
			[
				['true', 'email', '1'],
				['false', 'null', '0'],
			],
		);
		await bench.picture('contact-find');
	});

	it('tells which deals have been in their status for longest', async () => {
		await bench.newWorkflow();
		await bench.add('deal', 'Sales CRM', 'Get many deals');
		await bench.addOption('Minimum Days in Status', 'first');
		await bench.addOption('Sort');
		await bench.choose('sort', 'Longest in Status');
		await bench.run();
		const { columns, rows } = await bench.table();
		assert.deepEqual(columns.slice(0, 2), ['title', 'status']);
		const days = rows.map((row) => Number(row[columns.indexOf('inStatusDays')]));
		assert.ok(days.length > 1);
		assert.ok(days.every((one) => one >= 7));
		assert.deepEqual(
			days,
			days.toSorted((a, b) => b - a),
		);
		await bench.picture('deal');
	});

	it('chooses a deal by a word of its title, and reads how long it was where', async () => {
		const { deals } = sandbox.world.profile();
		const [word] = deals[0]!.summary.split(' ').slice(-1);
		const fits = deals.filter(({ summary }) => summary.includes(word!));
		await bench.choose('operation', 'Get');
		const listed = await bench.search('dealId', word!.toUpperCase());
		assert.deepEqual(listed.toSorted(), fits.map(({ summary }) => summary).toSorted());
		await bench.picture('deal-list');
		await bench.take(listed[0]!);
		await bench.addOption('Include Time in Status');
		await bench.field('includeTimeInStatus').locator('.el-switch').click();
		await bench.run();
		await bench.show('json');
		await bench.output.getByText('timeInStatus').first().waitFor();
		await bench.output.getByText(listed[0]!).first().waitFor();
		await bench.picture('deal-get');
	});

	it('reports how long deals stay in a status', async () => {
		await bench.newWorkflow();
		await bench.add('deal', 'Sales CRM', 'Get many history entries');
		await bench.choose('output', 'Time in Status');
		await bench.run();
		const { columns, rows } = await bench.table();
		assert.deepEqual(columns.slice(0, 4), ['title', 'status', 'totalDays', 'latestDays']);
		assert.ok(rows.length > 20);
		assert.ok(rows.some(([, label]) => label === 'Nieuw'));
		await bench.show('schema');
		await bench.picture('deal-history');
	});

	for (const [resource, operation, picture, column] of [
		['Deal Status', 'Get Many', 'deal-status', 'label'],
		['User', 'Get Many', 'user', 'name'],
		['Quotation', 'Get Many', 'quotation', 'title'],
	] as const) {
		it(`shows rows of ${resource}: ${operation}`, async () => {
			await bench.choose('resource', resource);
			await bench.choose('operation', operation);
			await bench.run();
			const { columns, rows } = await bench.table();
			assert.ok(columns.includes(column), columns.join());
			assert.ok(rows.length > 0);
			await bench.picture(picture);
		});
	}

	it('registers a webhook', async () => {
		await bench.choose('resource', 'Webhook');
		await bench.choose('operation', 'Create');
		await bench.fill('name', 'Deals to the archive');
		await bench.fill('url', 'https://archive.example.com/deal-changed');
		await bench.run();
		const { columns, rows } = await bench.table();
		assert.ok(columns.includes('subscription'), columns.join());
		assert.equal(rows.length, 1);
		await bench.picture('webhook');
		const [hook] = sandbox.world.subscriptions();
		assert.equal(hook!.url, 'https://archive.example.com/deal-changed');
		sandbox.world.forget(hook!.id);
	});

	it('shows an event in the editor, while the published workflow gets it, too', async () => {
		await bench.newWorkflow();
		await bench.add('deal', 'Sales CRM', 'On deal status changed');
		await bench.close();
		await bench.publish();
		assert.equal(sandbox.world.subscriptions().length, 1);
		const id = bench.workflowId();

		await bench.open('Sales CRM Trigger');
		await bench.button.click();
		await bench.panel.getByText('Stop Listening').first().waitFor();
		await until('the hook of the test', 10_000, async () =>
			sandbox.world.subscriptions().length === 2 ? true : undefined,
		);
		const first = await move();
		await bench.output.getByText('1 item').waitFor();
		await bench.output.getByText(first.deal.summary).first().waitFor();
		await bench.show('schema');
		await bench.picture('trigger');

		await until('the hook of the test to go', 10_000, async () =>
			sandbox.world.subscriptions().length === 1 ? true : undefined,
		);
		const second = await move();
		const executions = await rest.executionsEnded(id, 3);
		const told = executions.map((one) => [
			one.mode,
			one.items('Sales CRM Trigger')[0]!.json.eventId as number,
		]);
		assert.deepEqual(told.sort(), [
			['manual', first.event.id],
			['webhook', first.event.id],
			['webhook', second.event.id],
		]);
	});

	async function move() {
		const profile = sandbox.world.profile();
		const deal = profile.deals[0]!;
		const target = profile.statuses.find(
			(one) => one.backlog_id === deal.backlogId && one.id !== deal.statusId,
		)!;
		const { event } = await sandbox.moveDeal(deal.id, target.id);
		return { event, deal };
	}
});
