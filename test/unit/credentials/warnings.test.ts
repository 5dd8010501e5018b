import { type INode, NodeHelpers } from 'n8n-workflow';

import { SalesCrmApi } from '../../../credentials/SalesCrmApi.credentials';

/** Whether the form of a credential warns of an address that is not encrypted, as n8n decides it. */

const { properties } = new SalesCrmApi();
const warning = properties.find(({ name }) => name === 'plainHttpWarning')!;

it.each([
	['http://crm.example.com', true],
	['HTTP://crm.example.com', true],
	['http://localhost.example.com', true],
	['http://127.0.0.1.example.com', true],
	['https://crm.example.com', false],
	['http://localhost', false],
	['http://localhost:4010/crm', false],
	['http://127.0.0.1/crm', false],
	['http://[::1]:4010', false],
])('of %s: %p', (baseUrl, isShown) => {
	const node = null as unknown as INode;
	expect(NodeHelpers.displayParameter({ baseUrl }, warning, node, null)).toBe(isShown);
});
