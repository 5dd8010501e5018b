import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { isObject } from '../utils/json';
import { uuidIn } from '../utils/uuid';
import { UserError } from '../utils/userError';
import { textOf, withoutInvisible } from '../utils/text';
import type { ServiceError } from './errors';
import type { Pace } from './pace';
import type { Route } from './requestOptions';
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

/** What requests ask of the sign-in (auth/authenticator.ts). */
export interface Authenticator {
	/** What is to be done after an answer or a fault. `renewed`: the request is sent once more. */
	judge(outcome: HttpResponse | ConnectionError, isSecond: boolean): Promise<SignInVerdict>;
	/** The routes at which the sign-in was refused for good: nothing more is sent there. */
	readonly refusals: Map<Route, ServiceError>;
}

/** `refused`: for good. A connection error: no session or access token could be had. */
export type SignInVerdict = 'kept' | 'renewed' | 'refused' | ConnectionError;

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

/**
 * The same connection for the profile that the node names; the credential's when it names none.
 * @param entered The field as it was entered, where an expression in it must give a profile.
 * @throws UserError for an expression that gives nothing: the credential's profile may be another customer's.
 */
export function forProfile(
	connection: Connection,
	profileId: unknown,
	entered?: unknown,
): Connection {
	const named = optionalProfile(profileId);
	if (named === undefined && typeof entered === 'string' && entered.startsWith('=')) {
		throw new UserError(
			"The expression of 'Company Profile ID' gives nothing for this item",
			"Nothing was sent for it. Correct the expression, or remove the option to work with the credential's profile.",
		);
	}
	const profile = named ?? connection.profileId;
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

/** @throws UserError that does not quote what is no UUID: it may be a token in the wrong field. */
export function optionalProfile(value: unknown): string | undefined {
	const text = withoutInvisible(textOf(value));
	if (text === '') return undefined;
	const uuid = uuidIn(text);
	if (uuid !== undefined) return uuid;
	throw new UserError(
		"'Company Profile ID' is not a valid UUID",
		'A UUID looks like 3f2504e0-4f89-41d3-9a0c-0305e82c3301. An address that contains exactly one works too.',
	);
}

/**
 * An API token as it is sent: without blanks around it, and without a "Bearer " pasted with it.
 * @throws UserError for an empty one.
 */
export function tokenOf({ apiToken }: ICredentialDataDecryptedObject): string {
	const token = bareToken(apiToken);
	if (token !== '') return token;
	throw new UserError(
		'The API token is empty',
		"Fill in the field 'API Token' of the credential. A token is created in the settings of your Sales CRM, section API tokens.",
	);
}

/** Without the word before it, which a person, or the service, may write as well as we. */
export const bareToken = (token: unknown): string =>
	textOf(token)
		.trim()
		.replace(/^bearer(\s+|$)/i, '');

/** Takes in what the run itself was given as a secret since: a renewed session or access token. */
export async function learnSecrets({ context, scheme, secrets }: Connection): Promise<void> {
	const credential = await context.getCredentials(credentialTypeOf(scheme));
	for (const secret of secretsOf(credential)) secrets.add(secret);
}

/** What of a credential must never appear in a message. */
export function secretsOf(credential: ICredentialDataDecryptedObject): string[] {
	const { apiToken, password, sessionKey, clientSecret, oauthTokenData } = credential;
	const tokens = isObject(oauthTokenData) ? oauthTokenData : {};
	const { access_token: access, refresh_token: refresh } = tokens;
	return realSecrets([
		bareToken(apiToken),
		password,
		bareToken(sessionKey),
		clientSecret,
		access,
		refresh,
	]);
}

/** Without the blanks around them: those get lost on the way, and so in what a service sends back. */
export const realSecrets = (values: unknown[]): string[] =>
	values
		.map((value) => (typeof value === 'string' ? value.trim() : ''))
		.filter((secret) => secret !== '');
