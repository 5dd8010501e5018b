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

/** A failure as one text: its message, then its advice. */
export function wholeError(reason: unknown): string {
	const { message = String(reason), description } = Object(reason) as Partial<UserError>;
	return [message, description].filter(Boolean).join('. ');
}
