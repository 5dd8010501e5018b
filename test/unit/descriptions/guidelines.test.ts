import type { INodeProperties } from 'n8n-workflow';

import { SalesCrmApi } from '../../../credentials/SalesCrmApi.credentials';
import { SalesCrmOAuth2Api } from '../../../credentials/SalesCrmOAuth2Api.credentials';
import { SalesCrmServiceAccountApi } from '../../../credentials/SalesCrmServiceAccountApi.credentials';
import { resources } from '../../../nodes/SalesCrm/resources';

/** n8n's guidelines as far as its linter does not check them (tools/release/guidelines.md). */

const CREDENTIALS = [new SalesCrmApi(), new SalesCrmOAuth2Api(), new SalesCrmServiceAccountApi()];

it('actions have no articles, and no two are the same', () => {
	const actions = resources.flatMap(({ operations }) => operations.map(({ action }) => action));
	expect(actions.filter((action) => / (?:a|an|the) /.test(` ${action} `))).toEqual([]);
	expect(new Set(actions).size).toBe(actions.length);
});

it('secrets are entered into password fields', () => {
	const names = CREDENTIALS.flatMap(({ properties }) =>
		properties.filter(({ typeOptions }) => typeOptions?.password).map(({ name }) => name),
	);
	expect(names).toEqual(['apiToken', 'password', 'sessionKey']);
});

it('options come last in every operation, and include the company profile', () => {
	for (const { properties } of resources.flatMap(({ operations }) => operations)) {
		const { name, options } = properties.at(-1) as INodeProperties;
		expect(name).toBe('options');
		expect(options).toContainEqual(expect.objectContaining({ name: 'companyProfileId' }));
	}
});
