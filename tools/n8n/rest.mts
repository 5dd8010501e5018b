import { editor } from './editor.mts';
import { executions } from './executions.mts';
import { runs } from './run.mts';
import { signIn } from './session.mts';
import type { Line } from './versions.mts';
import { workflows } from './workflows.mts';

/**
 * A client for a running n8n, signed in as its owner. It works alike on both supported lines.
 * Webhooks are called at `webhookUrl`: in queue mode other processes answer them.
 */
export async function openRest(
	url: string,
	line: Line,
	webhookUrl = url,
	known?: Record<string, string>,
) {
	const session = { ...(await signIn(url, line, known)), webhookUrl };
	return {
		...session,
		...editor(session),
		...workflows(session),
		...executions(session),
		...runs(session),
	};
}

export type Rest = Awaited<ReturnType<typeof openRest>>;

export { until, type Execution, type Item } from './executions.mts';
export { OWNER, RestError, type Answer } from './session.mts';
export { inLine, type Outcome } from './run.mts';
export type { WorkflowFile, WorkflowNode } from './workflows.mts';
