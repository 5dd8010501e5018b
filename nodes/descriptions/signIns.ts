import type { INodeCredentialDescription } from 'n8n-workflow';

/** The credential of each way of signing in (`authentication`). */
export const signIns: INodeCredentialDescription[] = [
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
];
