/**
 * A failure told in the user's words. The nodes turn it into n8n's own error with the item's
 * number; nothing in it may hold a secret or a stack trace.
 */
export class ServiceError extends Error {
	/** What the user can do about it, and what the service answered. */
	readonly description: string;

	/** HTTP status of the service's answer; undefined when there was none. */
	readonly status: number | undefined;

	/** True when a write may have been carried out although no proof of it came back. */
	readonly mayHaveHappened: boolean;

	constructor(
		message: string,
		description: string,
		details: { status?: number; mayHaveHappened?: boolean } = {},
	) {
		super(message);
		this.name = 'ServiceError';
		this.description = description;
		this.status = details.status;
		this.mayHaveHappened = details.mayHaveHappened ?? false;
	}
}

/** The run was stopped by the user: no failure to report, and nothing more may be sent. */
export class Cancelled extends Error {
	constructor() {
		super('The execution was cancelled');
		this.name = 'Cancelled';
	}
}
