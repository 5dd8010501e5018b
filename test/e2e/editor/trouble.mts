import { it } from 'node:test';

import { API_TOKEN } from '../../../tools/sandbox/identities.mts';
import { pictureOf, type Scene } from './scene.mts';

/** What a list says that cannot be shown. */
export function trouble(scene: () => Scene): void {
	/** The node alone, as an action of it begins. */
	const open = async (action: string) => {
		const { bench } = scene();
		await bench.newWorkflow();
		await bench.add('crm', 'Sales CRM', action);
		return bench;
	};

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
