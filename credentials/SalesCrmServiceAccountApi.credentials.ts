import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { loginIn, type SendLogin } from '../nodes/auth/login';
import { renewSession, SESSION_HEADER, storedSession, toStore } from '../nodes/auth/serviceAccount';
import { ADDRESS_FIELDS, ACCOUNT_FIELDS, sessionKey } from './fields';

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
		...ADDRESS_FIELDS,
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
		...ACCOUNT_FIELDS,
		sessionKey,
	];

	/** n8n calls this if it has no session, and again if one was refused. */
	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		const account = loginIn(credentials);
		const session = await renewSession(account, this.helpers.httpRequest as SendLogin);
		return { sessionKey: toStore(account, session) };
	}

	/** Changes the given headers, so that the sender sees what the request was signed with. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const session = storedSession(loginIn(credentials));
		if (session === undefined) {
			const words = 'The session has ended or belongs to another account';
			throw Object.assign(new Error(words), { response: { status: 401 } });
		}
		requestOptions.headers ??= {};
		requestOptions.headers[SESSION_HEADER] = session;
		return requestOptions;
	}
}
