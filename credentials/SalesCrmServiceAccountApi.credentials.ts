import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { accountIn, type SendLogin } from '../nodes/auth/login';
import { accountOf, hasEnded, renewSession, sessionHeaders } from '../nodes/auth/serviceAccount';
import {
	baseUrl,
	companyProfileId,
	cutAddress,
	defaultAudienceId,
	plainHttpWarning,
	sessionAccount,
	sessionKey,
} from './fields';

/** The deprecated login (operation `login`) and its session (security scheme `session`). */
export class SalesCrmServiceAccountApi implements ICredentialType {
	name = 'salesCrmServiceAccountApi';

	displayName = 'Sales CRM Service Account API';

	icon: Icon = { light: 'file:../icons/salesCrm.svg', dark: 'file:../icons/salesCrm.dark.svg' };

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-sales-crm';

	properties: INodeProperties[] = [
		{
			displayName:
				'This way of signing in is deprecated by the Sales CRM and remains for existing integrations only. For anything new use an API token or OAuth2.',
			name: 'deprecated',
			type: 'notice',
			default: '',
		},
		baseUrl,
		plainHttpWarning,
		cutAddress,
		{
			displayName: 'Service Account Name',
			name: 'email',
			type: 'string',
			default: '',
			required: true,
			description: 'The API key of the service account, sent as its email',
		},
		{
			displayName: 'Service Account Secret',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
		},
		{
			displayName: 'Login Path',
			name: 'loginPath',
			type: 'options',
			options: [
				{ name: '/authentication-service/login-api', value: '/authentication-service/login-api' },
				{ name: '/login-api', value: '/login-api' },
			],
			default: '/login-api',
			description: 'Path of the login endpoint. Try the other one on a 404.',
		},
		{
			displayName: 'Session Header',
			name: 'sessionHeader',
			type: 'options',
			options: [
				{ name: 'As Is', value: 'raw' },
				{ name: "With 'Bearer' Prefix", value: 'bearer' },
			],
			default: 'raw',
			description: 'How the session is sent in the X-AUTHORIZATION header',
		},
		companyProfileId(true),
		defaultAudienceId,
		sessionKey,
		sessionAccount,
	];

	/** n8n asks for a session when it has none, and again when one was refused. */
	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		const account = accountIn(credentials);
		const send = this.helpers.httpRequest as SendLogin;
		return {
			sessionKey: await renewSession(account, send),
			sessionAccount: accountOf(account),
		};
	}

	/** Writes into the headers it is given, so that whoever sends the request sees what it was sent with. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { sessionAccount, sessionKey } = credentials;
		const isOurs = sessionAccount === accountOf(accountIn(credentials));
		if (!isOurs || hasEnded(String(sessionKey))) {
			const words = 'The session has ended or belongs to another account';
			throw Object.assign(new Error(words), { response: { status: 401 } });
		}
		requestOptions.headers ??= {};
		Object.assign(requestOptions.headers, sessionHeaders(credentials, sessionKey));
		return requestOptions;
	}
}
