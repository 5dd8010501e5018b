import type { IAllExecuteFunctions } from 'n8n-workflow';

import { toUuid } from '../utils/uuid';
import { UserError } from '../utils/userError';
import { ServiceError } from './errors';
import { withoutInvisible } from '../utils/text';
import type { Account } from './account';
import type { Scheme } from './credential';
import type { RateLimiter } from './rateLimiter';
import type { ConnectionError, HttpOutcome, Route } from './types';

export interface RetryOptions {
	maxAttempts: number;
	/** How long the service may be silent, in milliseconds. */
	timeoutMs: number;
	/** Shared by all requests of a run, which wait for minutes; undefined in the editor and in triggers. */
	limiter?: RateLimiter;
}

/** The service as one run of a node sees it; made by `connect` in auth/authenticator.ts. */
export interface Connection {
	readonly context: IAllExecuteFunctions;
	readonly scheme: Scheme;
	readonly baseUrl: string;
	readonly account: Account;
	/** Undefined if neither node nor credential names one. */
	readonly profileId: string | undefined;
	/** As entered in the credential; it is checked only when it is needed. */
	readonly defaultAudienceId: unknown;
	/** Must never appear in a message: values of the credential, and each session or token that was sent. */
	readonly secrets: Set<string>;
	readonly authenticator: Authenticator;
	readonly signal: AbortSignal | undefined;
	readonly retry: RetryOptions;
	/** Called if the service denies access to a profile that nobody entered. */
	readonly onProfileDenied?: () => void;
}

export interface Authenticator {
	/** Judges the outcome of a request after so many sendings. `renewed` means that it must be sent again. */
	onResponse(outcome: HttpOutcome, sendings: number): Promise<SignInVerdict>;
	/** Routes that refused the sign-in for good; nothing more is sent to them. */
	readonly refusals: Map<Route, HttpOutcome>;
}

/** `refused` is final. A connection error means that no session or access token was available. */
export type SignInVerdict = 'kept' | 'renewed' | 'refused' | ConnectionError;

/** The connection with the node's profile, or with the credential's if the node names none. @throws UserError */
export function forProfile(connection: Connection, profileId: unknown): Connection {
	const profile = optionalProfile(profileId) ?? connection.profileId;
	return profile === connection.profileId ? connection : { ...connection, profileId: profile };
}

export const noProfileError = (reason?: Error & { isTemporary?: boolean }) =>
	new ServiceError(
		'No company profile is set',
		`Fill in the field 'Company Profile ID' of the credential, or in the options of this node: the Sales CRM needs it for this operation.${reason ? ` It could not be found out: ${reason.message}.` : ''}`,
		{ isTemporary: reason?.isTemporary ?? false },
	);

/** A write needs a named profile: unlike an API token, an account may be invited to a second one. @throws UserError */
export function checkProfileOfWrite({ scheme, profileId }: Connection): void {
	if (scheme !== 'apiToken' && profileId === undefined) throw noProfileError();
}

/** @throws UserError */
export const optionalProfile = (value: unknown): string | undefined =>
	optionalUuid(value, 'Company Profile ID');

/** The node's audience, or the credential's if the node names none. @throws UserError */
export function audienceOf({ defaultAudienceId }: Connection, audienceId: unknown): string {
	const audience = optionalUuid(audienceId, 'Audience ID') ?? optionalAudience(defaultAudienceId);
	if (audience !== undefined) return audience;
	throw new UserError(
		'No audience is set',
		"Fill in the field 'Audience ID' of this node, or 'Default Audience ID' of the credential.",
	);
}

export const optionalAudience = (value: unknown): string | undefined =>
	optionalUuid(value, 'Default Audience ID');

const optionalUuid = (value: unknown, field: string): string | undefined =>
	withoutInvisible(value) === '' ? undefined : toUuid(value, field);
