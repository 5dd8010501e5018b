import type { Answer, WorkflowNode } from '../../../../tools/n8n/rest.mts';
import {
	API_TOKEN,
	OAUTH_CLIENT,
	PROFILE_ID,
	SERVICE_ACCOUNT,
} from '../../../../tools/sandbox/identities.mts';

export type Data = Record<string, Answer>;

/** What a person enters, scheme by scheme; `baseUrl` is the sandbox's address. */
export const ENTERED = {
	salesCrmApi: (baseUrl: string): Data => ({
		baseUrl,
		apiToken: API_TOKEN,
		companyProfileId: PROFILE_ID,
	}),
	salesCrmServiceAccountApi: (baseUrl: string): Data => ({
		baseUrl,
		...SERVICE_ACCOUNT,
		companyProfileId: PROFILE_ID,
	}),
	salesCrmOAuth2Api: (baseUrl: string): Data => ({
		baseUrl,
		...OAUTH_CLIENT,
		companyProfileId: PROFILE_ID,
		authUrl: `${baseUrl}/oidc/auth`,
		accessTokenUrl: `${baseUrl}/oidc/token`,
	}),
};
export type CredentialType = keyof typeof ENTERED;

/** How the node calls the scheme of each credential type. */
export const SCHEME_OF: Record<CredentialType, string> = {
	salesCrmApi: 'apiToken',
	salesCrmServiceAccountApi: 'serviceAccount',
	salesCrmOAuth2Api: 'oAuth2',
};

/** A node of ours with a credential of that type. */
export const crmNode = (
	type: CredentialType,
	credential: { id: string; name: string },
	parameters: Data,
	more: Partial<WorkflowNode> = {},
): WorkflowNode => ({
	name: 'Sales CRM',
	type: 'n8n-nodes-sales-crm.salesCrm',
	typeVersion: 1,
	parameters: { authentication: SCHEME_OF[type], ...parameters },
	credentials: { [type]: credential },
	...more,
});

export const LIST_QUOTATIONS = { resource: 'quotation', operation: 'getAll', returnAll: true };
