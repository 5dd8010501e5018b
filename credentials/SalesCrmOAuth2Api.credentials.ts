import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { baseUrl, companyProfileId, plainHttpWarning } from './fields';

/** interface.md, "OAuth 2.0": authorization code. Scopes are not shown, so they can be set. */
export class SalesCrmOAuth2Api implements ICredentialType {
	name = 'salesCrmOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Sales CRM OAuth2 API';

	icon: Icon = { light: 'file:../icons/salesCrm.svg', dark: 'file:../icons/salesCrm.dark.svg' };

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-sales-crm';

	properties: INodeProperties[] = [
		baseUrl,
		plainHttpWarning,
		companyProfileId(true),
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'options',
			options: [
				{ name: 'Authorization Code', value: 'authorizationCode' },
				{ name: 'Authorization Code with PKCE', value: 'pkce' },
			],
			default: 'authorizationCode',
			description:
				'PKCE protects the sign-in further; use it when your identity provider offers it',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://login.example.com/authorize',
			description:
				'The authorization_endpoint of the OpenID configuration of your identity provider',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://login.example.com/token',
			description: 'The token_endpoint of the OpenID configuration of your identity provider',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: 'openid offline_access',
			description:
				'Scopes to ask for, separated by spaces. Offline_access lets n8n renew the access by itself.',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'string',
			default: 'prompt=consent',
			description:
				'Added to the Authorization URL. Many providers renew access only after prompt=consent.',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'Header', value: 'header' },
				{ name: 'Body', value: 'body' },
			],
			default: 'header',
			description: 'How client ID and secret are sent to the Access Token URL',
		},
	];

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
			url: '/api/v1/quotations',
			qs: { company_profile_id: '={{$credentials.companyProfileId}}', page: 0, per_page: 1 },
		},
	};
}
