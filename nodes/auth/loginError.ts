/**
 * A failed sign-in. `holdMs` says how long no other is tried by itself, because each may bring the
 * account closer to being locked; 0 when the service was not there to judge. `code` is set when the
 * login never left this machine: n8n's retry reads it.
 */
export class SignInError extends Error {
	constructor(
		message: string,
		readonly holdMs: number,
		readonly code?: string,
	) {
		super(message);
		this.name = 'SignInError';
	}
}

export const HOUR = 60 * 60_000;

/**
 * How long a login that failed is not repeated by itself. A wrong attempt a day and process leaves
 * people time before an account is locked, and still lets a process find out by itself that the
 * operator has mended the account, for nobody can press Test in a worker.
 */
export const HOLD = {
	/** It counts as a wrong attempt. */
	wrongSecret: 24 * HOUR,
	/** Refused for another reason. */
	otherRefusal: HOUR,
	/** The service failed, and may have counted the attempt or not. */
	broken: 30_000,
	notJudged: 0,
};
