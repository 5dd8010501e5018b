import { randomUUID } from 'node:crypto';

import type { Answer, Session } from './session.mts';
import type { WorkflowNode } from './workflows.mts';

/** What the editor asks of n8n besides workflows: credentials, node types, lists to choose from. */
export function editor(session: Session) {
	const { call, url, headers } = session;

	const dynamic =
		(route: string) =>
		async (node: WorkflowNode, path: string, methodName: string, rest: object = {}) =>
			await call('POST', `/dynamic-node-parameters/${route}`, {
				nodeTypeAndVersion: { name: node.type, version: node.typeVersion ?? 1 },
				currentNodeParameters: node.parameters ?? {},
				credentials: node.credentials ?? {},
				path,
				methodName,
				...rest,
			});
	const types = (kind: 'nodes' | 'credentials') => async (): Promise<Answer[]> => {
		const response = await fetch(`${url}/types/${kind}.json`, { headers });
		if (!response.ok) throw new Error(`n8n answered ${response.status} for its ${kind}`);
		return (await response.json()) as Answer[];
	};

	return {
		/** Makes a credential and gives back how nodes refer to it. */
		async createCredential(type: string, name: string, data: Record<string, Answer>) {
			const made = await call('POST', '/credentials', { id: randomUUID(), name, type, data });
			return { id: String(made.id), name };
		},
		async updateCredential(id: string, type: string, name: string, data: Record<string, Answer>) {
			await call('PATCH', `/credentials/${id}`, { id, name, type, data });
		},
		async deleteCredential(id: string) {
			await call('DELETE', `/credentials/${id}`);
		},
		/** Presses the Test button: `{status: 'OK' | 'Error', message}`. */
		async testCredential(
			id: string,
			type: string,
			name: string,
			data: Record<string, Answer>,
		): Promise<{ status: string; message: string }> {
			return await call('POST', '/credentials/test', { credentials: { id, type, name, data } });
		},
		/** Descriptions of all node types, as the editor loads them. */
		nodeTypes: types('nodes'),
		credentialTypes: types('credentials'),
		/** The choices of a drop-down: `path` is the name of the parameter, `methodName` its load method. */
		options: dynamic('options'),
		/** A page of a resource locator's list; `rest` may hold `filter` and `paginationToken`. */
		listSearch: dynamic('resource-locator-results'),
		/** The fields of a resource mapper that asks the service, and of one that needs no call. */
		mapperFields: dynamic('resource-mapper-fields'),
		localMapperFields: dynamic('local-resource-mapper-fields'),
	};
}
