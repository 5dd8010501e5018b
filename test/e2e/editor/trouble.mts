import assert from 'node:assert/strict';
import { it } from 'node:test';

import { API_TOKEN, EMPTY_AUDIENCE_ID } from '../../../tools/sandbox/identities.mts';
import { pictureOf, type Scene } from './scene.mts';

/** What the editor says when a node cannot do what was asked. */
export function trouble(scene: () => Scene): void {
	/** The node alone, as an action of it begins. */
	const open = async (action: string) => {
		const { bench } = scene();
		await bench.newWorkflow();
		await bench.add('crm', 'Sales CRM', action);
		return bench;
	};

	it('a file with semicolons: names the separator, and where it is set', async () => {
		const { bench } = scene();
		await bench.newWorkflow();
		await bench.add('manual', 'Manual Trigger');
		await bench.add('edit fields', 'Edit Fields (Set)');
		await bench.setItems([{ 'Voornaam;E-mailadres': 'Sanne;sanne@example.com' }]);
		await bench.close();
		await bench.add('crm', 'Sales CRM', 'Create contact');
		await bench.fill('audienceId', EMPTY_AUDIENCE_ID);
		await bench.choose(bench.panel.getByTestId('mapping-mode-select'), 'Map Automatically');
		const said = await bench.fails();
		assert.match(said, /Columns seen: Voornaam;E-mailadres\. All values are in one column/);
		assert.match(said, /set 'Delimiter' in the options of the node that reads the file/);
	});

	it('a contact with a first name alone: names the fields that are missing, and the way out', async () => {
		const bench = await open('Create contact');
		await bench.field('Land').waitFor();
		await bench.fill('audienceId', EMPTY_AUDIENCE_ID);
		await bench.fill('Voornaam', 'Sanne');
		const said = await bench.fails();
		assert.match(said, /Fill in Email or Phone, by which an existing contact is recognized/);
		assert.match(said, /set 'If Contact Exists' to 'Create Anyway'/);
		assert.doesNotMatch(said, /\brows?\b|\bcolumns?\b/i);
		for (const name of ['ifExists', 'E-mailadres', 'Telefoonnummer'])
			assert.ok(await bench.field(name).isVisible(), name);
	});

	it('an ID that is none shows what one looks like', async () => {
		const bench = await open('Create contact');
		await bench.field('Land').waitFor();
		await bench.fill('audienceId', 'Newsletter');
		await bench.fill('E-mailadres', 'sanne@example.com');
		assert.match(
			await bench.fails(),
			/'Audience ID' is not a valid UUID[^]*A UUID looks like 3f2504e0-4f89-41d3-9a0c-0305e82c3301/,
		);
	});

	it('an empty list says what is not there, and what to do', async () => {
		const bench = await open('Delete webhook');
		await bench.field('webhookId').getByTestId('rlc-input').click();
		const words =
			'This company profile has no webhooks. Create one, or publish a workflow with the Sales CRM Trigger.';
		await bench.page.getByText(words).waitFor();
		await bench.picture(pictureOf(scene().stage, 'trouble-empty-list'));
	});

	it('without a Company Profile ID a list says which field to fill in', async () => {
		const { rest, sandbox } = scene().stage;
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
	});
}
