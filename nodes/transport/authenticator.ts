import type { HttpResponse, ConnectionError } from './send';
import type { Route } from './route';

/**
 * What requests have to know of the sign-in that they are sent with. The room signIn keeps it: a
 * request tells it what came back, and is told whether another sign-in is worth a further try.
 */
export interface SignIn {
	/** For one request, from its first sending to its last. */
	forRequest(route: Route): RequestSignIn;
	/** Whether the session or token is known to be good, so that a refusal speaks of something else. */
	isProven(value: string | undefined): boolean;
}

export interface RequestSignIn {
	/**
	 * Takes note of an answer. `renewed`: send the request once more, it will have another sign-in.
	 * A fault: the access could not be renewed.
	 */
	after(answer: HttpResponse): Promise<'kept' | 'renewed' | ConnectionError>;
}
