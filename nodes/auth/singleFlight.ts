const underWay = new Map<string, Promise<unknown>>();

/** Does a thing once for any number of callers that ask for it meanwhile; they fail together, too. */
export async function together<T>(what: string, work: () => Promise<T>): Promise<T> {
	const running = underWay.get(what) as Promise<T> | undefined;
	if (running) return await running;
	const started = work().finally(() => underWay.delete(what));
	underWay.set(what, started);
	return await started;
}
