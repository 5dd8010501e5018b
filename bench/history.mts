/**
 * `npm run bench:history [-- changes]`, after `npm run build`: what each output of the history costs in n8n's engine,
 * beside its HTTP Request node merely fetching the same answer (`N8N_LINE=1` takes n8n 1.123). A case has a process of
 * its own, and its turn several times among the others; the answer comes from this one, so that sending it costs none
 * of them. Processor time is taken, for it minds least what else the machine does.
 */
import { fork } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { ensureN8n, type Installed } from '../runtime/install.mts';
import type { Line } from '../runtime/versions.mts';
import type { Figures } from './engine.mts';

const TURNS = 3;
const PER_DEAL = 10;
const OUTPUTS = ['changes', 'events', 'timeInStatus', 'currentStatus', 'deals'];
const BASE = 'HTTP Request';
const CASES = [BASE, ...OUTPUTS, 'changes newestFirst'];
const PROFILE = '3f2b8c1e-0000-4000-8000-000000000001';

async function compare(changes: number, n8n: Installed): Promise<void> {
	const answer = Buffer.from(JSON.stringify({ history: dealsWith(changes) }));
	const server = await serve(answer);
	const { port } = server.address() as AddressInfo;
	console.log(
		`n8n ${n8n.version}: ${changes} changes of ${changes / PER_DEAL} deals, ${mb(answer.length)} MB`,
	);
	const all = new Map<string, Figures[]>(CASES.map((name) => [name, []]));
	for (let turn = 0; turn < TURNS; turn++) {
		for (const [name, turns] of all) turns.push(await inEngine(name, port, n8n));
	}
	server.close();
	const cpu = (name: string) => median(all.get(name)!.flatMap((turn) => turn.cpu));
	const peak = (name: string) => median(all.get(name)!.map((turn) => turn.peak));
	const storing = (name: string) => all.get(name)!.at(-1)!.storing;
	console.table(
		CASES.map((name) => ({
			case: name,
			items: all.get(name)![0]!.items,
			'cpu ms': Math.round(cpu(name)),
			'of fetching': (cpu(name) / cpu(BASE)).toFixed(2),
			'peak MB': mb(peak(name)),
			'of the answer': (peak(name) / answer.length).toFixed(1),
			'of its peak': (peak(name) / peak(BASE)).toFixed(2),
			'storing ms': Math.round(storing(name).cpu),
			'stored MB': mb(storing(name).length),
		})),
	);
}

const inEngine = async (name: string, port: number, { node, folder }: Installed) =>
	await new Promise<Figures>((resolve, reject) => {
		const n8nPackage = join(folder, 'node_modules', 'n8n', 'package.json');
		const args = [name, `http://127.0.0.1:${port}`, n8nPackage, PROFILE];
		const script = join(import.meta.dirname, 'engine.mts');
		const child = fork(script, args, { execPath: node, execArgv: ['--expose-gc'] });
		child.once('message', (figures: Figures) => resolve(figures));
		child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
	});

async function serve(answer: Buffer): Promise<Server> {
	const statuses = STATUS_IDS.map((id, n) => ({ id, label: `Status ${n}`, color: '#2E86C1' }));
	const users = USER_IDS.map((id, n) => ({ id, name: `User ${n}`, email: `u${n}@example.com` }));
	const server = createServer((request, response) => {
		const { url = '' } = request;
		request.resume();
		response.setHeader('content-type', 'application/json');

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

const line = (process.env.N8N_LINE ?? '2') as Line;
await compare(Number(process.argv[2] ?? 100_000), await ensureN8n(line, console.log));
