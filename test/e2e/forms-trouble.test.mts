import assert from 'node:assert/strict';
import { it } from 'node:test';

import { API_TOKEN, EMPTY_AUDIENCE_ID } from '../../sandbox/identities.mts';
import { pictureOf, withEditor } from './support/forms.mts';

const NOBODY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/** What the editor says when a node cannot do what was asked, on either line of n8n. */
withEditor('trouble', (scene) => {
	const picture = async (name: string) =>
		await scene().bench.picture(pictureOf(scene().stage, name));

	/** A new workflow that hands one item to a node of ours. */
	const handing = async (item: object, action: string) => {
		const { bench } = scene();
		await bench.newWorkflow();
		await bench.add('manual', 'Manual Trigger');
		await bench.add('edit fields', 'Edit Fields (Set)');
		await bench.setItems([item]);
		await bench.close();
		await bench.add('crm', 'Sales CRM', action);
		return bench;
	};
	const SEMICOLONS = { 'Voornaam;E-mailadres': 'Sanne;sanne@example.com' };

	it('a file with semicolons: names the separator, and where it is set', async () => {
		const bench = await handing(SEMICOLONS, 'Create contact');
		await bench.fill('audienceId', EMPTY_AUDIENCE_ID);
		await bench.choose(bench.panel.getByTestId('mapping-mode-select'), 'Map Automatically');
		const said = await bench.fails();
		assert.match(said, /Columns seen: Voornaam;E-mailadres\. They came as one/);
		assert.match(said, /set 'Delimiter' in the options of the node that reads the file/);
		await picture('trouble-semicolons');
	});

	it('an empty mapping by hand speaks of fields; an ID that is none shows what one looks like', async () => {
		const bench = await handing({ Email: 'sanne@example.com' }, 'Create contact');
		await bench.fill('audienceId', EMPTY_AUDIENCE_ID);
		const empty = await bench.fails();
		assert.match(empty, /No field is mapped\s+Map at least one field of 'Personal Information'/);
		assert.doesNotMatch(empty, /column/i);
		await picture('trouble-empty');

		await bench.newWorkflow();
		await bench.add('crm', 'Sales CRM', 'Create contact');
		await bench.fill('audienceId', 'Newsletter');
		const said = await bench.fails();
		assert.match(said, /'Audience ID' is not a valid UUID/);
		assert.match(said, /A UUID looks like 3f2504e0-4f89-41d3-9a0c-0305e82c3301/);
		await picture('trouble-uuid');
	});

	it('what was not found is named', async () => {
		const { bench } = scene();
		await bench.newWorkflow();
		await bench.add('crm', 'Sales CRM', 'Get quotation');
		await bench.choose(bench.panel.getByTestId('rlc-mode-selector'), 'By ID');
		await bench.field('quotationId').getByTestId('rlc-input').fill(NOBODY);
		await bench.page.waitForTimeout(300);
		assert.match(
			await bench.fails(),
			/Could not fetch the quotation: the quotation was not found \(404\)/,
		);
		await picture('trouble-not-found');
	});

	it('an empty list says what is not there, and what to do', async () => {
		const { bench } = scene();
		await bench.newWorkflow();
		await bench.add('crm', 'Sales CRM', 'Delete webhook');
		await bench.field('webhookId').getByTestId('rlc-input').click();
		const words =
			'This company profile has no webhooks. A webhook is there once it was created, or a trigger published.';
		await bench.page.getByText(words).waitFor();
		await picture('trouble-empty-list');
	});

	it('without a Company Profile ID a list says which field to fill in', async () => {
		const { bench, stage } = scene();
		const data = { baseUrl: stage.sandbox.url, apiToken: API_TOKEN };
		await stage.rest.createCredential('salesCrmApi', 'Without a profile', data);
		await bench.newWorkflow();
		await bench.add('crm', 'Sales CRM', 'Get deal');
		await bench.panel.getByTestId('node-credentials-select').locator('input').click();
		const named = bench.page.getByText('Without a profile', { exact: true });
		await named.filter({ visible: true }).first().click();
		await bench.field('dealId').getByTestId('rlc-input').click();
		const words =
			"No company profile is set. Fill in the field 'Company Profile ID' of the credential, or in the options of this node: the service needs it for this operation.";
		await bench.page.getByText(words).waitFor();
		await picture('trouble-no-profile');

		// A list that comes whole says so behind the sign beside it.
		await bench.choose('operation', 'Get Many');
		await bench.addOption('Status Names or IDs', 'first');
		await bench.panel.getByTestId('parameter-issues').hover();
		await bench.page.getByText(/No company profile is set/).waitFor();
	});
});
