import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { tokenOf } from '../nodes/transport/credential';
import { ADDRESS_FIELDS, TOKEN_FIELDS } from './fields';

/** Security scheme `apiToken`. */
export class SalesCrmApi implements ICredentialType {
	name = 'salesCrmApi';

	displayName = 'Sales CRM API';

	icon: Icon = { light: 'file:../icons/salesCrm.svg', dark: 'file:../icons/salesCrm.dark.svg' };

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-sales-crm';

	properties: INodeProperties[] = [
		...ADDRESS_FIELDS,
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Created in the settings of your Sales CRM, section API tokens',
		},
		...TOKEN_FIELDS,
	];

	/** A function, because n8n would evaluate an expression again for every request, in a separate realm. */
	async authenticate(
		credential: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		requestOptions.headers ??= {};
		requestOptions.headers.Authorization = `Bearer ${tokenOf(credential)}`;
		return requestOptions;
	}
}
