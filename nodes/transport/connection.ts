import type { IAllExecuteFunctions } from 'n8n-workflow';

import { toUuid } from '../utils/uuid';
import { UserError } from '../utils/userError';
import { ServiceError } from './errors';
import { withoutInvisible } from '../utils/text';
import type { Scheme } from './credential';
import type { RateLimiter } from './rateLimiter';
import type { ConnectionError, HttpOutcome, Route } from './types';

/**
 * The service as one run of a node sees it.
 *
 * 1. A profile that the node names goes before the credential's. If neither names one, whoever needs it finds it out
 *    (api/profiles.ts); an API token is pinned to one.
 * 2. Every secret that the credential holds, and the session or token that a request was sent with,
 *    is known to the connection, so that none gets into a message (`redact.ts`).
 */

/** How often and how long a request is tried. Times in milliseconds. */
export interface RetryOptions {
	/** How often a request is sent at most, the first time included. */
	maxAttempts: number;
	/** How long nothing may be heard. */
	timeoutMs: number;
	/** Of a run, whose requests wait for minutes, and wait together; without it each waits alone. */
	limiter?: RateLimiter;
}

/** Made by `connect` of the room auth. */
export interface Connection {
	readonly context: IAllExecuteFunctions;
	readonly scheme: Scheme;
	/** Without a slash at the end. */
	readonly baseUrl: string;
	/** Undefined if neither node nor credential names one. */
	readonly profileId: string | undefined;
	/** The credential's, as it was entered: only what needs one fails for it. */
	readonly defaultAudienceId: unknown;
	/** Values that must never appear in a message. */
	readonly secrets: Set<string>;
	readonly authenticator: Authenticator;
	readonly signal: AbortSignal | undefined;
	readonly retry: RetryOptions;
}

/** What requests ask of the sign-in (auth/authenticator.ts). */
export interface Authenticator {
	/** What is to be done after an answer or a fault. `renewed`: the request is sent once more. */
	onResponse(outcome: HttpOutcome, sendings: number): Promise<SignInVerdict>;
	/** The routes at which the sign-in was refused for good: nothing more is sent there. */
	readonly refusals: Map<Route, HttpOutcome>;
}

/** `refused`: for good. A connection error: no session or access token could be had. */
export type SignInVerdict = 'kept' | 'renewed' | 'refused' | ConnectionError;

/** The same connection for the profile that the node names; the credential's when it names none. */
export function forProfile(connection: Connection, profileId: unknown): Connection {
	const profile = optionalProfile(profileId) ?? connection.profileId;
	return profile === connection.profileId ? connection : { ...connection, profileId: profile };
}

/** @param reason Why it could not be found out. */
export const noProfileError = (reason?: Error & { isPassing?: boolean }) =>
	new ServiceError(
		'No company profile is set',
		`Fill in the field 'Company Profile ID' of the credential, or in the options of this node: the Sales CRM needs it for this operation.${reason ? ` It could not be found out: ${reason.message}.` : ''}`,
		{ isPassing: reason?.isPassing ?? false },
	);

/**
 * For what cannot be taken back: an account without a profile may have access to a second one tomorrow. An API token is
 * pinned to one.
 * @throws UserError naming the fields to fill in.
 */
export function checkProfileOfWrite({ scheme, profileId }: Connection): void {
	if (scheme !== 'apiToken' && profileId === undefined) throw noProfileError();
}

/** @throws UserError */
export const optionalProfile = (value: unknown): string | undefined =>
	optionalUuid(value, 'Company Profile ID');

/**
 * The audience that the node names; the credential's when it names none.
 * @throws UserError naming the fields to fill in.
 */
export function audienceOf({ defaultAudienceId }: Connection, audienceId: unknown): string {
	const audience = optionalUuid(audienceId, 'Audience ID') ?? optionalAudience(defaultAudienceId);
	if (audience !== undefined) return audience;
	throw new UserError(
		'No audience is set',
		"Fill in the field 'Audience ID' of this node, or 'Default Audience ID' of the credential.",
	);
}

/** The credential's. @throws UserError */
export const optionalAudience = (value: unknown): string | undefined =>
	optionalUuid(value, 'Default Audience ID');

const optionalUuid = (value: unknown, field: string): string | undefined =>
	withoutInvisible(value) === '' ? undefined : toUuid(value, field);
