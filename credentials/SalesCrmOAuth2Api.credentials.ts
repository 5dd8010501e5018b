import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { ADDRESS_FIELDS, ACCOUNT_FIELDS } from './fields';

/** Authorization code (security scheme `oAuth2`). The interface names no scopes, so they can be entered. */
export class SalesCrmOAuth2Api implements ICredentialType {
	name = 'salesCrmOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Sales CRM OAuth2 API';

	icon: Icon = { light: 'file:../icons/salesCrm.svg', dark: 'file:../icons/salesCrm.dark.svg' };

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-sales-crm';

	properties: INodeProperties[] = [
		...ADDRESS_FIELDS,
		...ACCOUNT_FIELDS,
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'options',
			options: [
				{ name: 'Authorization Code', value: 'authorizationCode' },
				{ name: 'Authorization Code with PKCE', value: 'pkce' },
			],
			default: 'authorizationCode',
			// n8n shows its own fields first, and fields that it does not know last.
			hint: 'Base URL, Company Profile ID and Default Audience ID are at the end of this form',
			description:
				'PKCE protects the sign-in further; use it when your identity provider offers it',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://login.example.com/authorize',
			description:
				'The authorization_endpoint of the OpenID configuration of your identity provider',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://login.example.com/token',
			description: 'The token_endpoint of the OpenID configuration of your identity provider',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: 'openid offline_access',
			description:
				'Scopes to ask for, separated by spaces. The scope offline_access lets n8n refresh the access token.',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'string',
			default: 'prompt=consent',
			description:
				'Added to the Authorization URL. Many providers refresh access only after prompt=consent.',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'Body', value: 'body' },
				{ name: 'Header', value: 'header' },
			],
			default: 'header',
			description: 'How client ID and secret are sent to the Access Token URL',
		},
	];
}
