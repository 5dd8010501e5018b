import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { toUuid } from '../utils/uuid';
import { UserError } from '../utils/userError';
import { textOf } from '../utils/text';
import type { Pace } from './pace';
import type { ConnectionError, HttpResponse } from './send';

/**
 * The service as one run of a node sees it.
 *
 * 1. An API token is pinned to one profile, so a profile may be missing there; the other schemes need
 *    one. A profile that the node names goes before the credential's.
 * 2. Every secret that the credential holds, or that n8n was given meanwhile, is known to the
 *    connection, so that none gets into a message (`redact.ts`).
 */

/** Every n8n context that can send requests with a credential. */
export type ServiceContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/** How patient a request is. Times in milliseconds. */
export interface RetryOptions {
	/** How often a request is sent at most, the first time included. */
	maxAttempts: number;
	timeoutMs: number;
	/** Of a run, whose requests wait for minutes, and wait together; without it each waits alone. */
	pace?: Pace;
}

/** Made by `connect` of the room auth. */
export interface Connection {
	readonly context: ServiceContext;
	readonly scheme: Scheme;
	/** Without a slash at the end. */
	readonly baseUrl: string;
	/** Undefined is legal with an API token only: a token is pinned to one profile. */
	readonly profileId: string | undefined;
	/** Values that must never appear in a message. */
	readonly secrets: Set<string>;
	readonly authenticator: Authenticator;
	readonly signal: AbortSignal | undefined;
	readonly retry: RetryOptions;
}

/** The three sign-in schemes (`securitySchemes` of sandbox/openapi.yaml) and their credential types. */
const CREDENTIAL_TYPES = [
	['apiToken', 'salesCrmApi'],
	['oAuth2', 'salesCrmOAuth2Api'],
	['serviceAccount', 'salesCrmServiceAccountApi'],
] as const;

export type Scheme = (typeof CREDENTIAL_TYPES)[number][0];

const credentialTypeByScheme = new Map<Scheme, string>(CREDENTIAL_TYPES);

/** @throws UserError for a scheme that there is none of, as an expression may give. */
export function credentialTypeOf(scheme: Scheme): string {
	const credentialType = credentialTypeByScheme.get(scheme);
	if (credentialType !== undefined) return credentialType;
	throw new UserError(
		"'Authentication' is unknown",
		'Choose API Token, OAuth2 or Service Account.',
	);
}

/** The same connection for the profile that the node names; the credential's when it names none. */
export function forProfile(connection: Connection, profileId: unknown): Connection {
	const profile = optionalProfile(profileId) ?? connection.profileId;
	if (profile === undefined && connection.scheme !== 'apiToken') requiredProfile(connection);
	return profile === connection.profileId ? connection : { ...connection, profileId: profile };
}

/**
 * The profile, for a request that cannot do without one.
 * @throws UserError naming the fields to fill in.
 */
export function requiredProfile(connection: Connection): string {
	if (connection.profileId !== undefined) return connection.profileId;
	throw new UserError(
		'No company profile is set',
		"Fill in the field 'Company Profile ID' of the credential, or in the options of this node: the service needs it for this operation.",
	);
}

export function optionalProfile(value: unknown): string | undefined {
	const text = textOf(value).trim();
	return text === '' ? undefined : toUuid(text, 'Company Profile ID');
}

/** Takes in what the run itself was given as a secret since: a renewed session or access token. */
export async function learnSecrets({ context, scheme, secrets }: Connection): Promise<void> {
	const credential = await context.getCredentials(credentialTypeOf(scheme));
	for (const secret of secretsOf(credential)) secrets.add(secret);
}

/** What of a credential must never appear in a message. */
export function secretsOf(credential: ICredentialDataDecryptedObject): string[] {
	const token = credential.oauthTokenData as ICredentialDataDecryptedObject | undefined;
	return realSecrets([
		credential.apiToken,
		credential.password,
		credential.sessionKey,
		credential.clientSecret,
		basicOf(credential),
		token?.access_token,
		token?.refresh_token,
	]);
}

/** As basic authentication, the way n8n sends a client's secret (@n8n/client-oauth2, `auth` in utils). */
const basicOf = ({ clientId, clientSecret }: ICredentialDataDecryptedObject) =>
	clientId && clientSecret && Buffer.from(`${clientId}:${clientSecret}`).toString('base64');

/** Without the blanks around them: those get lost on the way, and so in what a service sends back. */
export const realSecrets = (values: unknown[]): string[] =>
	values
		.map((value) => (typeof value === 'string' ? value.trim() : ''))
		.filter((secret) => secret !== '');

/** What requests are told of the session or token that they are sent with (auth/authenticator.ts). */
export interface Authenticator {
	/** For one request, from its first sending to its last. */
	forRequest(): RequestAuthenticator;
	/** Whether the session or token is known to be good, so that a refusal speaks of something else. */
	isProven(token: string | undefined): boolean;
}

export interface RequestAuthenticator {
	/**
	 * Takes note of an answer. `renewed`: send the request once more, it will have another session or
	 * token. A connection error: the access could not be renewed.
	 */
	renewAfter(answer: HttpResponse): Promise<'kept' | 'renewed' | ConnectionError>;
}
