import { randomUUID } from 'node:crypto';

import type { Answer, Session } from './session.mts';

/** What the editor asks of n8n besides workflows: credentials and node types. */
export function editor(session: Session) {
	const { call, url, headers } = session;

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
	};
}
