import assert from 'node:assert/strict';
import { it } from 'node:test';

import { CredentialDialog } from './sign-in/support/dialog.mts';
import { pictureOf, withEditor } from './support/forms.mts';
import { takePicture } from './support/pictures.mts';

/** What people see of the nodes before they have run any, on either line of n8n. */
withEditor('the forms', (scene) => {
	const picture = (name: string) => pictureOf(scene().stage, name);
	const listed = async () => (await scene().bench.list.innerText()).split('\n');

	it('the list of nodes introduces the app for its actions and its trigger alike, and names actions without articles', async () => {
		const { bench } = scene();
		await bench.newWorkflow();
		await bench.unfold('crm', 'Sales CRM');
		await bench.list.getByText('Get many webhooks').waitFor();
		const lines = await listed();
		const words = 'Contacts, deals and quotations of a Sales CRM';
		assert.ok(lines.includes(words), lines.join('\n'));
		assert.ok(lines.every((line) => !/reach n8n|must be able/.test(line)));
		const from = lines.indexOf('CONTACT ACTIONS');
		assert.deepEqual(lines.slice(from, lines.indexOf('Manage')), [
			...['CONTACT ACTIONS', 'Create contact', 'Find contact', 'Find duplicate contacts'],
			...['Get many contacts', 'Import contacts from file'],
			...['DEAL ACTIONS', 'Get deal', 'Get many deals'],
			...['DEAL HISTORY ACTIONS', 'Get many history entries'],
			...['DEAL STATUS ACTIONS', 'Get many statuses'],
			...['QUOTATION ACTIONS', 'Download quotation', 'Get quotation', 'Get many quotations'],
			...['USER ACTIONS', 'Get many users'],
			...['WEBHOOK ACTIONS', 'Create webhook', 'Delete webhook', 'Get many webhooks'],
		]);
		await takePicture(bench.list, picture('form-actions'));
	});

	it('Contact: Create asks in front what everyone sets', async () => {
		const { bench } = scene();
		await bench.newWorkflow();
		await bench.add('crm', 'Sales CRM', 'Create contact');
		await bench.field('Land').waitFor();
		const mapped = ['Voornaam', 'Achternaam', 'E-mailadres', 'Telefoonnummer', 'Straatnaam'];
		mapped.push('Huisnummer', 'Postcode', 'Plaats', 'Land');
		const asked = ['resource', 'operation', 'audienceId', ...mapped];
		asked.push('ifExists', 'matchBy', 'dryRun', 'result');
		assert.deepEqual(await bench.fields(), asked);
		await bench.formPicture(picture('form-contact-by-hand'), 960);

		await bench.choose('ifExists', 'Create Anyway');
		await bench.field('matchBy').waitFor({ state: 'detached' });
		const others = asked.filter((name) => name !== 'matchBy');
		assert.deepEqual(await bench.fields(), others);
		const options = await (await bench.optionsOf()).allInnerTexts();
		assert.deepEqual(
			options.map((text) => text.trim()),
			[...['Company Profile ID', 'Contact Type', 'Page Size', 'Requests at a Time', 'Timestamp']],
		);
	});

	it('Map Automatically says that names need not be the same; Extra Columns is there with it alone', async () => {
		const { bench } = scene();
		await bench.newWorkflow();
		await bench.add('crm', 'Sales CRM', 'Create contact');
		const notice = bench.panel.getByText(/^The names need not be the same: firstName, E-mail, zip/);
		assert.equal(await notice.count(), 0);
		await bench.choose(bench.panel.getByTestId('mapping-mode-select'), 'Map Automatically');
		await notice.waitFor();
		const asked = [
			'resource',
			'operation',
			'audienceId',
			'ifExists',
			'matchBy',
			'dryRun',
			'result',
		];
		assert.deepEqual(await bench.fields(), asked);
		await bench.formPicture(picture('form-contact'), 800);
		const options = await bench.optionsOf();
		await options.getByText('Extra Columns', { exact: true }).waitFor();
	});

	it('resources, and statuses of several pipelines, are listed by their names', async () => {
		const { bench, stage } = scene();
		await bench.newWorkflow();
		await bench.add('crm', 'Sales CRM', 'Get many deals');
		// n8n adds a choice of its own, for requests by hand.
		const own = (await bench.choices('resource')).filter((name) => name !== 'Custom API Call');
		assert.deepEqual(own, [
			...['Contact', 'Deal', 'Deal History', 'Deal Status', 'Quotation', 'User', 'Webhook'],
		]);
		await bench.page.keyboard.press('Escape');
		await bench.addOption('Status Names or IDs', 'first');
		const shown = await bench.choices('statusIds');
		const { statuses } = await stage.state();
		assert.equal(shown.length, statuses.length);
		for (const name of shown) assert.match(name, /^\S.* – Pipeline \d$/);
		await bench.formPicture(picture('form-statuses'), 900);
	});

	for (const [entry, action, asked, subtitle, said] of [
		[
			'Sales CRM',
			'On deal status changed',
			['events', 'simplify'],
			'Deal Status Changed',
			/^Your Sales CRM calls n8n at once, so it must be able to reach the webhook URL of this node\./,
		],
		[
			'Sales CRM Polling',
			'On deal stuck',
			['mode', 'events', 'daysInStatus', 'start'],
			'Deal Stuck',
			/^Each poll reads every chosen source whole/,
		],
		[
			'Sales CRM Polling',
			'On contact created',
			['mode', 'events', 'audienceId', 'start'],
			'Contact Created',
			/^Each poll reads every chosen source whole/,
		],
		[
			'Sales CRM Polling',
			'On quotation updated',
			['mode', 'events', 'watchFields', 'start'],
			'Quotation Updated',
			/^Each poll reads every chosen source whole/,
		],
	] as const) {
		it(`${entry}, ${action}: "Trigger On" is set, and the canvas says so in title case`, async () => {
			const { bench } = scene();
			await bench.newWorkflow();
			await bench.add('crm', entry, action);
			await bench.panel.getByText('Trigger On', { exact: true }).waitFor();
			await bench.panel.getByText(said).waitFor();
			await bench.field(asked[0]).first().waitFor();
			assert.deepEqual(await bench.fields(), asked);
			await bench.formPicture(
				picture(`form-${action.replace(/^On /, '').replaceAll(' ', '-')}`),
				900,
			);
			await bench.close();
			assert.equal(await bench.subtitle(`${entry} Trigger`), subtitle);
		});
	}

	it('the form of OAuth2 says at its top that the Base URL comes last', async () => {
		const { bench, stage } = scene();
		const dialog = await CredentialDialog.create(bench.page, stage.n8n.url, 'Sales CRM OAuth2 API');
		const lines = await dialog.lines();
		const at = (line: string) => {
			assert.ok(lines.includes(line), `${line} in ${lines.join('\n')}`);
			return lines.indexOf(line);
		};
		const hint = at('Base URL and Company Profile ID are at the end of this form');
		assert.ok(hint < at('Authorization URL *') && at('Authentication') < at('Base URL *'));
		assert.ok(at('Base URL *') < at('Company Profile ID *'));
		await dialog.picture(picture('oauth2-form'));
	});

	it('the board of the sandbox says what to enter, what a move does, and which webhooks are there', async () => {
		const { bench, stage } = scene();
		const { page } = bench;
		await page.goto(stage.sandbox.url);
		await page.getByText('To enter in n8n').waitFor();
		const none = page.getByText(/None\. Publish a workflow that begins with a Sales CRM Trigger/);
		await none.waitFor();
		for (const name of ['Base URL', 'API Token', 'Company Profile ID', 'Audience ID'])
			await page.locator('dt').getByText(name, { exact: true }).waitFor();
		const said = (await page.locator('body').innerText()).replace(/\s+/g, ' ');
		assert.match(said, /Drag a deal to another status, .* each webhook below is called at once/);
		const [deal] = stage.sandbox.world.profile().deals;
		await page.getByLabel(`Move ${deal!.summary} to`).waitFor();
		await takePicture(page, 'board');
	});
});
