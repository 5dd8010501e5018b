/**
 * `npm run bench:history [-- changes]`, after `npm run build`: what each output of the history costs, beside merely
 * fetching and parsing the same answer, in one run. A case has a process of its own; the answer comes from another, so
 * that sending it costs neither. Processor time is taken, for it does not mind what else the machine does.
 */
import { fork } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

// What is shipped, not what tsx makes of the source; there are no types of it.
const built = createRequire(import.meta.url);
const { runItems } = built('../dist/nodes/SalesCrm/operation/runItems.js');
const { getAll } = built('../dist/nodes/SalesCrm/resources/history/getAll.js');

const ROUNDS = 5;
const PER_DEAL = 10;
const OUTPUTS = ['changes', 'events', 'timeInStatus', 'currentStatus', 'deals'];
const CASES = ['fetch', ...OUTPUTS, ...OUTPUTS.map((output) => `${output} newestFirst`)];
const PROFILE = '3f2b8c1e-0000-4000-8000-000000000001';

interface Figures {
	items: number;
	/** Milliseconds of processor time, of each round but the first. */
	cpu: number[];
	/** By how much the process grew in the first round, in bytes: garbage not collected yet counts. */
	peak: number;
}

async function compare(changes: number): Promise<void> {
	const answer = Buffer.from(JSON.stringify({ history: dealsWith(changes) }));
	const server = await serve(answer);
	const { port } = server.address() as AddressInfo;
	console.log(`${changes} changes of ${changes / PER_DEAL} deals, ${mb(answer.length)} MB`);
	const all = new Map<string, Figures>();
	for (const one of CASES) all.set(one, await inProcess(one, `http://127.0.0.1:${port}`));
	server.close();
	const base = median(all.get('fetch')!.cpu);
	const table = [...all].map(([name, { items, cpu, peak }]) => ({
		case: name,
		items,
		'cpu ms': Math.round(median(cpu)),
		'of fetching': (median(cpu) / base).toFixed(2),
		'peak MB': mb(peak),
		'of the answer': (peak / answer.length).toFixed(2),
	}));
	console.table(table);
}

const inProcess = async (name: string, at: string) =>
	await new Promise<Figures>((resolve, reject) => {
		const execArgv = ['--expose-gc', '--import', 'tsx'];
		const child = fork(import.meta.filename, [name, at], { execArgv });
		child.once('message', (figures: Figures) => resolve(figures));
		child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
	});

async function measure(name: string, at: string): Promise<Figures> {
	const run = name === 'fetch' ? merelyFetch : outputOf(name);
	const cpu: number[] = [];
	let items = 0;
	let peak = 0;
	for (let round = 0; round < ROUNDS; round++) {
		globalThis.gc!();
		const before = process.memoryUsage.rss();
		const start = process.cpuUsage();
		const result = await run(at);
		const { user, system } = process.cpuUsage(start);
		if (round === 0) peak = process.resourceUsage().maxRSS * 1024 - before;
		items = result.length;
		if (round > 0) cpu.push((user + system) / 1000);
	}
	return { items, cpu, peak };
}

/** As the HTTP Request node would, if it did nothing else: an item per deal. */
async function merelyFetch(at: string): Promise<unknown[]> {
	const { history: deals } = JSON.parse(await textFrom(at, '/history')) as { history: unknown[] };
	return deals.map((json) => ({ json, pairedItem: { item: 0 } }));
}

const outputOf = (name: string) => async (at: string) => {
	const [output, sort = 'byDeal'] = name.split(' ');
	const parameters = {
		output,
		resolveNames: true,
		returnAll: true,
		filters: {},
		options: { sort },
	};
	const context = {
		getInputData: () => [{ json: {} }],
		getNode: () => ({ name: 'Sales CRM', parameters }),
		getNodeParameter: (field: string, _item: number, fallback: unknown) =>
			(parameters as Record<string, unknown>)[field] ?? fallback,
		getTimezone: () => 'UTC',
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getExecutionId: () => 'bench',
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => false,
		getCredentials: async () => ({}),
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: { url: string }) => ({
				statusCode: 200,
				headers: {},
				body: await textFrom('', options.url),
			}),
		},
	};
	const signIn = { forRequest: () => ({ after: async () => 'kept' }), isProven: () => true };
	const connection = {
		context,
		scheme: 'apiToken',
		baseUrl: at,
		profileId: PROFILE,
		secrets: new Set<string>(),
		signIn,
		signal: undefined,
		patience: { attempts: 1, timeoutMs: 60_000 },
	};
	return await runItems(context, connection, getAll);
};

const textFrom = async (at: string, path: string) =>
	await (await fetch(at + path, { method: 'POST' })).text();

async function serve(answer: Buffer): Promise<Server> {
	const statuses = STATUS_IDS.map((id, n) => ({ id, label: `Status ${n}`, color: '#2E86C1' }));
	const users = USER_IDS.map((id, n) => ({ id, name: `User ${n}`, email: `u${n}@example.com` }));
	const server = createServer((request, response) => {
		const { url = '' } = request;
		request.resume();
		response.setHeader('content-type', 'application/json');
		response.setHeader('connection', 'close');
		if (url.includes('/statuses')) response.end(JSON.stringify({ statuses }));
		else if (url.includes('users')) response.end(JSON.stringify(users));
		else response.end(answer);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return server;
}

const id = (kind: number, n: number) =>
	`${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const STATUS_IDS = Array.from({ length: 12 }, (_, n) => id(1, n));
const USER_IDS = Array.from({ length: 8 }, (_, n) => id(2, n));

/** Deals with ten changes each, every third of them of the assignee. */
function dealsWith(changes: number) {
	const start = Date.UTC(2025, 0, 1);
	return Array.from({ length: changes / PER_DEAL }, (_, deal) => {
		const at = (n: number) => start + deal * 60_000 + n * 86_400_000;
		const entries = Array.from({ length: PER_DEAL }, (_one, n) => {
			const toUser = n % 3 === 2;
			const ids = toUser ? USER_IDS : STATUS_IDS;
			return {
				id: id(3, deal * PER_DEAL + n),
				backlogItemId: id(4, deal),
				startTimestamp: at(n),
				endTimestamp: n === PER_DEAL - 1 ? 0 : at(n + 1),
				type: toUser ? 'USER_CHANGED' : 'STATUS_CHANGED',
				metaData: {
					propertyValue: { _id: ids[(deal + n) % ids.length], type: toUser ? 'USER' : 'STATUS' },
				},
			};
		});
		const summary = `Deal ${deal}`;
		return {
			id: id(4, deal),
			backlogId: id(5, deal % 4),
			summary,
			companyProfileId: [PROFILE],
			history: entries,
		};
	});
}

function median(numbers: number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

function mb(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}

const [, , what, url] = process.argv;
if (url) process.send!(await measure(what!, url));
else await compare(Number(what ?? 100_000));
