import { turn } from './nodeJs.cjs';

const QUIET_TURNS = 20;

/**
 * Starts the sandbox over once it is quiet: pages that were requested ahead may still be on their way when a list is
 * complete, and would count among the requests of the next test.
 */
export async function startOver(world: Parameters<typeof sandbox.reset>[0] = {}): Promise<void> {
	sandbox.switches.faults = [];
	await untilQuiet();
	sandbox.reset(world);
}

/** Resolves when no request is under way and none has come for some turns of the event loop. */
export async function untilQuiet(): Promise<void> {
	const { requests } = sandbox.log;
	for (let quiet = 0, seen = -1; quiet < QUIET_TURNS; ) {
		await turn();
		const still =
			seen === requests.length && requests.every(({ durationMs }) => durationMs !== null);
		quiet = still ? quiet + 1 : 0;
		seen = requests.length;
	}
}
