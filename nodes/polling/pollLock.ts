/** After so long a poll has died (rule 8 of `pollOnce`). */
const MAX_POLL_MS = 30 * 60_000;

/** A poll under way. */
interface RunningPoll {
	/** Milliseconds since the Unix epoch. */
	startedAt: number;
	staticData: object;
	/** Whether n8n gave the same static data before: then it is no copy for this poll alone. */
	isLasting: boolean;
	isOvertaken: boolean;
}

/** By node. */
const runningPolls = new Map<string, RunningPoll>();

/**
 * Runs a poll, or gives null when one of this node is under way (rules 1 and 8 of `pollOnce`).
 * @param run Is told, whenever it asks, whether its workflow was published anew since it began.
 */
export async function pollLock<T>(
	node: string,
	poll: Pick<RunningPoll, 'staticData' | 'isLasting'>,
	run: (isOvertaken: () => boolean) => Promise<T>,
): Promise<T | null> {
	const other = runningPolls.get(node);
	if (other && Date.now() - other.startedAt > MAX_POLL_MS) {
		other.isOvertaken = true;
	} else if (other) {
		if (other.isLasting && other.staticData !== poll.staticData) other.isOvertaken = true;
		return null;
	}
	const own = { ...poll, startedAt: Date.now(), isOvertaken: false };
	runningPolls.set(node, own);
	try {
		return await run(() => own.isOvertaken);
	} finally {
		if (runningPolls.get(node) === own) runningPolls.delete(node);
	}
}
