import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import type { Answer } from '../../runtime/rest.mts';
import { openStage, type Stage } from './support/stage.mts';

const PACKAGE = 'n8n-nodes-sales-crm';

describe('what the editor shows of the nodes', () => {
	let stage: Stage;
	before(async () => (stage = await openStage({ sandbox: { quotations: 120 } })));
	after(async () => await stage?.close());

	const node = () => stage.crm('apiToken', {});
	const options = async (method: string): Promise<Answer[]> =>
		await stage.rest.options(node(), 'parameters.filters', method);
	const quotations = async (rest: object) =>
		await stage.rest.listSearch(node(), 'parameters.quotationId', 'searchQuotations', rest);

	it('statuses with their label first, grouped by pipeline, and users by name', async () => {
		const { statuses, users } = await stage.state();
		const shown = await options('getStatuses');
		assert.deepEqual(shown.map(({ value }) => value).sort(), ids(statuses));
		for (const { id, label } of statuses) {
			assert.match(
				shown.find(({ value }) => value === id).name,
				new RegExp(`^${label} – Pipeline `),
			);
		}
		const groups = shown.map(({ name }) => / – (Pipeline \d+)/.exec(name)![1]);
		const changes = groups.filter((group, index) => group !== groups[index - 1]);
		assert.equal(changes.length, new Set(groups).size, 'a pipeline is shown in several places');
		assert.deepEqual((await options('getUsers')).map(({ value }) => value).sort(), ids(users));
	});

	it('pipelines, told apart by their statuses', async () => {
		const { statuses } = await stage.state();
		const backlogs = new Set(statuses.map((status: Answer) => status.backlog_id));
		const shown = await options('getPipelines');
		assert.deepEqual(new Set(shown.map(({ value }) => value)), backlogs);
	});

	it('quotations page by page, all of them', async () => {
		const found: string[] = [];
		let paginationToken: string | undefined;
		do {
			const page = await quotations(paginationToken ? { paginationToken } : {});
			found.push(...page.results.map(({ value }: Answer) => value));
			paginationToken = page.paginationToken;
		} while (paginationToken);
		assert.deepEqual(found.sort(), [...(await stage.state()).quotations].sort());
	});

	it('quotations by a part of their title, from a later page too', async () => {
		const first = await quotations({});
		const second = await quotations({ paginationToken: first.paginationToken });
		const { name, value } = second.results.at(-1);
		const searched = await quotations({ filter: name.toUpperCase() });
		const more = searched.paginationToken
			? await quotations({ filter: name.toUpperCase(), paginationToken: searched.paginationToken })
			: { results: [] };
		const values = [...searched.results, ...more.results].map((result: Answer) => result.value);
		assert.ok(values.includes(value), `${name} was not found`);
	});

	it('the nine personal infos under their own names', async () => {
		const method = 'getPersonalInfoFields';
		const { fields } = await stage.rest.mapperFields(node(), 'parameters.personalInfos', method);
		const shown = fields.map(({ id, displayName }: Answer) => `${id}: ${displayName}`);
		assert.deepEqual(shown, [
			'Voornaam: First Name (Voornaam)',
			'Achternaam: Last Name (Achternaam)',
			'E-mailadres: Email (E-mailadres)',
			'Telefoonnummer: Phone (Telefoonnummer)',
			'Straatnaam: Street (Straatnaam)',
			'Huisnummer: House Number (Huisnummer)',
			'Postcode: Postal Code (Postcode)',
			'Plaats: City (Plaats)',
			'Land: Country (Land)',
		]);
	});

	it('icons, light and dark, of nodes and credentials', async () => {
		const types = [
			...(await stage.rest.nodeTypes()).filter(({ name }) => name.startsWith(`${PACKAGE}.`)),
			...(await stage.rest.credentialTypes()).filter(({ name }) => name.startsWith('salesCrm')),
		];
		assert.equal(types.length, 3 + 1 + 3, 'three nodes, the tool and three credentials');
		for (const { name, iconUrl } of types) {
			assert.notEqual(iconUrl.light, iconUrl.dark, name);
			for (const path of Object.values<string>(iconUrl)) {
				const icon = await fetch(`${stage.n8n.url}/${path}`);
				assert.equal(icon.headers.get('content-type'), 'image/svg+xml', `${name}: ${path}`);
			}
		}
	});

	it('a preview of the output of every operation and of the triggers', async () => {
		const types = await stage.rest.nodeTypes();
		const { properties } = types.find(({ name }) => name === `${PACKAGE}.salesCrm`);
		const choices = properties.filter(({ name }: Answer) => name === 'operation');
		const paths = choices.flatMap(({ displayOptions, options: choosable }: Answer) =>
			choosable
				// n8n adds this choice to every node with a credential of its own.
				.filter(({ value }: Answer) => value !== '__CUSTOM_API_CALL__')
				.map(({ value }: Answer) => `salesCrm/1.0.0/${displayOptions.show.resource}/${value}`),
		);
		const operations = nodes.resources.flatMap((resource) => resource.operations);
		assert.equal(paths.length, operations.length);
		for (const path of [...paths, 'salesCrmTrigger/1.1.0', 'salesCrmPollingTrigger/1.0.0']) {
			const [type, version, ...rest] = path.split('/');
			const name = [`${PACKAGE}.${type}`, version, ...rest].join('/');
			const preview = await fetch(`${stage.n8n.url}/schemas/${name}.json`, {
				headers: { accept: 'application/json' },
			});
			assert.equal(preview.status, 200, path);
			assert.equal(((await preview.json()) as Answer).type, 'object', path);
		}
	});
});

const ids = (records: Answer[]): string[] => records.map(({ id }) => id).sort();
