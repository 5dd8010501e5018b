const underWay = new Map<string, Promise<unknown>>();

/** Does a thing once for all callers that ask for it meanwhile; they fail together, too. */
export async function singleFlight<T>(key: string, work: () => Promise<T>): Promise<T> {
	const running = underWay.get(key) as Promise<T> | undefined;
	if (running) return await running;
	const started = work().finally(() => underWay.delete(key));
	underWay.set(key, started);
	return await started;
}
