import { Listr, PRESET_TIMER } from 'listr2';

export type Say = (line: string) => void;

/** What is done in turn, by the title it is shown under. */
export type Steps = Record<string, (say: Say) => Promise<void>>;

/**
 * Does one step after the other and shows how far it is: live on a terminal, line by line in a log.
 * What a step says stays under its title. Throws at the first that fails, in whose name.
 */
export async function inTurn(steps: Steps): Promise<void> {
	const titles = Object.keys(steps);
	const tasks = titles.map((title, n) => ({
		title: `${n + 1} of ${titles.length}: ${title}`,
		task: async (_: unknown, task: { output: string }) => {
			await steps[title]((line) => (task.output = line)).catch((cause: Error) => {
				throw new Error(`${title}: ${cause.message}`, { cause });
			});
		},
		rendererOptions: { persistentOutput: true, outputBar: Infinity },
	}));
	await new Listr(tasks, {
		// Whoever starts this decides what Ctrl-C does.
		registerSignalListeners: false,
		rendererOptions: { showErrorMessage: false, collapseErrors: false, timer: PRESET_TIMER },
		fallbackRenderer: 'verbose',
		fallbackRendererOptions: { logTitleChange: false, timer: PRESET_TIMER },
	}).run();
}
