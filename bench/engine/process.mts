/**
 * One node in n8n's own engine, in a process of its own with the Node.js of an installed n8n
 * (`engines.mts` starts it): a run for each message. What n8n does with a run afterwards, in the
 * first place storing it, is in none of the figures but those of `storing`.
 */
import { createRequire } from 'node:module';

import { credentialsHelper } from './credentials.mts';
import { extractNode, type NodeCase, nodeOf, PROFILE } from './nodes.mts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- n8n's files have no types here.
export type Load = (name: string) => any;

export interface EngineCase extends NodeCase {
	/** The service's address. */
	url: string;
	/** How many items come in; one without data where left out. */
	rows?: number;
	/** Whether these come as one item with a CSV file. */
	isFile?: boolean;
	/** Whether n8n's Extract from File makes rows of that before. */
	extracts?: boolean;
	/** Whether what n8n makes of the run to store it is measured, too. */
	storing?: boolean;
}

export interface Figures {
	/** Items that went out. */
	items: number;
	/** Milliseconds by the clock, and of processor time, garbage collection included. */
	ms: number;
	cpu: number;
	/** By how much the process has grown at its peak since before its first run, in bytes. */
	peak: number;
	/** Milliseconds of processor time in which n8n makes a text of the run, and its length. */
	storing?: { cpu: number; length: number };
}

const [, , n8nPackage, given] = process.argv;
const { url, rows, storing, isFile, extracts, ...nodeCase } = JSON.parse(given!) as EngineCase;
const ofN8n: Load = createRequire(n8nPackage!);
const ours: Load = createRequire(new URL('../../dist/package.json', import.meta.url));

const { ExecutionLifecycleHooks, WorkflowExecute } = ofN8n('n8n-core');
const { createRunExecutionData, Expression, Workflow } = ofN8n('n8n-workflow');
const { SalesCrmApi } = ours('./credentials/SalesCrmApi.credentials.js');
const { stringify } = ofN8n('flatted');

// As n8n's own start has them.
const { engine, ...engineOptions } = {
	engine: 'vm',
	poolSize: 1,
	maxCodeCacheSize: 1024,
	bridgeTimeout: 5000,
	bridgeMemoryLimit: 128,
	lazyAcquire: false,
	compileCache: false,
};
await Expression.initExpressionEngine({ engine, ...engineOptions });

const helper = await credentialsHelper(ofN8n, new SalesCrmApi(), {
	baseUrl: url,
	apiToken: 'a token',
	companyProfileId: PROFILE,
});
const { type, node } = nodeOf(nodeCase, ours, ofN8n);
const extract = extracts ? extractNode(ofN8n) : undefined;
const getType = (name: string) => (extract && name === extract.node.type ? extract.type : type);
const workflow = new Workflow({
	id: 'w',
	name: 'Bench',
	nodes: extract ? [extract.node, node] : [node],
	connections: extract
		? { [extract.node.name]: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } }
		: {},
	active: false,
	nodeTypes: { getByName: getType, getByNameAndVersion: getType, getKnownTypes: () => ({}) },
	settings: { executionOrder: 'v1' },
});

const itemOf = (n: number) => ({
	json: {
		firstName: `An ${n}`,
		lastName: 'de Vries',
		email: `an.devries.${n}@example.com`,
	},
	pairedItem: { item: n },
});

const fileOf = (many: number) => {
	const lines = Array.from({ length: many }, (_, n) => Object.values(itemOf(n).json).join(','));
	const csv = [Object.keys(itemOf(0).json).join(','), ...lines].join('\n');
	const data = Buffer.from(csv).toString('base64');
	return { json: {}, binary: { data: { data, mimeType: 'text/csv', fileName: 'people.csv' } } };
};

function itemsOf(many: number | undefined): object[] {
	if (many === undefined) return [{ json: {} }];
	return isFile ? [fileOf(many)] : Array.from({ length: many }, (_, n) => itemOf(n));
}

async function execute(many = rows) {
	const urls = ['form', 'formWaiting', 'formTest', 'webhook', 'webhookWaiting', 'webhookTest'];
	const additionalData = {
		...Object.fromEntries(urls.map((name) => [`${name}BaseUrl`, `http://n8n.example/${name}`])),
		instanceBaseUrl: 'http://n8n.example/',
		restApiUrl: 'http://n8n.example/rest',
		credentialsHelper: helper,
		currentNodeExecutionIndex: 0,
		executionId: '1',
		variables: {},
		hooks: new ExecutionLifecycleHooks('trigger', '1', {}),
	};
	// Anew for each run, as n8n makes them.
	const items = itemsOf(many);
	const first = workflow.getNode(extract?.node.name ?? 'Node');
	const start = { node: first, data: { main: [items] }, source: null };
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

globalThis.gc!();
const before = process.memoryUsage.rss();

async function measure(many?: number): Promise<Figures> {
	globalThis.gc!();
	const processor = process.cpuUsage();
	const clock = performance.now();
	const data = await execute(many);
	const figures: Figures = {
		ms: performance.now() - clock,
		cpu: cpuMs(processor),
		peak: process.resourceUsage().maxRSS * 1024 - before,
		items: data.resultData.runData.Node[0].data.main[0].length,
	};
	if (storing) {
		const since = process.cpuUsage();
		const { length } = stringify(data);
		figures.storing = { cpu: cpuMs(since), length };
	}
	return figures;
}

process.on('message', ({ rows: many }: { rows?: number }) => {
	measure(many).then(
		(figures) => process.send!(figures),
		(error) => {
			console.error(error);
			process.exit(1);
		},
	);
});
process.on('disconnect', () => process.exit());
process.send!('ready');
