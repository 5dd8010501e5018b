import type { INodeCredentialDescription, INodeType } from 'n8n-workflow';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { SalesCrmPollingTrigger } from '../../../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node';
import { SalesCrmTrigger } from '../../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';

/** What n8n reads of the nodes besides their parameters. */

it.each<INodeType>([new SalesCrm(), new SalesCrmTrigger(), new SalesCrmPollingTrigger()])(
	'$description.name asks for the credential of the chosen sign-in, and can test it',
	({ description, methods }) => {
		const credentials = description.credentials as INodeCredentialDescription[];
		const read = credentials.map(({ name, required, displayOptions, testedBy }) => {
			if (testedBy) expect(methods!.credentialTest).toHaveProperty(testedBy as string);
			return [name, required, displayOptions?.show?.authentication, testedBy];
		});
		expect(read).toEqual([
			['salesCrmApi', true, ['apiToken'], 'testApiToken'],
			['salesCrmOAuth2Api', true, ['oAuth2'], undefined],
			['salesCrmServiceAccountApi', true, ['serviceAccount'], 'testServiceAccount'],
		]);
	},
);

it('the instant trigger is called by POST, and answers in its own words', () => {
	expect(new SalesCrmTrigger().description.webhooks).toEqual([
		{
			name: 'default',
			httpMethod: 'POST',
			path: 'webhook',
			responseMode: 'onReceived',
			responseData: '',
		},
	]);
});
