import { randomUUID } from 'node:crypto';

import { executions, until, type Execution } from './executions.mts';
import { RestError, type Answer, type Session } from './session.mts';

export type WorkflowNode = {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: Record<string, Answer>;
	credentials?: Record<string, { id?: string; name: string }>;
	[key: string]: Answer;
};

/** What an exported workflow file holds, as far as the runtime reads it. */
export type WorkflowFile = {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, Answer>;
	[key: string]: Answer;
};

/** A trigger that its service refuses is tried five times before n8n gives up. */
const PUBLISH_MS = 120_000;

/** Workflows of a running n8n: make, publish, unpublish, run. */
export function workflows(session: Session) {
	const { call, line } = session;
	const { executionEnded } = executions(session);

	const get = async (id: string): Promise<Answer> => await call('GET', `/workflows/${id}`);

	/** Imports a workflow as the editor does. Credentials may be given by name alone: n8n looks them up. */
	const create = async (file: WorkflowFile): Promise<{ id: string; name: string }> => {
		const { name, connections, settings, pinData } = file;
		const nodes = file.nodes.map(complete);
		// Without a project, 1.x does not look up credentials.
		const { id: projectId } = await call('GET', '/projects/personal');
		const rest = { connections, settings, pinData, active: false, projectId };
		return await call('POST', '/workflows', { name, nodes, ...rest });
	};
	const update = async (id: string, change: Partial<WorkflowFile>): Promise<Answer> => {
		const { versionId } = await get(id);
		const nodes = change.nodes?.map(complete);
		return await call('PATCH', `/workflows/${id}`, {
			...change,
			...(nodes && { nodes }),
			versionId,
		});
	};
	/** How far n8n 2.x is with putting a version live; null where n8n does that within the call itself. */
	const publicationStatus = async (id: string): Promise<Answer> => {
		try {
			return line === '1' ? null : await call('GET', `/workflows/${id}/publication-status`);
		} catch (error) {
			if (error instanceof RestError && error.status === 404) return null;
			throw error;
		}
	};
	const settled = async (id: string): Promise<Answer> =>
		await until(`workflow ${id} to be (un)published`, PUBLISH_MS, async () => {
			const status = await publicationStatus(id);
			return status?.status === 'in_progress' ? undefined : status;
		});
	/** Publishes the workflow as it is now, also anew after an update; throws with the reason of a trigger that failed. */
	const activate = async (id: string): Promise<void> => {
		const { versionId } = await get(id);
		if (line === '1') await call('PATCH', `/workflows/${id}`, { active: true, versionId });
		else await call('POST', `/workflows/${id}/activate`, { versionId });
		const failed = (await settled(id))?.triggers.filter((trigger: Answer) => trigger.errorMessage);
		if (failed?.length > 0) {
			const reasons = failed.map((trigger: Answer) => trigger.errorMessage).join('; ');
			throw new Error(`the workflow could not be activated: ${reasons}`);
		}
	};
	const deactivate = async (id: string): Promise<void> => {
		if (line === '1') {
			const { versionId } = await get(id);
			await call('PATCH', `/workflows/${id}`, { active: false, versionId });
		} else await call('POST', `/workflows/${id}/deactivate`, {});
		await settled(id);
	};
	/** Presses "Execute workflow" at a trigger that needs nothing from outside, and waits for the end. */
	const runManually = async (id: string, trigger: string): Promise<Execution> => {
		const workflowData = line === '1' ? { workflowData: await get(id) } : {};
		const body = { ...workflowData, triggerToStartFrom: { name: trigger } };
		const { executionId } = await call('POST', `/workflows/${id}/run`, body);
		return await executionEnded(String(executionId));
	};
	return {
		createWorkflow: create,
		getWorkflow: get,
		updateWorkflow: update,
		activate,
		deactivate,
		runManually,
	};
}

/** What the editor adds to a node of its own accord. */
function complete(node: WorkflowNode, index: number): WorkflowNode {
	return { id: randomUUID(), typeVersion: 1, position: [index * 220, 0], parameters: {}, ...node };
}
