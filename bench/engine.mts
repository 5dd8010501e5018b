/**
 * Run by `bench/history.mts` with the Node of an installed n8n: one node in n8n's own engine, round after round. What
 * n8n does with a run afterwards, in the first place storing it, is not in the figures but for `storing`.
 */
import { createRequire } from 'node:module';

export interface Figures {
	items: number;
	/** Milliseconds of processor time, of each round but the first. */
	cpu: number[];
	/** By how much the process grew in the first round, in bytes: garbage not collected yet counts. */
	peak: number;
	/** Milliseconds of processor time in which n8n makes a text of the run to store it, and the text's length. */
	storing: { cpu: number; length: number };
}

const ROUNDS = 4;

const [, , what, url, n8nPackage, profile] = process.argv;
const ofN8n = createRequire(n8nPackage!);
const ours = createRequire(new URL('../dist/package.json', import.meta.url));
const { ExecutionLifecycleHooks, WorkflowExecute } = ofN8n('n8n-core');
const { createRunExecutionData, Workflow } = ofN8n('n8n-workflow');
const { stringify } = ofN8n('flatted');

const place = { id: 'id', typeVersion: 1, position: [0, 0] };

function httpRequest() {
	const { HttpRequestV3 } = ofN8n('n8n-nodes-base/dist/nodes/HttpRequest/V3/HttpRequestV3.node.js');
	const type = new HttpRequestV3({ displayName: 'HTTP Request', name: 'httpRequest', group: [] });
	const body = { sendBody: true, specifyBody: 'json', jsonBody: '{}' };
	const parameters = { method: 'POST', url: `${url}/history`, options: {}, ...body };
	return { type, node: { ...place, typeVersion: 4.2, parameters } };
}

function salesCrm() {
	const { SalesCrm } = ours('./nodes/SalesCrm/SalesCrm.node.js');
	const [output, sort = 'byDeal'] = what!.split(' ');
	const history = { resource: 'history', operation: 'getAll', output, resolveNames: true };
	const all = { returnAll: true, filters: {}, options: { sort } };
	const parameters = { authentication: 'apiToken', ...history, ...all };
	const credentials = { salesCrmApi: { id: '1', name: 'Account' } };
	return { type: new SalesCrm(), node: { ...place, parameters, credentials } };
}

const { type, node } = what === 'HTTP Request' ? httpRequest() : salesCrm();
const getType = () => type;
const workflow = new Workflow({
	id: 'w',
	name: 'Bench',
	nodes: [{ ...node, name: 'Node', type: 'measured' }],
	connections: {},
	active: false,
	nodeTypes: { getByName: getType, getByNameAndVersion: getType, getKnownTypes: () => ({}) },
	settings: { executionOrder: 'v1' },
});

/** n8n's helper for credentials, without its database: one account. */
const credentialsHelper = {
	getParentTypes: () => [],
	isCredentialUsableByNode: () => true,
	getDecrypted: async () => ({ baseUrl: url, apiToken: 'a token', companyProfileId: profile }),
	getCredentialsProperties: () => [],
	preAuthentication: async () => undefined,
	runPreAuthentication: async () => undefined,
	authenticate: async (_data: unknown, _type: string, options: { headers?: object }) => ({
		...options,
		headers: { ...options.headers, Authorization: 'Bearer a token' },
	}),
};

async function execute() {
	const urls = ['form', 'formWaiting', 'formTest', 'webhook', 'webhookWaiting', 'webhookTest'];
	const additionalData = {
		...Object.fromEntries(urls.map((name) => [`${name}BaseUrl`, `http://n8n.example/${name}`])),
		instanceBaseUrl: 'http://n8n.example/',
		restApiUrl: 'http://n8n.example/rest',
		credentialsHelper,
		currentNodeExecutionIndex: 0,
		executionId: '1',
		variables: {},
		hooks: new ExecutionLifecycleHooks('trigger', '1', {}),
	};
	const start = { node: workflow.getNode('Node'), data: { main: [[{ json: {} }]] }, source: null };
	const runData = createRunExecutionData({ executionData: { nodeExecutionStack: [start] } });
	const run = new WorkflowExecute(additionalData, 'trigger', runData);
	const { data } = await run.processRunExecutionData(workflow);
	if (data.resultData.error) throw data.resultData.error;
	return data;
}

const cpuMs = (since?: NodeJS.CpuUsage) => {
	const { user, system } = process.cpuUsage(since);
	return (user + system) / 1000;
};

const figures: Figures = { items: 0, cpu: [], peak: 0, storing: { cpu: 0, length: 0 } };
for (let round = 0; round < ROUNDS; round++) {
	globalThis.gc!();
	const before = process.memoryUsage.rss();
	const start = process.cpuUsage();
	const data = await execute();
	if (round > 0) figures.cpu.push(cpuMs(start));
	else figures.peak = process.resourceUsage().maxRSS * 1024 - before;
	if (round < ROUNDS - 1) continue;
	const [items] = data.resultData.runData.Node[0].data.main;
	const storing = process.cpuUsage();
	const { length } = stringify(data);
	Object.assign(figures, { items: items.length, storing: { cpu: cpuMs(storing), length } });
}
process.send!(figures, () => process.exit());
