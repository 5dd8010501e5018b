/** How many entries each log keeps; older ones are dropped. */
const KEPT = 50_000;

export interface RequestEntry {
	time: string;
	method: string;
	path: string;
	query: Record<string, unknown>;
	operationId: string | null;
	/** How the caller tried to sign in, whether or not it was accepted. */
	scheme: 'apiToken' | 'oAuth2' | 'serviceAccount' | 'none';
	/** The status that was sent with all headers; null if there was none, or none yet. */
	status: number | null;
	fault: string | null;
	/** What does not fit openapi.yaml, if the request was refused for that. As published, the answer does not say so. */
	misfit: string | null;
	/** Requests under way when this one arrived, itself included. */
	inFlight: number;
	durationMs: number | null;
}

export interface DeliveryEntry {
	time: string;
	eventId: number;
	subscriptionId: string;
	url: string;
	method: string;
	/** The status of the receiver's answer; null if it could not be reached. */
	status: number | null;
	/** The first characters of the receiver's answer, or why it could not be reached. */
	answer: string;
	durationMs: number;
}

export interface LoginEntry {
	time: string;
	path: string;
	type: string;
	attemptsLeft: number;
}

/** A token asked for at the OpenID provider: a first one or a renewed one. */
export interface TokenEntry {
	time: string;
	grant: 'authorization_code' | 'refresh_token';
	given: boolean;
}

/** Everything that happened, without a secret: no headers, no bodies of requests. */
export interface Log {
	requests: RequestEntry[];
	deliveries: DeliveryEntry[];
	logins: LoginEntry[];
	tokens: TokenEntry[];
}

export const emptyLog = (): Log => ({ requests: [], deliveries: [], logins: [], tokens: [] });

/** Adds an entry. Drops old ones a tenth at a time, since dropping one by one would be slow. */
export function note<T>(entries: T[], entry: T): T {
	entries.push(entry);
	if (entries.length > KEPT * 1.1) entries.splice(0, entries.length - KEPT);
	return entry;
}

export function clear(log: Log) {
	log.requests.length = 0;
	log.deliveries.length = 0;
	log.logins.length = 0;
	log.tokens.length = 0;
}
