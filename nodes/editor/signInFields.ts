import type { INodeProperties } from 'n8n-workflow';

/** How both nodes ask for the way of signing in and for the profile. */

export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		{ name: 'API Token', value: 'apiToken' },
		{ name: 'OAuth2', value: 'oAuth2' },
		{ name: 'Service Account (Deprecated)', value: 'serviceAccount' },
	],
	default: 'apiToken',
};

export const companyProfileId: INodeProperties = {
	displayName: 'Company Profile ID',
	name: 'companyProfileId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
	description:
		'The company profile to work with, in place of the one in the credential: its ID, or the address of a page of your Sales CRM that holds no other ID',
};
