/**
 * One poll of a node at a time. n8n begins the next one whether or not the last has ended. It also
 * lets one end that began before its workflow was published anew: what that one notes goes into
 * static data which the polls after it do not read, so both would hand out the same.
 */

/**
 * After so long a poll has died, for all requests of our own end before: n8n 1.123 waits for an access
 * token without end (`client-oauth2`). What it may still find is left to the one that begins.
 */
const MAX_POLL_MS = 30 * 60_000;

interface Running {
	/** Milliseconds since the Unix epoch. */
	startedAt: number;
	staticData: object;
	/** Whether n8n gave the same static data before: then it is no copy for this poll alone. */
	isLasting: boolean;
	isOvertaken: boolean;
}

/** By node. */
const running = new Map<string, Running>();

/**
 * Runs a poll, or gives null when one of this node is under way.
 * @param run Is told, whenever it asks, whether its workflow was published anew since it began.
 */
export async function pollLock<T>(
	node: string,
	poll: Pick<Running, 'staticData' | 'isLasting'>,
	run: (isOvertaken: () => boolean) => Promise<T>,
): Promise<T | null> {
	const other = running.get(node);
	if (other && Date.now() - other.startedAt > MAX_POLL_MS) {
		other.isOvertaken = true;
	} else if (other) {
		if (other.isLasting && other.staticData !== poll.staticData) other.isOvertaken = true;
		return null;
	}
	const own = { ...poll, startedAt: Date.now(), isOvertaken: false };
	running.set(node, own);
	try {
		return await run(() => own.isOvertaken);
	} finally {
		if (running.get(node) === own) running.delete(node);
	}
}
