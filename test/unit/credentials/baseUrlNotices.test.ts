import { type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { SalesCrmApi } from '../../../credentials/SalesCrmApi.credentials';
import { SalesCrmOAuth2Api } from '../../../credentials/SalesCrmOAuth2Api.credentials';
import { SalesCrmServiceAccountApi } from '../../../credentials/SalesCrmServiceAccountApi.credentials';

/** What the form of a credential says below a Base URL, by n8n's own reading of its conditions. */

const shownFor = (properties: INodeProperties[], baseUrl: string) =>
	properties
		.filter(({ type, displayOptions }) => type === 'notice' && displayOptions)
		.filter((property) => NodeHelpers.displayParameter({ baseUrl }, property, null, null))
		.map(({ name }) => name);

it.each([new SalesCrmApi(), new SalesCrmOAuth2Api(), new SalesCrmServiceAccountApi()])(
	'$displayName: that an address is cut, or not encrypted',
	({ properties }) => {
		const said = Object.entries({
			'https://crm.example': [],
			'https://crm.example/gateway': [],
			'https://crm.example/app/#/deals': ['cutAddress'],
			'https://crm.example/deals?id=7': ['cutAddress'],
			'http://crm.example': ['plainHttpWarning'],
			'http://localhost:4010': [],
			'http://localhost.example.com': ['plainHttpWarning'],
		});
		for (const [baseUrl, names] of said) expect(shownFor(properties, baseUrl)).toEqual(names);
	},
);
