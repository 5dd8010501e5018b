import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';

import type { Connection, Scheme } from '../service/http/connection';
import { connect } from '../service/signIn/connect';
import { testApiToken, testServiceAccount } from '../editor/credentialTests';
import { loadOptions } from '../editor/loadOptions';
import { getPersonalInfoFields } from '../editor/personalInfoFields';
import { authentication, companyProfileId } from '../editor/signInFields';
import { searchQuotations } from '../editor/searchQuotations';
import { searchWebhooks } from '../editor/searchWebhooks';
import { resourceProperties } from './operation/operation';
import { failedRun, runItems } from './operation/runItems';
import { resources } from './resources';

const ofOperations = resources.flatMap(resourceProperties);

/** What most people never touch comes last. */
const isOptions = ({ name }: INodeProperties) => name === 'options';

export class SalesCrm implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales CRM',
		name: 'salesCrm',
		icon: { light: 'file:../../icons/salesCrm.svg', dark: 'file:../../icons/salesCrm.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Work with contacts, quotations, deal history, statuses and users of a Sales CRM',
		defaults: { name: 'Sales CRM' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'salesCrmApi',
				required: true,
				testedBy: 'testApiToken',
				displayOptions: { show: { authentication: ['apiToken'] } },
			},
			{
				name: 'salesCrmOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
			{
				name: 'salesCrmServiceAccountApi',
				required: true,
				testedBy: 'testServiceAccount',
				displayOptions: { show: { authentication: ['serviceAccount'] } },
			},
		],
		properties: [
			authentication,
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: resources.map(({ name, value }) => ({ name, value })),
				default: 'contact',
			},
			...ofOperations.filter((property) => !isOptions(property)),
			companyProfileId,
			...ofOperations.filter(isOptions),
		],
	};

	methods = {
		credentialTest: { testApiToken, testServiceAccount },
		listSearch: { searchQuotations, searchWebhooks },
		loadOptions,
		resourceMapping: { getPersonalInfoFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const chosen = this.getNodeParameter('resource', 0);
		const wanted = this.getNodeParameter('operation', 0);
		const operation = resources
			.find(({ value }) => value === chosen)
			?.operations.find(({ value }) => value === wanted);
		if (!operation) {
			throw new NodeOperationError(
				this.getNode(),
				`There is no operation '${wanted}' for '${chosen}'`,
			);
		}
		let connection: Connection;
		try {
			connection = await connect(this, this.getNodeParameter('authentication', 0) as Scheme);
		} catch (reason) {
			return [failedRun(this, reason)];
		}
		return [await runItems(this, connection, operation)];
	}
}
