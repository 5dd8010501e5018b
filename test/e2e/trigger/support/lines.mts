import { after, afterEach, before, describe } from 'node:test';

import { LINES, sharedN8n } from '../../support/shared.mts';
import { openTriggerStage, type TriggerStage } from './stage.mts';

type Options = {
	/** For tests that restart or kill n8n, or look at its log. */
	ownN8n?: boolean;
	/** Settings of n8n; asks for an n8n of its own. */
	env?: Record<string, string>;
};

/**
 * Runs the same tests on every supported line of n8n. `stage()` is there once a test runs; each test finds a fresh
 * world at the service and none of its predecessor's workflows.
 */
export function forEachLine(
	what: string,
	tests: (stage: () => TriggerStage) => void,
	{ ownN8n, env }: Options = {},
): void {
	for (const line of LINES) {
		describe(`${what} (n8n ${line}.x)`, () => {
			let stage: TriggerStage;
			before(async () => {
				const n8n = ownN8n || env ? undefined : sharedN8n(line);
				stage = await openTriggerStage({ line, n8n, env });
			});
			afterEach(async () => await stage.clear());
			after(async () => await stage?.close());
			tests(() => stage);
		});
	}
}
