import { UserError } from '../utils/userError';

/** A request that failed, or one that could not be sent. */
export class ServiceError extends UserError {
	/** HTTP status of the service's answer; undefined when there was none. */
	readonly status: number | undefined;

	/** True when a write may have been carried out although no proof of it came back. */
	readonly mayHaveHappened: boolean;

	/** How long the service asked to wait before the next request, in milliseconds. */
	readonly retryAfterMs: number | undefined;

	constructor(
		message: string,
		description: string,
		details: { status?: number; mayHaveHappened?: boolean; retryAfterMs?: number } = {},
	) {
		super(message, description);
		this.status = details.status;
		this.mayHaveHappened = details.mayHaveHappened ?? false;
		this.retryAfterMs = details.retryAfterMs;
	}
}

/** The run was stopped by the user: no failure to report, and nothing more may be sent. */
export class CancelledError extends Error {
	constructor() {
		// Spelled as n8n looks for it: otherwise it takes a stopped execution for one that failed.
		super('The execution was canceled');
		this.name = 'CancelledError';
	}
}
