import assert from 'node:assert/strict';
import { it } from 'node:test';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import { API_TOKEN } from '../../tools/sandbox/identities.mts';
import { quickStart } from './editor/quickStart.mts';
import { pictureOf, withEditor } from './editor/scene.mts';
import { CredentialDialog } from './sign-in/support/dialog.mts';
import { takePicture } from './support/pictures.mts';

const CALLED = /^The Sales CRM must be able to reach this node's webhook URL/;
const READ_WHOLE = /^Each poll reads the full list of each chosen source/;

/** What people see of the nodes, on either line of n8n. */
withEditor('the forms', (scene) => {
	const picture = (name: string) => pictureOf(scene().stage, name);
	/** A node alone, as an action or a trigger of it begins. */
	const open = async (action: string, entry = 'Sales CRM') => {
		const { bench } = scene();
		await bench.newWorkflow();
		await bench.add('crm', entry, action);
		return bench;
	};

	it('the list of nodes introduces the app for its actions and its trigger alike, and names every action', async () => {
		const { bench } = scene();
		await bench.newWorkflow();
		await bench.unfold('crm', 'Sales CRM');
		await bench.list.getByText('Get many webhooks').waitFor();
		const lines = (await bench.list.innerText()).split('\n');
		assert.ok(
			lines.includes(
				'Contacts, deals and quotations of a Sales CRM. More triggers: Sales CRM Polling.',
			),
			lines.join('\n'),
		);
		const from = lines.indexOf('CONTACT ACTIONS');
		const actions = nodes.resources.flatMap(({ name, operations }) => [
			`${name.toUpperCase()} ACTIONS`,
			...operations.map(({ action }) => action),
		]);
		assert.deepEqual(lines.slice(from, lines.indexOf('Manage')), actions);
		await takePicture(bench.list, picture('form-actions'));
	});

	it('Contact: Create asks in front what everyone sets; Map Automatically says what counts as the same name', async () => {
		const bench = await open('Create contact');
		await bench.field('Land').waitFor();
		const mapped = ['Voornaam', 'Achternaam', 'E-mailadres', 'Telefoonnummer', 'Straatnaam'];
		mapped.push('Huisnummer', 'Postcode', 'Plaats', 'Land');
		const before = ['resource', 'operation', 'audienceId'];
		const behind = ['ifExists', 'matchBy'];
		assert.deepEqual(await bench.fields(), [...before, ...mapped, ...behind]);
		await bench.formPicture(picture('form-contact-by-hand'), 960);

		const notice = bench.panel.getByText(/^Common names count as the same: firstName, E-mail, zip/);
		assert.equal(await notice.count(), 0);
		await bench.choose(bench.panel.getByTestId('mapping-mode-select'), 'Map Automatically');
		await notice.waitFor();
		assert.deepEqual(await bench.fields(), [...before, ...behind]);
		await bench.formPicture(picture('form-contact'), 800);

		await bench.choose('ifExists', 'Create Anyway');
		await bench.field('matchBy').waitFor({ state: 'detached' });
		const options = await (await bench.optionsOf()).allInnerTexts();
		const common = ['Company Profile ID', 'Concurrent Requests', 'Contact Type', 'Dry Run'];
		const others = ['Extra Columns', 'Page Size', 'Result', 'Timestamp'];
		assert.deepEqual(
			options.map((text) => text.trim()),
			[...common, ...others],
		);
	});

	it('resources, and statuses of several pipelines, are listed by their names', async () => {
		const bench = await open('Get many deals');
		// n8n adds a choice of its own, for requests by hand.
		const own = (await bench.choices('resource')).filter((name) => name !== 'Custom API Call');
		assert.deepEqual(
			own,
			nodes.resources.map(({ name }) => name),
		);
		await bench.page.keyboard.press('Escape');
		await bench.addOption('Status Names or IDs', 'first');
		const shown = await bench.choices('statusIds');
		assert.equal(shown.length, (await scene().stage.state()).statuses.length);
		for (const name of shown)
			assert.match(name, /^\S.* – (Nieuwe leads|Offertetraject|Uitvoering)$/);
		await bench.formPicture(picture('form-statuses'), 900);
	});

	for (const [entry, action, asked, said] of [
		['Sales CRM', 'On deal status changed', ['events', 'simplify'], CALLED],
		['Sales CRM Polling', 'On deal stuck', ['mode', 'events', 'daysInStatus', 'start'], READ_WHOLE],
		[
			'Sales CRM Polling',
			'On contact updated',
			['mode', 'events', 'audienceId', 'watchContactFields', 'start'],
			READ_WHOLE,
		],
		[
			'Sales CRM Polling',
			'On quotation updated',
			['mode', 'events', 'watchFields', 'start'],
			READ_WHOLE,
		],
	] as const) {
		it(`${entry}, ${action}: "Trigger On" is set, and the canvas says so in title case`, async () => {
			const bench = await open(action, entry);
			await bench.panel.getByText('Trigger On', { exact: true }).waitFor();
			await bench.panel.getByText(said).waitFor();
			await bench.field(asked[0]).first().waitFor();
			assert.deepEqual(await bench.fields(), asked);
			const event = action.replace(/^On /, '');
			await bench.formPicture(picture(`form-${event.replaceAll(' ', '-')}`), 900);
			await bench.close();
			const subtitle = await bench.subtitle(`${entry} Trigger`);
			assert.equal(subtitle.toLowerCase().replace(':', ''), event);
			assert.match(subtitle, /^[A-Z]\w+:( [A-Z]\w+)+$/);
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
		const hint = at(
			'Base URL, Company Profile ID and Default Audience ID are at the end of this form',
		);
		assert.ok(hint < at('Authorization URL *') && at('Authentication') < at('Base URL *'));
		assert.ok(at('Base URL *') < at('Company Profile ID'));
		assert.ok(at('Company Profile ID') < at('Default Audience ID'));
		await dialog.picture(picture('oauth2-form'));
	});

	it('an empty list says what is not there, and what to do', async () => {
		const bench = await open('Delete webhook');
		await bench.field('webhookId').getByTestId('rlc-input').click();
		const words =
			'This company profile has no webhooks. Create one, or publish a workflow with the Sales CRM Trigger.';
		await bench.page.getByText(words).waitFor();
		await bench.picture(picture('trouble-empty-list'));
	});

	it('a list whose company profile cannot be found out says which field to fill in', async () => {
		const { rest, sandbox } = scene().stage;
		// As published it is found out.
		sandbox.switches.only = 'described';
		const data = { baseUrl: sandbox.url, apiToken: API_TOKEN };
		const { id } = await rest.createCredential('salesCrmApi', 'Without a profile', data);
		const bench = await open('Get deal');
		await bench.panel.getByTestId('node-credentials-select').locator('input').click();
		const named = bench.page.getByText('Without a profile', { exact: true });
		await named.filter({ visible: true }).first().click();
		await bench.field('dealId').getByTestId('rlc-input').click();
		const words =
			"No company profile is set. Fill in the field 'Company Profile ID' of the credential, or in the options of this node: the Sales CRM needs it for this operation.";
		await bench.page.getByText(words).waitFor();

		// A list that comes whole says so behind the sign beside it.
		await bench.choose('operation', 'Get Many');
		await bench.addOption('Status Names or IDs', 'first');
		await bench.panel.getByTestId('parameter-issues').hover();
		await bench.page.getByText(/No company profile is set/).waitFor();
		await rest.deleteCredential(id);
		sandbox.switches.only = null;
	});
});

withEditor('an import by the quick start, in an empty n8n', quickStart, { isEmpty: true });
