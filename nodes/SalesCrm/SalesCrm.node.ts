import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { credentialTypeOf, type Scheme } from '../transport/credential';
import { connect } from '../auth/authenticator';
import { testApiToken, testServiceAccount } from '../methods/credentialTests';
import { getPersonalInfoFields, loadOptions } from '../methods/loadOptions';
import { authentication } from '../descriptions/fields';
import { listSearch } from '../methods/listSearch';
import { parameterReader } from '../parameters/read';
import { chosenOption } from '../utils/values';
import { builderHint } from './builderHint';
import { checkCredentialOfItems } from './execution/credentialOfItems';
import { type Operation, resourceProperties } from './execution/operation';
import { failedRun, runItems } from './execution/runItems';
import { resources } from './resources';

export class SalesCrm implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales CRM',
		name: 'salesCrm',
		icon: { light: 'file:../../icons/salesCrm.svg', dark: 'file:../../icons/salesCrm.dark.svg' },
		group: ['transform'],
		version: 1,
		// An expression in Dry Run throws in the editor until there are items; the rest should still be shown.
		subtitle:
			'={{ $parameter["operation"] + ": " + $parameter["resource"] + (() => { try { return $parameter["dryRun"] || $parameter["options"].dryRun ? ", dry run" : "" } catch (error) { return "" } })() }}',
		description:
			'Work with contacts, contact persons, deals, quotations, deal history, statuses and users of a Sales CRM',
		defaults: { name: 'Sales CRM' },
		usableAsTool: true,
		builderHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// A literal, because n8n's linter looks here for the tests of credentials.
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
			authentication as unknown as INodeProperties,
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: resources.map(({ name, value }) => ({ name, value })),
				default: 'deal',
			},
			...resources.flatMap(resourceProperties),
		],
	};

	methods = {
		credentialTest: { testApiToken, testServiceAccount },
		listSearch,
		loadOptions,
		resourceMapping: { getPersonalInfoFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		let operation: Operation;
		let connection: Connection;
		try {
			operation = chosenOperation(this);
			const scheme = chosenScheme(this);
			await checkCredentialOfItems(this, credentialTypeOf(scheme));
			connection = await connect(this, scheme);
		} catch (reason) {
			return [failedRun(this, reason)];
		}
		return [await runItems(this, connection, operation)];
	}
}

/** @throws UserError for an empty expression, or a way that does not exist. */
const chosenScheme = (context: IExecuteFunctions): Scheme =>
	parameterReader([authentication], {
		node: context.getNode(),
		isTool: false,
		whose: '',
		zone: () => context.getTimezone(),
	})((name, fallback) => context.getNodeParameter(name, 0, fallback)).authentication;

/** @throws UserError if it does not exist, since a workflow need not be made in the editor. */
function chosenOperation(context: IExecuteFunctions): Operation {
	const [resource, operation] = ['resource', 'operation'].map((name) =>
		context.getNodeParameter(name, 0),
	);
	const { operations } = chosenOption(resource, { displayName: 'Resource', options: resources });
	return chosenOption(operation, { displayName: 'Operation', options: operations });
}
