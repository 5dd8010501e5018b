/**
 * `npm run bench:imports [-- contacts rows]`, after `npm run build`: what it costs to look for the rows of an import in
 * an audience, beside merely listing that audience, and what a dry run costs, in one run. A case has a process of its
 * own; the service is in another. Time is that of the clock, for pages are waited for; memory is that of the process.
 */
import { fork } from 'node:child_process';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';

import { contactService } from './contactData.mts';
import { AUDIENCE, PROFILE } from './engine/nodes.mts';
import { median } from './measure.mts';

// What is shipped, not what tsx makes of the source; there are no types of it.
const built = createRequire(import.meta.url);
const { runItems } = built('../dist/nodes/SalesCrm/operation/runItems.js');
const { create } = built('../dist/nodes/SalesCrm/resources/contact/create.js');
const { getAll } = built('../dist/nodes/SalesCrm/resources/contact/getAll.js');

const ROUNDS = 4;
const CASES = ['list', 'look-up', 'dry run with look-up', 'dry run'];

interface Figures {
	items: number;
	/** Milliseconds of each round but the first, by the clock and of processor time. */
	ms: number[];
	cpu: number[];
	/** By how much the process grew in the first round, in bytes: garbage not collected yet counts. */
	peak: number;
}

async function compare(contacts: number, rows: number): Promise<void> {
	const service = await contactService(contacts);
	const all = new Map<string, Figures>();
	for (const name of CASES) all.set(name, await inProcess([name, service.url, String(rows)]));
	service.stop();
	const base = all.get('list')!;
	console.log(`${contacts} contacts in the audience, ${rows} rows, all of them there already`);
	console.table(
		[...all].map(([name, { items, ms, cpu, peak }]) => ({
			case: name,
			items,
			ms: Math.round(median(ms)),
			'of listing': (median(ms) / median(base.ms)).toFixed(2),
			'cpu ms': Math.round(median(cpu)),
			'peak MB': Math.round(peak / 1e6),
		})),
	);
}

const inProcess = async (args: string[]) =>
	await new Promise<Figures>((resolve, reject) => {
		const execArgv = ['--expose-gc', '--import', 'tsx'];
		const child = fork(import.meta.filename, args, { execArgv });
		child.once('message', (figures: Figures) => resolve(figures));
		child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)));
	});

async function measure(name: string, at: string, rows: number): Promise<Figures> {
	const figures: Figures = { items: 0, ms: [], cpu: [], peak: 0 };
	for (let round = 0; round < ROUNDS; round++) {
		globalThis.gc!();
		const before = process.memoryUsage.rss();
		const processor = process.cpuUsage();
		const start = performance.now();
		figures.items = (await run(name, at, rows)).length;
		const ms = performance.now() - start;
		const { user, system } = process.cpuUsage(processor);
		if (round === 0) figures.peak = process.resourceUsage().maxRSS * 1024 - before;
		else {
			figures.ms.push(ms);
			figures.cpu.push((user + system) / 1000);
		}
	}
	return figures;
}

const OPTIONS: Record<string, object> = {
	list: {},
	'look-up': { ifExists: 'skip' },
	'dry run with look-up': { ifExists: 'skip', dryRun: true },
	'dry run': { dryRun: true },
};

async function run(name: string, at: string, rows: number): Promise<unknown[]> {
	const isList = name === 'list';
	const parameters: Record<string, unknown> = {
		audienceId: AUDIENCE,
		returnAll: true,
		simplify: false,
		contactType: 'CONSUMER',
		personalInfos: { mappingMode: 'autoMapInputData', value: null },
		options: OPTIONS[name],
	};
	const items = isList
		? [{ json: {} }]
		: Array.from({ length: rows }, (_, n) => ({ json: rowOf(n) }));
	const context = {
		getInputData: () => items,
		getNode: () => ({ name: 'Sales CRM', parameters }),
		getNodeParameter: (field: string, _item: number, fallback: unknown) =>
			parameters[field] ?? fallback,
		getTimezone: () => 'UTC',
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getExecutionId: () => 'bench',
		continueOnFail: () => false,
		getCredentials: async () => ({}),
		addExecutionHints: () => undefined,
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				{ url, qs }: { url: string; qs: Record<string, string> },
			) => ({
				statusCode: 200,
				headers: {},
				body: await textFrom(`${url}?${String(new URLSearchParams(qs))}`),
			}),
		},
	};
	const connection = {
		context,
		scheme: 'apiToken',
		baseUrl: at,
		profileId: PROFILE,
		secrets: new Set<string>(),
		signIn: { forRequest: () => ({ after: async () => 'kept' }), isProven: () => true },
		signal: undefined,
		patience: { attempts: 1, timeoutMs: 60_000 },
	};
	return await runItems(context, connection, isList ? getAll : create);
}

const agent = new Agent({ keepAlive: true });

const textFrom = async (url: string) =>
	await new Promise<string>((resolve, reject) => {
		const take = (response: IncomingMessage) => {
			let text = '';
			response.setEncoding('utf8');
			response.on('data', (chunk: string) => (text += chunk));
			response.on('end', () => resolve(text));
		};
		get(url, { agent }, take).on('error', reject);
	});

const rowOf = (n: number) => ({
	'First name': `An ${n}`,
	'Last name': 'de Vries',
	Email: `An.deVries.${n}@example.com`,
	Phone: `06 1${String(n).padStart(7, '0')}`,
	Street: 'Prinsengracht',
	'House number': String(n % 300),
	Zip: '1016 GV',
	City: 'Amsterdam',
	Country: 'Nederland',
});

const [, , what, url, many] = process.argv;
if (url?.startsWith('http')) {
	process.send!(await measure(what!, url, Number(many)));
	process.exit();
} else await compare(Number(what ?? 50_000), Number(url ?? 5_000));
