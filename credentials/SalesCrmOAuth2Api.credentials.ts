import type { Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { NOT_A_SALES_CRM } from '../nodes/transport/errorMessages';
import { baseUrl, companyProfileId, plainHttpWarning } from './fields';

const moved =
	'The Base URL redirects to another address: if that is your Sales CRM, enter its address instead.';

const findings = {
	301: moved,
	302: moved,
	307: moved,
	308: moved,
	401: 'The access was refused (401): connect the credential again. If that does not help, the service may not accept OAuth2 at this route.',
	403: 'The service refused (403): the access token is not accepted, or has no access to this company profile. Check the Company Profile ID.',
	404: 'Either this is not the address of a Sales CRM or there is no such company profile: check the Base URL and the Company Profile ID.',
};

/** Authorization code (security scheme `oAuth2`). Scopes are not shown, so they can be set. */
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
			// n8n puts its own fields first, and ours that it does not know behind them.
			hint: 'Base URL and Company Profile ID are at the end of this form',
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
				{ name: 'Body', value: 'body' },
				{ name: 'Header', value: 'header' },
			],
			default: 'header',
			description: 'How client ID and secret are sent to the Access Token URL',
		},
	];

	/** For n8n's interface: its editor shows no Test button for OAuth2, "connected" takes its place. */
	test: ICredentialTestRequest = {
		request: {
			// https where no scheme is named, no slash at the end.
			baseURL:
				'={{$credentials.baseUrl.trim().replace(/^(?!https?:)/i, "https://").replace(/\\/+$/, "")}}',
			url: '/api/v1/quotations',
			qs: { company_profile_id: '={{$credentials.companyProfileId.trim()}}', page: 0, per_page: 1 },
			// The access token is sent to one host only.
			disableFollowRedirect: true,
			encoding: 'text',
		},
		rules: [
			...Object.entries(findings).map(([status, message]) => ({
				type: 'responseCode',
				properties: { value: Number(status), message },
			})),
			// As text, a web page is told from data by its first character.
			{
				type: 'responseSuccessBody',
				properties: { key: '0', value: '<', message: NOT_A_SALES_CRM },
			},
		] as ICredentialTestRequest['rules'],
	};
}
