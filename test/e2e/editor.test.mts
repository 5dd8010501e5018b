import { after, before, describe, it } from 'node:test';

import { type Answer, inLine, type WorkflowNode } from '../../tools/n8n/rest.mts';
import { EMPTY_AUDIENCE_ID } from '../../tools/sandbox/identities.mts';
import { openEditor, type Editor } from './sign-in/support/browser.mts';
import { ENTERED } from './sign-in/support/credentials.mts';
import { takePicture } from './support/pictures.mts';
import { LINE, openStage, type Stage } from './support/stage.mts';

const SANNE = { firstName: 'Sanne', lastName: 'de Vries', Email: 'sanne@example.com' };
const DAAN = { firstName: 'Daan', lastName: 'Bakker', Email: 'daan@example.com' };

const CREATE = {
	resource: 'contact',
	operation: 'create',
	audienceId: EMPTY_AUDIENCE_ID,
	personalInfos: { mappingMode: 'autoMapInputData', value: null },
};

/** Each by the name of its picture, with a text of its output, how that is shown, and the items before it. */
const SHOWN: Record<string, { node: Answer; text: string; view: string; items?: object[] }> = {
	'contact-search': {
		node: {
			resource: 'contact',
			operation: 'search',
			audienceId: EMPTY_AUDIENCE_ID,
			email: '={{ $json.Email }}',
		},
		text: 'matchedBy',
		view: 'table',
		items: [SANNE, { Email: 'nobody@example.com' }],
	},
	deal: {
		node: {
			resource: 'deal',
			operation: 'getAll',
			filters: { minDaysInStatus: 7 },
			options: { sort: 'longestInStatus' },
		},
		text: 'daysInStatus',
		view: 'table',
	},
	'deal-history': {
		node: { resource: 'history', operation: 'getTimeInStatus' },
		text: 'totalDays',
		view: 'schema',
	},
	quotation: {
		node: { resource: 'quotation', operation: 'getAll' },
		text: 'customer',
		view: 'table',
	},
	'status-report': {
		node: { resource: 'history', operation: 'getStatusReport' },
		text: 'medianDays',
		view: 'table',
	},
};

/** The forms of the nodes, their lists and their outputs; the pictures of the docs are taken on the way. */
describe('the editor', { skip: LINE !== '2' && 'the editor of 2.x' }, () => {
	let stage: Stage;
	let editor: Editor;
	let credentials: WorkflowNode['credentials'];
	before(async () => {
		stage = await openStage();
		const data = ENTERED.salesCrmApi(stage.sandbox.url);
		const name = 'Sales CRM account';
		credentials = { salesCrmApi: await stage.rest.createCredential('salesCrmApi', name, data) };
		editor = await openEditor(stage.rest);
		editor.page.setDefaultTimeout(60_000);
		await editor.page.setViewportSize({ width: 1500, height: 1000 });
	});
	after(async () => {
		await editor?.close();
		await stage?.close();
	});

	const part = (id: string) => editor.page.getByTestId(id);
	const output = (text: string) => part('output-panel').getByText(text).first();

	/** Opens a node in a workflow of its own, which hands it these items. */
	async function open(node: WorkflowNode, items: object[] = [{}]): Promise<void> {
		const start = { name: 'Manual Trigger', type: 'n8n-nodes-base.manualTrigger' };
		const nodes = node.type.endsWith('Trigger') ? [node] : [start, node];
		const { id } = await stage.rest.createWorkflow({
			name: 'Shown',
			nodes,
			connections: inLine(nodes),
			pinData: { [start.name]: items.map((json) => ({ json })) },
		});
		await editor.page.goto(`${stage.n8n.url}/workflow/${id}`);
		await editor.page.locator(`[data-node-name="${node.name}"]`).first().dblclick();
		await part('ndv').waitFor();
	}
	const openAction = async (parameters: Answer, items?: object[]) =>
		await open(stage.crm('apiToken', parameters, { credentials }), items);

	async function run(text: string, view: string): Promise<void> {
		await part('node-execute-button').click();
		await editor.page.getByText('Node executed successfully').first().waitFor();
		await part('output-panel').getByTestId(`radio-button-${view}`).click();
		await output(text).waitFor();
	}

	/** The open node with its parameters and its output, without the pane of the input. */
	async function picture(name: string): Promise<void> {
		const panel = (await part('ndv').boundingBox())!;
		const { x, y } = (await part('tab-params').boundingBox())!;
		const clip = { x, y: y - 20, width: panel.x + panel.width - x, height: 520 };
		await takePicture(editor.page, name, clip);
	}

	/** Opens a list to choose from, types into its search and waits for a text in it. */
	async function list(field: string, word: string, text: string): Promise<void> {
		await part(`parameter-input-${field}`).getByTestId('rlc-input').click();
		if (word) await part('rlc-search').fill(word);
		await editor.page.getByText(text).filter({ visible: true }).last().waitFor();
		await editor.page.waitForTimeout(1_500);
	}

	it('Contact: Create maps the columns of what comes in, and says in the panel what it did', async () => {
		await openAction(CREATE, [SANNE]);
		await part('ndv').getByText('Common names count as the same').waitFor();
		const form = (await part('ndv').locator('.node-settings').boundingBox())!;
		await takePicture(editor.page, 'form-contact', { ...form, height: 800 });
		await run('created', 'table');
		await openAction(CREATE, [SANNE, DAAN, { ...SANNE, Email: 'Sanne@Example.com' }]);
		await run('1 of 3 rows was created. 1 already existed', 'table');
		await picture('contact');
	});

	for (const [name, { node, text, view, items }] of Object.entries(SHOWN)) {
		it(`${node.resource}: ${node.operation} is run by a click`, async () => {
			await openAction(node, items);
			await run(text, view);
			await picture(name);
		});
	}

	it('Deal: Get is chosen by a word of its title', async () => {
		const [deal] = stage.sandbox.world.profile().deals;
		const parameters = {
			resource: 'deal',
			operation: 'get',
			options: { includeTimeInStatus: true },
		};
		await openAction({ ...parameters, dealId: { __rl: true, mode: 'list', value: '' } });
		await list('dealId', deal!.summary.split(' ').at(-1)!.toUpperCase(), deal!.summary);
		await picture('deal-list');
		await part('rlc-item').filter({ hasText: deal!.summary }).first().click();
		await run('timeInStatus', 'json');
		await picture('deal-get');
	});

	it('an empty list of webhooks says what to do', async () => {
		const webhookId = { __rl: true, mode: 'list', value: '' };
		await openAction({ resource: 'webhook', operation: 'delete', webhookId });
		await list('webhookId', '', 'This company profile has no webhooks. Create one, or');
		await picture('trouble-empty-list');
	});

	it('the trigger shows the event that it waits for', async () => {
		await open({ ...stage.trigger('apiToken'), credentials });
		await part('node-execute-button').click();
		while (stage.sandbox.world.subscriptions().length === 0) await editor.page.waitForTimeout(200);
		const { deal } = await stage.move();
		await output(deal.summary).waitFor();
		await part('output-panel').getByTestId('radio-button-schema').click();
		await picture('trigger');
	});
});
