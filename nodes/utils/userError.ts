/**
 * A failure told in the user's words. The nodes turn it into n8n's own error with the item's
 * number; nothing in it may hold a secret or a stack trace.
 */
export class UserError extends Error {
	constructor(
		message: string,
		/** What the user can do about it, and what the service answered. */
		readonly description: string,
	) {
		super(message);
		this.name = new.target.name;
	}
}

/** The message of a failure with its advice, as one text. */
export function messageOf(reason: unknown): string {
	if (!(reason instanceof UserError))
		return reason instanceof Error ? reason.message : String(reason);
	return reason.description ? `${reason.message}. ${reason.description}` : reason.message;
}
