import type { Load } from './process.mts';

/** What a case runs in the engine: a kind of node and its parameters. */
export interface NodeCase {
	/** `bare…` are of the bench's own: the same requests through n8n's own helper, and nothing else. */
	kind: 'Sales CRM' | 'HTTP Request' | 'bare list' | 'bare create';
	parameters: Record<string, unknown>;
	/** Whether failed items are items of their own ("Continue"). */
	continues?: boolean;
}

const ACCOUNT = { salesCrmApi: { id: '1', name: 'Account' } };

export function nodeOf({ kind, parameters, continues }: NodeCase, ours: Load, ofN8n: Load) {
	const place = { id: 'id', name: 'Node', type: 'measured', position: [0, 0] };
	const onError = continues ? 'continueRegularOutput' : 'stopWorkflow';
	const signedIn = { ...place, onError, credentials: ACCOUNT };
	if (kind === 'HTTP Request') {
		const { HttpRequestV3 } = ofN8n(
			'n8n-nodes-base/dist/nodes/HttpRequest/V3/HttpRequestV3.node.js',
		);
		const type = new HttpRequestV3({ displayName: kind, name: 'httpRequest', group: [] });
		// The package's own credential, so that signing in costs all cases the same.
		const signIn = {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'salesCrmApi',
		};
		return {
			type,
			// By this name n8n lets it use any credential.
			node: {
				...signedIn,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.5,
				parameters: { ...signIn, ...parameters },
			},
		};
	}
	if (kind === 'Sales CRM') {
		const { SalesCrm } = ours('./nodes/SalesCrm/SalesCrm.node.js');
		const chosen = { authentication: 'apiToken', ...parameters };
		return { type: new SalesCrm(), node: { ...signedIn, typeVersion: 1, parameters: chosen } };
	}
	const execute = kind === 'bare list' ? bareList : bareCreate;
	return { type: bare(execute), node: { ...signedIn, typeVersion: 1, parameters } };
}

/** n8n's Extract from File, as it reads a CSV. */
export function extractNode(ofN8n: Load) {
	const { ExtractFromFile } = ofN8n(
		'n8n-nodes-base/dist/nodes/Files/ExtractFromFile/ExtractFromFile.node.js',
	);
	const place = { id: 'extract', name: 'Extract', type: 'extract', position: [0, 0] };
	const parameters = { operation: 'csv', binaryPropertyName: 'data', options: {} };
	return { type: new ExtractFromFile(), node: { ...place, typeVersion: 1, parameters } };
}

/** As much of n8n's context as the bare nodes use. */
interface Context {
	getInputData(): Array<{ json: object }>;
	getNodeParameter(name: string, itemIndex: number): unknown;
	helpers: { httpRequestWithAuthentication: (type: string, options: object) => Promise<unknown> };
}

const bare = (execute: (this: Context) => Promise<unknown>) => ({
	description: {
		displayName: 'Bare',
		name: 'bare',
		group: [],
		version: 1,
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'salesCrmApi', required: true }],
		properties: ['url', 'pageSize', 'concurrency'].map((name) => ({
			displayName: name,
			name,
			type: name === 'url' ? 'string' : 'number',
			default: '',
		})),
	},
	execute,
});

/** Page after page, until one is empty. */
async function bareList(this: Context) {
	const url = this.getNodeParameter('url', 0);
	const size = this.getNodeParameter('pageSize', 0);
	const items: object[] = [];
	for (let page = 0; ; page++) {
		const { contacts } = (await this.helpers.httpRequestWithAuthentication.call(
			this,
			'salesCrmApi',
			{ url, qs: { page, per_page: size }, json: true },
		)) as { contacts: object[] };
		if (contacts.length === 0) return [items];
		for (const json of contacts) items.push({ json, pairedItem: { item: 0 } });
	}
}

/** One request an item, so many of them side by side. */
async function bareCreate(this: Context) {
	const url = this.getNodeParameter('url', 0);
	const rows = this.getInputData();
	const made: object[] = [];
	let next = 0;
	const worker = async () => {
		while (next < rows.length) {
			const item = next++;
			const { firstName, lastName, email } = rows[item]!.json as Record<string, string>;
			const infos = { Voornaam: firstName, Achternaam: lastName, 'E-mailadres': email };
			const contact = {
				standard_personal_infos: Object.entries(infos).map(([name, value]) => ({ name, value })),
				time_stamp: Date.now(),
				audience: { id: AUDIENCE, company_profile: { id: PROFILE } },
				contact_type: 'CONSUMER',
			};
			const options = { method: 'PUT', url, body: { contact }, json: true };
			const json = await this.helpers.httpRequestWithAuthentication.call(
				this,
				'salesCrmApi',
				options,
			);
			made[item] = { json, pairedItem: { item } };
		}
	};
	const width = Number(this.getNodeParameter('concurrency', 0));
	await Promise.all(Array.from({ length: width }, worker));
	return [made];
}

export const PROFILE = '3f2b8c1e-0000-4000-8000-000000000001';
export const AUDIENCE = '3f2b8c1e-0000-4000-8000-000000000002';
