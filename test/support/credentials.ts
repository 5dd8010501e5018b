import {
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	ICredentialsHelper,
	type ICredentialType,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeProperties,
	NodeHelpers,
	UnexpectedError,
} from 'n8n-workflow';

import { SalesCrmApi } from '../../credentials/SalesCrmApi.credentials';
import { SalesCrmOAuth2Api } from '../../credentials/SalesCrmOAuth2Api.credentials';
import { SalesCrmServiceAccountApi } from '../../credentials/SalesCrmServiceAccountApi.credentials';

const TYPES = new Map<string, ICredentialType>(
	[new SalesCrmApi(), new SalesCrmOAuth2Api(), new SalesCrmServiceAccountApi()].map((type) => [
		type.name,
		type,
	]),
);

/** What `oAuth2Api` of n8n adds to a type that extends it, as far as it is used here. */
const OAUTH2_FIELDS: INodeProperties[] = ['clientId', 'clientSecret'].map((name) => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
}));

/**
 * n8n's helper for credentials with a store in memory. Mirrors `packages/cli/src/credentials-helper.ts`
 * of n8n 2.41 (authenticate, preAuthentication, getDecrypted, updateCredentials) without what needs
 * a database, a licence or encryption. It has to: n8n-core leaves this part to n8n.
 */
export class CredentialStore extends ICredentialsHelper {
	/** Stored data by type. A test may look at it and change it while a node runs. */
	readonly stored = new Map<string, ICredentialDataDecryptedObject>();

	getParentTypes(name: string): string[] {
		return TYPES.get(name)?.extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = TYPES.get(typeName)!;
		// OAuth2 is n8n's own affair.
		if (typeof authenticate !== 'function') return requestOptions;
		return await authenticate(credentials, requestOptions);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { properties, preAuthentication } = TYPES.get(typeName)!;
		const expirable = properties.find((p) => p.type === 'hidden' && p.typeOptions?.expirable);
		if (!expirable || !preAuthentication) return undefined;
		if (credentials[expirable.name] !== '' && !credentialsExpired) return undefined;
		const output = await preAuthentication.call(helpers, credentials);
		if (output[expirable.name] === undefined || !node.credentials) return undefined;
		this.stored.set(typeName, { ...this.stored.get(typeName), ...output } as never);
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getDecrypted(
		_additionalData: unknown,
		_nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: 'internal',
		executeData?: never,
		raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = structuredClone(this.stored.get(type)!);
		if (raw) return stored;
		const properties = this.getCredentialsProperties(type);
		const { oauthTokenData } = stored;
		const data = NodeHelpers.getNodeParameters(
			properties,
			stored as never,
			true,
			false,
			null,
			null,
		);
		const decrypted = { ...data, ...(oauthTokenData ? { oauthTokenData } : {}) };
		if (!values) return decrypted as ICredentialDataDecryptedObject;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		return workflow.expression.getParameterValue(
			decrypted as never,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
			false,
			decrypted as never,
		) as unknown as ICredentialDataDecryptedObject;
	}

	async updateCredentials(
		_nodeCredentials: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.stored.set(type, data);
	}

	async updateCredentialsOauthTokenData(
		nodeCredentials: INodeCredentialsDetails,
		type: string,
		{ oauthTokenData }: ICredentialDataDecryptedObject,
	): Promise<void> {
		const data = { ...this.stored.get(type), oauthTokenData } as ICredentialDataDecryptedObject;
		await this.updateCredentials(nodeCredentials, type, data);
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		const parent = this.getParentTypes(type).length > 0 ? OAUTH2_FIELDS : [];
		return [...parent, ...TYPES.get(type)!.properties];
	}

	async getCredentials(): Promise<ICredentials> {
		throw new UnexpectedError('Only n8n itself works with encrypted credentials');
	}
}
