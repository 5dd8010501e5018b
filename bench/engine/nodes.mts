import type { EngineCase } from './cases.mts';
import type { Load } from './process.mts';

const ACCOUNT = { salesCrmApi: { id: '1', name: 'Account' } };

export function nodeOf({ kind, parameters, continues }: EngineCase, ours: Load, ofN8n: Load) {
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
	const node = {
		...signedIn,
		typeVersion: 1,
		parameters: { authentication: 'apiToken', ...parameters },
	};
	if (kind === 'Sales CRM') {
		const { SalesCrm } = ours('./nodes/SalesCrm/SalesCrm.node.js');
		return { type: new SalesCrm(), node };
	}
	if (kind === 'polling trigger') {
		const folder = './nodes/SalesCrmPollingTrigger';
		const { SalesCrmPollingTrigger } = ours(`${folder}/SalesCrmPollingTrigger.node.js`);
		return { type: new SalesCrmPollingTrigger(), node };
	}
	const execute = kind === 'bare list' ? bareList : bareCreate;
	return { type: bare(execute), node };
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
