/**
 * One node in n8n's own engine, in a process of its own with the Node.js of an installed n8n
 * (`engines.mts` starts it): a run for each message. What n8n does with a run afterwards, in the
 * first place storing it, is in none of the figures but those of `storing`.
 */
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { EngineCase, Figures } from './cases.mts';
import { credentialsHelper } from './credentials.mts';
import { nodeOf, PROFILE } from './nodes.mts';
import { shapeItem } from './shapes.mts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- n8n's files have no types here.
export type Load = (name: string) => any;

const [, , n8nPackage, caseGiven] = process.argv;
const engineCase = JSON.parse(caseGiven!) as EngineCase;
const { url, rows, storing, isFile, shape } = engineCase;
const ofN8n: Load = createRequire(n8nPackage!);
const ours: Load = createRequire(new URL('../../../dist/package.json', import.meta.url));

const { ExecutionLifecycleHooks, PollContext, WorkflowExecute } = ofN8n('n8n-core');
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
	...engineCase.account,
});
const { type, node } = nodeOf(engineCase, ours, ofN8n);
const getType = () => type;
const workflow = new Workflow({
	id: 'w',
	name: 'Bench',
	nodes: [node],
	connections: {},
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
	if (shape) return [shapeItem(shape, many)];
	return isFile ? [fileOf(many)] : Array.from({ length: many }, (_, n) => itemOf(n));
}

const additionalData = () => {
	const urls = ['form', 'formWaiting', 'formTest', 'webhook', 'webhookWaiting', 'webhookTest'];
	return {
		...Object.fromEntries(urls.map((name) => [`${name}BaseUrl`, `http://n8n.example/${name}`])),
		instanceBaseUrl: 'http://n8n.example/',
		restApiUrl: 'http://n8n.example/rest',
		credentialsHelper: helper,
		currentNodeExecutionIndex: 0,
		executionId: '1',
		variables: {},
		hooks: new ExecutionLifecycleHooks('trigger', '1', {}),
	};
};

let context: object | undefined;

/** A scheduled poll of a trigger that is active. */
async function pollOnce() {
	// All polls of an activation share one.
	context ??= new PollContext(workflow, node, additionalData(), 'trigger', 'update');
	// As n8n does (n8n-core, `poll-trigger-executor`): without, each expression would prepare one.
	await workflow.expression.acquireIsolate();
	try {
		return { items: (await type.poll.call(context))?.[0] ?? [], run: undefined };
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

async function execute(items: object[]) {
	const start = { node: workflow.getNode('Node'), data: { main: [items] }, source: null };
	const runData = createRunExecutionData({ executionData: { nodeExecutionStack: [start] } });
	const execution = new WorkflowExecute(additionalData(), 'trigger', runData);
	const { data: run } = await execution.processRunExecutionData(workflow);
	if (run.resultData.error) throw run.resultData.error;
	return { items: run.resultData.runData.Node[0].data.main[0], run };
}

const cpuMs = (since?: NodeJS.CpuUsage) => {
	const { user, system } = process.cpuUsage(since);
	return (user + system) / 1000;
};

globalThis.gc!();
const before = process.memoryUsage.rss();

async function measure(many = rows): Promise<Figures> {
	// Anew for each run, as n8n makes them.
	const given = itemsOf(many);
	globalThis.gc!();
	const processor = process.cpuUsage();
	const clock = performance.now();
	const delay = monitorEventLoopDelay({ resolution: 2 });
	delay.enable();
	const { items, run } = await (type.poll ? pollOnce() : execute(given));
	delay.disable();
	const figures: Figures = {
		ms: performance.now() - clock,
		cpu: cpuMs(processor),
		freeze: delay.max / 1e6,
		peak: process.resourceUsage().maxRSS * 1024 - before,
		items: items.length,
		kept: JSON.stringify(workflow.staticData).length,
	};
	if (storing) {
		const since = process.cpuUsage();
		const { length } = stringify(run);
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
