import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';

import { ROOT } from '../../../runtime/pack.mts';
import { until } from '../../../runtime/rest.mts';
import { EMPTY_AUDIENCE_ID } from '../../../sandbox/identities.mts';
import { withEditor } from '../support/forms.mts';
import { Hand } from './hand.mts';

/**
 * How many clicks and typed fields a job takes from an empty canvas, beside HubSpot's nodes in the same editor, with a
 * credential there on both sides. Counted up to Execute: ours is seen to work after it, HubSpot's would call HubSpot.
 */

const CSV = join(ROOT, 'examples', 'contacts.csv');

const HUBSPOT = 'HubSpot account';

/** Columns of the example as HubSpot's node calls them: the email stands in front there, a house number it has not. */
const HUBSPOT_FIELDS = {
	'First Name': ['firstName', 'First name'],
	'Last Name': ['lastName', 'Last name'],
	'Phone Number': ['phoneNumber', 'Phone'],
	'Street Address': ['streetAddress', 'Street'],
	'Postal Code': ['postalCode', 'Zip'],
	City: ['city', 'City'],
	'Country/Region': ['country', 'Country'],
} as const;

withEditor(
	'clicks',
	(scene) => {
		before(async () => {
			const { rest } = scene().stage;
			await rest.createCredential('hubspotAppToken', HUBSPOT, { appToken: 'none' });
			const developer = {
				clientId: 'none',
				clientSecret: 'none',
				developerApiKey: 'none',
				appId: '1',
			};
			await rest.createCredential('hubspotDeveloperApi', HUBSPOT, developer);
		});
		const hand = () => new Hand(scene().bench);
		const execute = async (one: Hand) => await one.click(one.bench.button);

		/** What stands in docs/guidelines.md for a job: clicks and fields, ours and HubSpot's. */
		const written = async (job: string) => {
			const page = await readFile(join(ROOT, 'docs', 'guidelines.md'), 'utf8');
			const lines = page.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
			const row = lines.find((line) => line.startsWith(`| ${job} |`));
			const numbers = /\| (\d+) \+ (\d+) \| (?:(\d+) \+ (\d+)|as above) \|$/.exec(row ?? '');
			assert.ok(numbers, `There is no row of "${job}"`);
			return numbers.slice(1).map(Number);
		};

		/** The same on both sides: a form that takes a file. */
		const takesFile = async (one: Hand) => {
			const { bench } = one;
			await one.begin();
			await one.add('form', 'n8n Form', 'On new n8n Form event');
			await one.type(bench.field('formTitle').locator('input'), 'Import');
			await one.click(bench.panel.getByText('Add Form Element', { exact: true }));
			// Extract from File looks for a field of this name; ours takes the only one there is.
			await one.type(bench.field('fieldLabel').locator('input'), 'data');
			await one.choose('fieldType', 'File');
			await one.close();
		};

		/** HubSpot's node wants rows. */
		const readsFile = async (one: Hand) => {
			await takesFile(one);
			await one.add('extract', 'Extract from File', 'Extract from CSV');
			await one.close();
		};

		/** The form that n8n opens for a test, sent with the file of the example. */
		const sendForm = async (form: Page, answers: Record<string, string> = {}) => {
			await form.locator('input[type=file]').setInputFiles(CSV);
			for (const [label, answer] of Object.entries(answers))
				await form.getByLabel(label).fill(answer);
			await form.getByRole('button', { name: 'Submit' }).click();
		};

		const rows = async () => (await readFile(CSV, 'utf8')).trim().split('\n').length - 1;
		const created = async () => {
			const count = await rows();
			await until('the contacts of the file', 60_000, async () => {
				const { contacts } = scene().stage.sandbox.world.profile();
				return contacts.createdIn(EMPTY_AUDIENCE_ID).length >= count ? true : undefined;
			});
			await scene().stage.sandbox.reset();
		};

		it('a CSV by the example takes no more than the page says', async () => {
			const one = hand();
			const { bench } = one;
			const { page } = bench;
			await one.begin();
			await one.click(page.getByTestId('workflow-menu'));
			await one.click(page.getByRole('menuitem').getByText('Import', { exact: true }));
			const chooser = page.waitForEvent('filechooser');
			await one.click(page.getByRole('menuitem').getByText('From file', { exact: true }));
			await (await chooser).setFiles(join(ROOT, 'examples', 'create-contacts-from-csv.json'));
			one.clicks++;
			await page.locator('[data-node-name="Import contacts"]').first().waitFor();
			await one.open('Import contacts');
			const form = page.context().waitForEvent('page');
			await execute(one);
			await sendForm(await form, { 'Audience ID': EMPTY_AUDIENCE_ID });
			await created();
			const [clicks, typed] = await written('A CSV by the example');
			console.error(`  by the example: ${one.clicks} + ${one.typed}`);
			assert.deepEqual([one.clicks, one.typed], [clicks, typed]);
		});

		it('a CSV by hand takes at most as many as with HubSpot', async () => {
			const ours = hand();
			await takesFile(ours);
			await ours.add('crm', 'Sales CRM', 'Import contacts from file');
			const { bench } = ours;
			await ours.type(bench.field('audienceId').locator('input'), EMPTY_AUDIENCE_ID);
			const form = bench.page.context().waitForEvent('page');
			await execute(ours);
			await sendForm(await form);
			await created();

			const theirs = hand();
			await readsFile(theirs);
			await theirs.add('hubspot', 'HubSpot', 'Create or update a contact');
			await theirs.expression('email', '{{ $json.Email }}');
			for (const [name, [field, column]] of Object.entries(HUBSPOT_FIELDS)) {
				await theirs.addOption(name, 'first');
				await theirs.expression(field, `{{ $json["${column}"] }}`);
			}
			await isSet(theirs);
			await compare('A CSV by hand', ours, theirs);
		});

		it('stuck deals take at most as many as with HubSpot', async () => {
			const ours = hand();
			await ours.begin();
			await ours.add('crm', 'Sales CRM Polling', 'On deal stuck');
			await execute(ours);
			await ours.bench.output.getByText(/^\d+ items?$/).waitFor();

			const theirs = hand();
			const { bench } = theirs;
			await theirs.begin();
			await theirs.add('hubspot', 'HubSpot', 'Search for deals');
			await theirs.click(bench.panel.getByText('Add Filter Group', { exact: true }));
			await theirs.click(bench.panel.getByText('Add Filter', { exact: true }));
			await theirs.expressionInList('propertyName', 'hs_time_in_latest_deal_stage|number');
			await theirs.choose('operator', 'Greater Than');
			await theirs.type(bench.field('value').locator('input'), String(14 * 86_400_000));
			await isSet(theirs);
			await compare('Deals stuck for 14 days', ours, theirs);
		});

		it('the first event takes at most as many as with HubSpot', async () => {
			const ours = hand();
			await ours.begin();
			await ours.add('crm', 'Sales CRM', 'On deal status changed');
			await execute(ours);
			const { sandbox } = scene().stage;
			await until('the webhook of the test', 20_000, async () =>
				sandbox.world.subscriptions().length > 0 ? true : undefined,
			);
			const { deals, statuses } = sandbox.world.profile();
			const [deal] = deals;
			const target = statuses.find(
				({ id, backlog_id }) => backlog_id === deal!.backlogId && id !== deal!.statusId,
			);
			await sandbox.moveDeal(deal!.id, target!.id);
			await ours.bench.output.getByText(deal!.summary).first().waitFor();

			const theirs = hand();
			await theirs.begin();
			await theirs.add('hubspot', 'HubSpot', 'On Deal Property Changed');
			await theirs.expressionInList('property', 'dealstage');
			await isSet(theirs);
			await compare('The first event of a deal', ours, theirs);
		});

		/** The editor has chosen the credential, and what would run the node is pressed in thought. */
		async function isSet(one: Hand) {
			const chosen = one.bench.panel.getByTestId('node-credentials-select');
			const shown = `${await chosen.innerText()}${await chosen.locator('input').first().inputValue()}`;
			assert.match(shown, new RegExp(HUBSPOT));
			one.clicks++;
		}

		async function compare(job: string, ours: Hand, theirs: Hand) {
			console.error(
				`  ${job}: ${ours.clicks} + ${ours.typed}, HubSpot ${theirs.clicks} + ${theirs.typed}`,
			);
			assert.ok(ours.steps <= theirs.steps);
			assert.deepEqual([ours.clicks, ours.typed, theirs.clicks, theirs.typed], await written(job));
		}
	},
	{ lines: '2' },
);
