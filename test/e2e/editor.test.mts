import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import nodes from '../../nodes/SalesCrm/resources/index.ts';
import type { Answer } from '../../tools/n8n/rest.mts';
import { openStage, type Stage } from './support/stage.mts';

const PACKAGE = 'n8n-nodes-sales-crm';

describe('what the editor asks n8n of the nodes', () => {
	let stage: Stage;
	before(async () => (stage = await openStage({ sandbox: { quotations: 120 } })));
	after(async () => await stage?.close());

	const node = () => stage.crm('apiToken', {});
	const ids = (records: Answer[]): string[] => records.map(({ id }) => id).sort();
	const values = (choices: Answer[]): string[] => choices.map(({ value }) => value).sort();

	it('statuses, users and pipelines to choose from', async () => {
		const { statuses, users } = await stage.state();
		const choices = async (method: string): Promise<string[]> =>
			values(await stage.rest.options(node(), 'parameters.filters', method));
		assert.deepEqual(await choices('getStatuses'), ids(statuses));
		assert.deepEqual(await choices('getUsers'), ids(users));
		const pipelines = new Set(statuses.map((status: Answer) => status.backlog_id));
		assert.deepEqual(new Set(await choices('getPipelines')), pipelines);
	});

	it('quotations page by page, all of them, and by a part of their title', async () => {
		const pages: Answer[][] = [];
		const search = async (rest: object) =>
			await stage.rest.listSearch(node(), 'parameters.quotationId', 'searchQuotations', rest);
		for (let paginationToken: string | undefined; ; ) {
			const page = await search(paginationToken ? { paginationToken } : {});
			pages.push(page.results);
			({ paginationToken } = page);
			if (!paginationToken) break;
		}
		assert.ok(pages.length > 1);
		assert.deepEqual(values(pages.flat()), [...(await stage.state()).quotations].sort());
		const { name, value } = pages[0]!.at(-1);
		assert.ok(values((await search({ filter: name.toUpperCase() })).results).includes(value));
	});

	it('the nine personal infos under their own names', async () => {
		const method = 'getPersonalInfoFields';
		const { fields } = await stage.rest.mapperFields(node(), 'parameters.personalInfos', method);
		assert.equal(fields.length, 9);
		assert.equal(fields[0].displayName, 'First Name (Voornaam)');
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
		const operations = nodes.resources.flatMap((resource) =>
			resource.operations.map(({ value }) => `salesCrm/1.0.0/${resource.value}/${value}`),
		);
		for (const path of [...operations, 'salesCrmTrigger/1.1.0', 'salesCrmPollingTrigger/1.0.0']) {
			const preview = await fetch(`${stage.n8n.url}/schemas/${PACKAGE}.${path}.json`, {
				headers: { accept: 'application/json' },
			});
			assert.equal(preview.status, 200, path);
			assert.equal(((await preview.json()) as Answer).type, 'object', path);
		}
	});
});
