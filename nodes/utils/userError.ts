/** An error in the user's words. It must contain neither a secret nor a stack trace. */
export class UserError extends Error {
	constructor(
		message: string,
		/** What the user can do, and what the service answered. */
		readonly description: string,
	) {
		super(message);
		this.name = new.target.name;
	}
}

export function wholeError(reason: unknown): string {
	const { message = String(reason), description } = Object(reason) as Partial<UserError>;
	return [message, description].filter(Boolean).join('. ');
}
