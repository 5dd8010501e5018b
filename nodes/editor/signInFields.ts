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
	placeholder: 'As in the credential',
	description: 'UUID of the company profile to work with, in place of the one in the credential',
};
