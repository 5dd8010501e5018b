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
	return { type: { ...BARE, execute: kind === 'bare fetch' ? bareFetch : bareCreate }, node };
}

/** As much of n8n's context as the bare node uses. */
interface Context {
	getInputData(): Array<{ json: Record<string, string> }>;
	getNodeParameter(name: string, itemIndex: number): unknown;
	helpers: { httpRequestWithAuthentication: (type: string, options: object) => Promise<unknown> };
}

const BARE = {
	description: {
		displayName: 'Bare',
		name: 'bare',
		group: [],
		version: 1,
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'salesCrmApi', required: true }],
		properties: [
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Concurrency', name: 'concurrency', type: 'number', default: 1 },
			{ displayName: 'Paths', name: 'paths', type: 'json', default: [] },
		],
	},
};

/** Lists that are fetched side by side, an item each. */
async function bareFetch(this: Context) {
	const url = String(this.getNodeParameter('url', 0));
	const paths = this.getNodeParameter('paths', 0) as string[];
	const send = this.helpers.httpRequestWithAuthentication.bind(this, 'salesCrmApi');
	const answers = await Promise.all(paths.map((path) => send({ url: url + path, json: true })));
	return [answers.map((json) => ({ json, pairedItem: { item: 0 } }))];
}

/** One request an item, so many of them side by side. */
async function bareCreate(this: Context) {
	const url = this.getNodeParameter('url', 0);
	const send = this.helpers.httpRequestWithAuthentication.bind(this, 'salesCrmApi');
	const rows = this.getInputData();
	const made: object[] = [];
	let next = 0;
	const worker = async () => {
		while (next < rows.length) {
			const item = next++;
			const { firstName, lastName, email } = rows[item]!.json;
			const infos = { Voornaam: firstName, Achternaam: lastName, 'E-mailadres': email };
			const contact = {
				standard_personal_infos: Object.entries(infos).map(([name, value]) => ({ name, value })),
				time_stamp: Date.now(),
				audience: { id: AUDIENCE, company_profile: { id: PROFILE } },
				contact_type: 'CONSUMER',
			};
			const json = await send({ method: 'PUT', url, body: { contact }, json: true });
			made[item] = { json, pairedItem: { item } };
		}
	};
	const width = Number(this.getNodeParameter('concurrency', 0));
	await Promise.all(Array.from({ length: width }, worker));
	return [made];
}

export const PROFILE = '3f2b8c1e-0000-4000-8000-000000000001';
export const AUDIENCE = '3f2b8c1e-0000-4000-8000-000000000002';
