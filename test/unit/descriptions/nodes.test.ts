import type { INodeCredentialDescription, INodeType } from 'n8n-workflow';

import { SalesCrm } from '../../../nodes/SalesCrm/SalesCrm.node';
import { SalesCrmPollingTrigger } from '../../../nodes/SalesCrmPollingTrigger/SalesCrmPollingTrigger.node';
import { SalesCrmTrigger } from '../../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';

/** What n8n reads of the nodes themselves. */

const NODES: Array<[string, INodeType]> = [
	['salesCrm', new SalesCrm()],
	['salesCrmTrigger', new SalesCrmTrigger()],
	['salesCrmPollingTrigger', new SalesCrmPollingTrigger()],
];

const TESTED_BY: Record<string, string | undefined> = {
	salesCrmApi: 'testApiToken',
	salesCrmServiceAccountApi: 'testServiceAccount',
};

describe.each(NODES)('%s', (_name, fresh) => {
	const make = () => new (fresh.constructor as new () => INodeType)();

	it('asks for the one credential of the sign-in that was chosen, and tests it', () => {
		const { description, methods } = make();
		const credentials = description.credentials as INodeCredentialDescription[];
		const shownFor = ({ displayOptions }: INodeCredentialDescription) =>
			displayOptions?.show?.authentication;
		expect(credentials.map((one) => [one.name, one.required, shownFor(one)])).toEqual([
			['salesCrmApi', true, ['apiToken']],
			['salesCrmOAuth2Api', true, ['oAuth2']],
			['salesCrmServiceAccountApi', true, ['serviceAccount']],
		]);
		for (const { name: type, testedBy } of credentials) {
			expect(testedBy).toBe(TESTED_BY[type]);
			if (testedBy) expect(methods!.credentialTest).toHaveProperty(testedBy as string);
		}
	});

	it('offers statuses, users, pipelines and fields of records to choose from', () => {
		const loaders = Object.keys(make().methods!.loadOptions ?? {});
		expect(loaders.toSorted()).toEqual([
			'getAssignees',
			'getContactFields',
			'getPipelines',
			'getQuotationFields',
			'getStatuses',
			'getUsers',
		]);
	});
});

it('the trigger is called by POST at an address of its own, and answers in its own words', () => {
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
